import CDBus

/// A value in a message of D-Bus.
///
/// Spec: D-Bus Specification 0.41, "Type System".
indirect enum DBusValue: Equatable, Sendable {
    case text(String)
    case path(String)
    case truth(Bool)
    case byte(UInt8)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    /// `of`: the signature of its elements.
    case array([DBusValue], of: String)
    /// Names with values of any kind, which is how D-Bus has options: `a{sv}`.
    case dictionary([String: DBusValue])
    case structure([DBusValue])
    case variant(DBusValue)

    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .truth: "b"
        case .byte: "y"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .array(_, let element): "a" + element
        case .dictionary: "a{sv}"
        case .structure(let parts): "(" + parts.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }

    /// What a variant holds, or else the value itself.
    var plain: DBusValue { if case .variant(let value) = self { value.plain } else { self } }

    var asText: String? {
        switch plain {
        case .text(let text), .path(let text): text
        default: nil
        }
    }

    var asWhole: Int64? {
        switch plain {
        case .byte(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    var asDouble: Double? { if case .double(let value) = plain { value } else { asWhole.map(Double.init) } }
    var asTruth: Bool? { if case .truth(let value) = plain { value } else { nil } }
    var asTexts: [String] {
        if case .array(let elements, _) = plain { elements.compactMap(\.asText) } else { [] }
    }
    var asOptions: [String: DBusValue] { if case .dictionary(let options) = plain { options } else { [:] } }
}

// MARK: - To and from messages

extension DBusValue {
    private static func type(_ letter: Character) -> Int32 { Int32(letter.asciiValue ?? 0) }

    /// The values from `place` to the end of its container. libdbus has checked how deep they are nested.
    static func list(_ place: OpaquePointer) -> [DBusValue] {
        var values: [DBusValue] = []
        while cdbus_type(place) != 0 {
            if let value = DBusValue(place) { values.append(value) }
            cdbus_advance(place)
        }
        return values
    }

    private static func inside(_ place: OpaquePointer) -> [DBusValue] {
        guard let inner = cdbus_enter(place) else { return [] }
        defer { cdbus_free(inner) }
        return list(inner)
    }

    /// Nil: nothing that anybody here asks for, such as an open file.
    private init?(_ place: OpaquePointer) {
        let type = cdbus_type(place)
        guard let letter = UInt8(exactly: type).map({ Character(UnicodeScalar($0)) }) else { return nil }
        switch letter {
        case "s", "o", "g":
            let text = cdbus_text(place).map { String(cString: $0) } ?? ""
            self = letter == "o" ? .path(text) : .text(text)
        case "b": self = .truth(cdbus_whole(place) != 0)
        case "y": self = .byte(UInt8(truncatingIfNeeded: cdbus_whole(place)))
        case "n", "i": self = .int32(Int32(truncatingIfNeeded: cdbus_whole(place)))
        case "q", "u": self = .uint32(UInt32(truncatingIfNeeded: cdbus_whole(place)))
        case "x": self = .int64(cdbus_whole(place))
        case "t": self = .uint64(UInt64(bitPattern: cdbus_whole(place)))
        case "d": self = .double(cdbus_double(place))
        case "v":
            guard let value = Self.inside(place).first else { return nil }
            self = .variant(value)
        case "r", "e": self = .structure(Self.inside(place))
        case "a": self.init(array: place)
        default: return nil
        }
    }

    private init(array place: OpaquePointer) {
        let values = Self.inside(place)
        guard cdbus_element_type(place) == Self.type("e") else {
            self = .array(values, of: values.first?.signature ?? "v")
            return
        }
        var options: [String: DBusValue] = [:]
        for case .structure(let pair) in values where pair.count == 2 {
            if let name = pair[0].asText { options[name] = pair[1].plain }
        }
        self = .dictionary(options)
    }

    /// Appends the value. False: there is no memory, or it is no value that a message can hold.
    func append(to place: OpaquePointer) -> Bool {
        let type = Self.type(signature.first ?? " ")
        switch self {
        case .text(let text), .path(let text): return cdbus_put_text(place, type, text) != 0
        case .truth(let value): return cdbus_put_whole(place, type, value ? 1 : 0) != 0
        case .byte(let value): return cdbus_put_whole(place, type, Int64(value)) != 0
        case .int32(let value): return cdbus_put_whole(place, type, Int64(value)) != 0
        case .uint32(let value): return cdbus_put_whole(place, type, Int64(value)) != 0
        case .int64(let value): return cdbus_put_whole(place, type, value) != 0
        case .uint64(let value): return cdbus_put_whole(place, type, Int64(bitPattern: value)) != 0
        case .double(let value): return cdbus_put_double(place, value) != 0
        case .array(let values, let element):
            return Self.contain(place, "a", element) { inner in values.allSatisfy { $0.append(to: inner) } }
        case .structure(let values):
            return Self.contain(place, "r", nil) { inner in values.allSatisfy { $0.append(to: inner) } }
        case .variant(let value):
            return Self.contain(place, "v", value.signature) { value.append(to: $0) }
        case .dictionary(let options):
            return Self.contain(place, "a", "{sv}") { inner in
                options.sorted { $0.key < $1.key }.allSatisfy { name, value in
                    Self.contain(inner, "e", nil) { pair in
                        DBusValue.text(name).append(to: pair) && DBusValue.variant(value).append(to: pair)
                    }
                }
            }
        }
    }

    private static func contain(
        _ place: OpaquePointer, _ letter: Character, _ signature: String?, _ body: (OpaquePointer) -> Bool
    ) -> Bool {
        guard let inner = cdbus_begin(place, type(letter), signature) else { return false }
        let isFilled = body(inner)
        return cdbus_end(place, inner) != 0 && isFilled
    }
}
