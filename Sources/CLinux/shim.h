#pragma once
#include <poll.h>
#include <signal.h>
#include <time.h>

// glibc declares these only for programs that ask for its extensions, which Swift's own module does not.
extern int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
extern int syncfs(int file);
