import AVM
import AVM1
import Base
import SWF

/// Which object takes the events of the mouse at a place.
extension DisplayObject {
    /// The topmost object that takes mouse events at `point`, which is in the parent's space.
    func mousePick(_ point: TwipsPoint) -> DisplayObject? {
        guard isVisible, isUnmasked(at: point) else { return nil }
        if let clip = self as? MovieClip, clip.isButtonMode {
            if let area = clip.hitArea {
                let global = (parent?.localToGlobal ?? .identity).apply(point)
                if area.shapeCovers(stagePoint: global) { return clip }
            } else if covers(point, isPicking: true) {
                return clip
            }
        }
        guard let inner = matrix.inverse?.apply(point) else { return nil }
        // Nothing of a text shows beyond its field.
        if self is EditText, !containsSelf(inner) { return nil }
        if let container = self as? Container, let found = container.pickChild(inner) { return found }
        return picksSelf(inner) ? self : nil
    }

    /// Whether its `setMask` mask lets a point of the parent's space through.
    private func isUnmasked(at point: TwipsPoint) -> Bool {
        guard let mask, mask.isOnStage else { return true }
        return mask.shapeCovers(stagePoint: (parent?.localToGlobal ?? .identity).apply(point))
    }
}

extension Container {
    /// The topmost child that takes the mouse at a point of this object's space and is not masked there.
    fileprivate func pickChild(_ point: TwipsPoint) -> DisplayObject? {
        var result: (object: DisplayObject, depth: Int32)?
        for child in children.reversed() {
            if let clipDepth = child.clipDepth {
                if let found = result, clipDepth >= found.depth, !child.covers(point) { result = nil }
            } else if result == nil, let found = child.mousePick(point) {
                result = (found, child.depth)
            }
        }
        return result?.object
    }
}

extension MovieClip {
    /// Handlers of the mouse make a clip a button: those of its placing tag, and methods that a script has given it.
    var isButtonMode: Bool {
        // The root of a level never is one.
        if parent == nil || isOldRoot { return false }
        if clipActions.contains(where: { !$0.events.isDisjoint(with: Self.buttonEvents) }) { return true }
        guard runsAVM1, let script = existingScript else { return false }
        let machine = player.avm1.machine!
        return Self.buttonMethods.contains { machine.hasProperty(script, player.heap.strings.pinned($0)) }
    }

    /// Another clip that stands for this one where the mouse is asked for (`hitArea`).
    var hitArea: DisplayObject? {
        guard let area = scriptProperty("hitArea")?.object else { return nil }
        return player.avm1.machine.host.liveClip(area)?.displayObject
    }

    static let buttonEvents: ClipEvents = [
        .press, .release, .releaseOutside, .rollOver, .rollOut, .dragOver, .dragOut,
    ]
    private static let buttonMethods: [StaticString] = [
        "onPress", "onRelease", "onReleaseOutside", "onRollOver", "onRollOut", "onDragOver", "onDragOut",
    ]
}

extension DisplayObject {
    /// A property of the script object, nil where there is none.
    func scriptProperty(_ name: StaticString) -> Value? {
        guard runsAVM1, let script = existingScript else { return nil }
        var result: Value?
        player.avm1.perform { () throws(ScriptError) in
            result = try player.avm1.machine.find(script, player.heap.strings.pinned(name))
        }
        return result
    }

    /// A property of the script object as a boolean; `standard` where it is not there or undefined.
    func scriptFlag(_ name: StaticString, standard: Bool) -> Bool {
        guard let value = scriptProperty(name), !value.isUndefined else { return standard }
        return player.avm1.machine.toBool(value)
    }

    /// Whether the mouse works on it as on a menu: a press may begin on another.
    var tracksAsMenu: Bool {
        let standard = (self as? ButtonObject)?.trackAsMenu ?? false
        return self is MovieClip || self is ButtonObject ? scriptFlag("trackAsMenu", standard: standard) : standard
    }

    /// Whether the pointer becomes a hand over it.
    var showsHandCursor: Bool {
        guard self is MovieClip || self is ButtonObject else { return false }
        return scriptFlag("useHandCursor", standard: true) && isEnabledByScript
    }

    /// `enabled`
    var isEnabledByScript: Bool { scriptFlag("enabled", standard: true) }

    /// Deals with a mouse event that happens to it.
    func handleMouse(_ event: ClipEvents) {
        if !isVisible && event != .releaseOutside { return }
        guard isEnabledByScript else { return }
        respond(to: event)
    }
}
