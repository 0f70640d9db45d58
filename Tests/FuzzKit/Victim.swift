import Base
import Media
import Player
import Renderer
import SWF
import TestSupport

/// What a fuzzer does to one file: everything the player would, in little.
public enum Victim {
    /// The most frames that are run, and the side of the window in pixels.
    private static let frames = 4
    private static let side = 64

    /// Decodes every tag and picture, then plays and draws some frames. Returns how many tags there were, nil where the
    /// bytes are no movie at all.
    @discardableResult
    public static func attack(_ bytes: [UInt8]) -> Int? {
        guard let movie = try? Movie(bytes) else { return nil }
        let walk = MovieWalk(movie)
        decodePictures(movie)
        // Going back makes a script machine anew, which costs more than all else: one movie in eight does.
        play(movie, goesBack: bytes.count % 8 == 0)
        return walk.tagCount
    }

    /// Each picture on its own, so that those no frame shows are read too.
    private static func decodePictures(_ movie: Movie) {
        var tables = 0..<0
        for record in movie.tags {
            switch try? movie.decode(record) {
            case .jpegTables(let range): tables = range
            case .defineBits(_, let jpeg):
                _ = try? ImageDecoder.image(movie.bytes[jpeg], jpegTables: movie.bytes[tables])
            case .defineBitsJPEG(let picture):
                if let alpha = picture.alpha {
                    _ = try? ImageDecoder.image(movie.bytes[picture.image], alpha: movie.bytes[alpha])
                } else {
                    _ = try? ImageDecoder.image(movie.bytes[picture.image])
                }
            case .defineBitsLossless(let picture): decode(picture, of: movie)
            default: break
            }
        }
    }

    private static func decode(_ picture: DefineBitsLossless, of movie: Movie) {
        // A picture of a hundred million pixels is lawful, but it would take all the time there is.
        guard Int(picture.width) * Int(picture.height) < 1 << 22 else { return }
        let layout: LosslessLayout =
            switch picture.format {
            case .palette8: .palette(count: picture.paletteCount)
            case .rgb15: .rgb15
            case .rgb24: .rgb24
            }
        _ = try? ImageDecoder.lossless(
            movie.bytes[picture.data], width: Int(picture.width), height: Int(picture.height), layout: layout,
            hasAlpha: picture.hasAlpha)
    }

    private static func play(_ movie: Movie, goesBack: Bool) {
        let player = Player(movie: movie, viewport: Viewport(width: side, height: side))
        let renderer = Renderer(resources: player.resources)
        let pixmap = Pixmap(width: side, height: side)
        for frame in 0..<frames {
            player.runFrame()
            player.handle(.mouseMove(x: Double(frame * 13), y: Double(frame * 7)))
            renderer.draw(
                player.renderCommands(), into: pixmap.target, background: player.backgroundColor, quality: .low,
                damage: [pixmap.target.bounds])
        }
        guard goesBack else { return }
        player.step(by: -2)
        player.rewind()
        player.runFrame()
    }
}
