/// Which keys are down, and which was last.
public final class KeyState {
    private var pressed = Set<UInt8>()
    /// Keys, locking ones or not, that have been pressed an odd number of times.
    private var toggled = Set<UInt8>()
    public private(set) var lastCode: UInt8 = 0
    public private(set) var lastCharacter: UInt16 = 0

    public func isDown(_ code: Int) -> Bool { UInt8(exactly: code).map(pressed.contains) ?? false }
    public func isToggled(_ code: Int) -> Bool { UInt8(exactly: code).map(toggled.contains) ?? false }

    func down(_ code: UInt8, _ character: UInt16) {
        if pressed.insert(code).inserted { toggled.formSymmetricDifference([code]) }
        lastCode = code
        lastCharacter = character
    }

    func up(_ code: UInt8, _ character: UInt16) {
        pressed.remove(code)
        lastCode = code
        lastCharacter = character
    }

    /// A button of the mouse, which counts as a key but not as the last one.
    func set(_ code: UInt8, isDown: Bool) {
        if !isDown {
            pressed.remove(code)
        } else if pressed.insert(code).inserted {
            toggled.formSymmetricDifference([code])
        }
    }

    func reset() {
        pressed.removeAll()
        toggled.removeAll()
        lastCode = 0
        lastCharacter = 0
    }

    /// The number of a key that types nothing in button conditions; what types is its own ASCII code.
    ///
    /// Spec: SWF 19, "BUTTONCONDACTION", p. 200.
    static func buttonKey(_ code: UInt8) -> UInt8? { buttonKeys[code] }

    private static let buttonKeys: [UInt8: UInt8] = [
        37: 1, 39: 2, 36: 3, 35: 4, 45: 5, 46: 6, 8: 8, 13: 13, 38: 14, 40: 15, 33: 16, 34: 17, 9: 18, 27: 19,
    ]
}
