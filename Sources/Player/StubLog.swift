/// Counts uses of features that are not implemented, so that a report can rank them.
public final class StubLog {
    public private(set) var counts: [String: Int] = [:]

    public init() {}

    /// Notes one use of `feature`, written as the SWF specification or script code spells it.
    public func hit(_ feature: String) { counts[feature, default: 0] += 1 }
}
