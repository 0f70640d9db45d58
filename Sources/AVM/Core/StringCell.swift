import Glibc

/// A string: Latin-1 or UTF-16 units, or two strings to be joined (a rope) when the units are first asked for.
///
/// Flash's own view of text: a unit is 16 bits, and surrogates need not pair.
struct StringCell {
    /// Atoms that are an array index (flagged so) keep it in `shapeID`, others the hash of their lower-case form.
    var header: CellHeader
    var count: UInt32
    /// 0 where not yet computed.
    var hash: UInt32
    /// Flat: the units, behind this or in memory of their own. Rope: the left cell.
    var first: UnsafeMutableRawPointer
    /// Rope: the right cell. Atom: its lower-case form, nil where not yet made.
    var second: UnsafeMutablePointer<StringCell>?

    var left: StringRef { StringRef(cell: first.assumingMemoryBound(to: StringCell.self)) }
    var right: StringRef? { second.map { StringRef(cell: $0) } }
    var isWide: Bool { header.flags.contains(.wide) }
    /// Bytes of the units.
    var byteCount: Int { Int(count) << (isWide ? 1 : 0) }
}

/// A script string. Plain bits: see ``Value`` for how long it lives.
public struct StringRef: @unchecked Sendable {
    let cell: UnsafeMutablePointer<StringCell>

    /// Longest string, in units.
    public static let maximumCount = 1 << 28

    @inline(__always)
    init(cell: UnsafeMutablePointer<StringCell>) { self.cell = cell }

    @inline(__always)
    public var count: Int { Int(cell.pointee.count) }
    public var isEmpty: Bool { cell.pointee.count == 0 }
    public var isWide: Bool { cell.pointee.isWide }

    /// The unit at `index`, which must be within the string.
    @inline(__always)
    public subscript(index: Int) -> UInt16 {
        precondition(index >= 0 && index < count)
        return unchecked(index)
    }

    @inline(__always)
    func unchecked(_ index: Int) -> UInt16 {
        if cell.pointee.header.flags.contains(.rope) { join() }
        return cell.pointee.isWide
            ? cell.pointee.first.assumingMemoryBound(to: UInt16.self)[index]
            : UInt16(cell.pointee.first.assumingMemoryBound(to: UInt8.self)[index])
    }

