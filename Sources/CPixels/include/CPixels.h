#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

// The loops over pixels that decide how fast a picture is drawn: premultiplied 0xAARRGGBB, weights 0...256 (256: all of a
// pixel). Each is compiled twice, for any processor and for those with AVX2, and chosen when the program is loaded. Both
// compute in integers, or in floats without fusing, so that a picture is the same on every machine.

// MARK: Runs of one paint

void px_fill(uint32_t *out, size_t count, uint32_t color);
// A colour over what is there.
void px_over_color(uint32_t *out, size_t count, uint32_t color);
void px_over_color_weights(uint32_t *out, size_t count, uint32_t color, const uint16_t *weights);
void px_over_weight(uint32_t *out, const uint32_t *pixels, size_t count, uint32_t weight);
void px_over_weights(uint32_t *out, const uint32_t *pixels, size_t count, const uint16_t *weights);

// MARK: Blend modes

// Pixels joined to what is there, row by row. `out_row` and `row`: pixels from one row to the next.
#define PX_MODE(name) \
    void name( \
        uint32_t *out, ptrdiff_t out_row, const uint32_t *pixels, ptrdiff_t row, size_t width, size_t height);
PX_MODE(px_over)
PX_MODE(px_add)
PX_MODE(px_multiply)
PX_MODE(px_screen)
PX_MODE(px_lighten)
PX_MODE(px_darken)
PX_MODE(px_difference)
PX_MODE(px_subtract)
#undef PX_MODE

// MARK: Edges

// A line of a flattened outline, in pixels but for the translation.
typedef struct {
    float x0, y0, x1, y1;
    // Index of the style that lies to the left of the direction of travel (y grows downwards), and to the right;
    // PX_NONE for no style.
    uint16_t left, right;
} px_edge;
#define PX_NONE 65535

// The accumulation rows of a band of pixels, see `CellPlanes`.
typedef struct {
    int32_t *cells;
    // Of one style: a byte for each four cells, 0 or 1. Of several: a word, with a bit for each style, number 64 sharing
    // that of 0.
    uint64_t *marks;
    // Of the band's corner.
    int32_t left, top;
    int32_t width, height;
    // Cells from a style to the next, and words from a row to the next.
    ptrdiff_t stride, words;
    int32_t styles;
    // Each pixel has 2^grid_bits rows of as many samples; negative: its area counts.
    int32_t grid_bits;
    // NULL, or for each style the one it is among those that have rows.
    const uint16_t *slots;
} px_planes;

// Adds edges to the rows of the styles on their sides. All must lie where fixed point is safe.
void px_add_edges(const px_planes *planes, const px_edge *edges, size_t count, double tx, double ty);
// Adds the line from (x0, y0) to (x1, y1), in 1/256 of a pixel from the band's corner.
void px_add_line(
    const px_planes *planes, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint16_t left, uint16_t right);

// MARK: Coverage

// How sums of cells become weights.
typedef struct {
    // A pixel's whole coverage.
    int32_t full;
    // By even and odd: keeps what is left of two turns; all ones, to come back from the second.
    int32_t wrap, back;
    // A weight is (coverage * up + rounding) >> 9.
    int32_t up, rounding;
} px_rule;

// Takes cells, rounded up to four of them: clears them and leaves a weight for each. Returns the running sum.
int32_t px_take(int32_t *cells, size_t count, int32_t sum, const px_rule *rule, uint16_t *weights);

// Takes all cells of a band with one style and lays a colour over its pixels. `row`: pixels from one row to the next.
void px_resolve_color(const px_planes *planes, const px_rule *rule, uint32_t color, uint32_t *out, ptrdiff_t row);

// The same for a band with 2 to 64 styles, each with a colour. `sums`: room for as many numbers.
void px_resolve_colors(
    const px_planes *planes, const px_rule *rule, const uint32_t *colors, int32_t *sums, uint32_t *out, ptrdiff_t row);

// What several styles make of the same pixels. `totals` is their coverage so far; even and odd channels have a sum each.
typedef struct {
    int32_t *totals;
    uint32_t *even, *odd;
    uint16_t *weights;
} px_mixture;

void px_mix_begin(const px_mixture *mixture, size_t count);
// Takes cells as `px_take` does, or none where `cells` is NULL. The weight of a pixel is what the style adds to its total,
// as rounded. Returns the running sum; `any`: whether a weight is not 0.
int32_t px_mix_take(
    const px_mixture *mixture, int32_t *cells, size_t count, int32_t sum, const px_rule *rule, uint32_t *any);
void px_mix_color(const px_mixture *mixture, size_t count, uint32_t color);
void px_mix_pixels(const px_mixture *mixture, size_t count, const uint32_t *pixels);
// Lays the sums over what is there.
void px_mix_over(const px_mixture *mixture, size_t count, uint32_t *out);

// MARK: Paints

// Colours of a ramp of 2^bits from `position` on, which has 32 fraction bits; what comes before and after the ramp has the
// colours of its ends.
void px_linear_pad(
    const uint32_t *ramp, uint32_t bits, int64_t position, int64_t step, size_t count, uint32_t *out);
// Steps along a radial ramp, nearest whole, of pixels `column` and on: the length of (u, v) less a half.
void px_radial_steps(float u, float v, float du, float dv, int32_t column, size_t count, uint32_t *out);
void px_ramp_pad(const uint32_t *ramp, uint32_t last, size_t count, uint32_t *steps);
// Bilinear, between the pixels around each position, which all lie inside the bitmap. 32 fraction bits, 8 of them count.
void px_bilinear(
    const uint32_t *pixels, ptrdiff_t width, int64_t u, int64_t v, int64_t step_u, int64_t step_v, size_t count,
    uint32_t *out);
// The same for positions anywhere: what lies outside has the colour of the nearest pixel inside.
void px_bilinear_clamped(
    const uint32_t *pixels, int32_t width, int32_t height, int64_t u, int64_t v, int64_t step_u, int64_t step_v,
    size_t count, uint32_t *out);

#endif
