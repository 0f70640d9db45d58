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

// Hands in one packet. `time` comes back with its picture; `is_key`: decoding can begin with it. 0, or a negative number where it cannot be read.
int cav_send(cav_decoder *decoder, const uint8_t *bytes, int size, int64_t time, int is_key);

// Takes the next decoded piece of sound. Returns its frames, 0 when another packet is needed, negative for errors.
int cav_receive_sound(cav_decoder *decoder);

// Rate of what cav_receive_sound took.
int cav_sound_rate(const cav_decoder *decoder);

// Copies `count` frames from `first` on of what cav_receive_sound took, as interleaved stereo.
void cav_copy_sound(const cav_decoder *decoder, int first, int count, int16_t *out);

// Says that nothing follows: what the decoder still holds back comes out.
int cav_drain(cav_decoder *decoder);

// Takes the next decoded picture and the time that its packet had. 1 where there is one, 0 when another packet is
// needed, negative for errors.
int cav_receive_picture(cav_decoder *decoder, int *width, int *height, int64_t *time);

// Writes the upper left part of what cav_receive_picture took as premultiplied 0xAARRGGBB, `width * height` of them.
// `strength`: 0, or how strongly the edges of blocks are smoothed, 1...12.
// 0, or negative where its pixels are of an unknown kind or too few.
int cav_copy_picture(cav_decoder *decoder, int width, int height, int strength, uint32_t *out);
