/// Values of AMF 0.
extension SaveReader {
    mutating func amf0(_ name: String, _ depth: Int) throws(Problem) {
        let marker = try u8()
        switch marker {
        case 0x00: try add(name, Self.number(try double()), depth)
        case 0x01: try add(name, try u8() != 0 ? "true" : "false", depth)
        case 0x02: try add(name, Self.quoted(try text(length: try u16())), depth)
        case 0x03:
            try add(name, "Object", depth)
            try members0(depth + 1)
        case 0x05: try add(name, "null", depth)
        case 0x06, 0x0D: try add(name, "undefined", depth)
        case 0x07: try add(name, "the same as value \(try u16())", depth)
        case 0x08:
            try skip(4)
            try add(name, "Array", depth)
            try members0(depth + 1)
        case 0x0A:
            let count = try u32()
            try add(name, "Array of \(count)", depth)
            for place in 0..<count { try amf0("\(place)", depth + 1) }
        case 0x0B:
            let time = try double()
            try skip(2)
            try add(name, Self.date(time), depth)
        case 0x0C: try add(name, Self.quoted(try text(length: try u32())), depth)
        case 0x0F: try add(name, "XML " + Self.quoted(try text(length: try u32())), depth)
        case 0x10:
            try add(name, Self.shown(try text(length: try u16())), depth)
            try members0(depth + 1)
        case 0x11: try amf3(name, depth)
        default: throw .unknown("a value of the kind \(marker)")
        }
    }

    /// Names and values up to the mark that ends an object.
    private mutating func members0(_ depth: Int) throws(Problem) {
        while true {
            let name = try text(length: try u16())
            if name.isEmpty, position < bytes.count, bytes[position] == 0x09 {
                try skip(1)
                return
            }
            try amf0(Self.shown(name), depth)
        }
    }
}

/// Values of AMF 3.
extension SaveReader {
    /// A number of up to 29 bits, 7 in a byte and 8 in the fourth.
    private mutating func u29() throws(Problem) -> Int {
        var value = 0
        for _ in 0..<3 {
            let byte = try u8()
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return value << 8 | Int(try u8())
    }

    mutating func amf3String() throws(Problem) -> [UInt8] {
        let head = try u29()
        if head & 1 == 0 {
            guard strings.indices.contains(head >> 1) else { throw .unknown("a reference to nothing") }
            return strings[head >> 1]
        }
        let string = try text(length: head >> 1)
        if !string.isEmpty { strings.append(string) }
        return string
    }

    mutating func amf3(_ name: String, _ depth: Int) throws(Problem) {
        let marker = try u8()
        switch marker {
        case 0x00: try add(name, "undefined", depth)
        case 0x01: try add(name, "null", depth)
        case 0x02: try add(name, "false", depth)
        case 0x03: try add(name, "true", depth)
        case 0x04:
            let value = try u29()
            try add(name, "\(value >= 1 << 28 ? value - 1 << 29 : value)", depth)
        case 0x05: try add(name, Self.number(try double()), depth)
        case 0x06: try add(name, Self.quoted(try amf3String()), depth)
        default:
            guard (0x07...0x11).contains(marker) else { throw .unknown("a value of the kind \(marker)") }
            let head = try u29()
            if head & 1 == 0 {
                guard head >> 1 < objectCount else { throw .unknown("a reference to nothing") }
                return try add(name, "the same as object \(head >> 1)", depth)
            }
            objectCount += 1
            try complex(marker, head >> 1, name, depth)
        }
    }

    private mutating func complex(_ marker: UInt8, _ count: Int, _ name: String, _ depth: Int) throws(Problem) {
        switch marker {
        case 0x07, 0x0B: try add(name, "XML " + Self.quoted(try text(length: count)), depth)
        case 0x08: try add(name, Self.date(try double()), depth)
        case 0x09:
            try add(name, "Array of \(count)", depth)
            while true {
                let key = try amf3String()
                if key.isEmpty { break }
                try amf3(Self.shown(key), depth + 1)
            }
            for place in 0..<count { try amf3("\(place)", depth + 1) }
        case 0x0A: try object(count, name, depth)
        case 0x0C:
            try skip(count)
            try add(name, "\(count) bytes", depth)
        case 0x0D, 0x0E, 0x0F:
            try skip(1)
            try add(name, "Vector of \(count)", depth)
            for place in 0..<count {
                let value: String
                switch marker {
                case 0x0D: value = "\(Int32(truncatingIfNeeded: try u32()))"
                case 0x0E: value = "\(try u32())"
                default: value = Self.number(try double())
                }
                try add("\(place)", value, depth + 1)
            }
        case 0x10:
            try skip(1)
            let type = Self.shown(try amf3String())
            try add(name, "Vector of \(count)" + (type.isEmpty ? "" : " \(type)"), depth)
            for place in 0..<count { try amf3("\(place)", depth + 1) }
        default:
            try skip(1)
            try add(name, "Dictionary of \(count)", depth)
            for _ in 0..<count {
                try amf3("key", depth + 1)
                try amf3("value", depth + 1)
            }
        }
    }

    /// These wrap one value each, which they write themselves.
    private static let wrappers = [
        "flex.messaging.io.ArrayCollection", "flex.messaging.io.ObjectProxy", "mx.collections.ArrayCollection",
    ]

    private mutating func object(_ head: Int, _ name: String, _ depth: Int) throws(Problem) {
        let type: Traits
        if head & 1 == 0 {
            guard traits.indices.contains(head >> 1) else { throw .unknown("a reference to nothing") }
            type = traits[head >> 1]
        } else {
            let (isExternal, isDynamic, count) = (head & 2 != 0, head & 4 != 0, memberCount(head))
            var read = Traits(name: try amf3String(), members: [], isDynamic: isDynamic, isExternal: isExternal)
            for _ in 0..<count { read.members.append(try amf3String()) }
            traits.append(read)
            type = read
        }
        let title = type.name.isEmpty ? "Object" : Self.shown(type.name)
        try add(name, title, depth)
        if type.isExternal {
            guard Self.wrappers.contains(title) else { throw .unknown("a \(title) in a form of its own") }
            return try amf3("source", depth + 1)
        }
        for member in type.members { try amf3(Self.shown(member), depth + 1) }
        guard type.isDynamic else { return }
        while true {
            let key = try amf3String()
            if key.isEmpty { return }
            try amf3(Self.shown(key), depth + 1)
        }
    }

    /// How many names follow: none where an object writes itself.
    private func memberCount(_ head: Int) -> Int { head & 2 != 0 ? 0 : head >> 3 }
}
