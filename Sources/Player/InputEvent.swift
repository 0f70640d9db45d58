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
    /// A command for the text that has the focus.
    case textControl(TextControl)
    /// Text that an input method is still composing; the cursor is in UTF-16 units of it.
    case imePreedit(String, cursor: Range<Int>?)
    /// Text that an input method has composed.
    case imeCommit(String)
    case focusGained
    case focusLost
}

public enum MouseButton: UInt8, Sendable { case left, middle, right }

/// What keys and menus do in a text field. Moves go left or right by a unit, a word, a line or the whole text;
/// `select` moves only the free end of the selection.
public enum TextControl: String, CaseIterable, Sendable {
    case moveLeft = "MoveLeft", moveLeftWord = "MoveLeftWord", moveLeftLine = "MoveLeftLine"
    case moveLeftDocument = "MoveLeftDocument", moveRight = "MoveRight", moveRightWord = "MoveRightWord"
    case moveRightLine = "MoveRightLine", moveRightDocument = "MoveRightDocument"
    case selectLeft = "SelectLeft", selectLeftWord = "SelectLeftWord", selectLeftLine = "SelectLeftLine"
    case selectLeftDocument = "SelectLeftDocument", selectRight = "SelectRight", selectRightWord = "SelectRightWord"
    case selectRightLine = "SelectRightLine", selectRightDocument = "SelectRightDocument"
    case selectAll = "SelectAll", copy = "Copy", paste = "Paste", cut = "Cut", backspace = "Backspace"
    case backspaceWord = "BackspaceWord", enter = "Enter", delete = "Delete", deleteWord = "DeleteWord"
    case moveUp = "MoveUp", moveDown = "MoveDown", movePageUp = "MovePageUp", movePageDown = "MovePageDown"
    case selectUp = "SelectUp", selectDown = "SelectDown"
    case selectPageUp = "SelectPageUp", selectPageDown = "SelectPageDown"
    case undo = "Undo", redo = "Redo"
}
