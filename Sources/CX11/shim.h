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

/// `XCreateIC` takes a variable number of arguments, which Swift cannot pass. This is the plain form: an input method
/// that draws nothing in `window` itself.
static inline XIC cx11_create_input_context(XIM method, Window window) {
    return XCreateIC(
        method, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, window, XNFocusWindow, window,
        (void *)0);
}

/// Whether an input method can tell us what it is composing.
static inline int cx11_can_tell_composition(XIM method) {
    XIMStyles *styles = 0;
    int found = 0;
    if (XGetIMValues(method, XNQueryInputStyle, &styles, (void *)0) || !styles) return 0;
    for (int index = 0; index < styles->count_styles; index++)
        if (styles->supported_styles[index] == (XIMPreeditCallbacks | XIMStatusNothing)) found = 1;
    XFree(styles);
    return found;
}

typedef int (*cx11_preedit_start)(XIC, XPointer, XPointer);
typedef void (*cx11_preedit_step)(XIC, XPointer, XPointer);

/// The form in which `window` shows what is being composed, as the functions are told it.
static inline XIC cx11_create_composing_context(
    XIM method, Window window, void *client, cx11_preedit_start start, cx11_preedit_step done, cx11_preedit_step draw,
    cx11_preedit_step caret) {
    XIMCallback on_start = {(XPointer)client, (XIMProc)(void *)start};
    XIMCallback on_done = {(XPointer)client, (XIMProc)(void *)done};
    XIMCallback on_draw = {(XPointer)client, (XIMProc)(void *)draw};
    XIMCallback on_caret = {(XPointer)client, (XIMProc)(void *)caret};
    XVaNestedList preedit = XVaCreateNestedList(
        0, XNPreeditStartCallback, &on_start, XNPreeditDoneCallback, &on_done, XNPreeditDrawCallback, &on_draw,
        XNPreeditCaretCallback, &on_caret, (void *)0);
    XIC context = XCreateIC(
        method, XNInputStyle, XIMPreeditCallbacks | XIMStatusNothing, XNClientWindow, window, XNFocusWindow, window,
        XNPreeditAttributes, preedit, (void *)0);
    XFree(preedit);
    return context;
}

/// Tells an input method where the text is written, for the window of its candidates.
static inline void cx11_set_spot(XIC context, short x, short y) {
    XPoint spot = {x, y};
    XVaNestedList preedit = XVaCreateNestedList(0, XNSpotLocation, &spot, (void *)0);
    XSetICValues(context, XNPreeditAttributes, preedit, (void *)0);
    XFree(preedit);
}
