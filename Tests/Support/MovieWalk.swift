import Base
import SWF

/// Decodes every tag of a movie, those inside sprites too. What fuzzing and truncation tests do to their movies.
public struct MovieWalk {
    /// How deep sprites are followed. Flash allows none inside another; a hostile file nests them without end.
    public static let maximumDepth = 8

    public private(set) var tagCount = 0
    /// The codes of tags that could not be decoded, in order.
    public private(set) var failures: [UInt16] = []

    public init(_ movie: Movie) {
        visit(movie.tags, of: movie, depth: 0)
    }

    private mutating func visit(_ tags: [TagRecord], of movie: Movie, depth: Int) {
        for record in tags {
            tagCount += 1
            do {
                let tag = try movie.decode(record)
                if case .defineSprite(let sprite) = tag, depth < Self.maximumDepth {
                    visit(sprite.tags, of: movie, depth: depth + 1)
                }
            } catch {
                failures.append(record.code)
            }
        }
    }
}
