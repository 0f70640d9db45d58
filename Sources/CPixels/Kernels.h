// The kernels, for one kind of processor. NAME(f) makes their names; WIDE says whether eight lanes are fast.

#define LANES 1
#define STEP(name) NAME(name##_1)
#include "Steps.h"
#undef LANES
#undef STEP
#define LANES 4
#define STEP(name) NAME(name##_4)
#include "Steps.h"
#undef LANES
#undef STEP
#if WIDE
#define LANES 8
#define STEP(name) NAME(name##_8)
#include "Steps.h"
#undef LANES
#undef STEP
#endif

// A step of LANES pixels: AT(name, lanes) is its name.
#define AT(name, lanes) NAME(name##_##lanes)

// Runs BODY(lanes) for pixel `i` on, until all `count` are done.
#if WIDE
#define WIDE_RUN(BODY) for (; i + 8 <= count; i += 8) { BODY(8) }
#else
#define WIDE_RUN(BODY)
#endif
#define RUN(BODY) \
    size_t i = 0; \
    WIDE_RUN(BODY) \
    for (; i + 4 <= count; i += 4) { BODY(4) } \
    for (; i < count; i += 1) { BODY(1) }

void NAME(px_fill)(uint32_t *out, size_t count, uint32_t color) {
#define BODY(n) AT(store, n)(out + i, AT(splat, n)(color));
    RUN(BODY)
#undef BODY
}

void NAME(px_over_color)(uint32_t *out, size_t count, uint32_t color) {
    uint16_t rest = 255 - (color >> 24);
    if (rest == 0) return NAME(px_fill)(out, count, color);
#define BODY(n) AT(store, n)(out + i, color + AT(faded, n)(AT(load, n)(out + i), (AT(u16, n)){} + rest));
    RUN(BODY)
#undef BODY
}

void NAME(px_over_color_weights)(uint32_t *out, size_t count, uint32_t color, const uint16_t *weights) {
#define BODY(n) \
    AT(store, n)(out + i, AT(over, n)( \
        AT(weighted, n)(AT(splat, n)(color), AT(weights, n)(weights + i)), AT(load, n)(out + i)));
    RUN(BODY)
#undef BODY
}

void NAME(px_over_weight)(uint32_t *out, const uint32_t *pixels, size_t count, uint32_t weight) {
    uint16_t one = weight;
#define BODY(n) \
    AT(store, n)(out + i, AT(over, n)( \
        AT(weighted, n)(AT(load, n)(pixels + i), (AT(u16, n)){} + one), AT(load, n)(out + i)));
    RUN(BODY)
#undef BODY
}

void NAME(px_over_weights)(uint32_t *out, const uint32_t *pixels, size_t count, const uint16_t *weights) {
#define BODY(n) \
    AT(store, n)(out + i, AT(over, n)( \
        AT(weighted, n)(AT(load, n)(pixels + i), AT(weights, n)(weights + i)), AT(load, n)(out + i)));
    RUN(BODY)
#undef BODY
}

#define ROWS(mode) \
    void NAME(px_##mode)( \
        uint32_t *out, ptrdiff_t out_row, const uint32_t *pixels, ptrdiff_t row, size_t width, size_t height) { \
        for (; height > 0; height -= 1, out += out_row, pixels += row) { \
            const size_t count = width; \
            RUN(BODY) \
        } \
    }
#define BODY(n) AT(store, n)(out + i, AT(over, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(over)
#undef BODY
#define BODY(n) AT(store, n)(out + i, AT(add, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(add)
#undef BODY
#define BODY(n) AT(store, n)(out + i, AT(multiply, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(multiply)
#undef BODY
#define BODY(n) AT(store, n)(out + i, AT(screen, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(screen)
#undef BODY
#define BODY(n) AT(store, n)(out + i, AT(lighten, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(lighten)
#undef BODY
#define BODY(n) AT(store, n)(out + i, AT(darken, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(darken)
#undef BODY
#define BODY(n) AT(store, n)(out + i, AT(difference, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(difference)
#undef BODY
#define BODY(n) AT(store, n)(out + i, AT(subtract, n)(AT(load, n)(pixels + i), AT(load, n)(out + i)));
ROWS(subtract)
#undef BODY
#undef ROWS

