/// What a person does. Positions are in the viewport's device pixels.
public enum InputEvent: Equatable, Sendable {
    case mouseMove(x: Double, y: Double)
    case mouseDown(x: Double, y: Double, button: MouseButton, clickIndex: Int)
    case mouseUp(x: Double, y: Double, button: MouseButton)
    /// Lines scrolled; positive is away from the person.
    case mouseWheel(x: Double, y: Double, lines: Double)
    case mouseLeave
    /// `keyCode` is Flash's (Key.LEFT is 37); `character` the UTF-16 unit that the key types, 0 for none.
    case keyDown(keyCode: UInt8, character: UInt16)
    case keyUp(keyCode: UInt8, character: UInt16)
    case textInput(String)
    case focusGained
    case focusLost
}

public enum MouseButton: UInt8, Sendable { case left, middle, right }
