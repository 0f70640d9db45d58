#ifndef CDBUS_H
#define CDBUS_H

#include <stddef.h>
#include <stdint.h>

// What this program uses of libdbus, which is loaded at first use: a desktop without it lacks nothing else. All of a
// connection is to be used by one thread.

typedef struct cdbus_connection cdbus_connection;
typedef struct cdbus_message cdbus_message;
// A place in the values of a message, to read or to append there.
typedef struct cdbus_place cdbus_place;

// Connects to the bus at an address, NULL: to that of the session. May wait. NULL: why not is in `problem`.
cdbus_connection *cdbus_connect(const char *address, char *problem, size_t size);
void cdbus_close(cdbus_connection *connection);
// For poll; -1 where there is none.
int cdbus_descriptor(cdbus_connection *connection);
// Reads and writes as much as goes without waiting. 0: the connection is lost.
int cdbus_step(cdbus_connection *connection);
// Whether something still has to be written.
int cdbus_has_output(cdbus_connection *connection);
// The next message that has come, to be released; NULL: none.
cdbus_message *cdbus_next(cdbus_connection *connection);
void cdbus_release(cdbus_message *message);

enum { CDBUS_CALL = 1, CDBUS_RETURN = 2, CDBUS_ERROR = 3, CDBUS_SIGNAL = 4 };
int cdbus_kind(cdbus_message *message);
uint32_t cdbus_serial(cdbus_message *message);
// Which of our messages it answers; 0: none.
uint32_t cdbus_reply_serial(cdbus_message *message);
int cdbus_wants_reply(cdbus_message *message);
// These are NULL where the message has none.
const char *cdbus_sender(cdbus_message *message);
const char *cdbus_path(cdbus_message *message);
const char *cdbus_interface(cdbus_message *message);
const char *cdbus_member(cdbus_message *message);
const char *cdbus_error_name(cdbus_message *message);

// NULL where there is no memory or a name is none.
cdbus_message *cdbus_new_call(const char *destination, const char *path, const char *interface, const char *member);
cdbus_message *cdbus_new_signal(const char *path, const char *interface, const char *member);
// The answer to the call of this serial number by this sender.
cdbus_message *cdbus_new_return(const char *destination, uint32_t serial);
cdbus_message *cdbus_new_error(const char *destination, uint32_t serial, const char *name, const char *text);
// Sends and releases. Returns the message's serial number, 0: it could not be sent.
uint32_t cdbus_send(cdbus_connection *connection, cdbus_message *message);

// The first value; to be freed.
cdbus_place *cdbus_read(cdbus_message *message);
// Where values are appended; to be freed.
cdbus_place *cdbus_append(cdbus_message *message);
void cdbus_free(cdbus_place *place);
// The type of the value here, a letter of D-Bus; 0 past the last.
int cdbus_type(cdbus_place *place);
// Of the elements of the array here.
int cdbus_element_type(cdbus_place *place);
void cdbus_advance(cdbus_place *place);
// Into the container here; to be freed.
cdbus_place *cdbus_enter(cdbus_place *place);
// A text, path or signature; lives as long as the message.
const char *cdbus_text(cdbus_place *place);
// A byte, truth or whole number.
int64_t cdbus_whole(cdbus_place *place);
double cdbus_double(cdbus_place *place);

// 0: there is no memory.
int cdbus_put_text(cdbus_place *place, int type, const char *text);
int cdbus_put_whole(cdbus_place *place, int type, int64_t value);
int cdbus_put_double(cdbus_place *place, double value);
// Begins a container, to be ended by cdbus_end. NULL: there is no memory. `signature` may be NULL.
cdbus_place *cdbus_begin(cdbus_place *place, int type, const char *signature);
int cdbus_end(cdbus_place *place, cdbus_place *inner);

#endif
