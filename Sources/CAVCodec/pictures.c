#include "pictures.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

// BT.601 in fixed point with 16 bits of fraction. [0]: 16...235, [1]: 0...255.
static struct {
    int32_t luma[256], red_v[256], green_u[256], green_v[256], blue_u[256];
} tables[2];

static pthread_once_t once = PTHREAD_ONCE_INIT;

static int32_t scaled(double factor) { return (int32_t)lround(65536 * factor); }

static void fill(void) {
    for (int full = 0; full < 2; full++) {
        double luma = full ? 1 : 255.0 / 219, chroma = full ? 1 : 255.0 / 224;
        int32_t y = scaled(luma), red = scaled(1.402 * chroma), blue = scaled(1.772 * chroma);
        int32_t green_v = scaled(1.402 * (0.299 / 0.587) * chroma), green_u = scaled(1.772 * (0.114 / 0.587) * chroma);
        for (int i = 0; i < 256; i++) {
            tables[full].luma[i] = y * (full ? i : i - 16);
            tables[full].red_v[i] = red * (i - 128);
            tables[full].green_v[i] = -green_v * (i - 128);
            tables[full].green_u[i] = -green_u * (i - 128);
            tables[full].blue_u[i] = blue * (i - 128);
        }
    }
}

static uint32_t byte_of(int value) {
    int rounded = (value + 32768) >> 16;
    return (uint32_t)(rounded < 0 ? 0 : rounded > 255 ? 255 : rounded);
}

void cav_yuv_to_argb(const cav_picture *picture, uint32_t *out) {
    pthread_once(&once, fill);
    const int full = picture->is_full_range != 0;
    for (int row = 0; row < picture->height; row++) {
        uint32_t *line = out + (size_t)row * (size_t)picture->width;
        const uint8_t *luma = picture->planes[0] + row * picture->strides[0];
        const uint8_t *u = picture->planes[1] + (row / 2) * picture->strides[1];
        const uint8_t *v = picture->planes[2] + (row / 2) * picture->strides[2];
        const uint8_t *alpha = picture->planes[3] ? picture->planes[3] + row * picture->strides[3] : NULL;
        for (int pair = 0; 2 * pair < picture->width; pair++) {
            // All four pixels of a chroma sample take it as it is: Flash does not interpolate.
            int red = tables[full].red_v[v[pair]];
            int green = tables[full].green_u[u[pair]] + tables[full].green_v[v[pair]];
            int blue = tables[full].blue_u[u[pair]];
            for (int x = 2 * pair; x < 2 * pair + 2 && x < picture->width; x++) {
                int gray = tables[full].luma[luma[x]];
                uint32_t r = byte_of(gray + red), g = byte_of(gray + green), b = byte_of(gray + blue), a = 255;
                if (alpha) {
                    // The colours are stored premultiplied; what lossy coding lifts above alpha is cut off.
                    a = alpha[x];
                    if (r > a) r = a;
                    if (g > a) g = a;
                    if (b > a) b = a;
                }
                line[x] = a << 24 | r << 16 | g << 8 | b;
            }
        }
    }
}

void cav_bgr_to_argb(const cav_picture *picture, uint32_t *out) {
    for (int row = 0; row < picture->height; row++) {
        uint32_t *line = out + (size_t)row * (size_t)picture->width;
        const uint8_t *from = picture->planes[0] + row * picture->strides[0];
        for (int x = 0; x < picture->width; x++)
            line[x] = 0xFF000000u | (uint32_t)from[3 * x + 2] << 16 | (uint32_t)from[3 * x + 1] << 8 | from[3 * x];
    }
}

// Spec: ITU-T H.263, annex J, as a filter of what is shown and not of what is decoded from.
// `a` and `b` lie in one block, `c` and `d` in the next.
static void smooth(uint8_t *a, uint8_t *b, uint8_t *c, uint8_t *d, int strength) {
    int step = (*a - 4 * *b + 4 * *c - *d) >> 3;
    int size = step < 0 ? -step : step;
    int over = 2 * (size - strength);
    int kept = over > 0 ? size - over : size;
    if (kept <= 0) return;
    int inner = step < 0 ? -kept : kept;
    int limit = inner >> 1;
    if (limit < 0) limit = -limit;
    int outer = (*a - *d) >> 2;
    if (outer > limit) outer = limit;
    if (outer < -limit) outer = -limit;
    int left = *b + inner, right = *c - inner;
    *a = (uint8_t)(*a - outer);
    *b = (uint8_t)(left < 0 ? 0 : left > 255 ? 255 : left);
    *c = (uint8_t)(right < 0 ? 0 : right > 255 ? 255 : right);
    *d = (uint8_t)(*d + outer);
}

void cav_deblock(uint8_t *plane, int width, int height, int strength) {
    for (int y = 8; y + 1 < height; y += 8) {
        uint8_t *row = plane + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++)
            smooth(row + x - 2 * width, row + x - width, row + x, row + x + width, strength);
    }
    for (int y = 0; y < height; y++) {
        uint8_t *row = plane + (size_t)y * (size_t)width;
        for (int x = 8; x + 1 < width; x += 8) smooth(row + x - 2, row + x - 1, row + x, row + x + 1, strength);
    }
}
