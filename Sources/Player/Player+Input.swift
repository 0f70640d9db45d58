import AVM
import AVM1
import Base
import SWF

extension Player {
    public func handle(_ event: InputEvent) {
        guard runsAVM1 else { return handle3(event) }
        switch event {
        case .mouseMove(let x, let y):
            let isMove = pointer.map { $0.x != x || $0.y != y } ?? true
            pointer = (x, y)
            moveDrag()
            notify(.mouseMove, broadcaster: "Mouse", "onMouseMove")
            if isMove { focus.mouseMoved() }
            trackMouse(isMove: isMove)
        case .mouseDown(let x, let y, let button, let clickIndex):
            movePointer(x, y)
            setKey(button.keyCode, isDown: true)
            guard button == .left else { break }
            notify(.mouseDown, broadcaster: "Mouse", "onMouseDown")
            trackMouse()
            press(on: mouse.hovered, clickIndex)
        case .mouseUp(let x, let y, let button):
            movePointer(x, y)
            setKey(button.keyCode, isDown: false)
            guard button == .left else { break }
            notify(.mouseUp, broadcaster: "Mouse", "onMouseUp")
            trackMouse()
            deliver(mouse.release())
            if let hovered = mouse.hovered { followLink(of: hovered) }
            pressedLink = nil
            selectingText = nil
        case .mouseLeave:
            lastMouseOnStage = mouseOnStage
            pointer = nil
            trackMouse()
        case .mouseWheel(let x, let y, let lines):
            movePointer(x, y)
            wheel(lines)
        case .keyDown(let code, let character): keyDown(code, character)
        case .keyUp(let code, let character):
            keys.up(code, character)
            notify(.keyUp, broadcaster: "Key", "onKeyUp")
        case .textInput(let text): textInput(text)
        case .textControl(let control): focus.text?.control(control)
        case .imePreedit, .imeCommit: ime(event)
        case .focusGained: break
        case .focusLost: focus.windowLostFocus()
        }
        if runsAVM1 { avm1.runQueue() }
    }

    private func movePointer(_ x: Double, _ y: Double) {
        let isMove = pointer.map { $0.x != x || $0.y != y } ?? true
        pointer = (x, y)
        if isMove { moveDrag() }
    }

    /// Whether the pointer is over text that can be selected.
    public var isPointerOverText: Bool { ((mouse.hovered ?? mouse3.hovered) as? EditText)?.isSelectable ?? false }

    func trackMouse(isMove: Bool = false) {
        moveDrag()
        deliver(mouse.move(over: pointer.flatMap(mousePick(at:)), isMove: isMove))
    }

    /// The left button goes down on an object of ActionScript 1 or 2, or on none.
    func press(on object: DisplayObject?, _ clickIndex: Int) {
        focus.mousePressed(on: object)
        deliver(mouse.press())
        if let field = object as? EditText {
            let point = field.localPoint(ofStage: mouseOnStage)
            pressedLink = field.link(at: point)
            if field.isSelectable {
                selectingText = field
                field.press(at: point, clickIndex: clickIndex)
            }
        }
    }

    /// A click on a link follows it, where the button went down on the same.
    func followLink(of object: DisplayObject) {
        guard let pressedLink, let field = object as? EditText,
            field.link(at: field.localPoint(ofStage: mouseOnStage)) == pressedLink
        else { return }
        field.follow(pressedLink)
    }

    func deliver(_ messages: [MouseTracker.Message]) {
        for message in messages where !message.object.isRemoved {
            message.object.handleMouse(message.event)
            if hasAVM1 { avm1.runQueue() }
        }
        if let selectingText, messages.isEmpty, selectingText.runsAVM1 {
            selectingText.drag(to: selectingText.localPoint(ofStage: mouseOnStage))
        }
    }

    private func setKey(_ code: UInt8, isDown: Bool) { keys.set(code, isDown: isDown) }

    // MARK: To all clips

