#pragma once
#include <stdint.h>

// Decoders of libavcodec, which is opened with dlopen at first use: linking it would cost every start 40 ms.
// Its structures change between major versions, so only the version that the headers describe is taken.

typedef enum {
    CAV_MP3,
    CAV_NELLYMOSER,
    CAV_SPEEX,
    CAV_AAC,
    CAV_ALAW,
    CAV_MULAW,
    CAV_H263_FLASH,
    CAV_SCREEN,
    CAV_SCREEN2,
    CAV_VP6,
    CAV_VP6_ALPHA,
    CAV_H264
} cav_codec;

typedef struct cav_decoder cav_decoder;

// Whether the library is there, in the version that is known.
int cav_is_available(void);

// A decoder, NULL where there is none. `setup` is what the codec wants to know beforehand (AAC, H.264).
cav_decoder *cav_open(cav_codec codec, int rate, int channels, const uint8_t *setup, int setup_size);
void cav_close(cav_decoder *decoder);

// Forgets what came before, for a jump to another place.
void cav_flush(cav_decoder *decoder);

// Hands in one packet. 0, or a negative number where it cannot be read.
int cav_send(cav_decoder *decoder, const uint8_t *bytes, int size);

// Takes the next decoded piece of sound. Returns its frames, 0 when another packet is needed, negative for errors.
int cav_receive_sound(cav_decoder *decoder);

// Rate of what cav_receive_sound took.
int cav_sound_rate(const cav_decoder *decoder);

// Copies `count` frames from `first` on of what cav_receive_sound took, as interleaved stereo.
void cav_copy_sound(const cav_decoder *decoder, int first, int count, int16_t *out);

// Takes the next decoded picture. 1 where there is one, 0 when another packet is needed, negative for errors.
int cav_receive_picture(cav_decoder *decoder, int *width, int *height);

// Writes what cav_receive_picture took as premultiplied 0xAARRGGBB, `width * height` of them.
// 0, or negative where its pixels are of an unknown kind.
int cav_copy_picture(const cav_decoder *decoder, uint32_t *out);
