import AVM
import Glibc

/// Functions and values that stand on `_global` itself.
enum GlobalFunctions {
    private static let methods: [NativeMethod] = [
        NativeMethod("ASSetPropFlags", setPropFlags),
        NativeMethod("escape", escape),
        NativeMethod("unescape", unescape),
        NativeMethod("parseInt", parseInt),
        NativeMethod("parseFloat", parseFloat),
        NativeMethod("trace", trace),
        NativeMethod("updateAfterEvent", { _ in .undefined }),
        NativeMethod("isNaN", isNaN),
        NativeMethod("isFinite", isFinite),
    ]

    private static let constants: [NativeConstant] = [
        NativeConstant("NaN", .number(.nan), .hidden),
        NativeConstant("Infinity", .number(.infinity), .hidden),
        NativeConstant("o", .null, .hidden),
    ]

    static func install(on machine: Machine) {
        machine.install(methods, on: machine.global)
        machine.install(constants, on: machine.global)
    }

    /// `ASSetPropFlags(object, names, set, clear)`: names are a list with commas, an array, or null for all.
    private static func setPropFlags(_ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard let object = call[0].object else { return .undefined }
        let set = PropertyAttributes(rawValue: try machine.toUInt32(call[2]))
        let clear = PropertyAttributes(rawValue: try machine.toUInt32(call[3]))
        func change(_ slot: Int) {
            let old = object.attributes(slot)
            var new = old.subtracting(clear.intersection(.scriptMask)).union(set.intersection(.scriptMask))
            if old.contains(.accessor) { new.insert(.accessor) }
            if new != old { machine.heap.setAttributes(new, slot: slot, of: object) }
        }
        if call[1].isNull {
            for slot in 0..<object.slotCount where object.shape.entry(slot).name != nil { change(slot) }
            object.native(as: ArrayState.self)?.changeAttributes(set: set, clear: clear)
            if clear.contains(.dontEnum), !set.contains(.dontEnum) {
                if object.proto.isObject { object.flags.insert(.showsProto) }
                object.native(as: ArrayState.self)?.showsLength = true
            }
            return .undefined
        }
        for name in try names(call[1], machine) {
            if let index = name.arrayIndex, let array = object.native(as: ArrayState.self) {
                array.changeAttributes(of: index, set: set, clear: clear)
            }
            if let slot = machine.anySlot(name, of: object) { change(slot) }
        }
        return .undefined
    }

    private static func names(_ value: Value, _ machine: Machine) throws(ScriptError) -> [Atom] {
        if let array = value.object?.native(as: ArrayState.self) {
            var result: [Atom] = []
            // A script may have set any length: beyond its elements there is nothing to name.
            for index in array.elements.indices { result.append(try machine.toAtom(array[index])) }
            return result
        }
        return try machine.toString(value).units.split(separator: 0x2C, omittingEmptySubsequences: false).map {
            machine.heap.strings.intern(machine.heap.makeString(utf16: Array($0)))
        }
    }

    /// Letters and digits stay; all else becomes %XX of its UTF-8 (SWF 6 and later) or single byte.
    private static func escape(_ call: Call) throws(ScriptError) -> Value {
        let string = try call.machine.toString(call[0])
        let bytes =
            call.dialect.hasUTF8Strings ? Array(string.text.utf8) : string.units.map { UInt8(truncatingIfNeeded: $0) }
        return Value(call.heap.makeString(PercentCoding.escape(bytes)))
    }

    private static func unescape(_ call: Call) throws(ScriptError) -> Value {
        let string = try call.machine.toString(call[0])
        let bytes =
            call.dialect.hasUTF8Strings ? Array(string.text.utf8) : string.units.map { UInt8(truncatingIfNeeded: $0) }
        let plain = PercentCoding.unescape(bytes)
        if call.dialect.hasUTF8Strings { return Value(call.heap.makeString(utf8: plain)) }
        return Value(plain.withUnsafeBufferPointer { call.heap.makeString(latin1: $0) })
    }

    private static func trace(_ call: Call) throws(ScriptError) -> Value {
        call.machine.host.trace(try call.machine.toString(call[0]))
        return .undefined
    }

    private static func isNaN(_ call: Call) throws(ScriptError) -> Value {
        Value(call.count == 0 ? true : try call.machine.toNumber(call[0]).isNaN)
    }

    private static func isFinite(_ call: Call) throws(ScriptError) -> Value {
        Value(call.count == 0 ? false : try call.machine.toNumber(call[0]).isFinite)
    }

