import AVM
import AVM1
import Base
import SWF

/// Movies of ActionScript 1 and 2 that Loaders of ActionScript 3 have brought: the mouse and the keyboard reach them as
/// if they were alone. What they take of the mouse, ActionScript 3 does not hear of.
extension Player {
    /// The roots whose clips run ActionScript 1 or 2, in the order in which they hear of things.
    var oldRoots: [DisplayObject] {
        if runsAVM1 { return levels.keys.sorted().compactMap { levels[$0] } }
        return hasAVM1 ? loadedOldMovies.filter(\.isOnStage) : []
    }

    /// The pointer is over this object of such a movie, or over none.
    func hoverOld(_ object: DisplayObject?) {
        guard hasAVM1 else { return }
        deliver(mouse.move(over: object))
    }

    /// Tells such movies where the pointer is, before ActionScript 3 hears of it.
    func movedOld() {
        guard hasAVM1 else { return }
        notify(.mouseMove, broadcaster: "Mouse", "onMouseMove")
        focus.mouseMoved()
    }

    /// The left button goes down. Returns whether one of these movies takes it.
    func pressOld(_ clickIndex: Int) -> Bool {
        guard hasAVM1 else { return false }
        notify(.mouseDown, broadcaster: "Mouse", "onMouseDown")
        hover3()
        guard let target = mouse.hovered else {
            deliver(mouse.press())
            return false
        }
        if let focused = focus.focused, !focused.runsAVM1 {
            guard asks3("mouseFocusChange", to: nil, keyCode: 0) else { return true }
        }
        press(on: target, clickIndex)
        avm1.runQueue()
        return true
    }

    /// The left button comes up. Returns whether one of these movies takes it.
    func releaseOld() -> Bool {
        guard hasAVM1 else { return false }
        let isTaken = mouse.pressed != nil
        notify(.mouseUp, broadcaster: "Mouse", "onMouseUp")
        hover3()
        deliver(mouse.release())
        if isTaken, let hovered = mouse.hovered { followLink(of: hovered) }
        avm1.runQueue()
        return isTaken
    }
}

extension DisplayObject {
    /// Whether it is the root of a movie of ActionScript 1 or 2 in a movie of ActionScript 3. For its scripts there is
    /// nothing above it.
    var isOldRoot: Bool { parent is LoaderObject && assets.runsAVM1 && !player.runsAVM1 }
}
