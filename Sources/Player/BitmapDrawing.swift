import Base
import Renderer

/// `BitmapData.draw`: draws a display object or a bitmap into a bitmap.
public struct BitmapDrawing {
    public enum Source {
        case bitmap(Bitmap)
        case object(DisplayObject)
    }

    private let source: Source
    /// From twips to twips of the bitmap; its factors apply to pixels just as well.
    private let matrix: Affine
    private let colorTransform: ColorTransform
    private let blendMode: BlendMode
    /// In pixels of the bitmap drawn into.
    private let clip: PixelRect?
    private let isSmoothed: Bool

    public init(
        source: Source, matrix: Affine, colorTransform: ColorTransform, blendMode: BlendMode, clip: PixelRect?,
        isSmoothed: Bool
    ) {
        self.source = source
        self.matrix = matrix
        self.colorTransform = colorTransform
        self.blendMode = blendMode
        self.clip = clip
        self.isSmoothed = isSmoothed
    }

    public func draw(into bitmap: Bitmap) {
        let player = bitmap.player
        let area = (clip ?? bitmap.pixmap.bounds).intersection(bitmap.pixmap.bounds)
        guard !area.isEmpty else { return }
        let toPixels = Affine(a: 0.05, d: 0.05) * matrix
        // Drawn apart, as the source may show the very bitmap that is drawn into.
        let result = Pixmap(width: bitmap.width, height: bitmap.height, isOpaque: bitmap.pixmap.isOpaque)
        var list = RenderList(
            reusing: [], bounds: bitmap.pixmap.bounds, stageToDevice: toPixels * globalToSource)
        // Alpha and erase act on a transparent bitmap as on a layer. Quirk: those of a bitmap do nothing.
        let isLayer = bitmap.isTransparent && isObject && (blendMode == .alpha || blendMode == .erase)
        if isLayer { list.append(.layerPush(area, .normal, .identity)) }
        list.append(.bitmap(bitmap.id, Affine(), .identity, isSmoothed: false))
        if blendMode != .normal { list.append(.layerPush(area, blendMode, .identity)) }
        switch source {
        case .bitmap(let other):
            list.append(.bitmap(other.id, toPixels * Affine(a: 20, d: 20), colorTransform, isSmoothed: isSmoothed))
        case .object(let object):
            list.addDrawn(object, in: RenderState(matrix: toPixels, colorTransform: colorTransform))
        }
        if blendMode != .normal { list.append(.layerPop) }
        if isLayer { list.append(.layerPop) }
        player.bitmapRenderer.draw(
            list.commands, into: result.target, background: bitmap.isTransparent ? .clear : .black,
            quality: player.quality, damage: [area])
        bitmap.pixmap.take(result, area)
        bitmap.didChange()
    }

    private var isObject: Bool { if case .object = source { true } else { false } }

    /// From twips of the stage to those that the source lies in: drawn, it has no place of its own.
    private var globalToSource: Affine {
        guard case .object(let object) = source, let parent = object.parent else { return .identity }
        return Affine(parent.localToGlobal).inverse ?? .identity
    }
}
