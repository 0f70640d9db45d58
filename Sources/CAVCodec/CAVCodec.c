#include "CAVCodec.h"
#include "pictures.h"

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
    // 8192 by 4320: a header of a few bytes must not ask for gigabytes.
    decoder->context->max_pixels = 8192 * 4320;
    // Flash's inverse transform of H.263 is exact; that in floating point comes nearest.
    if (codec == CAV_H263_FLASH) decoder->context->idct_algo = FF_IDCT_FAAN;
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

int cav_send(cav_decoder *decoder, const uint8_t *bytes, int size, int64_t time, int is_key) {
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
    decoder->packet->flags = is_key ? AV_PKT_FLAG_KEY : 0;
    decoder->packet->pts = decoder->packet->dts = time;
    return lib.avcodec_send_packet(decoder->context, decoder->packet);
}

int cav_drain(cav_decoder *decoder) { return lib.avcodec_send_packet(decoder->context, NULL); }

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

int cav_receive_picture(cav_decoder *decoder, int *width, int *height, int64_t *time) {
    int result = receive(decoder);
    if (result <= 0) return result;
    *width = decoder->frame->width;
    *height = decoder->frame->height;
    *time = decoder->frame->pts;
    return 1;
}

int cav_copy_picture(cav_decoder *decoder, int width, int height, int strength, uint32_t *out) {
    const AVFrame *frame = decoder->frame;
    if (width > frame->width || height > frame->height || width < 1 || height < 1) return -1;
    cav_picture picture = {
        .width = width, .height = height,
        .is_full_range = frame->format == AV_PIX_FMT_YUVJ420P || frame->color_range == AVCOL_RANGE_JPEG,
    };
    for (int plane = 0; plane < 4; plane++) {
        picture.planes[plane] = frame->data[plane];
        picture.strides[plane] = frame->linesize[plane];
    }
    switch (frame->format) {
    case AV_PIX_FMT_BGR24: cav_bgr_to_argb(&picture, out); return 0;
    case AV_PIX_FMT_YUV420P: case AV_PIX_FMT_YUVJ420P: picture.planes[3] = NULL; break;
    case AV_PIX_FMT_YUVA420P: break;
    default: return -1;
    }
    if (strength <= 0) {
        cav_yuv_to_argb(&picture, out);
        return 0;
    }
    // The decoder goes on from its own planes: the filter is for the eye only and works on copies.
    int chroma_width = (frame->width + 1) / 2, chroma_height = (frame->height + 1) / 2;
    size_t luma = (size_t)frame->width * (size_t)frame->height;
    size_t chroma = (size_t)chroma_width * (size_t)chroma_height;
    uint8_t *copy = malloc(luma + 2 * chroma);
    if (!copy) return -1;
    uint8_t *place = copy;
    for (int plane = 0; plane < 3; plane++) {
        int columns = plane ? chroma_width : frame->width, rows = plane ? chroma_height : frame->height;
        for (int row = 0; row < rows; row++)
            memcpy(place + (size_t)row * (size_t)columns, picture.planes[plane] + (ptrdiff_t)row * picture.strides[plane],
                   (size_t)columns);
        cav_deblock(place, columns, rows, strength);
        picture.planes[plane] = place;
        picture.strides[plane] = columns;
        place += (size_t)columns * (size_t)rows;
    }
    cav_yuv_to_argb(&picture, out);
    free(copy);
    return 0;
}
