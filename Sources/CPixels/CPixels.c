#include "CPixels.h"

// Fusing a product with a sum rounds once instead of twice: pictures would depend on the processor.
#pragma STDC FP_CONTRACT OFF

// Eight blocks of cells, a byte each, that are all marked.
#define NOT_MARKED UINT64_C(0x0101010101010101)

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)

#include <immintrin.h>

#define WIDE 0
#define NAME(name) name##_any
#include "Kernels.h"
#undef NAME
#undef WIDE

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,tune=haswell"))), apply_to = function)
#define WIDE 1
#define NAME(name) name##_avx2
#include "Kernels.h"
#undef NAME
#undef WIDE
#pragma clang attribute pop

// Called by the loader, before anything else of this program runs.
static int has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

#define CHOOSE(name) \
    static __typeof__(name) *choose_##name(void) { return has_avx2() ? name##_avx2 : name##_any; } \
    __typeof__(name) name __attribute__((ifunc("choose_" #name)));

CHOOSE(px_fill)
CHOOSE(px_over_color)
CHOOSE(px_over_color_weights)
CHOOSE(px_over)
CHOOSE(px_over_weight)
CHOOSE(px_over_weights)
CHOOSE(px_add)
CHOOSE(px_multiply)
CHOOSE(px_screen)
CHOOSE(px_lighten)
CHOOSE(px_darken)
CHOOSE(px_difference)
CHOOSE(px_subtract)
CHOOSE(px_take)
CHOOSE(px_resolve_color)
CHOOSE(px_resolve_colors)
CHOOSE(px_mix_begin)
CHOOSE(px_mix_take)
CHOOSE(px_mix_color)
CHOOSE(px_mix_pixels)
CHOOSE(px_mix_over)
CHOOSE(px_linear_pad)
CHOOSE(px_radial_steps)
CHOOSE(px_ramp_pad)
CHOOSE(px_bilinear)
CHOOSE(px_bilinear_clamped)

#else

#define WIDE 0
#define NAME(name) name
#include "Kernels.h"

#endif
