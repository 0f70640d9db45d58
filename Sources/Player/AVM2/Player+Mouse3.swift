import AVM
import AVM2
import Base
import SWF

/// The mouse and the keyboard of a movie of ActionScript 3.
struct MouseState3 {
    weak var hovered: DisplayObject?
    weak var pressed: DisplayObject?
    var isDown = false
}

extension DisplayObject {
    /// What a point, in the parent's space, finds in an object and below it.
    fileprivate enum Pick {
        case miss
        /// Something is there, but none of what was asked takes the mouse: the parent may.
        case covered
        case hit(DisplayObject)
        /// An object of a movie of ActionScript 1 or 2 takes it.
        case old(DisplayObject)
    }

    /// Interactive objects take the mouse themselves, others leave it to their parents.
    private var isInteractive: Bool { self is Container }

    fileprivate func pick3(_ point: TwipsPoint) -> Pick {
        guard isVisible, maskedObject == nil else { return .miss }
        if let mask, mask.isOnStage {
            let global = (parent?.localToGlobal ?? .identity).apply(point)
            guard mask.shapeCovers(stagePoint: global) else { return .miss }
        }
        guard let inner = matrix.inverse?.apply(point) else { return .miss }
        if runsAVM1 {
            if let object = mousePick(point) { return .old(object) }
            return covers(point, isPicking: true) ? .covered : .miss
        }
        // For the root of the main movie the stage takes it.
        let own: Pick = interaction.isMouseEnabled && self !== player.levels[0] ? .hit(self) : .covered
        if let button = self as? ButtonObject { return button.isHit(inner) ? own : .miss }
        if let field = self as? EditText, !field.takesMouse || !field.box.contains(inner) { return .miss }
        if !isInteractive { return containsSelf(inner) ? .covered : .miss }
        if let area = object2?.native(as: DisplayState.self)?.hitAreaObject?.displayObject2 {
            let global = (parent?.localToGlobal ?? .identity).apply(point)
            return area.shapeCovers(stagePoint: global) ? own : .miss
        }
        if let container = self as? Container {
            var isCovered = false
            for child in container.children.reversed() where child.clipDepth == nil {
                switch child.pick3(inner) {
                case .miss: continue
                case .covered:
                    // What does not want the mouse lets it through to what lies below; what cannot take it leaves it to
                    // its parent, where that wants it.
                    if !child.isInteractive, case .hit = own { return own }
                    isCovered = true
                case .hit(let object): return interaction.takesMouseForChildren ? .hit(object) : own
                case .old(let object): return interaction.takesMouseForChildren ? .old(object) : own
                }
            }
            if isCovered { return own }
        }
        return containsSelf(inner) ? own : .miss
    }

    /// It and its parents, the stage last.
    fileprivate var line: [DisplayObject] {
        var list: [DisplayObject] = []
        var current: DisplayObject? = self
        while let object = current {
            list.append(object)
            current = object.parent
        }
        return list
    }
}

extension Player {
    func handle3(_ event: InputEvent) {
        switch event {
        case .mouseMove(let x, let y):
            let isMove = pointer.map { $0.x != x || $0.y != y } ?? true
            pointer = (x, y)
            moveDrag()
            pointerMoved()
            if isMove { movedOld() }
            hover3()
            if isMove { sendMouse("mouseMove", to: mouse3.hovered ?? stage) }
            if let selectingText { selectingText.drag(to: selectingText.localPoint(ofStage: mouseOnStage)) }
        case .mouseDown(let x, let y, let button, let clickIndex):
            point3(x, y)
            keys.set(button.keyCode, isDown: true)
            press3(button, clickIndex)
        case .mouseUp(let x, let y, let button):
            point3(x, y)
            keys.set(button.keyCode, isDown: false)
            release3(button)
            selectingText = nil
        case .mouseLeave:
            lastMouseOnStage = mouseOnStage
            pointer = nil
            hover3()
            send3("flash.events.Event", "mouseLeave", to: stage, bubbles: false, [])
        case .mouseWheel(let x, let y, let lines):
            point3(x, y)
            wheelOld(lines)
            guard mouse.hovered == nil else { break }
            let target = mouse3.hovered ?? stage
            sendMouse("mouseWheel", to: target, delta: Int32(saturating: lines))
            // Scripts see the field before it moves.
            (target as? EditText)?.wheel(lines)
        case .keyDown(let code, let character):
            keys.down(code, character)
            let isFree = sendKey("keyDown", code, character)
            notify(.keyDown, broadcaster: "Key", "onKeyDown")
            if let key = KeyState.buttonKey(code), keyPress(key) { break }
            if isFree { focusByKey3(code) }
        case .keyUp(let code, let character):
            keys.up(code, character)
            _ = sendKey("keyUp", code, character)
            notify(.keyUp, broadcaster: "Key", "onKeyUp")
        case .textInput(let text): textInput(text)
        case .textControl(let control): focus.text?.control(control)
        case .imePreedit(let text, _): focus.text?.preedit(text)
        case .imeCommit(let text): focus.text?.commit(text)
        case .focusGained: avm2.broadcast("activate")
        case .focusLost:
            focus.windowLostFocus()
            avm2.broadcast("deactivate")
        }
    }

