#include "CDBus.h"

#include <dbus/dbus.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define FUNCTIONS(F) \
    F(dbus_threads_init_default) F(dbus_error_init) F(dbus_error_free) F(dbus_bus_get_private) \
    F(dbus_connection_open_private) F(dbus_bus_register) \
    F(dbus_connection_set_exit_on_disconnect) F(dbus_connection_close) F(dbus_connection_unref) \
    F(dbus_connection_get_unix_fd) F(dbus_connection_read_write) F(dbus_connection_has_messages_to_send) \
    F(dbus_connection_pop_message) F(dbus_connection_send) F(dbus_message_unref) F(dbus_message_get_type) \
    F(dbus_message_get_serial) F(dbus_message_get_reply_serial) F(dbus_message_get_no_reply) \
    F(dbus_message_get_sender) F(dbus_message_get_path) F(dbus_message_get_interface) F(dbus_message_get_member) \
    F(dbus_message_get_error_name) F(dbus_message_new_method_call) F(dbus_message_new_signal) F(dbus_message_new) \
    F(dbus_message_set_destination) F(dbus_message_set_reply_serial) F(dbus_message_set_error_name) \
    F(dbus_message_set_no_reply) F(dbus_message_iter_init) F(dbus_message_iter_init_append) \
    F(dbus_message_iter_get_arg_type) F(dbus_message_iter_get_element_type) F(dbus_message_iter_next) \
    F(dbus_message_iter_recurse) F(dbus_message_iter_get_basic) F(dbus_message_iter_append_basic) \
    F(dbus_message_iter_open_container) F(dbus_message_iter_close_container) F(dbus_validate_path) \
    F(dbus_validate_bus_name)

static struct {
#define DECLARE(name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
#undef DECLARE
} lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_available;