    /// The Latin-1 units, nil where the string is wide. Valid while the string lives.
    public var narrowUnits: UnsafeBufferPointer<UInt8>? {
        if cell.pointee.header.flags.contains(.rope) { join() }
        guard !cell.pointee.isWide else { return nil }
        return UnsafeBufferPointer(start: cell.pointee.first.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// The 16-bit units, nil where the string is narrow. Valid while the string lives.
    public var wideUnits: UnsafeBufferPointer<UInt16>? {
        if cell.pointee.header.flags.contains(.rope) { join() }
        guard cell.pointee.isWide else { return nil }
        return UnsafeBufferPointer(start: cell.pointee.first.assumingMemoryBound(to: UInt16.self), count: count)
    }

    /// A copy of the units.
    public var units: [UInt16] {
        if let narrow = narrowUnits { return narrow.map { UInt16($0) } }
        return Array(wideUnits!)
    }

    /// The text; a lone surrogate becomes U+FFFD.
    public var text: String {
        if let narrow = narrowUnits {
            if narrow.allSatisfy({ $0 < 0x80 }) { return String(decoding: narrow, as: UTF8.self) }
            return String(String.UnicodeScalarView(narrow.map { Unicode.Scalar($0) }))
        }
        return String(decoding: wideUnits!, as: UTF16.self)
    }

    /// Joins a rope's leaves into memory of its own. Without recursion: ropes can be a million deep.
    @inline(never)
    private func join() {
        let isWide = cell.pointee.isWide
        let total = count
        let buffer = malloc(max(1, cell.pointee.byteCount))!
        var end = total
        var pending: [UnsafeMutablePointer<StringCell>] = [cell]
        // From the back, since ropes grow at their end and so are deep on the left.
        while let next = pending.popLast() {
            if next.pointee.header.flags.contains(.rope) {
                pending.append(next.pointee.left.cell)
                pending.append(next.pointee.second!)
                continue
            }
            let length = Int(next.pointee.count)
            end -= length
            Self.copy(next, to: buffer, at: end, isWide: isWide)
        }
        cell.pointee.first = buffer
        cell.pointee.second = nil
        cell.pointee.header.flags.remove(.rope)
        cell.pointee.header.flags.insert(.external)
        Heap.unnotedBytes += cell.pointee.byteCount
    }

    /// Copies the units of a flat cell to unit `offset` of `buffer`.
    static func copy(
        _ source: UnsafeMutablePointer<StringCell>, to buffer: UnsafeMutableRawPointer, at offset: Int, isWide: Bool
    ) {
        let count = Int(source.pointee.count)
        if !isWide {
            memcpy(buffer + offset, source.pointee.first, count)
        } else if source.pointee.isWide {
            memcpy(buffer + offset * 2, source.pointee.first, count * 2)
        } else {
            let target = buffer.assumingMemoryBound(to: UInt16.self) + offset
            let units = source.pointee.first.assumingMemoryBound(to: UInt8.self)
            for index in 0..<count { target[index] = UInt16(units[index]) }
        }
    }

    /// Hash of the units, the same for narrow and wide strings of equal text. Never 0.
    var hash: UInt32 {
        if cell.pointee.hash != 0 { return cell.pointee.hash }
        var hash: UInt32 = 2_166_136_261
        if let narrow = narrowUnits {
            for unit in narrow { hash = (hash ^ UInt32(unit)) &* 16_777_619 }
        } else {
            for unit in wideUnits! { hash = (hash ^ UInt32(unit)) &* 16_777_619 }
        }
        hash = hash == 0 ? 1 : hash
        cell.pointee.hash = hash
        return hash
    }
}

extension StringRef: Equatable {
    /// Equal text.
    public static func == (a: StringRef, b: StringRef) -> Bool {
        if a.cell == b.cell { return true }
        if a.count != b.count { return false }
        let both = a.cell.pointee.header.flags.intersection(b.cell.pointee.header.flags)
        if both.contains(.atom) { return false }
        if let x = a.narrowUnits, let y = b.narrowUnits { return memcmp(x.baseAddress!, y.baseAddress!, a.count) == 0 }
        if let x = a.wideUnits, let y = b.wideUnits { return memcmp(x.baseAddress!, y.baseAddress!, a.count * 2) == 0 }
        for index in 0..<a.count where a.unchecked(index) != b.unchecked(index) { return false }
        return true
    }

    /// Unit by unit, as ECMA-262 compares strings: negative, 0 or positive.
    public func compare(_ other: StringRef) -> Int {
        for index in 0..<min(count, other.count) {
            let (a, b) = (unchecked(index), other.unchecked(index))
            if a != b { return Int(a) - Int(b) }
        }
        return count - other.count
    }

    /// Whether the text is `text`, which must be ASCII.
    public func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where unchecked(index) != UInt16(text.utf8Start[index]) { return false }
        return true
    }
}

/// A property name: a string of the atom table. Equal names are the same atom.
public struct Atom: Hashable, @unchecked Sendable {
    let cell: UnsafeMutablePointer<StringCell>

    @inline(__always)
    init(cell: UnsafeMutablePointer<StringCell>) { self.cell = cell }

    public var string: StringRef { StringRef(cell: cell) }
    public var text: String { string.text }
    @inline(__always)
    public var hash: UInt32 { cell.pointee.hash }
    /// Tells atoms apart: equal for equal names.
    @inline(__always)
    public var identity: UInt { UInt(bitPattern: cell) }

    /// The array index (0 ... 2³²−2) that the name spells in its canonical form, nil where it spells none.
    @inline(__always)
    public var arrayIndex: Int? {
        cell.pointee.header.flags.contains(.arrayIndex) ? Int(cell.pointee.header.shapeID) : nil
    }

    @inline(__always)
    public static func == (a: Atom, b: Atom) -> Bool { a.cell == b.cell }
    public func hash(into hasher: inout Hasher) { hasher.combine(cell) }
}

extension StringRef {
    /// It is in the atom table already.
    @inline(__always)
    public var isAtom: Bool { cell.pointee.header.flags.contains(.atom) }

    /// Tells string cells apart. Equal for equal atoms.
    @inline(__always)
    public var identity: UInt { UInt(bitPattern: cell) }

    @inline(__always)
    public var flags: CellFlags {
        get { cell.pointee.header.flags }
        nonmutating set { cell.pointee.header.flags = newValue }
    }
}
