import Glibc

extension Heap {
    public var emptyString: StringRef { strings.common.empty.string }

    /// A string of Latin-1 units, copied.
    public func makeString(latin1 units: UnsafeBufferPointer<UInt8>) -> StringRef {
        let string = allocateString(units.count, isWide: false)
        if let base = units.baseAddress { memcpy(string.cell.pointee.first, base, units.count) }
        return string
    }

    /// A string of UTF-16 units, copied; narrow where they all fit.
    public func makeString(utf16 units: UnsafeBufferPointer<UInt16>) -> StringRef {
        let isWide = units.contains { $0 > 0xFF }
        let string = allocateString(units.count, isWide: isWide)
        if isWide {
            memcpy(string.cell.pointee.first, units.baseAddress!, units.count * 2)
        } else {
            let target = string.cell.pointee.first.assumingMemoryBound(to: UInt8.self)
            for index in 0..<units.count { target[index] = UInt8(truncatingIfNeeded: units[index]) }
        }
        return string
    }

    public func makeString(utf16 units: [UInt16]) -> StringRef {
        units.withUnsafeBufferPointer { makeString(utf16: $0) }
    }

    public func makeString(_ text: String) -> StringRef {
        var text = text
        let ascii = text.withUTF8 { units -> StringRef? in
            units.allSatisfy { $0 < 0x80 } ? makeString(latin1: units) : nil
        }
        return ascii ?? makeString(utf16: Array(text.utf16))
    }

    /// A string of UTF-8 bytes; what is malformed becomes U+FFFD.
    public func makeString(utf8 bytes: some Collection<UInt8>) -> StringRef {
        makeString(String(decoding: bytes, as: UTF8.self))
    }

    /// `a` followed by `b`, both kept until the units are asked for. Nil where it would be too long.
    public func concatenate(_ a: StringRef, _ b: StringRef) -> StringRef? {
        if a.isEmpty { return b }
        if b.isEmpty { return a }
        let count = a.count + b.count
        guard count <= StringRef.maximumCount else { return nil }
        let isWide = a.isWide || b.isWide
        let isFlat = !a.cell.pointee.header.flags.contains(.rope) && !b.cell.pointee.header.flags.contains(.rope)
        if isFlat && count <= 24 {
            let string = allocateString(count, isWide: isWide)
            StringRef.copy(a.cell, to: string.cell.pointee.first, at: 0, isWide: isWide)
            StringRef.copy(b.cell, to: string.cell.pointee.first, at: a.count, isWide: isWide)
            return string
        }
        noteJoinedRopes()
        let memory = allocate(MemoryLayout<StringCell>.size, kind: .string, flags: isWide ? [.rope, .wide] : .rope)
        let cell = memory.assumingMemoryBound(to: StringCell.self)
        cell.pointee.count = UInt32(count)
        cell.pointee.hash = 0
        cell.pointee.first = UnsafeMutableRawPointer(a.cell)
        cell.pointee.second = b.cell
        return StringRef(cell: cell)
    }

    /// The units `range` of `string`, which must be within it.
    public func substring(_ string: StringRef, _ range: Range<Int>) -> StringRef {
        precondition(range.lowerBound >= 0 && range.upperBound <= string.count)
        if range.count == string.count { return string }
        if range.isEmpty { return emptyString }
        if range.count == 1 { return strings.single(string[range.lowerBound]) }
        if let narrow = string.narrowUnits { return makeString(latin1: UnsafeBufferPointer(rebasing: narrow[range])) }
        return makeString(utf16: UnsafeBufferPointer(rebasing: string.wideUnits![range]))
    }

    /// A string of `count` units that the caller fills in.
    private func allocateString(_ count: Int, isWide: Bool) -> StringRef {
        noteJoinedRopes()
        let bytes = isWide ? count * 2 : count
        let head = MemoryLayout<StringCell>.size
        let memory = allocate(head + bytes, kind: .string, flags: isWide ? .wide : [])
        let cell = memory.assumingMemoryBound(to: StringCell.self)
        cell.pointee.count = UInt32(count)
        cell.pointee.hash = 0
        cell.pointee.first = memory + head
        cell.pointee.second = nil
        return StringRef(cell: cell)
    }
}
