import Base
import Player

/// What happens to the window, without a word of X11.
enum WindowEvent: Equatable {
    /// The client area has another size, in pixels.
    case resized(width: Int, height: Int)
    /// Part of the window can be seen, or no longer any of it.
    case viewable(Bool)
    /// Somebody wants the window closed.
    case closeRequested
    /// The window is no more, and not by our doing.
    case destroyed
    case fullScreen(Bool)
    case focus(Bool)
    case pointerMoved(x: Int, y: Int)
    case pointerLeft
    case buttonDown(MouseButton, x: Int, y: Int, time: UInt32)
    case buttonUp(MouseButton, x: Int, y: Int)
    /// Notches; positive is away from the person.
    case wheel(x: Int, y: Int, notches: Int)
    case keyDown(Key)
    case keyUp(Key)
    /// What an input method is composing, and where in it the caret is, in UTF-16 units.
    case composing(String, caret: Int)
    /// Text that was asked for, from the clipboard or from what is marked somewhere.
    case pasted(String)
    /// Files or addresses that were dropped on the window, as URLs or plain text.
    case dropped([String])
    /// A picture is on the screen: the oldest of those handed to ``Window/present(_:_:)`` that was not yet.
    case shown
}

/// One key of the keyboard.
struct Key: Equatable {
    /// Flash's code, 0 where Flash knows no such key.
    var code: UInt8
    /// What the key types; empty for most keys and for all releases.
    var text = ""
    var control = false
    var shift = false
    var alt = false
    /// The key was down already and is held.
    var isRepeat = false
    /// The text is what an input method has made of this and other keys.
    var isComposed = false
}