static void load(void) {
    void *handle = dlopen("libdbus-1.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define FIND(name) if (!(lib.name = (__typeof__(lib.name))dlsym(handle, #name))) return;
    FUNCTIONS(FIND)
    is_available = lib.dbus_threads_init_default();
}

struct cdbus_place {
    DBusMessageIter at;
    int is_empty;
};

#define CONNECTION(c) ((DBusConnection *)(c))
#define MESSAGE(m) ((DBusMessage *)(m))

cdbus_connection *cdbus_connect(const char *address, char *problem, size_t size) {
    pthread_once(&once, load);
    if (!is_available) {
        snprintf(problem, size, "libdbus is missing");
        return NULL;
    }
    DBusError error;
    lib.dbus_error_init(&error);
    DBusConnection *connection = address ? lib.dbus_connection_open_private(address, &error)
                                         : lib.dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (connection && address && !lib.dbus_bus_register(connection, &error)) {
        lib.dbus_connection_close(connection);
        lib.dbus_connection_unref(connection);
        connection = NULL;
    }
    if (!connection) {
        snprintf(problem, size, "%s", error.message ? error.message : "there is no bus");
        lib.dbus_error_free(&error);
        return NULL;
    }
    lib.dbus_connection_set_exit_on_disconnect(connection, FALSE);
    return (cdbus_connection *)connection;
}

void cdbus_close(cdbus_connection *connection) {
    lib.dbus_connection_close(CONNECTION(connection));
    lib.dbus_connection_unref(CONNECTION(connection));
}

int cdbus_descriptor(cdbus_connection *connection) {
    int file = -1;
    return lib.dbus_connection_get_unix_fd(CONNECTION(connection), &file) ? file : -1;
}

int cdbus_step(cdbus_connection *connection) { return lib.dbus_connection_read_write(CONNECTION(connection), 0); }
int cdbus_has_output(cdbus_connection *connection) {
    return lib.dbus_connection_has_messages_to_send(CONNECTION(connection));
}
cdbus_message *cdbus_next(cdbus_connection *connection) {
    return (cdbus_message *)lib.dbus_connection_pop_message(CONNECTION(connection));
}
void cdbus_release(cdbus_message *message) { lib.dbus_message_unref(MESSAGE(message)); }

int cdbus_kind(cdbus_message *message) { return lib.dbus_message_get_type(MESSAGE(message)); }
uint32_t cdbus_serial(cdbus_message *message) { return lib.dbus_message_get_serial(MESSAGE(message)); }
uint32_t cdbus_reply_serial(cdbus_message *message) { return lib.dbus_message_get_reply_serial(MESSAGE(message)); }
int cdbus_wants_reply(cdbus_message *message) { return !lib.dbus_message_get_no_reply(MESSAGE(message)); }
const char *cdbus_sender(cdbus_message *message) { return lib.dbus_message_get_sender(MESSAGE(message)); }
const char *cdbus_path(cdbus_message *message) { return lib.dbus_message_get_path(MESSAGE(message)); }
const char *cdbus_interface(cdbus_message *message) { return lib.dbus_message_get_interface(MESSAGE(message)); }
const char *cdbus_member(cdbus_message *message) { return lib.dbus_message_get_member(MESSAGE(message)); }
const char *cdbus_error_name(cdbus_message *message) { return lib.dbus_message_get_error_name(MESSAGE(message)); }

cdbus_message *cdbus_new_call(const char *destination, const char *path, const char *interface, const char *member) {
    // What comes from another program may be no path; the library would end this one over it.
    if (!lib.dbus_validate_path(path, NULL)) return NULL;
    return (cdbus_message *)lib.dbus_message_new_method_call(destination, path, interface, member);
}
cdbus_message *cdbus_new_signal(const char *path, const char *interface, const char *member) {
    return (cdbus_message *)lib.dbus_message_new_signal(path, interface, member);
}

static DBusMessage *answer(int kind, const char *destination, uint32_t serial) {
    DBusMessage *message = lib.dbus_message_new(kind);
    if (!message) return NULL;
    lib.dbus_message_set_no_reply(message, TRUE);
    if (!lib.dbus_message_set_reply_serial(message, serial) ||
        (destination && !lib.dbus_message_set_destination(message, destination))) {
        lib.dbus_message_unref(message);
        return NULL;
    }
    return message;
}

cdbus_message *cdbus_new_return(const char *destination, uint32_t serial) {
    return (cdbus_message *)answer(DBUS_MESSAGE_TYPE_METHOD_RETURN, destination, serial);
}

cdbus_message *cdbus_new_error(const char *destination, uint32_t serial, const char *name, const char *text) {
    DBusMessage *message = answer(DBUS_MESSAGE_TYPE_ERROR, destination, serial);
    if (!message) return NULL;
    DBusMessageIter place;
    lib.dbus_message_iter_init_append(message, &place);
    if (!lib.dbus_message_set_error_name(message, name) ||
        !lib.dbus_message_iter_append_basic(&place, DBUS_TYPE_STRING, &text)) {
        lib.dbus_message_unref(message);
        return NULL;
    }
    return (cdbus_message *)message;
}

uint32_t cdbus_send(cdbus_connection *connection, cdbus_message *message) {
    dbus_uint32_t serial = 0;
    if (!lib.dbus_connection_send(CONNECTION(connection), MESSAGE(message), &serial)) serial = 0;
    lib.dbus_message_unref(MESSAGE(message));
    return serial;
}

// MARK: - Values

cdbus_place *cdbus_read(cdbus_message *message) {
    cdbus_place *place = calloc(1, sizeof *place);
    if (place) place->is_empty = !lib.dbus_message_iter_init(MESSAGE(message), &place->at);
    return place;
}

cdbus_place *cdbus_append(cdbus_message *message) {
    cdbus_place *place = calloc(1, sizeof *place);
    if (place) lib.dbus_message_iter_init_append(MESSAGE(message), &place->at);
    return place;
}

void cdbus_free(cdbus_place *place) { free(place); }
int cdbus_type(cdbus_place *place) { return place->is_empty ? 0 : lib.dbus_message_iter_get_arg_type(&place->at); }
int cdbus_element_type(cdbus_place *place) { return lib.dbus_message_iter_get_element_type(&place->at); }
void cdbus_advance(cdbus_place *place) {
    if (!lib.dbus_message_iter_next(&place->at)) place->is_empty = 1;
}

cdbus_place *cdbus_enter(cdbus_place *place) {
    cdbus_place *inner = calloc(1, sizeof *inner);
    if (inner) lib.dbus_message_iter_recurse(&place->at, &inner->at);
    return inner;
}

const char *cdbus_text(cdbus_place *place) {
    const char *text = NULL;
    lib.dbus_message_iter_get_basic(&place->at, &text);
    return text;
}

int64_t cdbus_whole(cdbus_place *place) {
    DBusBasicValue value = {0};
    lib.dbus_message_iter_get_basic(&place->at, &value);
    switch (cdbus_type(place)) {
    case DBUS_TYPE_BYTE: return value.byt;
    case DBUS_TYPE_BOOLEAN: return value.bool_val;
    case DBUS_TYPE_INT16: return value.i16;
    case DBUS_TYPE_UINT16: return value.u16;
    case DBUS_TYPE_INT32: return value.i32;
    case DBUS_TYPE_UINT32: return value.u32;
    default: return value.i64;
    }
}

double cdbus_double(cdbus_place *place) {
    double value = 0;
    lib.dbus_message_iter_get_basic(&place->at, &value);
    return value;
}

int cdbus_put_text(cdbus_place *place, int type, const char *text) {
    if (type == DBUS_TYPE_OBJECT_PATH && !lib.dbus_validate_path(text, NULL)) return 0;
    return lib.dbus_message_iter_append_basic(&place->at, type, &text);
}

int cdbus_put_whole(cdbus_place *place, int type, int64_t whole) {
    DBusBasicValue value = {0};
    switch (type) {
    case DBUS_TYPE_BYTE: value.byt = (unsigned char)whole; break;
    case DBUS_TYPE_BOOLEAN: value.bool_val = whole != 0; break;
    case DBUS_TYPE_INT32: value.i32 = (dbus_int32_t)whole; break;
    case DBUS_TYPE_UINT32: value.u32 = (dbus_uint32_t)whole; break;
    default: value.i64 = whole; break;
    }
    return lib.dbus_message_iter_append_basic(&place->at, type, &value);
}

int cdbus_put_double(cdbus_place *place, double value) {
    return lib.dbus_message_iter_append_basic(&place->at, DBUS_TYPE_DOUBLE, &value);
}

cdbus_place *cdbus_begin(cdbus_place *place, int type, const char *signature) {
    cdbus_place *inner = calloc(1, sizeof *inner);
    if (inner && !lib.dbus_message_iter_open_container(&place->at, type, signature, &inner->at)) {
        free(inner);
        return NULL;
    }
    return inner;
}

int cdbus_end(cdbus_place *place, cdbus_place *inner) {
    int is_done = lib.dbus_message_iter_close_container(&place->at, &inner->at);
    free(inner);
    return is_done;
}
