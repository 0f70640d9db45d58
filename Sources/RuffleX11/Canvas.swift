import Renderer

/// The renderer's surface by a name that X11 does not have as well.
typealias Canvas = Pixmap
