#include "CAVCodec.h"

#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavutil/log.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define CODEC_LIBRARY "libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR)
#define UTIL_LIBRARY "libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR)

// The functions that are used of both libraries.
#define CODEC_FUNCTIONS(F) \
    F(avcodec_find_decoder) F(avcodec_alloc_context3) F(avcodec_free_context) F(avcodec_open2) \
    F(avcodec_send_packet) F(avcodec_receive_frame) F(avcodec_flush_buffers) F(av_packet_alloc) F(av_packet_free)
#define UTIL_FUNCTIONS(F) F(av_frame_alloc) F(av_frame_free) F(av_malloc) F(av_log_set_level)

static struct {
#define DECLARE(name) __typeof__(name) *name;
    CODEC_FUNCTIONS(DECLARE)
    UTIL_FUNCTIONS(DECLARE)
#undef DECLARE
} lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_available;

static void load(void) {
    void *codec = dlopen(CODEC_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    void *util = codec ? dlopen(UTIL_LIBRARY, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!util) return;
#define FIND(handle, name) if (!(lib.name = (__typeof__(lib.name))dlsym(handle, #name))) return;
#define FIND_CODEC(name) FIND(codec, name)
#define FIND_UTIL(name) FIND(util, name)
    CODEC_FUNCTIONS(FIND_CODEC)
    UTIL_FUNCTIONS(FIND_UTIL)
    // Broken movies are not the user's concern.
    lib.av_log_set_level(AV_LOG_QUIET);
    is_available = 1;
}

int cav_is_available(void) {
    pthread_once(&once, load);
    return is_available;
}

struct cav_decoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    // A packet must be followed by zeroes that the library may read.
    uint8_t *input;
    int capacity;
};

static enum AVCodecID codec_id(cav_codec codec) {
    switch (codec) {
    case CAV_MP3: return AV_CODEC_ID_MP3;
    case CAV_NELLYMOSER: return AV_CODEC_ID_NELLYMOSER;
    case CAV_SPEEX: return AV_CODEC_ID_SPEEX;
    case CAV_AAC: return AV_CODEC_ID_AAC;
    case CAV_ALAW: return AV_CODEC_ID_PCM_ALAW;
    case CAV_MULAW: return AV_CODEC_ID_PCM_MULAW;
    case CAV_H263_FLASH: return AV_CODEC_ID_FLV1;
    case CAV_SCREEN: return AV_CODEC_ID_FLASHSV;
    case CAV_SCREEN2: return AV_CODEC_ID_FLASHSV2;
    case CAV_VP6: return AV_CODEC_ID_VP6F;
    case CAV_VP6_ALPHA: return AV_CODEC_ID_VP6A;
    case CAV_H264: return AV_CODEC_ID_H264;
    }
    return AV_CODEC_ID_NONE;
}

cav_decoder *cav_open(cav_codec codec, int rate, int channels, const uint8_t *setup, int setup_size) {
    if (!cav_is_available() || setup_size < 0) return NULL;
    const AVCodec *found = lib.avcodec_find_decoder(codec_id(codec));
    if (!found) return NULL;
    cav_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->context = lib.avcodec_alloc_context3(found);
    decoder->packet = lib.av_packet_alloc();
    decoder->frame = lib.av_frame_alloc();
    if (!decoder->context || !decoder->packet || !decoder->frame) goto fail;
    decoder->context->thread_count = 1;
    if (rate > 0) decoder->context->sample_rate = rate;
    if (channels > 0) {
        decoder->context->ch_layout.order = AV_CHANNEL_ORDER_NATIVE;
        decoder->context->ch_layout.nb_channels = channels;
        decoder->context->ch_layout.u.mask = channels == 1 ? AV_CH_LAYOUT_MONO : AV_CH_LAYOUT_STEREO;
    }
    if (setup_size > 0) {
        uint8_t *copy = lib.av_malloc((size_t)setup_size + AV_INPUT_BUFFER_PADDING_SIZE);
        if (!copy) goto fail;
        memcpy(copy, setup, (size_t)setup_size);
        memset(copy + setup_size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
        decoder->context->extradata = copy;
        decoder->context->extradata_size = setup_size;
    }
    if (lib.avcodec_open2(decoder->context, found, NULL) < 0) goto fail;
    return decoder;
fail:
    cav_close(decoder);
    return NULL;
}

void cav_close(cav_decoder *decoder) {
    if (!decoder) return;
    lib.av_frame_free(&decoder->frame);
    lib.av_packet_free(&decoder->packet);
    lib.avcodec_free_context(&decoder->context);
    free(decoder->input);
    free(decoder);
}

void cav_flush(cav_decoder *decoder) { lib.avcodec_flush_buffers(decoder->context); }

int cav_send(cav_decoder *decoder, const uint8_t *bytes, int size) {
    if (size <= 0 || size > 1 << 26) return -1;
    if (decoder->capacity < size) {
        uint8_t *larger = realloc(decoder->input, (size_t)size + AV_INPUT_BUFFER_PADDING_SIZE);
        if (!larger) return -1;
        decoder->input = larger;
        decoder->capacity = size;
    }
    memcpy(decoder->input, bytes, (size_t)size);
    memset(decoder->input + size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
    decoder->packet->data = decoder->input;
    decoder->packet->size = size;
    return lib.avcodec_send_packet(decoder->context, decoder->packet);
}

static int receive(cav_decoder *decoder) {
    int result = lib.avcodec_receive_frame(decoder->context, decoder->frame);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    return result < 0 ? result : 1;
}

int cav_receive_sound(cav_decoder *decoder) {
    int result = receive(decoder);
    return result > 0 ? decoder->frame->nb_samples : result;
}

int cav_sound_rate(const cav_decoder *decoder) { return decoder->frame->sample_rate; }

static int16_t from_float(float sample) {
    float scaled = sample * 32768.0f;
    if (scaled >= 32767.0f) return 32767;
    if (scaled <= -32768.0f) return -32768;
    return scaled == scaled ? (int16_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f) : 0;
}

void cav_copy_sound(const cav_decoder *decoder, int first, int count, int16_t *out) {
    const AVFrame *frame = decoder->frame;
    int channels = frame->ch_layout.nb_channels;
    int is_planar = frame->format == AV_SAMPLE_FMT_S16P || frame->format == AV_SAMPLE_FMT_FLTP;
    if (channels < 1) channels = 1;
    if (first < 0 || count < 0 || first > frame->nb_samples - count) count = 0;
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            int channel = side < channels ? side : 0;
            int place = is_planar ? first + i : (first + i) * channels + channel;
            const uint8_t *plane = is_planar ? frame->extended_data[channel] : frame->data[0];
            int16_t sample = 0;
            switch (frame->format) {
            case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P: sample = ((const int16_t *)plane)[place]; break;
            case AV_SAMPLE_FMT_FLT: case AV_SAMPLE_FMT_FLTP: sample = from_float(((const float *)plane)[place]); break;
            default: break;
            }
            out[2 * i + side] = sample;
        }
    }
}

