#include "CPixels.h"

// Edges into the accumulation rows of a band, for one kind of processor. f makes the names.
//
// By area, cells count 1/512 of a pixel's width times 1/256 of its height: a pixel is 2^17. A stretch of edge in one pixel,
// `cover` high (in 1/256), leaves `cover * 512 - part` in its own cell and `part` in the next, `part` being the area to
// its left: the prefix sum is then the area to the right of the edge.
//
// By samples, cells count those of a pixel that lie right of the edges. Where the outline crosses itself within a pixel,
// samples wound up and samples wound down cancel in this sum: one sum a pixel instead of one a sample. A sample on an
// edge belongs to the area to the right of the edge, and below it: each falls to exactly one of two areas that abut.

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

// Rounding twice is what every machine does: fused, pictures would depend on the processor.
#pragma STDC FP_CONTRACT OFF

// An edge on its way down, with the rows of the styles on its sides.
typedef struct {
    int32_t x0, y0, x1, y1;
    // 1 where the outline runs downwards.
    int32_t sign;
    // Cells from the row's start to those of the style, and from there to those of the other.
    ptrdiff_t style, other;
    // The bits of both.
    uint64_t bits;
} edge_line;

// The nearest integer; meaningless beyond ±2^51, never undefined.
INLINE int64_t nearest(double value) {
    const double magic = 6755399441055744.0;
    double sum = value + magic;
    int64_t bits, base;
    __builtin_memcpy(&bits, &sum, sizeof(bits));
    __builtin_memcpy(&base, &magic, sizeof(base));
    return bits - base;
}

// Pixels to 1/256 of them, nearest: 1.5 * 2^44 has its unit in the last place at 2^-8.
INLINE int32_t coordinate(double value) {
    double sum = value + 26388279066624.0;
    int64_t bits;
    __builtin_memcpy(&bits, &sum, sizeof(bits));
    return (int32_t)bits;
}

INLINE int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t greater(int32_t a, int32_t b) { return a > b ? a : b; }

INLINE int32_t lesser_wide(int64_t a, int32_t b) { return a < b ? (int32_t)a : b; }

// Notes that cells first...last of a row are written.
INLINE void mark(uint64_t *marks, int32_t first, int32_t last, uint64_t bits, int is_many) {
    ptrdiff_t a = first >> 2, b = last >> 2;
    if (is_many) {
        for (; a <= b; a += 1) marks[a] |= bits;
    } else {
        uint8_t *bytes = (uint8_t *)marks;
        const uint32_t four = 0x01010101;
        if (b - a < 3) {
            bytes[a] = bytes[(a + b) >> 1] = bytes[b] = 1;
            return;
        }
        for (; a + 3 < b; a += 4) __builtin_memcpy(bytes + a, &four, 4);
        __builtin_memcpy(bytes + b - 3, &four, 4);
    }
}

// The same for cells in two blocks at most.
INLINE void mark_narrow(uint64_t *marks, int32_t first, int32_t last, uint64_t bits, int is_many) {
    ptrdiff_t a = first >> 2, b = last >> 2;
    if (is_many) {
        marks[a] |= bits;
        marks[b] |= bits;
    } else {
        ((uint8_t *)marks)[a] = 1;
        ((uint8_t *)marks)[b] = 1;
    }
}

// Height reached at the left border of `column`, in 1/256. The one formula for all below: what a pixel gets must not depend
// on where the band is cut.
INLINE int32_t reached(int32_t column, int32_t low, int32_t height, int64_t rise) {
    int64_t value = ((int64_t)column * 256 - low) * rise >> 16;
    return (int32_t)(value < 0 ? 0 : value > height ? height : value);
}

