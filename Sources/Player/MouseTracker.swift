import Base
import SWF

/// Follows the mouse over the buttons of the tree and gives each the state that Flash gives it.
///
/// Spec: SWF 19, "Button state transitions", p. 195.
final class MouseTracker {
    /// The button under the mouse.
    private weak var hovered: ButtonObject?
    /// The button on which the left button went down.
    private weak var pressed: ButtonObject?
    private var isDown = false

    var isOverButton: Bool { hovered != nil }

    /// The mouse is over `button` now, or over none.
    func move(over button: ButtonObject?) {
        let old = hovered
        hovered = button
        if isDown {
            if let pressed, old !== button {
                if pressed === button { pressed.show(.down) } else if pressed === old { pressed.show(.over) }
            }
            // A menu button takes over a press that began on another.
            if let button, button.trackAsMenu, button !== pressed {
                pressed?.show(.up)
                pressed = button
                button.show(.down)
            }
        } else if old !== button {
            old?.show(.up)
            button?.show(.over)
        }
    }

    func press() {
        isDown = true
        pressed = hovered
        hovered?.show(.down)
    }

    func release() {
        isDown = false
        if let pressed, pressed !== hovered { pressed.show(.up) }
        hovered?.show(.over)
        pressed = nil
    }

    func reset() {
        hovered = nil
        pressed = nil
        isDown = false
    }
}
