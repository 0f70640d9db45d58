import AVM
import AVM1
import Base
import SWF

/// What has the keyboard's focus, and how it moves.
public final class FocusTracker {
    unowned(unsafe) let player: Player
    /// What has the focus. In ActionScript 3 what leaves the stage loses it; what has not come there yet may have it.
    public private(set) var focused: DisplayObject? {
        get {
            guard !player.runsAVM1, let held else { return held }
            if held.isOnStage { isAwaited = false } else if !isAwaited { self.held = nil }
            return self.held
        }
        set {
            held = newValue
            isAwaited = newValue.map { !$0.isOnStage } ?? false
        }
    }
    private weak var held: DisplayObject?
    /// What has the focus has not been on the stage since it was given it.
    private var isAwaited = false
    /// The focus came by the keyboard: it is shown by a frame, and Enter presses what it is on.
    private(set) var isShown = false
    /// What the keyboard's focus has rolled over, as the mouse would. Quirk: Esc hides the frame but does not roll out;
    /// that is left to the mouse, when it really moves, or to the next focus.
    private weak var rolledOver: DisplayObject?

    init(player: Player) { self.player = player }

    /// The text field that has the focus.
    public var text: EditText? { focused as? EditText }

    /// What moves the focus. The keyboard and scripts show it, the mouse does not.
    public enum Mover: Sendable { case mouse, keyboard, script }

    /// Moves the focus and tells those concerned: `onKillFocus`, `onSetFocus`, then the listeners of `Selection`.
    public func set(_ object: DisplayObject?, by mover: Mover = .mouse) {
        let byKeyboard = mover == .keyboard
        let old = focused
        if old !== object { hideFrame(by: mover) }
        if mover != .mouse, let object, object.runsAVM1 {
            isShown = true
            // For what has handlers the keyboard's focus is the mouse over it.
            if rolledOver !== object {
                if let hovered = player.mouse.yieldToKeyboard() { roll(.rollOut, hovered, by: mover) }
                rolledOver = object
                roll(.rollOver, object, by: mover)
            }
        }
        player.invalidate()
        guard old !== object else {
            // A text that is given the focus again is selected again.
            (object as? EditText)?.gotFocus(byKeyboard: byKeyboard)
            return
        }
        focused = object
        (old as? EditText)?.lostFocus()
        (object as? EditText)?.gotFocus(byKeyboard: byKeyboard)
        if player.hasAVM1 { tell1(from: old?.ifOld, to: object?.ifOld) }
        if !player.runsAVM1 {
            player.focusDidMove3(
                from: old?.runsAVM1 == false ? old : nil, to: object?.runsAVM1 == false ? object : nil)
        }
    }

    /// Tells scripts of ActionScript 1 and 2; what is not theirs is null to them.
    private func tell1(from old: DisplayObject?, to new: DisplayObject?) {
        let oldScript = old?.avm1Object().map { Value($0) } ?? .null
        let newScript = new?.avm1Object().map { Value($0) } ?? .null
        if let old { callHandler("onKillFocus", of: old, newScript) }
        if let new { callHandler("onSetFocus", of: new, oldScript) }
        player.avm1.perform { () throws(ScriptError) in
            guard let selection = player.avm1.keptObjects["Selection"] else { return }
            try player.avm1.machine.broadcast(
                selection, player.heap.strings.pinned("onSetFocus"), [oldScript, newScript])
        }
    }

    /// The frame around what the keyboard has chosen goes; for its handlers the mouse leaves it.
    private func hideFrame(by mover: Mover = .mouse) {
        if isShown { player.invalidate() }
        isShown = false
        rollOut(by: mover)
    }

    /// The mouse has moved: what the keyboard's focus was over it is over no longer.
    func mouseMoved() {
        if let object = rolledOver, player.mouse.takeOver(object) {
            rolledOver = nil
        } else {
            rollOut(by: .mouse)
        }
    }

    private func rollOut(by mover: Mover) {
        guard let object = rolledOver, object.runsAVM1, !object.isRemoved else { return }
        rolledOver = nil
        roll(.rollOut, object, by: mover)
    }

    private func roll(_ event: ClipEvents, _ object: DisplayObject, by mover: Mover) {
        guard !(object is EditText) else { return }
        object.handleMouse(event)
        // The handlers wait until the script that moves the focus has ended.
        if player.hasAVM1, mover != .script { player.avm1.runQueue() }
    }

    private func callHandler(_ name: StaticString, of object: DisplayObject, _ other: Value) {
        guard player.avm1.methodVersion >= 6, let script = object.avm1Object() else { return }
        player.avm1.perform { () throws(ScriptError) in
            try player.avm1.withTarget(script) { () throws(ScriptError) in
                try player.avm1.machine.callMethod(script, name, [other])
            }
        }
    }

    func windowLostFocus() { set(nil) }