// A stretch that reaches over the left or right border: what lies left of it counts in full for the first cell.
NOINLINE void add_clipped(
    int32_t *cells, uint64_t *marks, uint64_t bits, int is_many, int32_t width, int32_t sign, int32_t low, int32_t high,
    int32_t height, int64_t rise) {
    int32_t first = low >> 8, last = high >> 8;
    if (last < 0) {
        cells[0] += sign * height * 512;
        mark(marks, 0, 0, bits, is_many);
        return;
    }
    int32_t from = greater(first, 0), to = lesser(last, width - 1);
    int32_t before = from == first ? 0 : reached(from, low, height, rise);
    cells[from] += sign * before * 512;
    for (int32_t column = from; column <= to; column += 1) {
        int32_t after = column == last ? height : reached(column + 1, low, height, rise);
        int32_t cover = after - before;
        int32_t start = column == first ? low & 255 : 0, stop = column == last ? high & 255 : 256;
        int32_t part = cover * (start + stop);
        cells[column] += sign * (cover * 512 - part);
        cells[column + 1] += sign * part;
        before = after;
    }
    mark(marks, from, to + 1, bits, is_many);
}

INLINE void put(int32_t *cells, ptrdiff_t other, int is_pair, int32_t at, int32_t value) {
    cells[at] += value;
    if (is_pair) (cells + other)[at] -= value;
}

// One row's stretch of an edge, `height` of it, between two places.
INLINE void add_stretch(
    int32_t *cells, uint64_t *marks, const edge_line *line, int is_pair, int is_many, int is_inside, int32_t width,
    int32_t x, int32_t next, int32_t height, int64_t rise) {
    int32_t low = lesser(x, next), high = greater(x, next);
    int32_t first = low >> 8, last = high >> 8, sign = line->sign;
    if (!is_inside && (low < 0 || high >= width * 256)) {
        if (low >= width * 256) return;
        add_clipped(cells, marks, line->bits, is_many, width, sign, low, high, height, rise);
        if (is_pair) {
            add_clipped(
                cells + line->other, marks, line->bits, is_many, width, -sign, low, high, height, rise);
        }
        return;
    }
    if (last - first <= 1) {
        // One pixel or two, without a branch: an edge goes from the one case to the other too often to be foreseen.
        int32_t start = low & 255, stop = high & 255;
        int32_t before = lesser_wide((int64_t)(256 - start) * rise >> 16, height);
        if (first == last) before = height;
        int32_t rest = (height - before) * stop * sign;
        if (first != last) stop = 256;
        int32_t own = before * (512 - start - stop) * sign;
        put(cells, line->other, is_pair, first, own);
        put(cells, line->other, is_pair, first + 1, height * 512 * sign - own - rest);
        put(cells, line->other, is_pair, first + 2, rest);
        mark_narrow(marks, first, last + 1, line->bits, is_many);
        return;
    }
    // Each cell is written once. What `reached` gives for one column after the other, without its products.
    int64_t value = ((int64_t)(first + 1) * 256 - low) * rise, step = rise * 256;
    int32_t before = lesser_wide(value >> 16, height);
    int32_t part = before * ((low & 255) + 256);
    put(cells, line->other, is_pair, first, sign * (before * 512 - part));
    for (int32_t column = first + 1; column < last; column += 1) {
        value += step;
        int32_t after = lesser_wide(value >> 16, height);
        int32_t half = (after - before) * 256;
        put(cells, line->other, is_pair, column, sign * (part + half));
        part = half;
        before = after;
    }
    int32_t cover = height - before;
    int32_t rest = cover * (high & 255);
    put(cells, line->other, is_pair, last, sign * (part + cover * 512 - rest));
    put(cells, line->other, is_pair, last + 1, sign * rest);
    mark(marks, first, last + 1, line->bits, is_many);
}

