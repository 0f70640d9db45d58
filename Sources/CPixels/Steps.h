// What is done to LANES pixels at once. Included for each number of lanes; STEP(name) makes names that tell them apart.
//
// Channels are worked on as halves of 32-bit words: blue and red are the even ones, green and alpha the odd ones.

typedef uint16_t STEP(u16) __attribute__((vector_size(LANES * 4)));
typedef uint32_t STEP(u32) __attribute__((vector_size(LANES * 4)));
typedef int32_t STEP(i32) __attribute__((vector_size(LANES * 4)));

INLINE STEP(u32) STEP(load)(const uint32_t *from) {
    STEP(u32) value;
    __builtin_memcpy(&value, from, sizeof(value));
    return value;
}

INLINE void STEP(store)(uint32_t *to, STEP(u32) value) { __builtin_memcpy(to, &value, sizeof(value)); }

// A 16-bit number in both halves.
INLINE STEP(u16) STEP(both)(STEP(u32) value) { return (STEP(u16))(value | value << 16); }

INLINE STEP(u32) STEP(splat)(uint32_t value) { return (STEP(u32)){} + value; }

// Weights of pixels, in both halves of a word each.
INLINE STEP(u16) STEP(weights)(const uint16_t *from) {
    typedef uint16_t packed __attribute__((vector_size(LANES * 2)));
    packed value;
    __builtin_memcpy(&value, from, sizeof(value));
    return STEP(both)(__builtin_convertvector(value, STEP(u32)));
}

INLINE STEP(u16) STEP(even)(STEP(u32) pixels) { return (STEP(u16))(pixels & 0x00FF00FF); }
INLINE STEP(u16) STEP(odd)(STEP(u32) pixels) { return (STEP(u16))pixels >> 8; }

INLINE STEP(u32) STEP(join)(STEP(u16) even, STEP(u16) odd) { return (STEP(u32))(even | odd << 8); }

// value * factor / 255, rounded to nearest.
INLINE STEP(u16) STEP(product)(STEP(u16) value, STEP(u16) factor) {
    STEP(u16) product = value * factor + 128;
    // (product + (product >> 8)) >> 8 is product * 257 >> 16, one instruction on these processors.
#if defined(__x86_64__) && LANES == 8
    return (STEP(u16))_mm256_mulhi_epu16((__m256i)product, _mm256_set1_epi16(257));
#elif defined(__x86_64__) && LANES == 4
    return (STEP(u16))_mm_mulhi_epu16((__m128i)product, _mm_set1_epi16(257));
#else
    return (product + (product >> 8)) >> 8;
#endif
}

INLINE STEP(u16) STEP(alpha)(STEP(u32) pixels) { return STEP(both)(pixels >> 24); }

INLINE STEP(u32) STEP(weighted)(STEP(u32) pixels, STEP(u16) weights) {
    STEP(u16) even = (STEP(even)(pixels) * weights + 128) >> 8;
    STEP(u16) odd = (STEP(odd)(pixels) * weights + 128) & 0xFF00;
    return (STEP(u32))(even | odd);
}

// `rest`: 255 less the alpha of what lies above.
INLINE STEP(u32) STEP(faded)(STEP(u32) below, STEP(u16) rest) {
    return STEP(join)(STEP(product)(STEP(even)(below), rest), STEP(product)(STEP(odd)(below), rest));
}

INLINE STEP(u32) STEP(over)(STEP(u32) above, STEP(u32) below) {
    return above + STEP(faded)(below, 255 - STEP(alpha)(above));
}

INLINE STEP(u16) STEP(least)(STEP(u16) a, STEP(u16) b) { return __builtin_elementwise_min(a, b); }
INLINE STEP(u16) STEP(most)(STEP(u16) a, STEP(u16) b) { return __builtin_elementwise_max(a, b); }

// `a` less `b`, 0 where that is negative.
INLINE STEP(u16) STEP(less)(STEP(u16) a, STEP(u16) b) { return STEP(most)(a, b) - b; }