// Coverage: four cells at a time, as many as a dirty bit stands for.

typedef AT(i32, 4) NAME(cells);

INLINE NAME(cells) NAME(load_cells)(const int32_t *from) {
    NAME(cells) value;
    __builtin_memcpy(&value, from, sizeof(value));
    return value;
}

INLINE void NAME(store_cells)(int32_t *to, NAME(cells) value) { __builtin_memcpy(to, &value, sizeof(value)); }

INLINE void NAME(store_weights)(uint16_t *to, NAME(cells) value) {
    typedef uint16_t packed __attribute__((vector_size(8)));
    packed narrow = __builtin_convertvector(value, packed);
    __builtin_memcpy(to, &narrow, sizeof(narrow));
}

// The sums up to each of four cells.
INLINE NAME(cells) NAME(running)(NAME(cells) cells) {
    NAME(cells) zero = {};
    cells += __builtin_shufflevector(zero, cells, 0, 4, 5, 6);
    cells += __builtin_shufflevector(zero, cells, 0, 1, 4, 5);
    return cells;
}

// The part of a pixel that is filled, 0...full, by the winding sum. Even and odd: the sum folds back at each whole turn.
// Non-zero: it is full from one turn on.
INLINE NAME(cells) NAME(fold)(NAME(cells) sum, const px_rule *rule) {
    NAME(cells) size = __builtin_elementwise_abs(sum) & rule->wrap;
    return __builtin_elementwise_min(size, rule->full + ((rule->full - size) & rule->back));
}

INLINE NAME(cells) NAME(weight)(NAME(cells) coverage, const px_rule *rule) {
    return (coverage * rule->up + rule->rounding) >> 9;
}

int32_t NAME(px_take)(int32_t *cells, size_t count, int32_t sum, const px_rule *rule, uint16_t *weights) {
    px_rule held = *rule;
    NAME(cells) zero = {};
    for (size_t i = 0; i < count; i += 4) {
        NAME(cells) sums = NAME(running)(NAME(load_cells)(cells + i)) + sum;
        NAME(store_cells)(cells + i, zero);
        sum = sums[3];
        NAME(store_weights)(weights + i, NAME(weight)(NAME(fold)(sums, &held), &held));
    }
    return sum;
}

// The first block from `block` on that is marked (flip 0) or not (flip NOT_MARKED), or one past all of them.
INLINE ptrdiff_t NAME(next_block)(const uint64_t *marks, ptrdiff_t words, ptrdiff_t block, uint64_t flip) {
    ptrdiff_t word = block >> 3;
    if (word >= words) return words * 8;
    uint64_t bytes = (marks[word] ^ flip) & (UINT64_MAX << ((block & 7) * 8));
    while (bytes == 0) {
        word += 1;
        if (word >= words) return words * 8;
        bytes = marks[word] ^ flip;
    }
    return word * 8 + (__builtin_ctzll(bytes) >> 3);
}

