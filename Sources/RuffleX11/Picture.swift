import Base
import Renderer

/// What a surface or the window shows: all that the renderer was given.
struct Picture: Equatable {
    var commands: [RenderCommand]
    var background: RGBA
    var quality: Quality
    var width, height: Int

    var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

    /// Where `self` looks different from `old`; everywhere where `old` is nil.
    func damage(since old: Picture?) -> [PixelRect] {
        guard let old, old.width == width, old.height == height, old.background == background, old.quality == quality
        else { return [bounds] }
        return old.commands == commands ? [] : [bounds]
    }
}

/// The renderer's surface by a name that X11 does not have as well.
typealias Canvas = Pixmap
