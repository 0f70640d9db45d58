import Glibc

/// How a property may be used. The low bits are those of `ASSetPropFlags`.
public struct PropertyAttributes: FlagSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let dontEnum = PropertyAttributes(rawValue: 1)
    public static let dontDelete = PropertyAttributes(rawValue: 2)
    public static let readOnly = PropertyAttributes(rawValue: 4)
    /// Invisible to movies before SWF 6; `version7` and so on likewise.
    public static let version6 = PropertyAttributes(rawValue: 0x80)
    /// Invisible to movies of SWF 6, and of 6 only.
    public static let notVersion6 = PropertyAttributes(rawValue: 0x100)
    public static let version7 = PropertyAttributes(rawValue: 0x400)
    public static let version8 = PropertyAttributes(rawValue: 0x1000)
    public static let version9 = PropertyAttributes(rawValue: 0x2000)
    public static let version10 = PropertyAttributes(rawValue: 0x4000)
    /// The value is an ``AccessorCell``; not a flag that scripts see.
    public static let accessor = PropertyAttributes(rawValue: 0x1_0000)
    /// What built-in members carry unless they say otherwise.
    public static let hidden: PropertyAttributes = [.dontEnum, .dontDelete]
    /// The bits that hide a property from some versions.
    public static let versions = PropertyAttributes(rawValue: 0xFF80)
    /// The bits that `ASSetPropFlags` sets.
    public static let scriptMask = PropertyAttributes(rawValue: 0xFFFF)
}

/// One property of a shape; its value is the object's slot of the same number.
public struct ShapeEntry {
    /// Nil where the property has been deleted (dictionaries only).
    public var name: Atom?
    public var attributes: PropertyAttributes
}

/// The entries of a shape, shared by the shapes that grew from it: each uses the first `count` of them.
struct PropertyTable {
    var references: Int32
    var count: Int32
    /// How many of the entries have been deleted (dictionaries only).
    var deleted: Int32 = 0
    var capacity: Int32
    /// Places in `index`; 0 while there is none. A power of two.
    var indexCapacity: Int32
    var entries: UnsafeMutablePointer<ShapeEntry>
    /// Entry numbers by the hash of the lower-case name, -1 where empty.
    var index: UnsafeMutablePointer<Int32>?
}

/// Which property is in which slot. Objects that were built the same way share a shape, so that an inline cache can
/// compare one number. An object with many properties, or one whose properties were deleted or changed, has a shape
/// of its own (a dictionary).
public struct Shape {
    /// Never used for two different layouts, so a stale cache never matches.
    public internal(set) var id: UInt32
    public internal(set) var count: Int32
    var table: UnsafeMutablePointer<PropertyTable>
    var isDictionary: Bool
    var mark: UInt8
    /// Shapes that this one becomes by one more property.
    var transitions: UnsafeMutablePointer<Transition>?
    var transitionCount: Int32
    var transitionCapacity: Int32
}

struct Transition {
    var name: Atom
    var attributes: PropertyAttributes
    var shape: UnsafeMutablePointer<Shape>
}

public typealias ShapeRef = UnsafeMutablePointer<Shape>

extension UnsafeMutablePointer where Pointee == Shape {
    /// From this many entries on, names are found by hash.
    static var linearLimit: Int32 { 8 }

    @inline(__always)
    public func entry(_ slot: Int) -> ShapeEntry { pointee.table.pointee.entries[slot] }

    /// The slot of `name`, nil where there is none.
    @inline(__always)
    public func slot(of name: Atom) -> Int? {
        let count = Int(pointee.count)
        if pointee.table.pointee.index == nil {
            let entries = pointee.table.pointee.entries
            for slot in 0..<count where entries[slot].name == name { return slot }
            return nil
        }
        return hashedSlot(name)
    }

    @inline(never)
    private func hashedSlot(_ name: Atom) -> Int? {
        let table = pointee.table
        let index = table.pointee.index.unsafelyUnwrapped
        let mask = Int(table.pointee.indexCapacity) - 1
        var place = Int(Self.foldedHash(name)) & mask
        while true {
            let slot = index[place]
            if slot < 0 { return nil }
            if slot < pointee.count && table.pointee.entries[Int(slot)].name == name { return Int(slot) }
            place = (place + 1) & mask
        }
    }

    /// The first slot whose name equals `name` without regard to case. `folded` is the lower-case form of `name`.
    public func slot(folded: Atom, strings: StringTable) -> Int? {
        let table = pointee.table
        guard let index = table.pointee.index else {
            for slot in 0..<Int(pointee.count) {
                if let name = table.pointee.entries[slot].name, strings.folded(name) == folded { return slot }
            }
            return nil
        }
        let mask = Int(table.pointee.indexCapacity) - 1
        var place = Int(folded.hash) & mask
        while true {
            let slot = index[place]
            if slot < 0 { return nil }
            if slot < pointee.count, let name = table.pointee.entries[Int(slot)].name, strings.folded(name) == folded {
                return Int(slot)
            }
            place = (place + 1) & mask
        }
    }

    /// The hash that the index goes by: equal for names that differ in case only.
    @inline(__always)
    static func foldedHash(_ name: Atom) -> UInt32 {
        let header = name.cell.pointee.header
        return header.flags.contains(.arrayIndex) ? name.hash : header.shapeID
    }

    func markNames(_ marker: inout Marker) {
        pointee.mark = marker.mark
        for slot in 0..<Int(pointee.count) { marker.visit(entry(slot).name) }
    }
}
