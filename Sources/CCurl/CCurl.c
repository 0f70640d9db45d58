#include "CCurl.h"

// The checks of curl.h are macros over the functions' names, which are those of our table here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo

#define FUNCTIONS(F) \
    F(curl_global_init) F(curl_easy_init) F(curl_easy_cleanup) F(curl_easy_setopt) F(curl_easy_getinfo) \
    F(curl_easy_perform) F(curl_easy_strerror) F(curl_slist_append) F(curl_slist_free_all)

static struct {
#define DECLARE(name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
#undef DECLARE
} lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_available;

static void load(void) {
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define FIND(name) if (!(lib.name = (__typeof__(lib.name))dlsym(handle, #name))) return;
    FUNCTIONS(FIND)
    is_available = lib.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int ccurl_is_available(void) {
    pthread_once(&once, load);
    return is_available;
}

typedef struct {
    CURL *handle;
    ccurl_sink sink;
    void *context;
    int64_t limit, received;
    int is_begun, is_refused;
} transfer;

static int64_t total(transfer *t) {
    curl_off_t length = -1;
    if (lib.curl_easy_getinfo(t->handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) != CURLE_OK) return -1;
    return length;
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    transfer *t = context;
    size_t length = size * count;
    if (!t->is_begun) {
        long status = 0;
        t->is_begun = 1;
        t->is_refused =
            lib.curl_easy_getinfo(t->handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK && status >= 400;
    }
    // What a server says instead of what it was asked for is nobody's.
    if (t->is_refused) return length;
    t->received += (int64_t)length;
    if (t->received > t->limit) return 0;
    return t->sink(t->context, (const uint8_t *)bytes, length, total(t)) ? length : 0;
}

static int watch(void *context, curl_off_t all, curl_off_t now, curl_off_t up_all, curl_off_t up_now) {
    (void)all, (void)now, (void)up_all, (void)up_now;
    transfer *t = context;
    return t->sink(t->context, NULL, 0, -1) ? 0 : 1;
}

int ccurl_perform(const ccurl_request *request, ccurl_result *result, ccurl_sink sink, void *context) {
    memset(result, 0, sizeof *result);
    if (!ccurl_is_available()) {
        snprintf(result->problem, sizeof result->problem, "libcurl is missing");
        return -1;
    }
    transfer t = {lib.curl_easy_init(), sink, context, request->limit, 0, 0, 0};
    if (!t.handle) {
        snprintf(result->problem, sizeof result->problem, "there is not enough memory");
        return -1;
    }
    struct curl_slist *headers = NULL;
    for (const char *const *line = request->headers; line && *line; line++) {
        struct curl_slist *longer = lib.curl_slist_append(headers, *line);
        if (longer) headers = longer;
    }
#define SET(option, value) lib.curl_easy_setopt(t.handle, CURLOPT_##option, value)
    SET(URL, request->url);
    SET(USERAGENT, request->user_agent);
    SET(HTTPHEADER, headers);
    SET(PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    SET(REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    SET(FOLLOWLOCATION, 1L);
    SET(MAXREDIRS, 10L);
    SET(ACCEPT_ENCODING, "");
    // Cookies live as long as the transfer and its redirections.
    SET(COOKIEFILE, "");
    SET(NOSIGNAL, 1L);
    SET(CONNECTTIMEOUT, 20L);
    // A server that falls silent for a minute is gone.
    SET(LOW_SPEED_LIMIT, 1L);
    SET(LOW_SPEED_TIME, 60L);
    SET(WRITEFUNCTION, take);
    SET(WRITEDATA, &t);
    SET(NOPROGRESS, 0L);
    SET(XFERINFOFUNCTION, watch);
    SET(XFERINFODATA, &t);
    if (request->body) {
        SET(POST, 1L);
        SET(POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
        SET(POSTFIELDS, (const char *)request->body);
    }
    CURLcode code = lib.curl_easy_perform(t.handle);
    long status = 0, redirections = 0;
    char *url = NULL;
    lib.curl_easy_getinfo(t.handle, CURLINFO_RESPONSE_CODE, &status);
    lib.curl_easy_getinfo(t.handle, CURLINFO_REDIRECT_COUNT, &redirections);
    lib.curl_easy_getinfo(t.handle, CURLINFO_EFFECTIVE_URL, &url);
    result->status = (int)status;
    result->was_redirected = redirections > 0;
    snprintf(result->url, sizeof result->url, "%s", url ? url : request->url);
    if (code != CURLE_OK) {
        const char *why = t.received > t.limit ? "it is too large" : lib.curl_easy_strerror(code);
        snprintf(result->problem, sizeof result->problem, "%s", why);
    }
    lib.curl_easy_cleanup(t.handle);
    lib.curl_slist_free_all(headers);
    return code == CURLE_OK ? 0 : -1;
}
