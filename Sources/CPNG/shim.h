#pragma once

// libpng reports errors by longjmp, which Swift code must not be jumped over: the calls are wrapped here.

#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int width;
    int height;
    int has_alpha;
    /// `width * height` of 0xAARRGGBB, not premultiplied; the caller frees it. Null where there is no picture.
    uint32_t *pixels;
    char message[128];
} CPNGImage;

/// Bytes to read from, or written so far.
typedef struct {
    const uint8_t *source;
    uint8_t *written;
    size_t size;
    size_t position;
    size_t capacity;
    char *message;
} CPNGStream;

static inline void cpng_fail(png_structp png, png_const_charp text) {
    CPNGStream *stream = (CPNGStream *)png_get_error_ptr(png);
    strncpy(stream->message, text, 127);
    png_longjmp(png, 1);
}

static inline void cpng_say_nothing(png_structp png, png_const_charp text) {}

static inline void cpng_read(png_structp png, png_bytep target, size_t count) {
    CPNGStream *stream = (CPNGStream *)png_get_io_ptr(png);
    if (count > stream->size - stream->position) png_error(png, "cut short");
    memcpy(target, stream->source + stream->position, count);
    stream->position += count;
}

/// Decodes a PNG of at most `max_pixels`. Returns 1 where there is a picture, if only in part.
static inline int cpng_decode(const uint8_t *data, size_t size, size_t max_pixels, CPNGImage *image) {
    memset(image, 0, sizeof *image);
    CPNGStream stream = {data, NULL, size, 0, 0, image->message};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &stream, cpng_fail, cpng_say_nothing);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        strcpy(image->message, "no memory");
        return 0;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return image->pixels != NULL;
    }
    // A wrong checksum does not keep the pixels from showing.
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    // Neither text nor profiles are of use, and they may be large.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_set_read_fn(png, &stream, cpng_read);
    png_read_info(png, info);
    image->width = (int)png_get_image_width(png, info);
    image->height = (int)png_get_image_height(png, info);
    if ((size_t)image->width * (size_t)image->height > max_pixels) {
        strcpy(image->message, "too large");
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    image->has_alpha = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) != 0
        || png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    // Whatever it is, to eight bits of blue, green, red and alpha.
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    image->pixels = (uint32_t *)calloc((size_t)image->width * (size_t)image->height, 4);
    if (!image->pixels || png_get_rowbytes(png, info) != (size_t)image->width * 4) {
        png_error(png, "no memory");
    }
    for (int pass = 0; pass < passes; pass++) {
        for (int y = 0; y < image->height; y++) {
            png_bytep row = (png_bytep)(image->pixels + (size_t)y * (size_t)image->width);
            if (passes > 1) png_read_row(png, NULL, row); else png_read_row(png, row, NULL);
        }
    }
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
}

static inline void cpng_write(png_structp png, png_bytep source, size_t count) {
    CPNGStream *stream = (CPNGStream *)png_get_io_ptr(png);
    if (count > stream->capacity - stream->position) {
        size_t capacity = stream->capacity * 2 + count;
        uint8_t *grown = (uint8_t *)realloc(stream->written, capacity);
        if (!grown) png_error(png, "no memory");
        stream->written = grown;
        stream->capacity = capacity;
    }
    memcpy(stream->written + stream->position, source, count);
    stream->position += count;
}

static inline void cpng_flush(png_structp png) {}

/// Encodes rows of red, green, blue, alpha (not premultiplied). Returns what the caller frees and its size, or null.
static inline uint8_t *cpng_encode(const uint8_t *rgba, int width, int height, size_t *size) {
    char message[128];
    CPNGStream stream = {NULL, NULL, 0, 0, 0, message};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &stream, cpng_fail, cpng_say_nothing);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        return NULL;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        free(stream.written);
        return NULL;
    }
    png_set_write_fn(png, &stream, cpng_write, cpng_flush);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // Screenshots are flat: fast and nearly as small.
    png_set_compression_level(png, 3);
    png_set_filter(png, 0, PNG_FILTER_NONE | PNG_FILTER_SUB | PNG_FILTER_UP);
    png_write_info(png, info);
    for (int y = 0; y < height; y++) {
        png_write_row(png, (png_const_bytep)(rgba + (size_t)y * (size_t)width * 4));
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    *size = stream.position;
    return stream.written;
}