INLINE void add_area(const px_planes *planes, const edge_line *line, int is_pair, int is_many, int is_inside) {
    int32_t y = greater(line->y0, 0), end = lesser(line->y1, planes->height * 256);
    int32_t dx = line->x1 - line->x0, dy = line->y1 - line->y0, width = planes->width;
    int64_t slope = dx == 0 ? 0 : nearest((double)dx / (double)dy * 16777216);
    // 1/256 of height a 1/256 of width, with 16 fraction bits.
    int64_t rise = dx == 0 ? 0 : nearest((double)dy / (double)(dx < 0 ? -dx : dx) * 65536);
    // x with 24 more fraction bits, and rounded.
    int64_t position = (int64_t)((uint64_t)(int64_t)line->x0 << 24) + (int64_t)(y - line->y0) * slope;
    int32_t x = (int32_t)((position + 8388608) >> 24);
    ptrdiff_t row_cells = planes->stride * planes->styles, row_words = planes->words;
    int32_t *cells = planes->cells + (y >> 8) * row_cells + line->style;
    uint64_t *marks = planes->marks + (y >> 8) * row_words;
    // The last row ends where the edge does, not where the slope leads.
#define TAKE(part, next) { \
        int32_t to = (next); \
        add_stretch(cells, marks, line, is_pair, is_many, is_inside, width, x, to, (part), rise); \
        x = to; \
        cells += row_cells; \
        marks += row_words; \
    }
#define REACHED ((int32_t)((position + 8388608) >> 24))
    if (y & 255) {
        int32_t stop = lesser((y | 255) + 1, end);
        position += (stop - y) * slope;
        TAKE(stop - y, stop == line->y1 ? line->x1 : REACHED)
        y = stop;
    }
    int32_t rows = (end - y) >> 8, rest = (end - y) & 255;
    int64_t step = slope * 256;
    int is_whole_last = rest == 0 && end == line->y1 && rows > 0;
    for (rows -= is_whole_last; rows > 0; rows -= 1) {
        position += step;
        TAKE(256, REACHED)
    }
    if (is_whole_last) rest = 256;
    if (rest > 0) {
        position += rest * slope;
        TAKE(rest, end == line->y1 ? line->x1 : REACHED)
    }
#undef REACHED
#undef TAKE
}

// The first sample of a row that is not left of the edge, by the sign of a cross product.
NOINLINE int64_t exact_sample(
    const edge_line *line, int64_t sample, int64_t dx, int64_t dy, int64_t row, int64_t spacing) {
    int64_t half = spacing >> 1;
    int64_t target = line->x0 * dy + dx * (row * spacing + half - line->y0);
    while ((sample * spacing + half) * dy < target) sample += 1;
    while (((sample - 1) * spacing + half) * dy >= target) sample -= 1;
    return sample;
}

INLINE void add_samples(const px_planes *planes, const edge_line *line, int bits, int is_pair, int is_many) {
    // Samples lie `spacing` apart both ways, the first half of that from the pixel's border. Of the rows of samples those
    // count from the edge's start on, up to but not at its end.
    int shift = 8 - bits;
    int32_t spacing = 1 << shift, half = spacing >> 1;
    int32_t row = greater(0, (line->y0 + spacing - 1 - half) >> shift);
    int32_t end = lesser(planes->height << bits, (line->y1 + spacing - 1 - half) >> shift);
    if (row >= end) return;
    int64_t dx = line->x1 - line->x0, dy = line->y1 - line->y0;
    int64_t slope = dx == 0 ? 0 : nearest((double)dx / (double)dy * 16777216);
    // Crossings have 24 more fraction bits; the slope's rounding may put them wrong by less than `dy` of those.
    int64_t position = (int64_t)((uint64_t)(int64_t)(line->x0 - half) << 24)
        + ((int64_t)row * spacing + half - line->y0) * slope;
    int64_t step = slope * spacing, past_mask = (INT64_C(1) << (shift + 24)) - 1;
    int32_t columns = 1 << bits, sign = line->sign, width = planes->width;
    ptrdiff_t row_cells = planes->stride * planes->styles, row_words = planes->words;
    int32_t *cells = planes->cells + (row >> bits) * row_cells + line->style;
    uint64_t *marks = planes->marks + (row >> bits) * row_words;
    while (row < end) {
        // The first sample that is not left of the crossing.
        int64_t sample = (position + past_mask) >> (shift + 24), past = (position + past_mask) & past_mask;
        if (past < dy || past > past_mask - dy) sample = exact_sample(line, sample, dx, dy, row, spacing);
        int32_t limited = sample < 0 ? 0 : (int32_t)sample, pixel = limited >> bits;
        if (pixel < width) {
            int32_t part = sign * (limited & (columns - 1));
            put(cells, line->other, is_pair, pixel, sign * columns - part);
            put(cells, line->other, is_pair, pixel + 1, part);
            mark_narrow(marks, pixel, pixel + 1, line->bits, is_many);
        }
        position += step;
        row += 1;
        if ((row & (columns - 1)) == 0) {
            cells += row_cells;
            marks += row_words;
        }
    }
}

