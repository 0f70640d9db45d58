#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

// What this program uses of libcurl, which is loaded at first use: linking it would make every start slower, and a
// machine without it plays all but what lies on the network.

// What is asked of a server. Texts end in 0; those that may be NULL say so.
typedef struct {
    const char *url;
    // Lines such as "Accept: text/plain", the last one NULL.
    const char *const *headers;
    const char *user_agent;
    // NULL: GET.
    const uint8_t *body;
    size_t body_size;
    // Bytes of an answer at most.
    int64_t limit;
} ccurl_request;

typedef struct {
    // Of HTTP; 0: there was no answer.
    int status;
    int was_redirected;
    // Where the answer came from in the end.
    char url[2048];
    // Why it failed, for a person; empty: it did not.
    char problem[256];
} ccurl_result;

// Gets each piece of the answer and how long the whole is, -1 where that is not known. 0 stops the transfer; it is also
// called now and then without bytes.
typedef int (*ccurl_sink)(void *context, const uint8_t *bytes, size_t size, int64_t total);

// Whether libcurl is there.
int ccurl_is_available(void);

// Asks, and waits for the whole answer. 0: it has come, whatever its status.
int ccurl_perform(const ccurl_request *request, ccurl_result *result, ccurl_sink sink, void *context);

#endif
