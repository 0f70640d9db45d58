#pragma once
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <time.h>

// glibc declares these only for programs that ask for its extensions, which Swift's own module does not.
extern int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
extern int syncfs(int file);

// The kernel's questions to an input device are macros with arguments, which Swift does not see.

// Which events of a type (0: which types) the device has, a bit each.
static inline int clinux_input_bits(int file, unsigned type, void *bits, unsigned size) {
    return ioctl(file, EVIOCGBIT(type, size), bits);
}
// Which keys are down, a bit each.
static inline int clinux_input_keys(int file, void *bits, unsigned size) { return ioctl(file, EVIOCGKEY(size), bits); }
// Range and place of an axis.
static inline int clinux_input_axis(int file, unsigned axis, struct input_absinfo *info) {
    return ioctl(file, EVIOCGABS(axis), info);
}
static inline int clinux_input_name(int file, char *name, unsigned size) { return ioctl(file, EVIOCGNAME(size), name); }