void NAME(px_resolve_color)(
    const px_planes *planes, const px_rule *rule, uint32_t color, uint32_t *out, ptrdiff_t row) {
    px_rule held = *rule;
    ptrdiff_t width = planes->width, stride = planes->stride, words = planes->words;
    int32_t *cells = planes->cells;
    uint64_t *marks = planes->marks;
    AT(u32, 4) colors = AT(splat, 4)(color);
    NAME(cells) zero = {};
    for (int32_t y = 0; y < planes->height; y += 1, cells += stride, marks += words, out += row) {
        NAME(cells) sum = zero;
        ptrdiff_t x = 0;
        while (x < width) {
            ptrdiff_t start = NAME(next_block)(marks, words, x >> 2, 0) * 4;
            if (start > x) {
                if (start > width) start = width;
                int32_t weight = NAME(weight)(NAME(fold)(sum, &held), &held)[0];
                if (weight == 256) {
                    NAME(px_over_color)(out + x, start - x, color);
                } else if (weight > 0) {
                    AT(u32, 4) weighted = AT(weighted, 4)(colors, (AT(u16, 4)){} + (uint16_t)weight);
                    NAME(px_over_color)(out + x, start - x, weighted[0]);
                }
                x = start;
                if (x >= width) break;
            }
            ptrdiff_t end = NAME(next_block)(marks, words, x >> 2, NOT_MARKED) * 4;
            for (; x < end && x + 4 <= width; x += 4) {
                NAME(cells) sums = NAME(running)(NAME(load_cells)(cells + x)) + sum;
                NAME(store_cells)(cells + x, zero);
                sum = __builtin_shufflevector(sums, sums, 3, 3, 3, 3);
                AT(u16, 4) weights = AT(both, 4)((AT(u32, 4))NAME(weight)(NAME(fold)(sums, &held), &held));
                AT(store, 4)(out + x, AT(over, 4)(AT(weighted, 4)(colors, weights), AT(load, 4)(out + x)));
            }
            if (x < end) {
                // The last block is cut by the border of the band.
                uint16_t weights[4];
                sum = zero + NAME(px_take)(cells + x, width - x, sum[0], &held, weights);
                NAME(px_over_color_weights)(out + x, width - x, color, weights);
                x = width;
            }
        }
        // Cells right of the band; the others are zeroed as they are taken.
        for (ptrdiff_t i = width; i < stride; i += 1) cells[i] = 0;
        for (ptrdiff_t i = 0; i < words; i += 1) marks[i] = 0;
    }
}

// Sums of colours by weights, as pixels.
INLINE AT(u32, 4) NAME(mixed)(AT(u16, 4) even, AT(u16, 4) odd) {
    return (AT(u32, 4))(((even + 128) >> 8) | ((odd + 128) & 0xFF00));
}

// Pixels where no style has an edge: each covers all of them alike.
INLINE void NAME(resolve_run)(
    uint64_t active, const int32_t *sums, const px_rule *rule, const uint32_t *colors, uint32_t *out, size_t count) {
    NAME(cells) zero = {};
    int32_t total = 0, before = 0;
    AT(u16, 4) even = {}, odd = {};
    // Where styles overlap, the later one is on top.
    while (active && total < rule->full) {
        int style = 63 - __builtin_clzll(active);
        active &= ~(UINT64_C(1) << style);
        total += NAME(fold)(zero + sums[style], rule)[0];
        if (total > rule->full) total = rule->full;
        int32_t after = NAME(weight)(zero + total, rule)[0];
        if (after - before == 256) return NAME(px_over_color)(out, count, colors[style]);
        even += AT(even, 4)(AT(splat, 4)(colors[style])) * (uint16_t)(after - before);
        odd += AT(odd, 4)(AT(splat, 4)(colors[style])) * (uint16_t)(after - before);
        before = after;
    }
    if (before > 0) NAME(px_over_color)(out, count, NAME(mixed)(even, odd)[0]);
}

