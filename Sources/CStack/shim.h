#pragma once
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/// Calls `visit` with the words of the calling thread's stack, from the caller's frame to the stack's base, and with
/// the registers that a callee must preserve, which are spilled into the frame first.
__attribute__((noinline)) static void cstack_scan(
    void (*visit)(const uintptr_t *low, const uintptr_t *high, void *context), void *context, const void *base) {
    jmp_buf registers;
    __builtin_unwind_init();
    (void)setjmp(registers);
    visit((const uintptr_t *)__builtin_frame_address(0), (const uintptr_t *)base, context);
    // glibc mangles some of what setjmp saves, so the frame itself must hold the registers: keep it alive.
    __asm__ volatile("" : : "r"(&registers) : "memory");
}

/// The highest address of the calling thread's stack, NULL where it cannot be told.
static inline void *cstack_base(void) {
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
    int status = pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return status == 0 ? (char *)low + size : NULL;
}

/// The lowest address that the calling thread's stack may grow down to, NULL where it cannot be told.
static inline void *cstack_limit(void) {
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
    int status = pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return status == 0 ? low : NULL;
}

static inline void *cstack_pointer(void) { return __builtin_frame_address(0); }
