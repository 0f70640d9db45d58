import Base
import SWF

/// Follows the mouse over what takes its events (buttons, clips with handlers, text fields) and says what happens to
/// them.
///
/// Spec: SWF 19, "Button state transitions", p. 195.
final class MouseTracker {
    /// What is under the mouse.
    private(set) weak var hovered: DisplayObject?
    /// What the left button went down on.
    private(set) weak var pressed: DisplayObject?
    private(set) var isDown = false
    /// What is under the mouse has been rolled over, and the keyboard's focus has not taken that from it since.
    private var isRolledOver = false

    struct Message {
        let object: DisplayObject
        let event: ClipEvents
    }

    /// The mouse is over `object` now, or over nothing. Returns what that means for whom, in order.
    /// `isMove`: the mouse has moved, and it is not the object that has.
    func move(over object: DisplayObject?, isMove: Bool = false) -> [Message] {
        let old = hovered
        guard old !== object else {
            guard isMove, !isDown, !isRolledOver, let object else { return [] }
            isRolledOver = true
            return [Message(object: object, event: .rollOver)]
        }
        let wasRolledOver = isRolledOver
        hovered = object
        isRolledOver = true
        var messages: [Message] = []
        if isDown {
            // What was pressed keeps the mouse to itself, but for menus, which hand it on.
            if let pressed {
                if pressed === old {
                    messages.append(Message(object: pressed, event: .dragOut))
                } else if pressed === object {
                    messages.append(Message(object: pressed, event: .dragOver))
                }
            }
            if let object, object !== pressed, object.tracksAsMenu, pressed.map({ $0.tracksAsMenu }) ?? true {
                pressed = object
                messages.append(Message(object: object, event: .dragOver))
            }
        } else {
            if let old, wasRolledOver, !old.isRemoved { messages.append(Message(object: old, event: .rollOut)) }
            if let object { messages.append(Message(object: object, event: .rollOver)) }
        }
        return messages
    }

    /// The keyboard's focus rolls over something: what the mouse is over is rolled out of, though the mouse is still
    /// there.
    func yieldToKeyboard() -> DisplayObject? {
        guard !isDown, isRolledOver, let hovered, !hovered.isRemoved else { return nil }
        isRolledOver = false
        return hovered
    }

    /// What the keyboard has rolled over is under the mouse, which takes it over. False: it is not.
    func takeOver(_ object: DisplayObject) -> Bool {
        guard object === hovered else { return false }
        isRolledOver = true
        return true
    }

    func press() -> [Message] {
        isDown = true
        pressed = hovered
        return hovered.map { [Message(object: $0, event: .press)] } ?? []
    }

    func release() -> [Message] {
        isDown = false
        defer { pressed = nil }
        if let pressed, pressed === hovered { return [Message(object: pressed, event: .release)] }
        var messages: [Message] = []
        if let pressed { messages.append(Message(object: pressed, event: .releaseOutside)) }
        if let hovered { messages.append(Message(object: hovered, event: .rollOver)) }
        isRolledOver = true
        return messages
    }

    func reset() {
        hovered = nil
        pressed = nil
        isDown = false
    }
}