// From `a` (fraction 0) to `b` (256).
INLINE STEP(u32) STEP(mix)(STEP(u32) a, STEP(u32) b, STEP(u16) fraction) {
    STEP(u16) rest = 256 - fraction;
    STEP(u16) even = (STEP(even)(a) * rest + STEP(even)(b) * fraction + 128) >> 8;
    STEP(u16) odd = (STEP(odd)(a) * rest + STEP(odd)(b) * fraction + 128) & 0xFF00;
    return (STEP(u32))(even | odd);
}

// What both sides of a blend leave of each other where only one of them is.
#define ALONE (STEP(product)(s, 255 - da) + STEP(product)(d, 255 - sa))

// The modes, on premultiplied channels `s` above and `d` below with alphas `sa` and `da`; of the odd channels' result the
// alpha is not used.
#define MODE(name, result) \
    INLINE STEP(u16) STEP(name##_channels)(STEP(u16) s, STEP(u16) d, STEP(u16) sa, STEP(u16) da) { \
        (void)sa, (void)da; \
        return result; \
    } \
    INLINE STEP(u32) STEP(name)(STEP(u32) above, STEP(u32) below) { \
        STEP(u16) sa = STEP(alpha)(above), da = STEP(alpha)(below); \
        STEP(u16) alpha = sa + da - STEP(product)(sa, da); \
        STEP(u16) even = STEP(name##_channels)(STEP(even)(above), STEP(even)(below), sa, da); \
        STEP(u16) odd = STEP(name##_channels)(STEP(odd)(above), STEP(odd)(below), sa, da); \
        STEP(u32) channels = STEP(join)(STEP(least)(even, alpha), STEP(least)(odd, alpha)); \
        return (channels & 0x00FFFFFF) | ((STEP(u32))alpha << 24); \
    }

MODE(any_add, s + d)
MODE(any_multiply, STEP(product)(s, d) + ALONE)
MODE(screen, s + d - STEP(product)(s, d))
MODE(lighten, STEP(most)(STEP(product)(s, da), STEP(product)(d, sa)) + ALONE)
MODE(darken, STEP(least)(STEP(product)(s, da), STEP(product)(d, sa)) + ALONE)
MODE(difference, STEP(less)(s + d, STEP(least)(STEP(product)(s, da), STEP(product)(d, sa)) * 2))
MODE(subtract, STEP(less)(STEP(product)(d, sa), STEP(product)(s, da)) + ALONE)

#undef MODE
#undef ALONE

// Whether all pixels have all of their alpha.
INLINE int STEP(is_opaque)(STEP(u32) pixels) {
#if defined(__x86_64__) && LANES == 8
    return _mm256_testc_si256((__m256i)pixels, (__m256i)STEP(splat)(0xFF000000));
#elif defined(__x86_64__) && LANES == 4
    return _mm_testc_si128((__m128i)pixels, (__m128i)STEP(splat)(0xFF000000));
#else
    return __builtin_reduce_and(pixels) >= 0xFF000000;
#endif
}

// As the stage is opaque, nearly always; the same in fewer steps.
INLINE STEP(u32) STEP(add)(STEP(u32) above, STEP(u32) below) {
    typedef uint8_t bytes __attribute__((vector_size(LANES * 4)));
    if (STEP(is_opaque)(below)) return (STEP(u32))__builtin_elementwise_add_sat((bytes)above, (bytes)below);
    return STEP(any_add)(above, below);
}

INLINE STEP(u32) STEP(multiply)(STEP(u32) above, STEP(u32) below) {
    if (!STEP(is_opaque)(below)) return STEP(any_multiply)(above, below);
    STEP(u16) rest = 255 - STEP(alpha)(above), d = STEP(even)(below);
    STEP(u16) even = STEP(product)(STEP(even)(above), d) + STEP(product)(d, rest);
    d = STEP(odd)(below);
    STEP(u16) odd = STEP(product)(STEP(odd)(above), d) + STEP(product)(d, rest);
    return STEP(join)(STEP(least)(even, (STEP(u16)){} + 255), STEP(least)(odd, (STEP(u16)){} + 255)) | 0xFF000000;
}
