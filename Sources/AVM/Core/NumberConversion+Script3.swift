import Glibc

/// Numbers to text and back as ActionScript 3 has it.
extension NumberConversion {
    /// ECMA-262 9.6: truncated, modulo 2³².
    @inline(__always)
    public static func toUInt32(_ number: Double) -> UInt32 { UInt32(bitPattern: toInt32(number)) }

    /// ECMA-262 9.4: towards zero; 0 for NaN, infinities stay.
    public static func toInteger(_ number: Double) -> Double {
        number.isNaN ? 0 : number.rounded(.towardZero)
    }

    /// A position that scripts give, as whole and brought into `0...count`; negative ones count from the end.
    public static func clampedIndex(_ number: Double, count: Int) -> Int {
        let whole = toInteger(number)
        if whole < 0 { return Int(max(0, Double(count) + whole)) }
        return Int(min(whole, Double(count)))
    }

    // MARK: To text

    /// `Number.toString(radix)`: the whole part alone where `radix`, 2…36, is not 10.
    public static func string(_ number: Double, radix: Int) -> String {
        if radix == 10 || !number.isFinite { return shortestString(number) }
        var rest = number.magnitude.rounded(.down)
        if rest < 1 { return "0" }
        var digits: [UInt8] = []
        let base = Double(radix)
        while rest > 0 {
            let next = (rest / base).rounded(.down)
            let digit = Int(max(0, min(base - 1, rest - next * base)))
            digits.append(UInt8(digit < 10 ? 0x30 + digit : 0x57 + digit))
            rest = next
        }
        if number < 0 { digits.append(0x2D) }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    /// `Number.toFixed`. `digits` is 0…20.
    public static func fixed(_ number: Double, digits: Int) -> String {
        guard number.isFinite, number.magnitude < 1e21 else { return shortestString(number) }
        // Of large whole numbers only the digits that tell them apart are known.
        let (all, exponent) =
            number.magnitude >= 9_007_199_254_740_992
            ? shortestDigits(number.magnitude) : exactDigits(number.magnitude)
        let kept = roundedHalfUp(all, count: exponent + 1 + digits)
        // Rounding may carry into a digit before the first.
        var whole = exponent + 1
        var text = kept.digits
        if kept.carried { whole += 1 }
        if text.count < whole + digits { text += repeatElement(0x30, count: max(0, whole + digits - text.count)) }
        if whole <= 0 {
            text = Array(repeatElement(0x30, count: 1 - whole)) + text.prefix(max(0, digits + whole))
            whole = 1
        }
        var result = String(decoding: text.prefix(whole), as: UTF8.self)
        if digits > 0 { result += "." + String(decoding: text.dropFirst(whole).prefix(digits), as: UTF8.self) }
        return (number < 0 ? "-" : "") + result
    }

    /// `Number.toExponential`. `digits` after the point, 0…20.
    public static func exponential(_ number: Double, digits: Int) -> String {
        guard number.isFinite else { return shortestString(number) }
        // Quirk: Flash's digits of 0 begin 16 places behind the point, and a 1 comes up where none are asked for.
        if number == 0 { return digits == 0 ? "1e-15" : scientific(Array(repeating: 0x30, count: digits + 1), -16) }
        // Quirk: digits are cut off, not rounded.
        let (all, exponent) = shortestDigits(number.magnitude)
        let text = all.prefix(digits + 1) + repeatElement(0x30, count: max(0, digits + 1 - all.count))
        return (number < 0 ? "-" : "") + scientific(Array(text), exponent)
    }

    /// `Number.toPrecision`. `count` significant digits, 1…21.
    public static func precision(_ number: Double, count: Int) -> String {
        guard number.isFinite else { return shortestString(number) }
        // The digit in front of the point does not count.
        if number == 0 { return "0." + String(repeating: "0", count: count) }
        let sign = number < 0 ? "-" : ""
        let (text, exponent) = rounded(number.magnitude, count: count)
        if exponent < -6 || exponent >= count { return sign + scientific(text, exponent) }
        let digits = String(decoding: text, as: UTF8.self)
        if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
        if exponent + 1 == count { return sign + digits }
        return sign + digits.prefix(exponent + 1) + "." + digits.dropFirst(exponent + 1)
    }

    private static func scientific(_ text: [UInt8], _ exponent: Int) -> String {
        var result = String(decoding: text.prefix(1), as: UTF8.self)
        if text.count > 1 { result += "." + String(decoding: text.dropFirst(), as: UTF8.self) }
        // Flash leaves out an exponent of 0.
        if exponent == 0 { return result }
        return result + "e" + (exponent < 0 ? "-" : "+") + String(exponent.magnitude)
    }

    /// `count` significant digits, ties away from zero.
    private static func rounded(_ number: Double, count: Int) -> (digits: [UInt8], exponent: Int) {
        let (all, exponent) = exactDigits(number)
        let kept = roundedHalfUp(all, count: count)
        let digits = kept.digits.prefix(count) + repeatElement(0x30, count: max(0, count - kept.digits.count))
        return (Array(digits), kept.carried ? exponent + 1 : exponent)
    }

    /// Sixty significant digits: enough to tell a tie from what is near one.
    private static func exactDigits(_ number: Double) -> (digits: [UInt8], exponent: Int) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 96) { buffer in
            _ = withVaList([number]) { vsnprintf(buffer.baseAddress!, 96, "%.59e", $0) }
            let text = String(cString: buffer.baseAddress!)
            let parts = text.split(separator: "e")
            return (parts[0].utf8.filter { $0 != 0x2E }, number == 0 ? 0 : Int(parts[1]) ?? 0)
        }
    }

    /// The first `count` digits, rounded by those that follow. `carried`: a digit more came up in front.
    private static func roundedHalfUp(_ digits: [UInt8], count: Int) -> (digits: [UInt8], carried: Bool) {
        guard count >= 0 else { return ([], false) }
        guard count < digits.count else { return (digits, false) }
        var kept = Array(digits.prefix(count))
        guard digits[count] >= 0x35 else { return (kept, false) }
        var place = count - 1
        while place >= 0 {
            if kept[place] < 0x39 {
                kept[place] += 1
                return (kept, false)
            }
            kept[place] = 0x30
            place -= 1
        }
        return ([0x31] + kept, true)
    }

    // MARK: From text

    /// White space where a number is read.
    public static func isNumberSpace(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x20, 0x09...0x0D, 0x2000...0x200B, 0x2028, 0x2029, 0x205F, 0x3000: true
        default: false
        }
    }

    /// `Number(text)`: decimal, "0x…" with or without a sign, "Infinity"; 0 where there is only white space, NaN where
    /// it is no number.
    public static func number(_ units: [UInt16]) -> Double {
        // A zero ends the text, and what comes before it need not be a number as a whole.
        if let end = units.firstIndex(of: 0) {
            let text = trimmed(units[..<end])
            return text.isEmpty ? 0 : hexadecimal(text) ?? parseFloat(Array(text))
        }
        let text = trimmed(units[...])
        if text.isEmpty { return 0 }
        if let number = infinity(text).flatMap({ $0.end == text.endIndex ? $0.value : nil }) { return number }
        if let number = scriptDecimal(text, isWhole: true, joinsPoints: false) { return number }
        return hexadecimal(text) ?? .nan
    }

    /// The same of a string.
    public static func avm2Number(_ string: StringRef) -> Double { number(string.units) }

    private static func trimmed(_ units: ArraySlice<UInt16>) -> ArraySlice<UInt16> {
        var text = units
        while let first = text.first, isNumberSpace(first) { text.removeFirst() }
        while let last = text.last, isNumberSpace(last) { text.removeLast() }
        return text
    }

    private static func infinity(_ text: ArraySlice<UInt16>) -> (value: Double, end: Int)? {
        var rest = text
        let isNegative = rest.first == 0x2D
        if isNegative || rest.first == 0x2B { rest.removeFirst() }
        guard rest.starts(with: "Infinity".utf16) else { return nil }
        return (isNegative ? -.infinity : .infinity, rest.startIndex + 8)
    }

    private static func hexadecimal(_ text: ArraySlice<UInt16>) -> Double? {
        var rest = text
        let isNegative = rest.first == 0x2D
        if isNegative || rest.first == 0x2B { rest.removeFirst() }
        guard rest.count > 2, rest.removeFirst() == 0x30, rest.removeFirst() | 0x20 == 0x78 else { return nil }
        guard let (value, end) = digits(rest, radix: 16), end == rest.endIndex else { return nil }
        return isNegative ? -value : value
    }

    /// `parseFloat`: the longest decimal number at the start, NaN where there is none.
    public static func parseFloat(_ units: [UInt16], joinsPoints: Bool = false) -> Double {
        var text = units[...]
        while let first = text.first, isNumberSpace(first) { text.removeFirst() }
        return scriptDecimal(text, isWhole: false, joinsPoints: joinsPoints) ?? .nan
    }

    /// A decimal number as Flash reads it. Up to 15 digits are summed up and multiplied by the power of ten, which
    /// rounds twice; exponents wrap at 32 bits, and one that is a sign alone is none. Nil: no number.
    ///
    /// `isWhole`: nothing but white space may follow. `joinsPoints`: quirk of SWF 10, more points and digits follow
    /// the first, and the decimals count from the last point.
    private static func scriptDecimal(_ text: ArraySlice<UInt16>, isWhole: Bool, joinsPoints: Bool) -> Double? {
        var place = text.startIndex
        let isNegative = skipSign(text, &place)
        let start = place
        var digitCount = skipDigits(text, &place)
        if place < text.endIndex, text[place] == 0x2E {
            place += 1
            digitCount += skipDigits(text, &place)
        }
        let limit = joinsPoints ? text.endIndex : place
        var exponent: Int32 = 0
        if place < text.endIndex, text[place] | 0x20 == 0x65 {
            place += 1
            let isBelow = skipSign(text, &place)
            guard !isBelow || place < text.endIndex else { return nil }
            while place < text.endIndex, (0x30...0x39).contains(text[place]) {
                exponent = exponent &* 10 &+ Int32(text[place] - 0x30)
                place += 1
            }
            if isBelow { exponent = 0 &- exponent }
        }
        while place < text.endIndex, isNumberSpace(text[place]) { place += 1 }
        if digitCount == 0 {
            // Whatever else a number may have can stand in front of it.
            guard text[place...].starts(with: "Infinity".utf16) else { return nil }
            let end = place + 8
            guard end == text.endIndex || isNumberSpace(text[end]) else { return nil }
            return isNegative ? -.infinity : .infinity
        }
        if isWhole, place < text.endIndex { return nil }
        let magnitude = decimalValue(text[start..<max(start, limit)], exponent, isExact: digitCount > 15)
        return isNegative ? -magnitude : magnitude
    }

    private static func decimalValue(_ text: ArraySlice<UInt16>, _ exponent: Int32, isExact: Bool) -> Double {
        var digits: [UInt8] = []
        var value = 0.0
        var decimals: Int?
        for unit in text {
            if unit == 0x2E {
                decimals = 0
                continue
            }
            guard (0x30...0x39).contains(unit) else { break }
            decimals = decimals.map { $0 + 1 }
            if isExact { digits.append(UInt8(unit)) } else { value = value * 10 + Double(unit - 0x30) }
        }
        var power = exponent &- Int32(truncatingIfNeeded: decimals ?? 0)
        if isExact {
            // A longer run of digits is taken for what it is before the power of ten divides it.
            digits += power > 0 ? Array("e\(power)".utf8) : []
            value = strtod(String(decoding: digits, as: UTF8.self), nil)
            if power > 0 { return value }
        }
        if power >= 0 { return value * powerOfTen(power) }
        if power < -307 {
            let excess = power &+ 307
            value /= powerOfTen(0 &- excess)
            power &-= excess
        }
        return value / powerOfTen(0 &- power)
    }

    private static func powerOfTen(_ exponent: Int32) -> Double {
        exponent > 308 ? .infinity : exponent < 0 ? 0 : powersOfTen[Int(exponent)]
    }

    private static let powersOfTen: [Double] = (0...308).map { strtod("1e\($0)", nil) }

    private static func skipSign(_ text: ArraySlice<UInt16>, _ place: inout Int) -> Bool {
        guard place < text.endIndex, text[place] == 0x2D || text[place] == 0x2B else { return false }
        place += 1
        return text[place - 1] == 0x2D
    }

    /// Moves behind the digits at `place` and counts them.
    private static func skipDigits(_ text: ArraySlice<UInt16>, _ place: inout Int) -> Int {
        let start = place
        while place < text.endIndex, (0x30...0x39).contains(text[place]) { place += 1 }
        return place - start
    }

    /// `parseInt`: the longest run of digits at the start; `radix` 0 tells by "0x", any other but 2…36 gives NaN.
    public static func parseInt(_ units: [UInt16], radix: Int32) -> Double {
        var text = units[...]
        while let first = text.first, isNumberSpace(first) { text.removeFirst() }
        let isNegative = text.first == 0x2D
        if isNegative || text.first == 0x2B { text.removeFirst() }
        var base = Int(radix)
        let isHex = text.count >= 2 && text[text.startIndex] == 0x30 && text[text.startIndex + 1] | 0x20 == 0x78
        if isHex, base == 0 || base == 16 {
            text.removeFirst(2)
            base = 16
        }
        if base == 0 { base = 10 }
        guard (2...36).contains(base), let (value, _) = digits(text, radix: base) else { return .nan }
        return isNegative ? -value : value
    }

    /// The value of the digits at the start, and where they end; nil where there is none.
    private static func digits(_ text: ArraySlice<UInt16>, radix: Int) -> (value: Double, end: Int)? {
        var end = text.startIndex
        var value = 0.0
        while end < text.endIndex, let digit = digit(text[end]), digit < radix {
            value = value * Double(radix) + Double(digit)
            end += 1
        }
        guard end > text.startIndex else { return nil }
        if value >= 9_007_199_254_740_992, radix & (radix - 1) == 0 {
            value = exactPowerOfTwoValue(text[..<end], bitsPerDigit: radix.trailingZeroBitCount)
        }
        return (value, end)
    }

    private static func digit(_ unit: UInt16) -> Int? {
        switch unit {
        case 0x30...0x39: Int(unit) - 0x30
        case 0x41...0x5A: Int(unit) - 0x37
        case 0x61...0x7A: Int(unit) - 0x57
        default: nil
        }
    }

    /// Digits of a base that is a power of two, rounded once, to nearest and even.
    private static func exactPowerOfTwoValue(_ text: ArraySlice<UInt16>, bitsPerDigit: Int) -> Double {
        var mantissa: UInt64 = 0
        var dropped = 0
        var isSticky = false
        for unit in text {
            let digit = UInt64(self.digit(unit) ?? 0)
            for bit in stride(from: bitsPerDigit - 1, through: 0, by: -1) {
                let one = digit >> UInt64(bit) & 1
                if mantissa >> 62 != 0 {
                    dropped += 1
                    if one != 0 { isSticky = true }
                } else {
                    mantissa = mantissa << 1 | one
                }
            }
        }
        if isSticky { mantissa |= 1 }
        return Double(sign: .plus, exponent: dropped, significand: Double(mantissa))
    }
}
