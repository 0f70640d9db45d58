import Glibc

/// The atoms of a heap. It holds them weakly, but for those that are pinned.
public final class StringTable {
    unowned(unsafe) var heap: Heap!
    private var slots: UnsafeMutablePointer<UnsafeMutablePointer<StringCell>?>
    private var capacity = 4096
    private(set) var count = 0
    private var pinned: [UnsafeMutablePointer<StringCell>] = []
    /// Strings of one Latin-1 unit, made at the start.
    private var singles: [StringRef] = []
    public private(set) var common: CommonAtoms!

    init() {
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: nil, count: capacity)
    }

    deinit { slots.deallocate() }

    func invalidate() { count = 0 }

    func makeCommonAtoms() {
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        common = CommonAtoms(self)
        for unit in UInt8.min...UInt8.max {
            singles.append(
                withUnsafePointer(to: unit) {
                    pinned(heap.makeString(latin1: UnsafeBufferPointer(start: $0, count: 1))).string
                })
        }
    }

    /// The string of one unit.
    public func single(_ unit: UInt16) -> StringRef {
        if unit < 256 { return singles[Int(unit)] }
        return withUnsafePointer(to: unit) { heap.makeString(utf16: UnsafeBufferPointer(start: $0, count: 1)) }
    }

    // MARK: Atoms

    /// The atom of an ASCII name, kept for ever.
    public func pinned(_ name: StaticString) -> Atom {
        pinned(heap.makeString(latin1: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)))
    }

    /// The atom of a text that is kept for ever.
    public func pinned(_ string: StringRef) -> Atom {
        let atom = intern(string)
        if !atom.cell.pointee.header.flags.contains(.pinned) {
            atom.cell.pointee.header.flags.insert(.pinned)
            pinned.append(atom.cell)
        }
        return atom
    }

    public func intern(_ text: String) -> Atom { intern(heap.makeString(text)) }

    /// The atom of equal text; `string` itself becomes it where there is none.
    public func intern(_ string: StringRef) -> Atom {
        if string.cell.pointee.header.flags.contains(.atom) { return Atom(cell: string.cell) }
        let hash = string.hash
        var place = Int(hash) & (capacity - 1)
        while let known = slots[place] {
            if known.pointee.hash == hash && Self.sameUnits(StringRef(cell: known), string) { return Atom(cell: known) }
            place = (place + 1) & (capacity - 1)
        }
        string.cell.pointee.header.flags.insert(.atom)
        if let index = Self.arrayIndex(string) {
            string.cell.pointee.header.flags.insert(.arrayIndex)
            string.cell.pointee.header.shapeID = index
        } else {
            string.cell.pointee.header.shapeID = Self.foldedHash(string)
        }
        string.cell.pointee.second = nil
        slots[place] = string.cell
        count += 1
        if count * 2 > capacity { grow() }
        return Atom(cell: string.cell)
    }

    /// The hash that the lower-case form of `string` has.
    private static func foldedHash(_ string: StringRef) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for index in 0..<string.count {
            hash = (hash ^ UInt32(CaseFolding.lower(string.unchecked(index)))) &* 16_777_619
        }
        return hash == 0 ? 1 : hash
    }

    private static func sameUnits(_ a: StringRef, _ b: StringRef) -> Bool { a == b }

    /// The name with all letters in lower case: what names are compared by where case does not count.
    public func folded(_ atom: Atom) -> Atom {
        if let known = atom.cell.pointee.second { return Atom(cell: known) }
        let units = atom.string.units
        let lower = units.map(CaseFolding.lower)
        let folded = lower == units ? atom : intern(heap.makeString(utf16: lower))
        // Its own lower-case form is not stored twice: a name that is its own form points at itself.
        atom.cell.pointee.second = folded.cell
        return folded
    }

    private func grow() {
        let old = slots
        let oldCapacity = capacity
        capacity *= 2
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: nil, count: capacity)
        for index in 0..<oldCapacity {
            if let cell = old[index] { insertKnown(cell) }
        }
        old.deallocate()
    }

    private func insertKnown(_ cell: UnsafeMutablePointer<StringCell>) {
        var place = Int(cell.pointee.hash) & (capacity - 1)
        while slots[place] != nil { place = (place + 1) & (capacity - 1) }
        slots[place] = cell
    }

    // MARK: Collection

    func visitPinned(_ marker: inout Marker) {
        for cell in pinned { marker.visit(Atom(cell: cell)) }
    }

    /// Forgets the atoms that the collection has not found.
    func dropUnmarked(_ mark: UInt8) {
        let old = UnsafeMutableBufferPointer(start: slots, count: capacity)
        let live = old.compactMap { $0 }.filter { $0.pointee.header.mark == mark }
        slots.update(repeating: nil, count: capacity)
        for cell in live { insertKnown(cell) }
        count = live.count
    }

    /// "0", "1" … without leading zeros, below 2³²−1.
    private static func arrayIndex(_ string: StringRef) -> UInt32? {
        let count = string.count
        guard count > 0, count <= 10, let units = string.narrowUnits else { return nil }
        if units[0] == 0x30 { return count == 1 ? 0 : nil }
        var value: UInt64 = 0
        for unit in units {
            guard unit >= 0x30, unit <= 0x39 else { return nil }
            value = value * 10 + UInt64(unit - 0x30)
        }
        return value < 4_294_967_295 ? UInt32(value) : nil
    }
}

