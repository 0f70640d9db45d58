/// A script value in eight bytes: a double, or a tag and 48 bits of payload inside a NaN.
///
/// A value never retains. Cells belong to ``Heap`` and live until a collection finds no way to them.
///
///     63        48 47                                  0
///     below 0xFFF9  a double (every NaN is 0x7FF8…0)
///     0xFFF9        int32 in the low half
///     0xFFFA        0 undefined, 1 null, 2 false, 3 true
///     0xFFFB        pointer to a StringCell
///     0xFFFC        pointer to an ObjectCell
///     0xFFFD        pointer to a NamespaceCell
public struct Value: Hashable, Sendable {
    public let bits: UInt64

    @inline(__always)
    public init(bits: UInt64) { self.bits = bits }

    static let intTag: UInt64 = 0xFFF9_0000_0000_0000
    static let specialTag: UInt64 = 0xFFFA_0000_0000_0000
    static let stringTag: UInt64 = 0xFFFB_0000_0000_0000
    static let objectTag: UInt64 = 0xFFFC_0000_0000_0000
    static let namespaceTag: UInt64 = 0xFFFD_0000_0000_0000
    static let tagMask: UInt64 = 0xFFFF_0000_0000_0000
    static let payloadMask: UInt64 = 0x0000_FFFF_FFFF_FFFF
    static let canonicalNaN: UInt64 = 0x7FF8_0000_0000_0000

    public static let undefined = Value(bits: 0xFFFA_0000_0000_0000)
    public static let null = Value(bits: 0xFFFA_0000_0000_0001)
    public static let `false` = Value(bits: 0xFFFA_0000_0000_0002)
    public static let `true` = Value(bits: 0xFFFA_0000_0000_0003)
    public static let nan = Value(bits: canonicalNaN)
    public static let zero = Value(bits: intTag)

    // MARK: Making

    /// A double, kept as one even where it is whole.
    @inline(__always)
    public init(double number: Double) { bits = number == number ? number.bitPattern : Self.canonicalNaN }

    /// A number; held as an int32 where that loses nothing (−0 stays a double).
    @inline(__always)
    public init(_ number: Double) {
        let whole = Int32(truncatingIfNeeded: number.isFinite && number.magnitude < 4e9 ? Int64(number) : 0)
        if Double(whole).bitPattern == number.bitPattern {
            self.init(whole)
        } else {
            self.init(double: number)
        }
    }

    @inline(__always)
    public init(_ number: Int32) { bits = Self.intTag | UInt64(UInt32(bitPattern: number)) }

    @inline(__always)
    public init(_ number: Int) {
        if let small = Int32(exactly: number) { self.init(small) } else { self.init(double: Double(number)) }
    }

    @inline(__always)
    public init(_ bool: Bool) { bits = bool ? Self.true.bits : Self.false.bits }

    @inline(__always)
    public init(_ string: StringRef) { bits = Self.stringTag | UInt64(UInt(bitPattern: string.cell)) }

    @inline(__always)
    public init(_ object: Object) { bits = Self.objectTag | UInt64(UInt(bitPattern: object.cell)) }

    /// The object, or null.
    @inline(__always)
    public init(orNull object: Object?) { self = object.map { Value($0) } ?? .null }

    /// The object, or undefined.
    @inline(__always)
    public init(orUndefined object: Object?) { self = object.map { Value($0) } ?? .undefined }

    @inline(__always)
    public init(namespace: UnsafeMutablePointer<NamespaceCell>) {
        bits = Self.namespaceTag | UInt64(UInt(bitPattern: namespace))
    }

    // MARK: Looking

    @inline(__always)
    public var isInt: Bool { bits & Self.tagMask == Self.intTag }
    @inline(__always)
    public var isDouble: Bool { bits < Self.intTag }
    @inline(__always)
    public var isNumber: Bool { bits < Self.specialTag }
    @inline(__always)
    public var isUndefined: Bool { bits == Self.undefined.bits }
    @inline(__always)
    public var isNull: Bool { bits == Self.null.bits }
    @inline(__always)
    public var isNullish: Bool { bits & ~1 == Self.undefined.bits }
    @inline(__always)
    public var isBool: Bool { bits & ~1 == Self.false.bits }
    @inline(__always)
    public var isString: Bool { bits & Self.tagMask == Self.stringTag }
    @inline(__always)
    public var isObject: Bool { bits & Self.tagMask == Self.objectTag }
    @inline(__always)
    public var isNamespace: Bool { bits & Self.tagMask == Self.namespaceTag }
    /// Whether it points at any cell.
    @inline(__always)
    public var isCell: Bool { bits >= Self.stringTag }

    /// The int32. Meaningless unless ``isInt``.
    @inline(__always)
    public var unsafeInt: Int32 { Int32(truncatingIfNeeded: bits) }
    /// The double. Meaningless unless ``isDouble``.
    @inline(__always)
    public var unsafeDouble: Double { Double(bitPattern: bits) }
    /// The number. Meaningless unless ``isNumber``.
    @inline(__always)
    public var unsafeNumber: Double { isInt ? Double(unsafeInt) : unsafeDouble }
    /// The truth. Meaningless unless ``isBool``.
    @inline(__always)
    public var unsafeBool: Bool { bits == Self.true.bits }

    @inline(__always)
    public var number: Double? { isNumber ? unsafeNumber : nil }
    @inline(__always)
    public var bool: Bool? { isBool ? unsafeBool : nil }

    @inline(__always)
    public var string: StringRef? { isString ? unsafeString : nil }
    @inline(__always)
    public var object: Object? { isObject ? unsafeObject : nil }

    /// The string. Meaningless unless ``isString``.
    @inline(__always)
    public var unsafeString: StringRef {
        StringRef(cell: UnsafeMutablePointer(bitPattern: UInt(bits & Self.payloadMask)).unsafelyUnwrapped)
    }
    /// The object. Meaningless unless ``isObject``.
    @inline(__always)
    public var unsafeObject: Object {
        Object(cell: UnsafeMutablePointer(bitPattern: UInt(bits & Self.payloadMask)).unsafelyUnwrapped)
    }
    @inline(__always)
    public var namespace: UnsafeMutablePointer<NamespaceCell>? {
        isNamespace ? UnsafeMutablePointer(bitPattern: UInt(bits & Self.payloadMask)) : nil
    }

    /// The cell it points at, nil where it points at none.
    @inline(__always)
    var cell: UnsafeMutablePointer<CellHeader>? {
        isCell ? UnsafeMutablePointer(bitPattern: UInt(bits & Self.payloadMask)) : nil
    }
}
