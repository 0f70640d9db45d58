import AVM
import AVM2
import Base
import Media
import Renderer
import SWF

/// What `Loader.load` and `loadBytes` do: bytes become a movie or a picture below the loader.
public struct LoadedContent {
    public enum Kind { case movie, oldMovie, image }
    public var kind: Kind
    /// The root of the movie, or the bitmap.
    public var root: DisplayObject
    public var assets: MovieAssets?
    public var contentType: String
    /// The pixels of an image.
    public var bitmap: Bitmap?
}

extension AVM2Runtime {
    /// Makes content of bytes. `domain` is the one that the movie's code joins; nil: one of its own, below `parent`'s.
    /// Nil: the bytes are neither a movie nor a picture.
    public func makeContent(
        _ bytes: [UInt8], url: String, domain: Domain?, parent: MovieAssets
    ) -> LoadedContent? {
        if let image = player.decodeImage(bytes) {
            let bitmap = Bitmap(image.pixmap, player: player)
            let object = BitmapObject(player: player, assets: player.assets, bitmap: bitmap, isSmoothed: false)
            return LoadedContent(
                kind: .image, root: object, assets: nil, contentType: image.contentType, bitmap: bitmap)
        }
        guard let movie = try? Movie(bytes) else { return nil }
        let assets = MovieAssets(movie: movie, url: url, resources: player.resources)
        setDomain(domain ?? Domain(parent: self.domain(of: parent)), of: assets)
        let root = MovieClip(player: player, assets: assets, characterID: nil, timeline: assets.timeline)
        return LoadedContent(
            kind: assets.runsAVM1 ? .oldMovie : .movie, root: root, assets: assets,
            contentType: "application/x-shockwave-flash", bitmap: nil)
    }

    /// Puts a movie's root below its loader and runs its first frame; it is constructed with the stage's next frame.
    public func place(_ content: LoadedContent, in loader: LoaderObject) {
        for child in loader.children.reversed() { loader.removeNow(child) }
        content.root.name = player.nextInstanceName()
        loader.insert2(content.root, at: 0)
        if let clip = content.root as? MovieClip, content.kind == .movie { clip.runFirstFrame2() }
        if let clip = content.root as? MovieClip, content.kind == .oldMovie {
            // For its scripts it is alone in the world.
            clip.locksRoot = true
            player.setPlayerVersion(of: clip)
            player.enteringOldMovies.append(clip)
        }
        if content.kind != .movie { construct(content.root) }
    }

    /// Takes the content out of its loader.
    public func unload(_ loader: LoaderObject) {
        for child in loader.children.reversed() {
            loader.removeNow(child)
            if child.runsAVM1 { child.didLeaveStage() }
        }
    }
}

extension Player {
    /// A picture of whatever format Flash reads; nil where the bytes are none.
    func decodeImage(_ bytes: [UInt8]) -> (pixmap: Pixmap, contentType: String)? {
        let type: String
        switch bytes.prefix(4) {
        case [0xFF, 0xD8, 0xFF, bytes.count > 3 ? bytes[3] : 0]: type = "image/jpeg"
        case [0x89, 0x50, 0x4E, 0x47]: type = "image/png"
        case [0x47, 0x49, 0x46, 0x38]: type = "image/gif"
        default: return nil
        }
        guard let image = try? ImageDecoder.image(bytes[...]), let pixmap = Pixmap(image) else { return nil }
        return (pixmap, type)
    }
}
