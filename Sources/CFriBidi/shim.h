#pragma once

#include <fribidi.h>

/// The directions of a paragraph are macros over macros, which Swift does not see.
static inline FriBidiParType cfribidi_direction(int isRightToLeft) {
    return isRightToLeft ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
}
