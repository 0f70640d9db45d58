import Glibc

/// Numbers to text and back, as ECMA-262 has it and where Flash differs.
public enum NumberConversion {
    /// ECMA-262 3rd ed. 9.5: truncated, modulo 2³²; 0 for NaN and infinities.
    @inline(__always)
    public static func toInt32(_ number: Double) -> Int32 {
        if number > -2_147_483_649, number < 2_147_483_648 { return Int32(number) }
        return toInt32Slowly(number)
    }

    @inline(never)
    private static func toInt32Slowly(_ number: Double) -> Int32 {
        guard number.isFinite else { return 0 }
        let wrapped = fmod(number.rounded(.towardZero), 4_294_967_296)
        let positive = wrapped < 0 ? wrapped + 4_294_967_296 : wrapped
        return Int32(bitPattern: UInt32(positive))
    }

    // MARK: To text

    /// As AVM1 writes a number: 15 significant digits, an exponent below 1e-5 and from 1e15 on.
    public static func avm1String(_ number: Double) -> String {
        // Flash's own rounding fails at the very end of what a double holds.
        if number.magnitude == .greatestFiniteMagnitude {
            return number < 0 ? "-1.79769313486231e+308" : "1.79769313486231e+308"
        }
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0 { return "0" }
        let (digits, exponent) = avm1Digits(number.magnitude)
        let sign = number < 0 ? "-" : ""
        return sign + layOut(digits, exponent, lowest: -5, highest: 14)
    }

    /// As ECMA-262 3rd ed. 9.8.1 writes a number: the fewest digits that read back the same.
    public static func shortestString(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0 { return "0" }
        // Flash's own rounding fails at the very end of what a double holds.
        if number.magnitude == .greatestFiniteMagnitude {
            return number < 0 ? "-1.79769313486231e+308" : "1.79769313486231e+308"
        }
        var (digits, exponent) = shortestDigits(number.magnitude)
        // Quirk: with an exponent, no more than fifteen digits show; the others are cut off.
        if exponent > 20, digits.count > 15 {
            digits.removeLast(digits.count - 15)
            while digits.count > 1, digits.last == 0x30 { digits.removeLast() }
        }
        return (number < 0 ? "-" : "") + layOut(digits, exponent, lowest: -7 + 1, highest: 20)
    }