    /// `parseInt(text, radix)`: the longest number at the start; 0x and, without a radix, 0 choose their own.
    private static func parseInt(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        var units = try plainText(call).units[...]
        let isSpaced = units.first.map { $0 == 0x20 || (9...13).contains($0) } ?? false
        var radix = call.count > 1 ? Int(try call.machine.toInt32(call[1])) : 10
        let isRadixGiven = call.count > 1
        if isRadixGiven && !(2...36).contains(radix) { return .nan }
        while let first = units.first, first == 0x20 || (9...13).contains(first) { units.removeFirst() }
        var isNegative = false
        var hasSign = false
        if let sign = units.first, sign == 0x2D || sign == 0x2B {
            isNegative = sign == 0x2D
            units.removeFirst()
            hasSign = true
        }
        // Blanks hide the prefix where it would choose the radix.
        let isPrefixSeen = !isSpaced || isRadixGiven
        if isPrefixSeen, units.starts(with: [0x30, 0x78]) || units.starts(with: [0x30, 0x58]) {
            // "-0x1" is read as plain 0: a sign hides the prefix.
            if !isRadixGiven {
                // The sign stands behind the prefix, not before it.
                if hasSign { return .nan }
                radix = 16
                units = units.dropFirst(2)
                while let first = units.first, first == 0x20 || (9...13).contains(first) { units.removeFirst() }
                if let sign = units.first, sign == 0x2D || sign == 0x2B {
                    isNegative = sign == 0x2D
                    units.removeFirst()
                }
            } else if radix == 16 {
                units = units.dropFirst(2)
            } else if !isSpaced {
                // At the very start the prefix is passed over whatever the radix, and behind a sign the sign is lost.
                if hasSign {
                    // Without the sign it starts with the letter of the prefix.
                    isNegative = false
                    if radix <= 33 { return .nan }
                } else {
                    units = units.dropFirst(2)
                }
            }
        } else if !isRadixGiven, !isSpaced, units.first == 0x30, units.count > 1,
            units.allSatisfy({ (0x30...0x37).contains($0) })
        {
            radix = 8
        }
        var value = 0.0
        var hasDigits = false
        for unit in units {
            let digit: Int
            switch unit {
            case 0x30...0x39: digit = Int(unit) - 0x30
            case 0x41...0x5A: digit = Int(unit) - 0x37
            case 0x61...0x7A: digit = Int(unit) - 0x57
            default: digit = 99
            }
            if digit >= radix { break }
            value = value * Double(radix) + Double(digit)
            hasDigits = true
        }
        return hasDigits ? Value(isNegative ? -value : value) : .nan
    }

    /// The number at the start of a text, added up digit by digit as Flash does: with its rounding errors, dots that
    /// count for nothing after the first, and an exponent of 32 bits.
    private static func leadingNumber(_ units: ArraySlice<UInt16>) -> Double {
        var units = units
        var isNegative = false
        if let sign = units.first, sign == 0x2B || sign == 0x2D {
            isNegative = sign == 0x2D
            units.removeFirst()
        }
        var value = 0.0
        var scale = 1.0
        var dots = 0
        var hasDigits = false
        while let unit = units.first {
            if unit == 0x2E {
                dots += 1
            } else if (0x30...0x39).contains(unit) {
                hasDigits = true
                if dots == 0 {
                    value = value * 10 + Double(unit - 0x30)
                } else {
                    scale *= 10
                    value += Double(unit - 0x30) / scale
                }
            } else {
                break
            }
            units.removeFirst()
        }
        guard hasDigits else { return .nan }
        if dots < 2, let unit = units.first, unit == 0x65 || unit == 0x45 {
            units.removeFirst()
            var isSmall = false
            if let sign = units.first, sign == 0x2B || sign == 0x2D {
                isSmall = sign == 0x2D
                units.removeFirst()
            }
            var exponent: Int32 = 0
            while let unit = units.first, (0x30...0x39).contains(unit) {
                exponent = exponent &* 10 &+ Int32(unit - 0x30)
                units.removeFirst()
            }
            let power = pow(10, Double(exponent))
            value = isSmall ? value / power : value * power
        }
        return isNegative ? -value : value
    }

    /// The first argument as a text. Of a string object its own text, whatever scripts have made of `toString`.
    private static func plainText(_ call: Call) throws(ScriptError) -> StringRef {
        if let text = call[0].object?.native(as: BoxedPrimitive.self)?.value.string { return text }
        return try call.machine.toString(call[0])
    }

    private static func parseFloat(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        var units = try plainText(call).units[...]
        while let first = units.first, first == 0x20 || (9...13).contains(first) { units.removeFirst() }
        return Value(leadingNumber(units))
    }
}

/// %XX escapes as Flash writes and reads them.
public enum PercentCoding {
    public static func escape(_ bytes: [UInt8]) -> String {
        var result = ""
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = Array("0123456789ABCDEF")
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return result
    }

    public static func unescape(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == 0x25, place + 2 < bytes.count, let high = hex(bytes[place + 1]),
                let low = hex(bytes[place + 2])
            {
                result.append(high << 4 | low)
                place += 3
            } else if bytes[place] == 0x25, place + 2 >= bytes.count {
                // An escape that is cut off ends the text.
                break
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return result
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