int cav_receive_picture(cav_decoder *decoder, int *width, int *height) {
    int result = receive(decoder);
    if (result <= 0) return result;
    *width = decoder->frame->width;
    *height = decoder->frame->height;
    return 1;
}

static int clamp(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

// BT.601, 16 bits of fraction: what every codec of Flash stores.
static uint32_t from_yuv(int y, int u, int v, int alpha, int is_full_range) {
    int luma = is_full_range ? y << 16 : (y - 16) * 76309;
    int red, green, blue;
    u -= 128;
    v -= 128;
    if (is_full_range) {
        red = luma + 91881 * v;
        green = luma - 22554 * u - 46802 * v;
        blue = luma + 116130 * u;
    } else {
        red = luma + 104597 * v;
        green = luma - 25675 * u - 53279 * v;
        blue = luma + 132201 * u;
    }
    uint32_t r = (uint32_t)clamp((red + 32768) >> 16), g = (uint32_t)clamp((green + 32768) >> 16);
    uint32_t b = (uint32_t)clamp((blue + 32768) >> 16), a = (uint32_t)alpha;
    if (a != 255) {
        r = (r * a + 127) / 255;
        g = (g * a + 127) / 255;
        b = (b * a + 127) / 255;
    }
    return a << 24 | r << 16 | g << 8 | b;
}

int cav_copy_picture(const cav_decoder *decoder, uint32_t *out) {
    const AVFrame *frame = decoder->frame;
    int is_bgr = frame->format == AV_PIX_FMT_BGR24;
    int has_alpha = frame->format == AV_PIX_FMT_YUVA420P;
    int is_full = frame->format == AV_PIX_FMT_YUVJ420P || frame->color_range == AVCOL_RANGE_JPEG;
    if (!is_bgr && !has_alpha && frame->format != AV_PIX_FMT_YUV420P && frame->format != AV_PIX_FMT_YUVJ420P)
        return -1;
    for (int row = 0; row < frame->height; row++) {
        uint32_t *line = out + (size_t)row * (size_t)frame->width;
        const uint8_t *first = frame->data[0] + (ptrdiff_t)row * frame->linesize[0];
        if (is_bgr) {
            for (int x = 0; x < frame->width; x++)
                line[x] = 0xFF000000u | (uint32_t)first[3 * x + 2] << 16 | (uint32_t)first[3 * x + 1] << 8 | first[3 * x];
            continue;
        }
        const uint8_t *u = frame->data[1] + (ptrdiff_t)(row / 2) * frame->linesize[1];
        const uint8_t *v = frame->data[2] + (ptrdiff_t)(row / 2) * frame->linesize[2];
        const uint8_t *alpha = has_alpha ? frame->data[3] + (ptrdiff_t)row * frame->linesize[3] : NULL;
        for (int x = 0; x < frame->width; x++)
            line[x] = from_yuv(first[x], u[x / 2], v[x / 2], alpha ? alpha[x] : 255, is_full);
    }
    return 0;
}
