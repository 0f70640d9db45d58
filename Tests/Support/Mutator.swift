import SWF

/// Bends movies in the ways in which files break and attackers write them. The same seed gives the same mutants.
public struct Mutator: Sendable {
    /// Uncompressed files.
    private let originals: [[UInt8]]
    private let seed: UInt64

    public init(originals: [[UInt8]], seed: UInt64) {
        precondition(!originals.isEmpty)
        self.originals = originals
        self.seed = seed
    }

    /// Uncompressed movies of our own: every tag in several versions of the format, and characters that hold themselves.
    public static var richMovies: [[UInt8]] {
        [UInt8(3), 5, 6, 8, 10, 25].map { RichMovie.writer(version: $0).file() } + [CyclicMovie.file()]
    }

    /// Mutant number `index`: one to six changes of one of the originals, mostly packed again.
    public func mutant(_ index: Int) -> [UInt8] {
        var random = SeededRandom(seed: seed &+ UInt64(index) &* 0x2545_F491_4F6C_DD1D)
        var bytes = originals[random.below(originals.count)]
        for _ in 0...random.below(6) { change(&bytes, &random) }
        return pack(bytes, &random)
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard bytes.count > 8 else { return }
        switch random.below(9) {
        case 0, 1: flipBits(&bytes, &random)
        case 2: overwrite(&bytes, &random)
        case 3, 4: editLength(&bytes, &random)
        case 5: splice(&bytes, &random)
        case 6: remove(&bytes, &random)
        case 7: insertTag(&bytes, &random)
        default: bytes.removeLast(random.below(bytes.count - 8))
        }
    }

    private func flipBits(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        for _ in 0...random.below(8) { bytes[3 + random.below(bytes.count - 3)] ^= 1 << UInt8(random.below(8)) }
    }

    /// One to four bytes become ones that stand for extremes.
    private func overwrite(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF, 0x3F]
        let value = extremes[random.below(extremes.count)]
        let start = 3 + random.below(bytes.count - 3)
        for index in start..<min(bytes.count, start + 1 + random.below(4)) { bytes[index] = value }
    }

    /// The length of one tag, whichever form it has.
    private func editLength(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard let movie = try? Movie(bytes), !movie.tags.isEmpty else { return }
        let start = movie.tags[random.below(movie.tags.count)].body.lowerBound
        let isLong = start >= 6 && bytes[start - 6] & 0x3F == 0x3F
        if isLong {
            bytes[start - 4 + random.below(4)] = UInt8(truncatingIfNeeded: random.next())
        } else {
            bytes[start - 2] = bytes[start - 2] & 0xC0 | UInt8(random.below(64))
        }
    }

    /// A piece of some movie over or between the bytes of this one.
    private func splice(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        let source = originals[random.below(originals.count)]
        let start = random.below(source.count)
        let piece = source[start..<min(source.count, start + 1 + random.below(200))]
        let target = 8 + random.below(bytes.count - 8)
        let replaced = random.below(2) == 0 ? min(piece.count, bytes.count - target) : 0
        bytes.replaceSubrange(target..<target + replaced, with: piece)
    }

    private func remove(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        let start = 8 + random.below(bytes.count - 8)
        bytes.removeSubrange(start..<min(bytes.count, start + 1 + random.below(40)))
    }

    /// The header of any tag, so that what follows is read as that.
    private func insertTag(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        let codes = TagCode.allCases
        let code = codes[random.below(codes.count)].rawValue
        let header = code << 6 | UInt16(random.below(64))
        let place = 8 + random.below(bytes.count - 8)
        bytes.insert(contentsOf: [UInt8(truncatingIfNeeded: header), UInt8(header >> 8)], at: place)
    }

    /// As it is, or compressed again, and one in six of these with a stream that is broken as well.
    private func pack(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard bytes.count > 8 else { return bytes }
        let choice = random.below(8)
        guard choice < 3 else { return bytes }
        let compression: Compression = choice < 2 ? .zlib : .lzma
        var packed = SWFWriter.pack(Array(bytes[8...]), compression, version: bytes[3])
        if random.below(6) == 0 {
            flipBits(&packed, &random)
            packed.removeLast(random.below(packed.count / 2))
        }
        return packed
    }
}
