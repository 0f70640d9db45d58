import AVM

/// What the URI functions do to text. ECMA-262 3rd ed. 15.1.3 and B.2.
public enum URICoding {
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()".utf16)
    private static let reserved = Set(";/?:@&=+$,#".utf16)
    private static let escapePlain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@-_.*+/".utf16)

    /// `encodeURI`, and `encodeURIComponent` where `isComponent`. Nil: a surrogate stands alone.
    public static func encode(_ text: [UInt16], isComponent: Bool) -> [UInt16]? {
        var result: [UInt16] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            let unit = text[place]
            place += 1
            if plain.contains(unit) || !isComponent && reserved.contains(unit) {
                result.append(unit)
                continue
            }
            var code = UInt32(unit)
            if unit >= 0xD800 && unit <= 0xDFFF {
                guard unit <= 0xDBFF, place < text.count, (0xDC00...0xDFFF).contains(text[place]) else { return nil }
                code = 0x10000 + (code - 0xD800) << 10 + UInt32(text[place]) - 0xDC00
                place += 1
            }
            guard let scalar = Unicode.Scalar(code) else { return nil }
            for byte in UTF8.encode(scalar) ?? .init() { result += percent(byte) }
        }
        return result
    }

    // MARK: Bytes of UTF-8

    /// `escapeMultiByte`: every byte but letters and digits as "%XX"; a zero ends the text.
    static func escapeMultiByte(_ text: [UInt16]) -> [UInt16] {
        let end = text.firstIndex(of: 0) ?? text.count
        var result: [UInt16] = []
        for byte in String(decoding: text[..<end], as: UTF16.self).utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.append(UInt16(byte))
            default: result += percent(byte)
            }
        }
        return result
    }

    /// `unescapeMultiByte`: "%" and what follows it up to the first that is no hexadecimal digit go where they are no
    /// pair of digits; a zero ends the text, but for one in the place of a digit.
    static func unescapeMultiByte(_ text: [UInt16]) -> [UInt16] {
        var bytes: [UInt8] = []
        var place = 0
        while place < text.count, text[place] != 0 {
            guard text[place] == 0x25 else {
                let start = place
                while place < text.count, text[place] != 0, text[place] != 0x25 { place += 1 }
                bytes += Array(String(decoding: text[start..<place], as: UTF16.self).utf8)
                continue
            }
            place += 1
            var value: UInt8 = 0
            var digits = 0
            while digits < 2, place < text.count {
                let digit = Character(Unicode.Scalar(text[place]) ?? " ").hexDigitValue
                place += 1
                guard let digit else { break }
                value = value << 4 | UInt8(digit)
                digits += 1
            }
            if digits == 2 { bytes.append(value) }
        }
        return bytes.withUnsafeBufferPointer { CharacterSet.lenientUTF8($0[...]) }
    }

    /// `decodeURI`, which leaves what stands for reserved characters, and `decodeURIComponent`. Nil: bad text.
    public static func decode(_ text: [UInt16], isComponent: Bool) -> [UInt16]? {
        var result: [UInt16] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            guard text[place] == 0x25 else {
                result.append(text[place])
                place += 1
                continue
            }
            let start = place
            guard let first = byte(text, at: place) else { return nil }
            place += 3
            guard first >= 0x80 else {
                if !isComponent && reserved.contains(UInt16(first)) {
                    result += text[start..<place]
                } else {
                    result.append(UInt16(first))
                }
                continue
            }
            guard let length = sequenceLength(first) else { return nil }
            var code = UInt32(first) & (0x7F >> UInt32(length))
            for _ in 1..<length {
                guard let next = byte(text, at: place), next & 0xC0 == 0x80 else { return nil }
                code = code << 6 | UInt32(next & 0x3F)
                place += 3
            }
            let lowest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
            guard code >= lowest, code <= 0x10FFFF else { return nil }
            // Surrogates come through as they are.
            if let scalar = Unicode.Scalar(code) {
                result += UTF16.encode(scalar) ?? .init()
            } else {
                result.append(UInt16(code))
            }
        }
        return result
    }

    private static func sequenceLength(_ first: UInt8) -> Int? {
        switch first {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF7: 4
        default: nil
        }
    }

    /// The byte that "%XX" at `place` stands for.
    private static func byte(_ text: [UInt16], at place: Int) -> UInt8? {
        guard place + 2 < text.count, text[place] == 0x25 else { return nil }
        return hex(text[(place + 1)...(place + 2)]).map { UInt8($0) }
    }

    private static func hex(_ digits: ArraySlice<UInt16>) -> UInt32? {
        var number: UInt32 = 0
        for unit in digits {
            switch unit {
            case 0x30...0x39: number = number << 4 | UInt32(unit - 0x30)
            case 0x41...0x46: number = number << 4 | UInt32(unit - 0x37)
            case 0x61...0x66: number = number << 4 | UInt32(unit - 0x57)
            default: return nil
            }
        }
        return number
    }

    private static let digits = Array("0123456789ABCDEF".utf16)

    private static func percent(_ byte: UInt8) -> [UInt16] { [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }

    /// `escape`: "%XX", "%uXXXX".
    public static func escape(_ text: [UInt16]) -> [UInt16] {
        text.reduce(into: []) { result, unit in
            if escapePlain.contains(unit) {
                result.append(unit)
            } else if unit < 0x100 {
                result += percent(UInt8(unit))
            } else {
                result += [0x25, 0x75] + percent(UInt8(unit >> 8))[1...] + percent(UInt8(unit & 0xFF))[1...]
            }
        }
    }

    /// `unescape`: what is no escape stays.
    public static func unescape(_ text: [UInt16]) -> [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            if text[place] == 0x25 {
                if place + 5 < text.count, text[place + 1] == 0x75, let unit = hex(text[(place + 2)...(place + 5)]) {
                    result.append(UInt16(unit))
                    place += 6
                    continue
                }
                if let byte = byte(text, at: place) {
                    result.append(UInt16(byte))
                    place += 3
                    continue
                }
            }
            result.append(text[place])
            place += 1
        }
        return result
    }
}
