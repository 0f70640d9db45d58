import Base
import SWF
import TestSupport
import Testing

/// A movie of the tags that `build` writes, and its first tag.
func movie(version: UInt8 = 10, _ build: (inout SWFWriter) -> Void) throws -> Movie {
    var writer = SWFWriter(version: version)
    build(&writer)
    return try Movie(writer.file())
}

/// The first tag that `build` writes, decoded.
func decoded(version: UInt8 = 10, _ build: (inout SWFWriter) -> Void) throws -> SWF.Tag {
    let movie = try movie(version: version, build)
    return try movie.decode(try #require(movie.tags.first))
}

/// The first tag that `build` writes and the bytes its ranges count in.
func decodedWithBytes(version: UInt8 = 10, _ build: (inout SWFWriter) -> Void) throws -> (tag: SWF.Tag, bytes: [UInt8])
{
    let movie = try movie(version: version, build)
    return (try movie.decode(try #require(movie.tags.first)), movie.bytes)
}

/// A tag of `code` and `body`, decoded.
func decoded(version: UInt8 = 10, _ code: TagCode, _ body: [UInt8]) throws -> SWF.Tag {
    try decoded(version: version) { $0.tag(code, body) }
}

extension TwipsRect {
    static let sample = TwipsRect(xMin: -20, xMax: 2000, yMin: -40, yMax: 1000)
}

extension Matrix {
    static let sample = Matrix(a: 0.5, b: 0.25, c: -0.25, d: 2, tx: 123, ty: -456)
}

/// A tag that is not what a test expects.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ tag: SWF.Tag) { description = "unexpected \(tag)" }
}
