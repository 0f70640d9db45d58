import AVM

/// What the machine needs of the player.
public protocol AVM2Host: AnyObject {
    /// Where `trace()` goes.
    func trace(_ text: StringRef)
    /// Milliseconds since the player started, virtual where the player's clock is.
    var milliseconds: Double { get }
    /// Milliseconds since 1970 in Universal Time.
    var wallClock: Double { get }
    /// Minutes that local time is ahead of Universal Time at a moment (milliseconds since 1970).
    func localOffset(at moment: Double) -> Double
    /// The next number of the player's random generator, all 32 bits random.
    func nextRandom() -> UInt32
    /// Notes that a feature is missing.
    func missing(_ feature: String)
    /// The script has run long. True: it may go on for another stretch.
    func mayContinue(afterSeconds seconds: Double) -> Bool
    /// Whether error messages carry their text, as the debugger player's do.
    var isDebugger: Bool { get }
    /// What a new ByteArray of a class holds: classes of a movie may stand for data in its file. Nil: nothing.
    func initialBytes(of traits: TraitsRef) -> [UInt8]?
}

extension AVM2Host {
    public func initialBytes(of traits: TraitsRef) -> [UInt8]? { nil }
}