    /// `digits` are d.ddd times ten to the power of `exponent`.
    private static func layOut(_ digits: [UInt8], _ exponent: Int, lowest: Int, highest: Int) -> String {
        let text = digits.map { Character(Unicode.Scalar($0)) }
        if exponent < lowest || exponent > highest {
            var result = String(text[0])
            if text.count > 1 { result += "." + String(text[1...]) }
            return result + "e" + (exponent < 0 ? "-" : "+") + String(exponent.magnitude)
        }
        if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + String(text) }
        if exponent + 1 >= text.count { return String(text) + String(repeating: "0", count: exponent + 1 - text.count) }
        return String(text[...exponent]) + "." + String(text[(exponent + 1)...])
    }

    /// Fifteen significant digits of a positive number, without trailing zeros.
    ///
    /// Quirk: Flash brings the number between 1 and 10 with powers of ten that are themselves rounded, takes digit by
    /// digit off and rounds by the sixteenth, so that the last digit is not always the nearest.
    private static func avm1Digits(_ number: Double) -> (digits: [UInt8], exponent: Int) {
        let binary = number.isNormal ? Int(number.exponent) : Int((number * 0x1p54).exponent) - 54
        var exponent = Int((Double(binary) * 0.301029995663981).rounded())
        var rest = scaled(number, byPowerOfTen: -exponent)
        if rest < 1 {
            exponent -= 1
            rest = scaled(number, byPowerOfTen: -exponent)
        } else if rest >= 10 {
            exponent += 1
            rest = scaled(number, byPowerOfTen: -exponent)
        }
        func nextDigit() -> UInt8 {
            let digit = min(9, max(0, rest.rounded(.down)))
            rest = (rest - digit) * 10
            return 0x30 + UInt8(digit)
        }
        var digits = (0..<15).map { _ in nextDigit() }
        if nextDigit() >= 0x35 {
            var place = digits.count - 1
            while place >= 0, digits[place] == 0x39 {
                digits[place] = 0x30
                place -= 1
            }
            if place >= 0 {
                digits[place] += 1
            } else {
                digits.insert(0x31, at: 0)
                exponent += 1
            }
        }
        while digits.count > 1, digits.last == 0x30 { digits.removeLast() }
        return (digits, exponent)
    }

    /// `number` times a power of ten, by repeated squaring; down by division.
    private static func scaled(_ number: Double, byPowerOfTen power: Int) -> Double {
        var result = number
        var base = 10.0
        var left = power.magnitude
        while left > 0 {
            if left & 1 != 0 { result = power > 0 ? result * base : result / base }
            base *= base
            left >>= 1
        }
        return result
    }

    /// The fewest digits that read back as `number`: Swift finds them.
    static func shortestDigits(_ number: Double) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        var text = number.description.utf8[...]
        if let mark = text.firstIndex(of: 0x65) {
            exponent = Int(Substring(text[text.index(after: mark)...])) ?? 0
            text = text[..<mark]
        }
        for unit in text {
            if unit == 0x2E { point = digits.count } else { digits.append(unit) }
        }
        exponent += (point ?? digits.count) - 1
        let zeros = digits.prefix { $0 == 0x30 }.count
        digits.removeFirst(min(zeros, digits.count - 1))
        exponent -= zeros
        while digits.count > 1, digits.last == 0x30 { digits.removeLast() }
        return (digits, exponent)
    }

    // MARK: From text

    /// How AVM1 reads a number: whole text only, NaN where it is none.
    ///
    /// Hexadecimal ("0x…") and octal (leading 0) are read from SWF 6 on.
    public static func avm1Number(_ string: StringRef, swfVersion: UInt8) -> Double {
        var units = string.units[...]
        while let first = units.first, isBlank(first) { units.removeFirst() }
        let isBlankFirst = units.startIndex > 0
        if swfVersion < 5 {
            let end = decimalPrefix(units)
            return end == units.startIndex ? 0 : parseDecimal(units[..<end])
        }
        guard !units.isEmpty else { return .nan }
        // Behind blanks there are decimal numbers only.
        if swfVersion >= 6, !isBlankFirst, let value = radixNumber(units) { return value }
        return decimal(withoutEmptyExponent(units)) ?? .nan
    }

    /// Quirk: "2e" and "2e-" are read as 2.
    private static func withoutEmptyExponent(_ units: ArraySlice<UInt16>) -> ArraySlice<UInt16> {
        var mantissa = units
        if mantissa.last == 0x2B || mantissa.last == 0x2D { mantissa.removeLast() }
        guard mantissa.last == 0x65 || mantissa.last == 0x45 else { return units }
        return mantissa.dropLast()
    }

    private static func isBlank(_ unit: UInt16) -> Bool { unit == 0x20 || (unit >= 9 && unit <= 13) }

    /// "0x1F" and "017", wrapped to 32 bits; nil where it is neither. The sign of "0x-1F" stands behind the prefix, that of
    /// "-017" before the 0.
    private static func radixNumber(_ units: ArraySlice<UInt16>) -> Double? {
        var digits = units
        var isNegative = false
        if digits.first == 0x2B || digits.first == 0x2D {
            isNegative = digits.removeFirst() == 0x2D
        }
        guard digits.count > 1, digits.removeFirst() == 0x30 else { return nil }
        let isHex = digits.first == 0x78 || digits.first == 0x58
        if isHex {
            if units.first != 0x30 { return .nan }
            digits.removeFirst()
            if digits.first == 0x2B || digits.first == 0x2D { isNegative = digits.removeFirst() == 0x2D }
        }
        var value: UInt32 = 0
        for unit in digits {
            guard let digit = digitValue(unit), digit < (isHex ? 16 : 8) else { return isHex ? .nan : nil }
            value = value &* (isHex ? 16 : 8) &+ UInt32(digit)
        }
        let signed = Int32(bitPattern: value)
        return Double(isNegative ? 0 &- signed : signed)
    }

    private static func digitValue(_ unit: UInt16) -> Int? {
        switch unit {
        case 0x30...0x39: Int(unit) - 0x30
        case 0x41...0x5A: Int(unit) - 0x37
        case 0x61...0x7A: Int(unit) - 0x57
        default: nil
        }
    }

    /// A decimal literal that is the whole text, nil where it is none.
    public static func decimal(_ units: ArraySlice<UInt16>) -> Double? {
        let end = decimalPrefix(units)
        return end == units.endIndex ? parseDecimal(units) : nil
    }

    /// The end of the longest decimal literal at the start of `units`; its start where there is none.
    public static func decimalPrefix(_ units: ArraySlice<UInt16>) -> Int {
        var place = units.startIndex
        func skipDigits() -> Int {
            let start = place
            while place < units.endIndex, (0x30...0x39).contains(units[place]) { place += 1 }
            return place - start
        }
        if place < units.endIndex, units[place] == 0x2B || units[place] == 0x2D { place += 1 }
        var count = skipDigits()
        if place < units.endIndex, units[place] == 0x2E {
            place += 1
            count += skipDigits()
        }
        if count == 0 { return units.startIndex }
        let mantissaEnd = place
        if place < units.endIndex, units[place] == 0x65 || units[place] == 0x45 {
            place += 1
            if place < units.endIndex, units[place] == 0x2B || units[place] == 0x2D { place += 1 }
            if skipDigits() == 0 { return mantissaEnd }
        }
        return place
    }

    /// The value of a decimal literal.
    public static func parseDecimal(_ units: ArraySlice<UInt16>) -> Double {
        strtod(String(decoding: units, as: UTF16.self), nil)
    }
}
