import AVM
import Base
import Renderer
import SWF

/// What the natives of ActionScript 3 ask of the player and its movies.
extension Player {
    public var mainAssets: MovieAssets { assets }
    public var focus2: DisplayObject? { focus.focused }

    /// `stage.focus = …`
    public func setFocus2(_ object: DisplayObject?) { focus.set(object) }

    public func setStageColor(_ color: RGBA) {
        replaceBackground(color)
        invalidate()
    }
}

extension MovieAssets {
    public var movieLength: Int { movie.fileSize }
    public var movieBytes: [UInt8] { movie.bytes }
    public var frameRate: Double { movie.header.frameRate }
    public var stageWidth: Int { Int(movie.header.frameSize.width.pixels) }
    public var stageHeight: Int { Int(movie.header.frameSize.height.pixels) }
    public var swfVersion: Int { Int(movie.header.version) }
    public var usesScript3: Bool { movie.fileAttributes.contains(.actionScript3) }

    /// DefineBinaryData of the dictionary.
    func binaryData(_ id: CharacterID) -> [UInt8]? {
        guard case .binary(let range)? = character(id) else { return nil }
        return Array(movie.bytes[range])
    }

    /// The pixels of a bitmap of the dictionary.
    public func bitmap(_ id: CharacterID) -> Pixmap? {
        guard case .bitmap(let bitmap)? = character(id) else { return nil }
        return resources.pixmap(bitmap.bitmap)
    }
}

extension DisplayObject {
    /// From its space to the stage's.
    public var stageMatrix: Matrix { localToGlobal }
}

extension Drawing {
    /// A cubic curve, as quadratic ones.
    public func cubic(to end: TwipsPoint, _ first: TwipsPoint, _ second: TwipsPoint) {
        let start = position
        func point(_ t: Double) -> (x: Double, y: Double) {
            let s = 1 - t
            func mix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Double {
                s * s * s * Double(a) + 3 * s * s * t * Double(b) + 3 * s * t * t * Double(c) + t * t * t * Double(d)
            }
            return (mix(start.x, first.x, second.x, end.x), mix(start.y, first.y, second.y, end.y))
        }
        func slope(_ t: Double) -> (x: Double, y: Double) {
            let s = 1 - t
            func mix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Double {
                let (p, q, r, u) = (Double(a), Double(b), Double(c), Double(d))
                return 3 * s * s * (q - p) + 6 * s * t * (r - q) + 3 * t * t * (u - r)
            }
            return (mix(start.x, first.x, second.x, end.x), mix(start.y, first.y, second.y, end.y))
        }
        let pieces = 4
        for piece in 0..<pieces {
            let (t0, t1) = (Double(piece) / Double(pieces), Double(piece + 1) / Double(pieces))
            let (p0, p1, d0, d1) = (point(t0), point(t1), slope(t0), slope(t1))
            let quarter = (t1 - t0) / 4
            // The control point that keeps both ends' slopes on average.
            let x = (p0.x + p1.x) / 2 + (d0.x - d1.x) * quarter
            let y = (p0.y + p1.y) / 2 + (d0.y - d1.y) * quarter
            curve(
                to: TwipsPoint(x: Int32(saturating: p1.x.rounded()), y: Int32(saturating: p1.y.rounded())),
                control: TwipsPoint(x: Int32(saturating: x.rounded()), y: Int32(saturating: y.rounded())))
        }
    }

    /// `copyFrom`
    public func takeCopy(of other: Drawing) { copy(from: other) }
}