    private func point3(_ x: Double, _ y: Double) {
        let isMove = pointer.map { $0.x != x || $0.y != y } ?? true
        pointer = (x, y)
        if isMove {
            moveDrag()
            pointerMoved()
        }
        hover3()
    }

    // MARK: Hovering

    /// Tells what the pointer has left and entered.
    func hover3() {
        guard levels[0] != nil else { return }
        var found: DisplayObject?
        var foundOld: DisplayObject?
        switch pointer == nil ? .miss : stage.pick3(mouseOnStage) {
        case .hit(let object): found = object
        case .old(let object): foundOld = object
        case .miss, .covered: break
        }
        hoverOld(foundOld)
        let old = mouse3.hovered
        guard old !== found else { return }
        mouse3.hovered = found
        let oldLine = old?.line ?? []
        let newLine = found?.line ?? []
        if let old, old !== stage { sendMouse("mouseOut", to: old, related: found) }
        // The stage is never rolled over.
        for object in oldLine where object !== stage && !newLine.contains(where: { $0 === object }) {
            sendMouse("rollOut", to: object, bubbles: false, related: found)
        }
        for object in newLine.reversed() where object !== stage && !oldLine.contains(where: { $0 === object }) {
            sendMouse("rollOver", to: object, bubbles: false, related: old)
        }
        if let found, found !== stage { sendMouse("mouseOver", to: found, related: old) }
        updateButtons3()
    }

    /// Buttons show the state that the mouse gives them.
    private func updateButtons3() {
        if let button = mouse3.pressed as? ButtonObject, mouse3.isDown {
            button.showIfNew(mouse3.hovered === button ? .down : .over)
        }
        if let button = mouse3.hovered as? ButtonObject, !mouse3.isDown { button.showIfNew(.over) }
        if let button = lastButton3, button !== mouse3.hovered, button !== mouse3.pressed { button.showIfNew(.up) }
        lastButton3 = (mouse3.hovered as? ButtonObject) ?? (mouse3.pressed as? ButtonObject)
    }

    // MARK: Pressing

    private func press3(_ button: MouseButton, _ clickIndex: Int) {
        let target = mouse3.hovered ?? stage
        guard button == .left else {
            return sendMouse(button == .right ? "rightMouseDown" : "middleMouseDown", to: target, isDown: true)
        }
        if pressOld(clickIndex) { return }
        mouse3.isDown = true
        mouse3.pressed = mouse3.hovered
        mouse3ClickIndex = clickIndex
        updateButtons3()
        focusByMouse3(target)
        sendMouse("mouseDown", to: target)
        if let field = target as? EditText {
            let point = field.localPoint(ofStage: mouseOnStage)
            pressedLink = field.link(at: point)
            if field.isSelectable {
                selectingText = field
                field.press(at: point, clickIndex: clickIndex)
            }
        }
    }

    private func release3(_ button: MouseButton) {
        let target = mouse3.hovered ?? stage
        guard button == .left else {
            sendMouse(button == .right ? "rightMouseUp" : "middleMouseUp", to: target)
            return sendMouse(button == .right ? "rightClick" : "middleClick", to: target)
        }
        if releaseOld() { return }
        let pressed = mouse3.pressed
        mouse3.isDown = false
        mouse3.pressed = nil
        updateButtons3()
        sendMouse("mouseUp", to: target)
        if let pressed, pressed !== mouse3.hovered {
            sendMouse("releaseOutside", to: pressed)
        } else {
            let isDouble = mouse3ClickIndex % 2 == 1 && target.interaction.takesDoubleClicks
            sendMouse(isDouble ? "doubleClick" : "click", to: target)
            followLink(of: target)
        }
        pressedLink = nil
    }

