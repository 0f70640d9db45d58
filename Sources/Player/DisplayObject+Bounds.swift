import Base
import SWF

/// Bounds and points as scripts ask for them.
extension DisplayObject {
    /// SWF version of the movie it belongs to.
    public var swfVersion: UInt8 { assets.movie.header.version }

    /// Bounds of it and all below, strokes included, in its own space.
    public var fullBounds: TwipsRect { bounds }

    /// The same on the stage.
    public var stageBounds: TwipsRect {
        let own = bounds
        return own.isEmpty ? .empty : localToGlobal.apply(own)
    }

    /// What `getBounds` gives for a rectangle of its space in the space of `target`.
    ///
    /// A clip without any content has bounds that Flash never cleans up: the largest number that a rectangle of the file can
    /// hold, or one more than that in the space of another object once code of SWF 8 has asked for bounds.
    public func bounds(_ own: TwipsRect, in target: DisplayObject) -> TwipsRect {
        if own.isEmpty { return Self.noBounds(player.hasNewNoBounds && target !== self ? 0x800_0000 : 0x7FF_FFFF) }
        if target === self { return own }
        guard let inverse = target.localToGlobal.inverse else { return own }
        return (inverse * localToGlobal).apply(own)
    }

    private static func noBounds(_ edge: Int32) -> TwipsRect {
        TwipsRect(xMin: edge, xMax: edge, yMin: edge, yMax: edge)
    }

    /// A point of its space on the stage, in twips.
    public func stagePoint(ofLocal point: TwipsPoint) -> TwipsPoint { localToGlobal.apply(point) }

    /// A point of the stage in its own space, in twips.
    public func localPoint(ofStage point: TwipsPoint) -> TwipsPoint { localToGlobal.inverse?.apply(point) ?? point }

    /// A point of the space of its level's root on the stage.
    public func rootToStage(_ point: TwipsPoint) -> TwipsPoint { levelRoot.localToGlobal.apply(point) }

    /// Whether the pictures of it and of all below cover a point of the stage.
    public func shapeCovers(stagePoint point: TwipsPoint) -> Bool {
        guard stageBounds.contains(point), let inverse = (parent?.localToGlobal ?? .identity).inverse else {
            return false
        }
        return covers(inverse.apply(point))
    }

    /// Lets `mask` decide where it shows; nil takes the mask away. A mask masks one object only.
    public func setMask(_ mask: DisplayObject?) {
        self.mask?.maskedObject = nil
        if let mask {
            mask.maskedObject?.mask = nil
            mask.maskedObject = self
            // An object that was masked by the timeline is so no more.
            mask.clipDepth = nil
        }
        self.mask = mask
        player.invalidate()
    }
}

extension TwipsRect {
    /// Whether they share a point.
    public func intersects(_ other: TwipsRect) -> Bool {
        guard !isEmpty, !other.isEmpty else { return false }
        return xMin <= other.xMax && xMax >= other.xMin && yMin <= other.yMax && yMax >= other.yMin
    }
}