INLINE void add_line(const px_planes *planes, edge_line *line, int is_pair, int is_many) {
    switch (planes->grid_bits) {
    case 0: return add_samples(planes, line, 0, is_pair, is_many);
    case 1: return add_samples(planes, line, 1, is_pair, is_many);
    case 2: return add_samples(planes, line, 2, is_pair, is_many);
    default: break;
    }
    // Rounding on the way may lead past an end by less than 1/256.
    int32_t low = lesser(line->x0, line->x1), high = greater(line->x0, line->x1);
    if (low >= 2 && high < planes->width * 256 - 2) add_area(planes, line, is_pair, is_many, 1);
    else add_area(planes, line, is_pair, is_many, 0);
}

INLINE void add_edge(
    const px_planes *planes, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint16_t left, uint16_t right) {
    int32_t bottom = planes->height * 256, border = planes->width * 256;
    if (y0 == y1 || (y0 <= 0 && y1 <= 0) || (y0 >= bottom && y1 >= bottom)) return;
    // To the right of the band: nothing in it changes.
    if (x0 >= border && x1 >= border) return;
    edge_line line = {x0, y0, x1, y1, 1, 0, 0, 0};
    if (y0 > y1) line = (edge_line){x1, y1, x0, y0, -1, 0, 0, 0};
    if (planes->slots) {
        if (left != PX_NONE) left = planes->slots[left];
        if (right != PX_NONE) right = planes->slots[right];
    }
    if (left == PX_NONE) {
        line.sign = -line.sign;
        left = right;
        right = PX_NONE;
    }
    if (left == PX_NONE) return;
    if (planes->styles == 1) {
        if (right == PX_NONE) add_line(planes, &line, 0, 0);
        return;
    }
    line.style = left * planes->stride;
    line.bits = UINT64_C(1) << (left & 63);
    if (right == PX_NONE) return add_line(planes, &line, 0, 1);
    line.other = ((ptrdiff_t)right - left) * planes->stride;
    line.bits |= UINT64_C(1) << (right & 63);
    add_line(planes, &line, 1, 1);
}

void px_add_edges(const px_planes *planes, const px_edge *edges, size_t count, double tx, double ty) {
    px_planes held = *planes;
    int32_t left = held.left * 256, top = held.top * 256, bottom = held.height * 256;
    for (size_t i = 0; i < count; i += 1) {
        const px_edge *edge = edges + i;
        int32_t y0 = coordinate((double)edge->y0 + ty) - top, y1 = coordinate((double)edge->y1 + ty) - top;
        if ((y0 <= 0 && y1 <= 0) || (y0 >= bottom && y1 >= bottom)) continue;
        add_edge(
            &held, coordinate((double)edge->x0 + tx) - left, y0, coordinate((double)edge->x1 + tx) - left,
            y1, edge->left, edge->right);
    }
}

void px_add_line(
    const px_planes *planes, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint16_t left, uint16_t right) {
    add_edge(planes, x0, y0, x1, y1, left, right);
}
