#pragma once
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>
#include <X11/extensions/XShm.h>
#include <sys/ipc.h>
#include <sys/shm.h>

/// `XCreateIC` takes a variable number of arguments, which Swift cannot pass. This is the one form in use:
/// an input method that draws nothing in `window` itself.
static inline XIC cx11_create_input_context(XIM method, Window window) {
    return XCreateIC(
        method, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, window, XNFocusWindow, window,
        (void *)0);
}
