#pragma once
#include <alsa/asoundlib.h>

static inline void calsa_ignore(const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)code, (void)format;
}

// ALSA writes every hitch to standard error by itself. Swift cannot make a function with variable arguments.
static inline void calsa_be_quiet(void) { snd_lib_error_set_handler(calsa_ignore); }
