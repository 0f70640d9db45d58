import Base

extension Player {
    public func handle(_ event: InputEvent) {
        switch event {
        case .mouseMove(let x, let y):
            pointer = (x, y)
            trackMouse()
        case .mouseDown(let x, let y, let button, _):
            pointer = (x, y)
            trackMouse()
            if button == .left { mouse.press() }
        case .mouseUp(let x, let y, let button):
            pointer = (x, y)
            trackMouse()
            if button == .left { mouse.release() }
        case .mouseLeave:
            lastMouseOnStage = mouseOnStage
            pointer = nil
            trackMouse()
        case .mouseWheel, .keyDown, .keyUp, .textInput, .focusGained, .focusLost: break
        }
    }

    /// Whether the pointer should be a hand.
    public var isPointerOverButton: Bool { mouse.isOverButton }

    func trackMouse() {
        moveDrag()
        mouse.move(over: pointer.flatMap(button(at:)))
    }

    /// The pointer on the stage, in twips. Where it was last while it is outside.
    var mouseOnStage: TwipsPoint {
        guard let pointer, let map = stageToDevice.inverse else { return lastMouseOnStage }
        let place = map.apply(x: pointer.x, y: pointer.y)
        return TwipsPoint(x: Int32(saturating: place.x), y: Int32(saturating: place.y))
    }

    /// The topmost button at a device position.
    private func button(at position: (x: Double, y: Double)) -> ButtonObject? {
        guard let map = stageToDevice.inverse else { return nil }
        let place = map.apply(x: position.x, y: position.y)
        return root.button(at: TwipsPoint(x: Int32(saturating: place.x), y: Int32(saturating: place.y)))
    }
}

extension Container {
    /// The topmost button at `point`, which is in the parent's space.
    fileprivate func button(at point: TwipsPoint) -> ButtonObject? {
        guard isVisible, let inner = matrix.inverse?.apply(point) else { return nil }
        if let button = self as? ButtonObject { return button.isHit(inner) ? button : nil }
        for child in children.reversed() {
            if let found = (child as? Container)?.button(at: inner) { return found }
        }
        return nil
    }
}
