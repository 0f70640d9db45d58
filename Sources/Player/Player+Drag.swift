import Base

/// What follows the mouse (`startDrag`).
struct Drag {
    let object: DisplayObject
    /// From the mouse to the object's origin, in twips of the parent.
    let offset: TwipsPoint
    /// Where its origin may be, in twips of the parent; nil: anywhere.
    let constraint: TwipsRect?
}

extension Player {
    public func startDrag(
        _ object: DisplayObject, lockCenter: Bool,
        constraint: (left: Double, top: Double, right: Double, bottom: Double)?
    ) {
        let mouse = mousePosition(inParentOf: object)
        let offset =
            lockCenter
            ? TwipsPoint.zero : TwipsPoint(x: object.matrix.tx &- mouse.x, y: object.matrix.ty &- mouse.y)
        let bounds = constraint.map {
            let (x0, x1) = (Twips(pixels: $0.left).raw, Twips(pixels: $0.right).raw)
            let (y0, y1) = (Twips(pixels: $0.top).raw, Twips(pixels: $0.bottom).raw)
            return TwipsRect(xMin: min(x0, x1), xMax: max(x0, x1), yMin: min(y0, y1), yMax: max(y0, y1))
        }
        drag = Drag(object: object, offset: offset, constraint: bounds)
        moveDrag()
    }

    public func stopDrag() { drag = nil }

    /// Puts what is dragged where the mouse is.
    func moveDrag() {
        guard let drag else { return }
        guard !drag.object.isRemoved else {
            self.drag = nil
            return
        }
        let mouse = mousePosition(inParentOf: drag.object)
        var (x, y) = (mouse.x &+ drag.offset.x, mouse.y &+ drag.offset.y)
        if let bounds = drag.constraint {
            x = max(bounds.xMin, min(bounds.xMax, x))
            y = max(bounds.yMin, min(bounds.yMax, y))
        }
        if x != drag.object.matrix.tx || y != drag.object.matrix.ty {
            drag.object.isTransformedByScript = true
            drag.object.matrix.tx = x
            drag.object.matrix.ty = y
        }
    }

    private func mousePosition(inParentOf object: DisplayObject) -> TwipsPoint {
        guard let inverse = (object.parent?.localToGlobal ?? .identity).inverse else { return mouseOnStage }
        return inverse.apply(mouseOnStage)
    }

    /// The topmost clip under the mouse that is not the dragged one or in it.
    func dropTarget(of object: DisplayObject) -> DisplayObject? {
        for number in levels.keys.sorted().reversed() {
            guard let level = levels[number] else { continue }
            if let found = level.topmostClip(at: mouseOnStage, except: object), found !== level { return found }
        }
        return nil
    }
}

extension Container {
    /// The deepest clip whose picture covers a point of the parent's space, topmost first.
    fileprivate func topmostClip(at point: TwipsPoint, except excluded: DisplayObject) -> DisplayObject? {
        guard self !== excluded, isVisible, let inner = matrix.inverse?.apply(point) else { return nil }
        for child in children.reversed() {
            if let container = child as? Container, !(child is EditText) {
                if let found = container.topmostClip(at: inner, except: excluded) { return found }
            } else if child.covers(inner) {
                return self
            }
        }
        return containsSelf(inner) ? self : nil
    }
}
