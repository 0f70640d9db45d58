/// A set of flags whose tests are an instruction or two wherever they stand: those of `OptionSet` are not
/// always inlined, and the loops of the machines test flags at every step.
public protocol FlagSet: OptionSet where RawValue: FixedWidthInteger, Element == Self {}

extension FlagSet {
    @inlinable @inline(__always)
    public func contains(_ member: Self) -> Bool { rawValue & member.rawValue == member.rawValue }

    @inlinable @inline(__always)
    public func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }

    @inlinable @inline(__always)
    public func intersection(_ other: Self) -> Self { Self(rawValue: rawValue & other.rawValue) }
}