void NAME(px_resolve_colors)(
    const px_planes *planes, const px_rule *rule, const uint32_t *colors, int32_t *sums, uint32_t *out, ptrdiff_t row) {
    px_rule held = *rule;
    ptrdiff_t width = planes->width, stride = planes->stride, words = planes->words;
    ptrdiff_t blocks = (width + 3) >> 2;
    int32_t *cells = planes->cells;
    uint64_t *marks = planes->marks;
    NAME(cells) zero = {};
    for (int32_t y = 0; y < planes->height; y += 1, cells += stride * planes->styles, marks += words, out += row) {
        for (int32_t style = 0; style < planes->styles; style += 1) sums[style] = 0;
        // Styles that cover something where no edge is.
        uint64_t active = 0;
        ptrdiff_t block = 0;
        while (block < blocks) {
            ptrdiff_t start = block;
            while (block < blocks && marks[block] == 0) block += 1;
            if (block > start && active) {
                ptrdiff_t end = block * 4 < width ? block * 4 : width;
                NAME(resolve_run)(active, sums, &held, colors, out + start * 4, end - start * 4);
            }
            // The running total of coverage over the styles is rounded, not each coverage, so that the weights of
            // abutting styles add up to exactly 256 and no seam shows.
            for (; block < blocks && marks[block] != 0; block += 1) {
                uint64_t touched = marks[block], concerned = touched | active;
                marks[block] = 0;
                NAME(cells) total = zero, before = zero;
                AT(u16, 4) even = {}, odd = {};
                while (concerned) {
                    int style = 63 - __builtin_clzll(concerned);
                    uint64_t bit = UINT64_C(1) << style;
                    concerned &= ~bit;
                    NAME(cells) sum = zero + sums[style];
                    if (touched & bit) {
                        int32_t *own = cells + style * stride + block * 4;
                        sum += NAME(running)(NAME(load_cells)(own));
                        NAME(store_cells)(own, zero);
                        sums[style] = sum[3];
                        active = NAME(fold)(sum, &held)[3] != 0 ? active | bit : active & ~bit;
                    }
                    total = __builtin_elementwise_min(total + NAME(fold)(sum, &held), zero + held.full);
                    NAME(cells) after = NAME(weight)(total, &held);
                    AT(u16, 4) weights = AT(both, 4)((AT(u32, 4))(after - before));
                    before = after;
                    even += AT(even, 4)(AT(splat, 4)(colors[style])) * weights;
                    odd += AT(odd, 4)(AT(splat, 4)(colors[style])) * weights;
                }
                AT(u32, 4) pixels = NAME(mixed)(even, odd);
                uint32_t *at = out + block * 4;
                if (block * 4 + 4 <= width) {
                    AT(store, 4)(at, AT(over, 4)(pixels, AT(load, 4)(at)));
                } else {
                    for (ptrdiff_t i = 0; i < width - block * 4; i += 1) NAME(px_over_color)(at + i, 1, pixels[i]);
                }
            }
        }
        // Cells right of the band; the others are zeroed as they are taken.
        for (; block < words; block += 1) {
            for (uint64_t bits = marks[block]; bits; bits &= bits - 1) {
                NAME(store_cells)(cells + __builtin_ctzll(bits) * stride + block * 4, zero);
            }
            marks[block] = 0;
        }
    }
}

void NAME(px_mix_begin)(const px_mixture *mixture, size_t count) {
    NAME(cells) zero = {};
    for (size_t i = 0; i < count; i += 4) {
        NAME(store_cells)(mixture->totals + i, zero);
        AT(store, 4)(mixture->even + i, (AT(u32, 4))zero);
        AT(store, 4)(mixture->odd + i, (AT(u32, 4))zero);
    }
}

int32_t NAME(px_mix_take)(
    const px_mixture *mixture, int32_t *cells, size_t count, int32_t sum, const px_rule *rule, uint32_t *any) {
    px_rule held = *rule;
    NAME(cells) zero = {}, seen = {};
    for (size_t i = 0; i < count; i += 4) {
        NAME(cells) sums = zero + sum;
        if (cells) {
            sums += NAME(running)(NAME(load_cells)(cells + i));
            NAME(store_cells)(cells + i, zero);
            sum = sums[3];
        }
        NAME(cells) total = NAME(load_cells)(mixture->totals + i);
        NAME(cells) next = __builtin_elementwise_min(total + NAME(fold)(sums, &held), zero + held.full);
        NAME(cells) weight = NAME(weight)(next, &held) - NAME(weight)(total, &held);
        NAME(store_cells)(mixture->totals + i, next);
        NAME(store_weights)(mixture->weights + i, weight);
        seen |= weight;
    }
    *any = __builtin_reduce_or(seen) != 0;
    return sum;
}

void NAME(px_mix_color)(const px_mixture *mixture, size_t count, uint32_t color) {
    AT(u16, 4) even = AT(even, 4)(AT(splat, 4)(color)), odd = AT(odd, 4)(AT(splat, 4)(color));
    for (size_t i = 0; i < count; i += 4) {
        AT(u16, 4) weights = AT(weights, 4)(mixture->weights + i);
        AT(store, 4)(mixture->even + i, AT(load, 4)(mixture->even + i) + (AT(u32, 4))(even * weights));
        AT(store, 4)(mixture->odd + i, AT(load, 4)(mixture->odd + i) + (AT(u32, 4))(odd * weights));
    }
}