/// Upper and lower case of single units, as Flash's `toLowerCase` and `toUpperCase` map them.
public enum CaseFolding {
    public static func lower(_ unit: UInt16) -> UInt16 {
        if unit < 0x80 { return unit >= 0x41 && unit <= 0x5A ? unit + 0x20 : unit }
        switch unit {
        case 0x130: return 0x69
        // A capital final sigma, which there is none of.
        case 0x3A2: return 0x3C2
        case 0x10A0...0x10C5: return unit + 0x30
        default: return isYounger(unit) ? unit : mapped(unit, \.lowercaseMapping)
        }
    }

    public static func upper(_ unit: UInt16) -> UInt16 {
        if unit < 0x80 { return unit >= 0x61 && unit <= 0x7A ? unit - 0x20 : unit }
        switch unit {
        case 0x3C2: return 0x3A2
        case 0x3F2: return 0x3A3
        // As Unicode 3 had it.
        case 0x10D0...0x10FF: return unit
        case 0x1F80...0x1FAF: return unit | 8
        case 0x1FB3, 0x1FC3, 0x1FF3: return unit + 9
        default: return isYounger(unit) ? unit : mapped(unit, \.uppercaseMapping)
        }
    }

    /// Letters that came to Unicode, or got another case, after Flash's tables were made.
    private static func isYounger(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x234...0x24F, 0x370...0x373, 0x376...0x37F, 0x3F7...0x3FF, 0x500...0x52F, 0x1C80...0x1CBF,
            0x2C00...0x2D2F,
            0xA640...0xA7FF, 0xAB30...0xABBF:
            true
        default: false
        }
    }

    /// Only mappings of one unit to one unit count.
    private static func mapped(_ unit: UInt16, _ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> UInt16 {
        guard let scalar = Unicode.Scalar(unit) else { return unit }
        let mapped = scalar.properties[keyPath: mapping].unicodeScalars
        // Flash knows Unicode as it was: younger letters have no other case.
        guard mapped.count == 1, let other = mapped.first, other.value <= 0xFFFF,
            let age = other.properties.age, age.major <= 5, let ownAge = scalar.properties.age, ownAge.major <= 5
        else { return unit }
        return UInt16(other.value)
    }
}

/// Names that the machines themselves use.
public struct CommonAtoms: Sendable {
    public let empty, length, prototype, constructor, proto, toString, valueOf, this, `super`, arguments, callee,
        caller: Atom
    public let resolve, undefined, null, `true`, `false`, nan, infinity, minusInfinity, object, function, number: Atom
    public let string, boolean, movieclip, xml, name, message, hasOwnProperty, toJSON, global, root, parent,
        level0: Atom
    public let onLoad, onData, index, input, hiddenConstructor: Atom

    init(_ table: StringTable) {
        empty = table.pinned("")
        length = table.pinned("length")
        prototype = table.pinned("prototype")
        constructor = table.pinned("constructor")
        proto = table.pinned("__proto__")
        toString = table.pinned("toString")
        valueOf = table.pinned("valueOf")
        this = table.pinned("this")
        `super` = table.pinned("super")
        arguments = table.pinned("arguments")
        callee = table.pinned("callee")
        caller = table.pinned("caller")
        resolve = table.pinned("__resolve")
        undefined = table.pinned("undefined")
        null = table.pinned("null")
        `true` = table.pinned("true")
        `false` = table.pinned("false")
        nan = table.pinned("NaN")
        infinity = table.pinned("Infinity")
        minusInfinity = table.pinned("-Infinity")
        object = table.pinned("object")
        function = table.pinned("function")
        number = table.pinned("number")
        string = table.pinned("string")
        boolean = table.pinned("boolean")
        movieclip = table.pinned("movieclip")
        xml = table.pinned("xml")
        name = table.pinned("name")
        message = table.pinned("message")
        hasOwnProperty = table.pinned("hasOwnProperty")
        toJSON = table.pinned("toJSON")
        global = table.pinned("_global")
        root = table.pinned("_root")
        parent = table.pinned("_parent")
        level0 = table.pinned("_level0")
        onLoad = table.pinned("onLoad")
        onData = table.pinned("onData")
        index = table.pinned("index")
        input = table.pinned("input")
        hiddenConstructor = table.pinned("__constructor__")
    }
}

extension StringRef {
    /// The string as an atom, where it is one already.
    @inline(__always)
    public var asAtom: Atom? { cell.pointee.header.flags.contains(.atom) ? Atom(cell: cell) : nil }
}
