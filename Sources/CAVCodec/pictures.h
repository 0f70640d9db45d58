#pragma once
#include <stddef.h>
#include <stdint.h>

// A picture as decoders leave it: luma, both chromas at half the size, alpha (NULL where there is none).
typedef struct {
    const uint8_t *planes[4];
    ptrdiff_t strides[4];
    int width, height;
    int is_full_range;
} cav_picture;

// Both write premultiplied 0xAARRGGBB.
void cav_yuv_to_argb(const cav_picture *picture, uint32_t *out);
void cav_bgr_to_argb(const cav_picture *picture, uint32_t *out);

// Smooths the edges of blocks of 8 by 8 in one plane, `width` bytes a row. `strength`: 1...12.
void cav_deblock(uint8_t *plane, int width, int height, int strength);
