import Base
import Renderer

/// What the pointer looks like over the movie.
public enum PointerShape: Hashable, Sendable {
    case arrow, hand, text
    /// An open hand: something can be dragged.
    case grip
    /// It is not shown, or the movie draws its own.
    case hidden
}

/// What `Mouse.cursor` of ActionScript 3 asks for.
public enum PointerChoice {
    /// What fits what the pointer is over.
    case automatic
    case shape(PointerShape)
    case pictures(PointerPictures)
}

/// A pointer that a movie brings along: `MouseCursorData`.
public struct PointerPictures {
    /// Shown in turn; at least one.
    public var frames: [Bitmap]
    /// The pixel that points.
    public var hotSpot: (x: Double, y: Double)
    /// Frames a second; 0: only the first is shown.
    public var frameRate: Double

    public init(frames: [Bitmap], hotSpot: (x: Double, y: Double), frameRate: Double) {
        self.frames = frames
        self.hotSpot = hotSpot
        self.frameRate = frameRate
    }
}

extension Player {
    /// What the pointer should look like where it is.
    public var pointerShape: PointerShape {
        if isPointerHidden { return .hidden }
        if !runsAVM1 {
            switch pointerChoice {
            case .automatic: break
            case .shape(let shape): return shape
            case .pictures: return .hidden
            }
        }
        guard let object = mouse.hovered ?? mouse3.hovered else { return .arrow }
        if let field = object as? EditText {
            if field.link(at: field.localPoint(ofStage: mouseOnStage)) != nil { return .hand }
            if field.isSelectable { return .text }
        }
        return object.runsAVM1 ? (object.showsHandCursor ? .hand : .arrow) : object.pointer3
    }

    /// Draws the movie's own pointer over everything.
    func addPointer(to list: inout RenderList) {
        guard let pointer, !isPointerHidden, case .pictures(let pictures) = pointerChoice else { return }
        let number = pictures.frameRate > 0 ? Int(Int32(saturating: milliseconds / 1000 * pictures.frameRate)) : 0
        let bitmap = pictures.frames[number % pictures.frames.count]
        let place = Affine(
            tx: (pointer.x - pictures.hotSpot.x).rounded(), ty: (pointer.y - pictures.hotSpot.y).rounded())
        list.append(.bitmap(bitmap.id, place, .identity, isSmoothed: false))
    }

    /// The movie's own pointer has to be drawn anew.
    func pointerMoved() {
        if case .pictures = pointerChoice { invalidate() }
    }
}

extension DisplayObject {
    /// The pointer over an object of ActionScript 3: what it is in counts as well.
    fileprivate var pointer3: PointerShape {
        var current: DisplayObject? = self
        while let object = current {
            if object is ButtonObject || object.interaction.isButton {
                return object.interaction.usesHandCursor ? .hand : .arrow
            }
            current = object.parent
        }
        return .arrow
    }
}