    private func focusByMouse3(_ target: DisplayObject) {
        var object: DisplayObject? = target
        if !(target is EditText) && !(target.interaction.tabEnabled ?? target.isTabEnabledAtFirst) { object = nil }
        let old = focus.focused
        // What is pressed is named, whether or not it can have the focus; the stage has no name, nor have old movies.
        let isNameless = target === stage || (target as? LoaderObject)?.children.first?.runsAVM1 == true
        let named = isNameless ? nil : target
        if named !== old, !asks3("mouseFocusChange", to: named, keyCode: 0) { return }
        if old !== object { focus.set(object) }
    }

    /// Whether the focus may move: what has it, or else the stage, hears of it before and may prevent it.
    func asks3(_ type: StaticString, to object: DisplayObject?, keyCode: Int32) -> Bool {
        send3(
            "flash.events.FocusEvent", type, to: focus.focused ?? stage, bubbles: true, cancelable: true,
            [Value(orNull: object?.object2), Value(keyCode == 9 && keys.isDown(16)), Value(keyCode)])
    }

    /// A key goes down that may move the focus.
    private func focusByKey3(_ code: UInt8) {
        guard code == 9 else { return }
        let order = TabOrder.collect(self)
        guard !order.isEmpty else { return }
        let isBackwards = keys.isDown(16)
        var next = isBackwards ? order.count - 1 : 0
        if let focused = focus.focused, let index = order.firstIndex(where: { $0 === focused }) {
            next = (index + (isBackwards ? order.count - 1 : 1)) % order.count
        }
        // Scripts are asked even where there is nowhere else to go.
        guard asks3("keyFocusChange", to: order[next], keyCode: Int32(code)), order[next] !== focus.focused else {
            return
        }
        focus.set(order[next], by: .keyboard)
    }

    // MARK: Text

    /// Tells scripts what was typed in a field. False: they do not want it. Others have no say.
    func mayInput3(_ units: [UInt16], in field: EditText) -> Bool {
        guard !field.runsAVM1 else { return true }
        return send3(
            "flash.events.TextEvent", "textInput", to: field, bubbles: true, cancelable: true,
            [Value(avm2.machine.heap.makeString(utf16: units))])
    }

    func textDidChange3(_ field: EditText) { send3("flash.events.Event", "change", to: field, bubbles: true, []) }

    func textDidScroll3(_ field: EditText) { send3("flash.events.Event", "scroll", to: field, bubbles: false, []) }

    func linkClicked3(_ field: EditText, _ text: String) {
        send3("flash.events.TextEvent", "link", to: field, bubbles: true, [avm2.machine.string(text)])
    }

    // MARK: Sending

    @discardableResult
    func send3(
        _ className: StaticString, _ type: StaticString, to target: DisplayObject, bubbles: Bool,
        cancelable: Bool = false, _ arguments: [Value]
    ) -> Bool {
        guard let object = target.object2 else { return true }
        var result = true
        avm2.perform { () throws(ScriptError) in
            result = try avm2.send(
                className, type, to: object, bubbles: bubbles, cancelable: cancelable, arguments)
        }
        return result
    }

    private func sendMouse(
        _ type: StaticString, to target: DisplayObject, bubbles: Bool = true, related: DisplayObject? = nil,
        delta: Int32 = 0, isDown: Bool = false
    ) {
        let place = target.localPoint(ofStage: mouseOnStage)
        send3(
            "flash.events.MouseEvent", type, to: target, bubbles: bubbles,
            [
                Value(double: Double(place.x) / 20), Value(double: Double(place.y) / 20),
                Value(orNull: related?.object2), Value(keys.isDown(17)), Value(keys.isDown(18)),
                Value(keys.isDown(16)), Value(mouse3.isDown || isDown), Value(delta),
            ])
    }

    private func sendKey(_ type: StaticString, _ code: UInt8, _ character: UInt16) -> Bool {
        // Keys that type nothing have the code of a control character, or none.
        let location: Int32 = (96...111).contains(code) ? 3 : [16, 17, 18].contains(code) ? 1 : 0
        return send3(
            "flash.events.KeyboardEvent", type, to: focus.focused ?? stage, bubbles: true, cancelable: true,
            [
                Value(Int(character)), Value(Int(code)), Value(location), Value(keys.isDown(17)),
                Value(keys.isDown(18)), Value(keys.isDown(16)),
            ])
    }

    /// The focus has moved: FOCUS_OUT where it was, FOCUS_IN where it is.
    func focusDidMove3(from old: DisplayObject?, to new: DisplayObject?) {
        if let old {
            send3(
                "flash.events.FocusEvent", "focusOut", to: old, bubbles: true,
                [Value(orNull: new?.object2), .false, .zero])
        }
        if let new {
            send3(
                "flash.events.FocusEvent", "focusIn", to: new, bubbles: true,
                [Value(orNull: old?.object2), .false, .zero])
        }
    }
}