void NAME(px_mix_pixels)(const px_mixture *mixture, size_t count, const uint32_t *pixels) {
#define BODY(n) \
    AT(u32, n) pixel = AT(load, n)(pixels + i); \
    AT(u16, n) weights = AT(weights, n)(mixture->weights + i); \
    AT(store, n)(mixture->even + i, AT(load, n)(mixture->even + i) + (AT(u32, n))(AT(even, n)(pixel) * weights)); \
    AT(store, n)(mixture->odd + i, AT(load, n)(mixture->odd + i) + (AT(u32, n))(AT(odd, n)(pixel) * weights));
    RUN(BODY)
#undef BODY
}

void NAME(px_mix_over)(const px_mixture *mixture, size_t count, uint32_t *out) {
#define BODY(n) \
    AT(u16, n) even = ((AT(u16, n))AT(load, n)(mixture->even + i) + 128) >> 8; \
    AT(u16, n) odd = ((AT(u16, n))AT(load, n)(mixture->odd + i) + 128) & 0xFF00; \
    AT(store, n)(out + i, AT(over, n)((AT(u32, n))(even | odd), AT(load, n)(out + i)));
    RUN(BODY)
#undef BODY
}

// Paints.

void NAME(px_linear_pad)(
    const uint32_t *ramp, uint32_t bits, int64_t position, int64_t step, size_t count, uint32_t *out) {
    const int64_t end = INT64_C(1) << 32;
    // Pixels until the position has come from where it is into the ramp, and pixels until it has left it again.
    int64_t before = 0, inside = (int64_t)count;
    uint32_t first, last;
    if (step >= 0) {
        first = ramp[0], last = ramp[(1u << bits) - 1];
        if (position < 0) before = step == 0 ? INT64_MAX : (step - 1 - position) / step;
        if (step > 0) inside = position >= end ? 0 : (end - position + step - 1) / step;
        else if (position >= end) inside = 0;
    } else {
        first = ramp[(1u << bits) - 1], last = ramp[0];
        if (position >= end) before = (position - end - step) / -step;
        inside = position < 0 ? 0 : position / -step + 1;
    }
    size_t i = before < (int64_t)count ? (size_t)before : count;
    size_t stop = inside < (int64_t)count ? (size_t)inside : count;
    NAME(px_fill)(out, i, first);
    // Within the ramp the lower half of the position is all of it.
    uint32_t place = (uint32_t)position + (uint32_t)step * (uint32_t)i;
    uint32_t shift = 32 - bits, stride = (uint32_t)step;
    for (; i < stop; i += 1) {
        out[i] = ramp[place >> shift];
        place += stride;
    }
    if (i < count) NAME(px_fill)(out + i, count - i, last);
}

void NAME(px_radial_steps)(float u, float v, float du, float dv, int32_t column, size_t count, uint32_t *out) {
    for (size_t i = 0; i < count; i += 1) {
        float place = (float)(int32_t)(column + (int32_t)i);
        float x = u + place * du, y = v + place * dv;
        float steps = __builtin_elementwise_sqrt(x * x + y * y) - 0.5f;
        // Beyond 1024 turns there is nothing to tell apart. Also catches NaN.
        float limited = steps < 4194304.0f ? (steps > 0 ? steps : 0) : 4194304.0f;
        // 2^23 has its unit in the last place at 1: the sum holds the nearest integer in its low bits.
        float sum = limited + 8388608.0f;
        uint32_t bits;
        __builtin_memcpy(&bits, &sum, sizeof(bits));
        out[i] = bits & 0x7FFFFF;
    }
}

void NAME(px_ramp_pad)(const uint32_t *ramp, uint32_t last, size_t count, uint32_t *steps) {
    for (size_t i = 0; i < count; i += 1) steps[i] = ramp[steps[i] < last ? steps[i] : last];
}

INLINE uint64_t NAME(pair)(const uint32_t *from) {
    uint64_t value;
    __builtin_memcpy(&value, from, sizeof(value));
    return value;
}