    /// It leaves the stage: the focus goes without a word.
    func forget(_ object: DisplayObject) {
        if focused === object { set(nil) }
    }

    func reset() {
        focused = nil
        isShown = false
        rolledOver = nil
    }

    // MARK: Mouse

    /// The mouse went down on `object`, or on nothing.
    func mousePressed(on object: DisplayObject?) {
        hideFrame()
        if let field = object as? EditText {
            if field.isSelectable { set(field) }
        } else {
            // Clips and buttons do not take the focus from the mouse, but they end that of a text.
            set(nil)
        }
    }

    // MARK: Keys

    func keyDown(_ code: UInt8, isHandled: Bool) {
        switch code {
        case 9:
            if !isHandled { cycle(backwards: player.keys.isDown(16)) }
        case 27:
            if isShown { player.invalidate() }
            isShown = false
        case 13, 32:
            guard isShown, !isHandled, let focused, !(focused is EditText) else { return }
            focused.handleMouse(.press)
            focused.handleMouse(.release)
        default: break
        }
    }

    /// The next in the order of tabs takes the focus.
    func cycle(backwards: Bool) {
        if let next = next(backwards: backwards) { set(next, by: .keyboard) }
    }

    /// The next in the order of tabs.
    func next(backwards: Bool) -> DisplayObject? {
        let order = TabOrder.collect(player)
        guard !order.isEmpty else { return nil }
        guard let focused, let index = order.firstIndex(where: { $0 === focused }) else {
            return backwards ? order.last : order.first
        }
        return order[(index + (backwards ? order.count - 1 : 1)) % order.count]
    }
}

extension DisplayObject {
    /// Itself, where scripts of ActionScript 1 and 2 know it.
    fileprivate var ifOld: DisplayObject? { runsAVM1 ? self : nil }

    /// Whether `Selection.setFocus` may give it the focus.
    public var isFocusable: Bool {
        switch self {
        case is EditText, is ButtonObject: return true
        case let clip as MovieClip:
            guard clip.parent != nil else { return false }
            return clip.scriptFlag("focusEnabled", standard: false) || clip.isButtonMode
        default: return false
        }
    }

    /// Whether the Tab key stops at it.
    var isTabbable: Bool {
        guard runsAVM1 else {
            // Text is only stopped at to type in it.
            if let field = self as? EditText, !field.isEditable { return false }
            return interaction.tabEnabled ?? isTabEnabledAtFirst
        }
        switch self {
        case let field as EditText: return field.isEditable && scriptFlag("tabEnabled", standard: true)
        case is ButtonObject: return scriptFlag("tabEnabled", standard: true)
        case let clip as MovieClip:
            guard clip.parent != nil else { return false }
            return scriptFlag("tabEnabled", standard: clip.isButtonMode || clip.tabIndex != nil)
        default: return false
        }
    }
}

/// The order in which Tab goes through the stage.
enum TabOrder {
    static func collect(_ player: Player) -> [DisplayObject] {
        var found: [DisplayObject] = []
        guard player.runsAVM1 else {
            collect(player.stage, into: &found)
            return ordered(found.filter { !($0 is StageObject) })
        }
        for number in player.levels.keys.sorted() {
            if let level = player.levels[number] { collect(level, into: &found) }
        }
        return ordered(found)
    }

    private static func ordered(_ found: [DisplayObject]) -> [DisplayObject] {
        // -1 is no number.
        let numbered = found.filter { $0.tabIndex != nil && $0.tabIndex != -1 }
        if !numbered.isEmpty {
            // With one number given, what has none is left out.
            return numbered.enumerated().sorted {
                ($0.element.tabIndex!, $0.offset) < ($1.element.tabIndex!, $1.offset)
            }.map(\.element)
        }
        return automatic(found)
    }

    private static func collect(_ object: DisplayObject, into found: inout [DisplayObject]) {
        guard object.isVisible else { return }
        if object.isTabbable { found.append(object) }
        guard let container = object as? Container, !(object is ButtonObject),
            object.runsAVM1 ? object.scriptFlag("tabChildren", standard: true) : object.interaction.tabChildren
        else { return }
        for child in container.children { collect(child, into: &found) }
    }

    /// From left to right and from top to bottom, rows leaning. Of several at one place the first counts.
    private static func automatic(_ found: [DisplayObject]) -> [DisplayObject] {
        var places: [(object: DisplayObject, key: Int64, order: Int)] = []
        for (order, object) in found.enumerated() {
            let box = object.stageBounds
            // ActionScript 3 stops at what has no size as well.
            guard !box.isEmpty || !object.runsAVM1 else { continue }
            places.append((object, 6 * Int64(box.yMin) + Int64(box.xMin), order))
        }
        places.sort { ($0.key, $0.order) < ($1.key, $1.order) }
        var result: [DisplayObject] = []
        var last: Int64?
        for place in places where place.key != last {
            result.append(place.object)
            last = place.key
        }
        return result
    }
}
