/// What every heap cell starts with. 8 bytes.
public struct CellHeader {
    /// Objects: the number of the shape, for inline caches. Others: unused.
    public var shapeID: UInt32
    public var flags: CellFlags
    public var kind: CellKind
    /// Equal to the heap's current mark where a collection has found the cell.
    var mark: UInt8

    init(kind: CellKind, mark: UInt8, flags: CellFlags = []) {
        shapeID = 0
        self.flags = flags
        self.kind = kind
        self.mark = mark
    }
}

/// What a cell is, and so what follows its header.
public enum CellKind: UInt8, Sendable {
    /// Not in use; the free list runs through it.
    case free
    case string
    case object
    /// A getter and a setter: ``AccessorCell``.
    case accessor
    case namespace
    /// A run of values: ``ValuesCell``.
    case values
}

public struct CellFlags: FlagSet, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    // Strings
    /// Units are 16 bits wide, else 8 (Latin-1).
    public static let wide = CellFlags(rawValue: 1 << 0)
    /// Two strings to be joined when the units are first asked for.
    public static let rope = CellFlags(rawValue: 1 << 1)
    /// In the atom table: equal text is the same cell.
    public static let atom = CellFlags(rawValue: 1 << 2)
    /// The units are in memory of their own, which goes with the cell.
    public static let external = CellFlags(rawValue: 1 << 3)
    /// Never collected.
    public static let pinned = CellFlags(rawValue: 1 << 4)
    /// Atoms: the text is an array index.
    public static let arrayIndex = CellFlags(rawValue: 1 << 10)

    // Objects
    /// Its properties are more than its slots tell (a watch, native properties, a proxy): no inline caches.
    public static let exotic = CellFlags(rawValue: 1 << 5)
    /// It can be called.
    public static let callable = CellFlags(rawValue: 1 << 6)
    /// The property values are in memory of their own.
    public static let spilled = CellFlags(rawValue: 1 << 7)
    /// It takes no properties that its class does not declare.
    public static let sealed = CellFlags(rawValue: 1 << 8)
    /// AVM1 arrays, AVM2 Arrays: integer names lie in a dense store.
    public static let array = CellFlags(rawValue: 1 << 9)
    /// The shape is the object's own and goes with it. (The shape itself cannot be asked when the object is swept: a
    /// shared one may be gone by then.)
    static let ownsShape = CellFlags(rawValue: 1 << 11)
    /// Free for the machine that made it.
    public static let machine0 = CellFlags(rawValue: 1 << 12)
    public static let machine1 = CellFlags(rawValue: 1 << 13)
    public static let machine2 = CellFlags(rawValue: 1 << 14)
}

/// The value of a property that is read and written through functions.
public struct AccessorCell {
    var header: CellHeader
    public var getter: Value
    public var setter: Value
    /// What was set last: what is read while the functions run.
    public var stored: Value
    /// How often the functions are running now.
    public var depth: UInt32 {
        get { header.shapeID }
        set { header.shapeID = newValue }
    }
}

/// A namespace of ActionScript 3.
public struct NamespaceCell {
    var header: CellHeader
    public var kind: UInt32
    /// Distinguishes private namespaces of the same name.
    public var identity: UInt32
    public var uri: Value
    public var prefix: Value
}

/// `count` values in a row, such as the variables of a scope.
public struct ValuesCell {
    var header: CellHeader
    public var count: Int
    // The values follow.
}

extension UnsafeMutablePointer where Pointee == ValuesCell {
    /// The first of the values.
    @inline(__always)
    public var elements: UnsafeMutablePointer<Value> {
        UnsafeMutableRawPointer(self).advanced(by: MemoryLayout<ValuesCell>.size).assumingMemoryBound(to: Value.self)
    }
}

/// Native state of an object, such as a display object or an array's store. The cell retains it once and releases it
/// when it is swept; a deinitialiser must not touch the heap.
open class NativeState {
    public init() {}

    /// Shows `marker` every value and cell that this holds.
    open func visit(_ marker: inout Marker) {}

    /// Bytes it holds outside the heap, roughly, for the collector's pace and the movie's limit.
    open var externalSize: Int { 0 }
    /// What of them the heap has counted, and so gives back with the cell.
    final var countedBytes = 0

    /// ActionScript 1 and 2: a clip that stands where it stood when this was made, so that references mean itself.
    open var isLiveClip: Bool { false }
}
