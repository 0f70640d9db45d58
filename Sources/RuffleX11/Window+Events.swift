import Base
import CX11
import Player

/// X events in, ``WindowEvent``s out.
extension Window {
    /// Whether something may be waiting that `poll` does not see, because Xlib has read it already.
    var hasEvents: Bool { XPending(display) > 0 }

    /// Takes one event from the server and calls `handle` for all that it means to the program.
    func takeEvent(_ handle: (WindowEvent) -> Void) {
        var event = XEvent()
        XNextEvent(display, &event)
        let isTaken = input.filter(&event)
        if let (text, caret) = input.composition.takeChange() { handle(.composing(text, caret: caret)) }
        if isTaken { return }
        switch event.type {
        case Expose: repairExposed(event.xexpose)
        case ConfigureNotify: configure(event.xconfigure, handle)
        case MapNotify, UnmapNotify:
            isMapped = event.type == MapNotify
            isFullyObscured = false
            handle(.viewable(isViewable))
        case DestroyNotify: handle(.destroyed)
        case VisibilityNotify:
            isFullyObscured = event.xvisibility.state == VisibilityFullyObscured
            handle(.viewable(isViewable))
        case PropertyNotify: propertyChanged(event.xproperty, handle)
        case ClientMessage: message(&event, handle)
        case SelectionRequest: selections.answer(event.xselectionrequest)
        case SelectionClear: selections.lost(event.xselectionclear)
        case SelectionNotify: if let arrived = selections.received(event.xselection) { handle(arrived) }
        case FocusIn, FocusOut: focusChanged(event.xfocus, handle)
        case KeyPress, KeyRelease: key(&event.xkey, handle)
        case ButtonPress, ButtonRelease: button(event.xbutton, handle)
        case MotionNotify: motion(event.xmotion, handle)
        case LeaveNotify:
            // While a button is held the pointer still belongs to the window.
            let buttons = UInt32(Button1Mask | Button2Mask | Button3Mask)
            if event.xcrossing.state & buttons == 0 { handle(.pointerLeft) }
        case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
        case screen.completionEvent: if finishPut() { handle(.shown) }
        default: break
        }
    }

    private func repairExposed(_ event: XExposeEvent) {
        repair(
            PixelRect(
                left: Int(event.x), top: Int(event.y), right: Int(event.x + event.width),
                bottom: Int(event.y + event.height)))
    }

    private func configure(_ event: XConfigureEvent, _ handle: (WindowEvent) -> Void) {
        let (newWidth, newHeight) = (max(1, Int(event.width)), max(1, Int(event.height)))
        if newWidth == width && newHeight == height { return }
        width = newWidth
        height = newHeight
        handle(.resized(width: width, height: height))
    }

    private func propertyChanged(_ event: XPropertyEvent, _ handle: (WindowEvent) -> Void) {
        if let arrived = selections.propertyChanged(event) { return handle(arrived) }
        if event.window != self.handle { return }
        if event.atom == atoms[.shown] {
            if finishPut() { handle(.shown) }
        } else if event.atom == atoms[.netWMState] {
            let state = readFullScreenState()
            if state == isFullScreen { return }
            isFullScreen = state
            handle(.fullScreen(state))
        }
    }

    private func message(_ event: inout XEvent, _ handle: (WindowEvent) -> Void) {
        guard event.xclient.format == 32 else { return }
        guard event.xclient.message_type == atoms[.wmProtocols] else { return selections.dragMessage(event.xclient) }
        switch Atom(bitPattern: event.xclient.data.l.0) {
        case atoms[.wmDeleteWindow]: handle(.closeRequested)
        case atoms[.netWMPing]:
            // The answer is the same message to the root window: the program is alive.
            let root = XDefaultRootWindow(display)
            event.xclient.window = root
            XSendEvent(display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
        default: break
        }
    }

    private func focusChanged(_ event: XFocusChangeEvent, _ handle: (WindowEvent) -> Void) {
        // The pointer's focus is not the window's own.
        if event.detail == NotifyPointer { return }
        let hasFocus = event.type == FocusIn
        // A grab, as for a window manager's own keys, takes the releases of held keys with it as well.
        if !hasFocus { for key in input.releaseAll() { handle(.keyUp(key)) } }
        if event.mode == NotifyGrab || event.mode == NotifyUngrab { return }
        input.setFocus(hasFocus)
        handle(.focus(hasFocus))
    }

    private func key(_ event: inout XKeyEvent, _ handle: (WindowEvent) -> Void) {
        selections.time = event.time
        if event.type == KeyPress {
            handle(.keyDown(input.press(&event)))
        } else if let key = input.release(event) {
            handle(.keyUp(key))
        }
    }

    private func button(_ event: XButtonEvent, _ handle: (WindowEvent) -> Void) {
        let (x, y) = (Int(event.x), Int(event.y))
        let isPress = event.type == ButtonPress
        selections.time = event.time
        switch event.button {
        case 1, 2, 3:
            let button: MouseButton = event.button == 1 ? .left : event.button == 2 ? .middle : .right
            let time = UInt32(truncatingIfNeeded: event.time)
            handle(isPress ? .buttonDown(button, x: x, y: y, time: time) : .buttonUp(button, x: x, y: y))
        case 4 where isPress: handle(.wheel(x: x, y: y, notches: 1))
        case 5 where isPress: handle(.wheel(x: x, y: y, notches: -1))
        default: break
        }
    }

    /// Only the newest of several moves that wait together matters.
    private func motion(_ event: XMotionEvent, _ handle: (WindowEvent) -> Void) {
        if XEventsQueued(display, QueuedAlready) > 0 {
            var next = XEvent()
            XPeekEvent(display, &next)
            if next.type == MotionNotify && next.xmotion.window == event.window { return }
        }
        handle(.pointerMoved(x: Int(event.x), y: Int(event.y)))
    }
}
