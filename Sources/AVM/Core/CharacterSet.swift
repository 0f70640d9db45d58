import Glibc

/// Text in the character sets of `readMultiByte` and its like, by their names.
public enum CharacterSet {
    /// UTF-8 up to a zero; a mark of the byte order at its start is skipped, bad bytes stand for themselves.
    public static func utf8Text(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt16] {
        var bytes = bytes[...]
        if bytes.count >= 3, bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        return lenientUTF8(bytes.prefix { $0 != 0 })
    }

    /// UTF-8, where bytes that are none become characters of their own number, as Flash has it.
    public static func lenientUTF8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let first = bytes[place]
            guard first >= 0x80 else {
                units.append(UInt16(first))
                place += 1
                continue
            }
            if let (code, length) = sequence(bytes, at: place) {
                if code >= 0x10000 {
                    units.append(UInt16(0xD800 + (code - 0x10000) >> 10))
                    units.append(UInt16(0xDC00 + (code - 0x10000) & 0x3FF))
                } else {
                    units.append(UInt16(code))
                }
                place += length
            } else {
                units.append(UInt16(first))
                place += 1
            }
        }
        return units
    }

    private static func sequence(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, at place: Int
    ) -> (code: UInt32, length: Int)? {
        let first = bytes[place]
        let length: Int
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return nil
        }
        guard place + length <= bytes.endIndex else { return nil }
        var code = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let next = bytes[place + offset]
            guard next & 0xC0 == 0x80 else { return nil }
            code = code << 6 | UInt32(next & 0x3F)
        }
        guard code >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000), code <= 0x10FFFF else { return nil }
        return (code, length)
    }

    /// UTF-8 of 16-bit units; a surrogate alone becomes three bytes of its own number.
    public static func utf8(_ units: [UInt16]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(units.count)
        var place = 0
        while place < units.count {
            var code = UInt32(units[place])
            place += 1
            if (0xD800...0xDBFF).contains(code), place < units.count, (0xDC00...0xDFFF).contains(units[place]) {
                code = 0x10000 + (code - 0xD800) << 10 + UInt32(units[place]) - 0xDC00
                place += 1
            }
            switch code {
            case ..<0x80: bytes.append(UInt8(code))
            case ..<0x800: bytes += [UInt8(0xC0 | code >> 6), UInt8(0x80 | code & 0x3F)]
            case ..<0x10000:
                bytes += [UInt8(0xE0 | code >> 12), UInt8(0x80 | code >> 6 & 0x3F), UInt8(0x80 | code & 0x3F)]
            default:
                bytes += [
                    UInt8(0xF0 | code >> 18), UInt8(0x80 | code >> 12 & 0x3F), UInt8(0x80 | code >> 6 & 0x3F),
                    UInt8(0x80 | code & 0x3F),
                ]
            }
        }
        return bytes
    }

    private enum Kind {
        case utf8
        case utf16(bigEndian: Bool)
        case latin1
        /// As the C library calls it.
        case named(String)
    }

    /// An unknown name means UTF-8.
    private static func kind(_ name: String) -> Kind {
        switch name.lowercased() {
        case "utf-8", "utf8", "": .utf8
        case "unicode", "utf-16", "utf-16le": .utf16(bigEndian: false)
        case "utf-16be", "unicodefffe": .utf16(bigEndian: true)
        case "iso-8859-1", "latin1", "us-ascii", "ascii": .latin1
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "csshiftjis": .named("CP932")
        case "gb2312", "gbk", "cn-gb", "csgb2312", "x-gbk", "gb_2312-80": .named("GBK")
        case "gb18030": .named("GB18030")
        case "big5", "cn-big5", "csbig5", "x-x-big5": .named("BIG5")
        case "euc-kr", "ks_c_5601-1987", "korean", "cseuckr", "ksc5601": .named("CP949")
        case "euc-jp", "x-euc", "x-euc-jp": .named("EUC-JP")
        case "iso-2022-jp", "csiso2022jp": .named("ISO-2022-JP")
        case let other where isKnownToLibrary(other): .named(other.uppercased())
        default: .utf8
        }
    }

    private static func isKnownToLibrary(_ name: String) -> Bool {
        guard name.hasPrefix("windows-") || name.hasPrefix("iso-8859-") || name.hasPrefix("koi8-") else { return false }
        guard let descriptor = iconv_open("UTF-16LE", name), Int(bitPattern: descriptor) != -1 else { return false }
        iconv_close(descriptor)
        return true
    }

    /// Bytes in the character set as text, up to a zero.
    public static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ name: String) -> [UInt16] {
        switch kind(name) {
        case .utf8: return utf8Text(bytes)
        case .latin1: return bytes.prefix { $0 != 0 }.map { UInt16($0) }
        case .utf16(let isBig):
            var units: [UInt16] = []
            for place in stride(from: 0, to: bytes.count - 1, by: 2) {
                let (a, b) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
                let unit = isBig ? a << 8 | b : b << 8 | a
                if unit == 0 { break }
                if unit != 0xFEFF || place > 0 { units.append(unit) }
            }
            return units
        case .named(let name):
            let text = convert(Array(bytes.prefix { $0 != 0 }), from: name, to: "UTF-16LE")
            return stride(from: 0, to: text.count - 1, by: 2).map { UInt16(text[$0]) | UInt16(text[$0 + 1]) << 8 }
        }
    }

    public static func encode(_ units: [UInt16], _ name: String) -> [UInt8] {
        switch kind(name) {
        case .utf8: utf8(units)
        case .latin1: units.map { $0 < 0x100 ? UInt8($0) : 0x3F }
        case .utf16(let isBig):
            units.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .named(let name):
            convert(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, from: "UTF-16LE", to: name)
        }
    }

    /// Converts by the C library; what it cannot convert becomes "?".
    private static func convert(_ input: [UInt8], from: String, to: String) -> [UInt8] {
        guard let descriptor = iconv_open(to, from), Int(bitPattern: descriptor) != -1 else { return [] }
        defer { iconv_close(descriptor) }
        var output: [UInt8] = []
        var source = input.map { CChar(bitPattern: $0) }
        source.withUnsafeMutableBufferPointer { buffer in
            var next = buffer.baseAddress
            var left = buffer.count
            var room = [CChar](repeating: 0, count: 1024)
            while left > 0 {
                let made = room.withUnsafeMutableBufferPointer { target -> Int in
                    var end = target.baseAddress
                    var free = target.count
                    _ = iconv(descriptor, &next, &left, &end, &free)
                    return target.count - free
                }
                output += room.prefix(made).map { UInt8(bitPattern: $0) }
                if left > 0 && made == 0 {
                    // A character that there is not, or half of one: it is skipped.
                    let width = from == "UTF-16LE" ? min(2, left) : 1
                    next = next.map { $0 + width }
                    left -= width
                    output += to == "UTF-16LE" ? [0x3F, 0] : [0x3F]
                }
            }
        }
        return output
    }
}
