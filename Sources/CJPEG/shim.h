#pragma once

// libjpeg reports errors by longjmp, which Swift code must not be jumped over: the calls are wrapped here.

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct {
    int width;
    int height;
    /// Rows that were decoded before the data ended or broke.
    int rows;
    /// `width * height` of 0xAARRGGBB, opaque; the caller frees it. Null where there is no picture.
    uint32_t *pixels;
    char message[JMSG_LENGTH_MAX];
} CJPEGImage;

typedef struct {
    struct jpeg_error_mgr base;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    char *message;
} CJPEGErrors;

static inline void cjpeg_fail(j_common_ptr info) {
    CJPEGErrors *errors = (CJPEGErrors *)info->err;
    errors->base.format_message(info, errors->message);
    longjmp(errors->escape, 1);
}

/// Warnings are how libjpeg reports damaged data that it can go on with. They are not printed.
static inline void cjpeg_say_nothing(j_common_ptr info) {}

/// A progressive file may hold any number of scans, each as dear as a picture. Real ones have about ten.
static inline void cjpeg_limit_scans(j_common_ptr info) {
    if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > 200) {
        CJPEGErrors *errors = (CJPEGErrors *)info->err;
        strcpy(errors->message, "too many scans");
        longjmp(errors->escape, 1);
    }
}

/// CMYK, inverted where Adobe wrote it, to 0xFFRRGGBB in place: both take four bytes a pixel.
static inline void cjpeg_convert_cmyk(uint8_t *row, int width, int is_inverted) {
    for (int x = 0; x < width; x++) {
        uint8_t *pixel = row + 4 * x;
        unsigned flip = is_inverted ? 0 : 255;
        unsigned key = pixel[3] ^ flip;
        unsigned red = (pixel[0] ^ flip) * key / 255;
        unsigned green = (pixel[1] ^ flip) * key / 255;
        unsigned blue = (pixel[2] ^ flip) * key / 255;
        uint32_t color = 0xFF000000u | red << 16 | green << 8 | blue;
        memcpy(pixel, &color, 4);
    }
}

/// Decodes a whole JPEG of at most `max_pixels`. Returns 1 where there is a picture, if only in part.
static inline int cjpeg_decode(const uint8_t *data, size_t size, size_t max_pixels, CJPEGImage *image) {
    memset(image, 0, sizeof *image);
    struct jpeg_decompress_struct info;
    CJPEGErrors errors;
    memset(&info, 0, sizeof info);
    memset(&errors, 0, sizeof errors);
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = cjpeg_fail;
    errors.base.output_message = cjpeg_say_nothing;
    errors.message = image->message;
    if (setjmp(errors.escape)) {
        jpeg_destroy_decompress(&info);
        return image->rows > 0;
    }
    jpeg_create_decompress(&info);
    errors.progress.progress_monitor = cjpeg_limit_scans;
    info.progress = &errors.progress;
    jpeg_mem_src(&info, data, size);
    jpeg_read_header(&info, TRUE);
    image->width = (int)info.image_width;
    image->height = (int)info.image_height;
    if ((size_t)info.image_width * info.image_height > max_pixels) {
        strcpy(image->message, "too large");
        jpeg_destroy_decompress(&info);
        return 0;
    }
    int is_cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
    info.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
    image->pixels = (uint32_t *)calloc((size_t)info.image_width * info.image_height, 4);
    if (!image->pixels) {
        strcpy(image->message, "no memory");
        jpeg_destroy_decompress(&info);
        return 0;
    }
    jpeg_start_decompress(&info);
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = (JSAMPROW)(image->pixels + (size_t)info.output_scanline * info.output_width);
        if (jpeg_read_scanlines(&info, &row, 1) != 1) break;
        if (is_cmyk) cjpeg_convert_cmyk(row, (int)info.output_width, info.saw_Adobe_marker);
        image->rows = (int)info.output_scanline;
    }
    jpeg_destroy_decompress(&info);
    return image->rows > 0;
}
