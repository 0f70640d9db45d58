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
        // The renderer draws over a background of one colour: what is there goes in first, as a picture.
        let base = player.resources.add(bitmap.pixmap.copy())
        var temporary = [base]
        defer { for id in temporary { player.resources.remove(id) } }
        var list = RenderList(reusing: [], bounds: bitmap.pixmap.bounds)
        // Alpha and erase act on a transparent bitmap as on a layer.
        if bitmap.isTransparent { list.append(.layerPush(area, .normal, .identity)) }
        list.append(.bitmap(base, Affine(), .identity, isSmoothed: false))
        if blendMode != .normal { list.append(.layerPush(area, blendMode, .identity)) }
        let toPixels = Affine(a: 0.05, d: 0.05) * matrix
        switch source {
        case .bitmap(let other):
            var id = other.id
            if other === bitmap {
                id = player.resources.add(other.pixmap.copy())
                temporary.append(id)
            }
            list.append(.bitmap(id, toPixels * Affine(a: 20, d: 20), colorTransform, isSmoothed: isSmoothed))
        case .object(let object):
            list.addContents(of: object, in: RenderState(matrix: toPixels, colorTransform: colorTransform))
        }
        if blendMode != .normal { list.append(.layerPop) }
        if bitmap.isTransparent { list.append(.layerPop) }
        player.bitmapRenderer.draw(
            list.commands, into: bitmap.pixmap.target, background: bitmap.isTransparent ? .clear : .black,
            quality: player.quality, damage: [area])
        bitmap.didChange()
    }
}