void NAME(px_bilinear)(
    const uint32_t *pixels, ptrdiff_t width, int64_t u, int64_t v, int64_t step_u, int64_t step_v, size_t count,
    uint32_t *out) {
    typedef uint64_t pairs __attribute__((vector_size(16)));
    typedef AT(u32, 4) words;
    words lanes = {0, 1, 2, 3};
    words low_u = (uint32_t)u + lanes * (uint32_t)step_u, low_v = (uint32_t)v + lanes * (uint32_t)step_v;
    words steps_u = (words){} + (uint32_t)step_u * 4, steps_v = (words){} + (uint32_t)step_v * 4;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const uint32_t *at[4];
        for (int k = 0; k < 4; k += 1) {
            at[k] = pixels + (ptrdiff_t)(v >> 32) * width + (ptrdiff_t)(u >> 32);
            u = (int64_t)((uint64_t)u + (uint64_t)step_u);
            v = (int64_t)((uint64_t)v + (uint64_t)step_v);
        }
        words above0 = (words)(pairs){NAME(pair)(at[0]), NAME(pair)(at[1])};
        words above1 = (words)(pairs){NAME(pair)(at[2]), NAME(pair)(at[3])};
        words below0 = (words)(pairs){NAME(pair)(at[0] + width), NAME(pair)(at[1] + width)};
        words below1 = (words)(pairs){NAME(pair)(at[2] + width), NAME(pair)(at[3] + width)};
        AT(u16, 4) across = AT(both, 4)(low_u >> 24), down = AT(both, 4)(low_v >> 24);
        words upper = AT(mix, 4)(
            __builtin_shufflevector(above0, above1, 0, 2, 4, 6), __builtin_shufflevector(above0, above1, 1, 3, 5, 7),
            across);
        words lower = AT(mix, 4)(
            __builtin_shufflevector(below0, below1, 0, 2, 4, 6), __builtin_shufflevector(below0, below1, 1, 3, 5, 7),
            across);
        AT(store, 4)(out + i, AT(mix, 4)(upper, lower, down));
        low_u += steps_u;
        low_v += steps_v;
    }
    for (; i < count; i += 1) {
        const uint32_t *above = pixels + (ptrdiff_t)(v >> 32) * width + (ptrdiff_t)(u >> 32);
        const uint32_t *below = above + width;
        AT(u16, 1) across = AT(both, 1)(AT(splat, 1)((uint32_t)u >> 24));
        AT(u16, 1) down = AT(both, 1)(AT(splat, 1)((uint32_t)v >> 24));
        AT(u32, 1) upper = AT(mix, 1)(AT(load, 1)(above), AT(load, 1)(above + 1), across);
        AT(u32, 1) lower = AT(mix, 1)(AT(load, 1)(below), AT(load, 1)(below + 1), across);
        AT(store, 1)(out + i, AT(mix, 1)(upper, lower, down));
        u += step_u;
        v += step_v;
    }
}

INLINE ptrdiff_t NAME(clamped)(int64_t position, ptrdiff_t size) {
    ptrdiff_t index = (ptrdiff_t)position;
    index = index < size ? index : size - 1;
    return index > 0 ? index : 0;
}

void NAME(px_bilinear_clamped)(
    const uint32_t *pixels, int32_t width, int32_t height, int64_t u, int64_t v, int64_t step_u, int64_t step_v,
    size_t count, uint32_t *out) {
    for (size_t i = 0; i < count; i += 1) {
        ptrdiff_t left = NAME(clamped)(u >> 32, width), right = NAME(clamped)((u >> 32) + 1, width);
        const uint32_t *above = pixels + NAME(clamped)(v >> 32, height) * width;
        const uint32_t *below = pixels + NAME(clamped)((v >> 32) + 1, height) * width;
        AT(u16, 1) across = AT(both, 1)(AT(splat, 1)((uint32_t)u >> 24));
        AT(u16, 1) down = AT(both, 1)(AT(splat, 1)((uint32_t)v >> 24));
        AT(u32, 1) upper = AT(mix, 1)(AT(load, 1)(above + left), AT(load, 1)(above + right), across);
        AT(u32, 1) lower = AT(mix, 1)(AT(load, 1)(below + left), AT(load, 1)(below + right), across);
        AT(store, 1)(out + i, AT(mix, 1)(upper, lower, down));
        u = (int64_t)((uint64_t)u + (uint64_t)step_u);
        v = (int64_t)((uint64_t)v + (uint64_t)step_v);
    }
}

#undef RUN
#undef WIDE_RUN
#undef AT