    /// Sends a clip event to all clips and then a message to the listeners of `Key` or `Mouse`.
    func notify(
        _ event: ClipEvents, broadcaster: String, _ method: StaticString, _ arguments: [Value] = []
    ) {
        let roots = oldRoots
        guard let first = roots.first else { return }
        if !event.isEmpty { for root in roots { root.spread(event) } }
        if let object = avm1.keptObjects[broadcaster] {
            avm1.queue.add(
                QueuedAction(
                    object: first, work: .broadcast(object, heap.strings.pinned(method), arguments)))
        }
        avm1.runQueue()
    }

    private func wheel(_ lines: Double) {
        trackMouse()
        wheelOld(lines)
    }

    /// The wheel turns over what the pointer is over, as ``mouse`` knows it.
    func wheelOld(_ lines: Double) {
        // Over a text that scrolls, the wheel scrolls it.
        (mouse.hovered as? EditText)?.wheel(lines)
        let over = mouse.hovered?.avm1Object()
        notify([], broadcaster: "Mouse", "onMouseWheel", [Value(lines), over.map { Value($0) } ?? .undefined])
    }

    // MARK: Keys

    private func keyDown(_ code: UInt8, _ character: UInt16) {
        keys.down(code, character)
        notify(.keyDown, broadcaster: "Key", "onKeyDown")
        var isHandled = false
        if let key = KeyState.buttonKey(code) { isHandled = keyPress(key) }
        focus.keyDown(code, isHandled: isHandled)
    }

    /// A key for button actions and `onClipEvent(keyPress)`: the first that takes it keeps it.
    func keyPress(_ key: UInt8) -> Bool {
        for root in oldRoots where root.spreadKeyPress(key) {
            avm1.runQueue()
            return true
        }
        return false
    }

    func textInput(_ text: String) {
        if let unit = text.utf16.first, text.utf16.count == 1, (32...126).contains(unit), keyPress(UInt8(unit)) {
            return
        }
        focus.text?.type(text)
    }

    private func ime(_ event: InputEvent) {
        switch event {
        case .imePreedit(let text, _): focus.text?.preedit(text)
        case .imeCommit(let text): focus.text?.commit(text)
        default: break
        }
    }

    // MARK: Places

    /// The pointer on the stage, in twips. Where it was last while it is outside.
    var mouseOnStage: TwipsPoint {
        guard let pointer, let map = stageToDevice.inverse else { return lastMouseOnStage }
        let place = map.apply(x: pointer.x, y: pointer.y)
        return TwipsPoint(x: Int32(saturating: place.x.rounded()), y: Int32(saturating: place.y.rounded()))
    }

    /// What takes mouse events at a device position: the topmost of the highest level.
    private func mousePick(at position: (x: Double, y: Double)) -> DisplayObject? {
        guard let map = stageToDevice.inverse else { return nil }
        let place = map.apply(x: position.x, y: position.y)
        let point = TwipsPoint(x: Int32(saturating: place.x.rounded()), y: Int32(saturating: place.y.rounded()))
        for number in levels.keys.sorted().reversed() {
            if let found = levels[number]?.mousePick(point) { return found }
        }
        return nil
    }
}

extension MouseButton {
    /// The code under which `Key.isDown` knows it.
    var keyCode: UInt8 {
        switch self {
        case .left: 1
        case .right: 2
        case .middle: 4
        }
    }
}

extension DisplayObject {
    /// Sends an event of the mouse or the keyboard to it and to all below it.
    func spread(_ event: ClipEvents) {
        if let container = self as? Container {
            for child in container.children.reversed() { child.spread(event) }
        }
        guard self is MovieClip || (self is ButtonObject && (event == .keyDown || event == .keyUp)) else { return }
        queue(event)
    }

    /// Offers a key press to all below and then to it. True: taken.
    func spreadKeyPress(_ key: UInt8) -> Bool {
        if let container = self as? Container {
            for child in container.children.reversed() where child.spreadKeyPress(key) { return true }
        }
        if let button = self as? ButtonObject { return button.press(key: key) }
        let handlers = clipActions.filter { $0.events.contains(.keyPress) && $0.keyCode == key }
        for handler in handlers {
            player.avm1.queue.add(QueuedAction(object: self, work: .code(handler.actions, assets)))
        }
        return !handlers.isEmpty
    }
}
