import AVM

/// A namespace as XML has it. Texts are 16-bit units.
public struct XMLNamespace: Hashable, Sendable {
    public var uri: [UInt16]
    /// Nil: undefined, to be made up when it is written out. Empty: the default namespace.
    public var prefix: [UInt16]?

    public init(uri: [UInt16], prefix: [UInt16]?) {
        self.uri = uri
        self.prefix = prefix
    }

    /// A namespace of which only the URI is known; none at all where that is empty.
    public init(uri: [UInt16]) { self.init(uri: uri, prefix: uri.isEmpty ? [] : nil) }

    /// No namespace.
    public static let none = XMLNamespace(uri: [], prefix: [])

    /// What the prefix `xml` means without a declaration.
    public static let xml = XMLNamespace(uri: Array("http://www.w3.org/XML/1998/namespace".utf16), prefix: [])

    public var hasPrefix: Bool { prefix.map { !$0.isEmpty } ?? false }
}

/// The name of an element, an attribute or a processing instruction.
public struct XMLName: Hashable, Sendable {
    public var local: [UInt16]
    public var namespace: XMLNamespace

    public init(_ local: [UInt16], _ namespace: XMLNamespace = .none) {
        self.local = local
        self.namespace = namespace
    }

    /// Prefixes do not tell names apart.
    public func matches(_ other: XMLName) -> Bool {
        local == other.local && namespace.uri == other.namespace.uri
    }
}

/// What XML code may fail with: an error number (all are TypeErrors but 1023) and what fills its text.
public struct XMLFault: Error, Equatable, Sendable {
    public let number: Int
    public let arguments: [String]

    public init(_ number: Int, _ arguments: [UInt16]...) {
        self.number = number
        self.arguments = arguments.map { String(decoding: $0, as: UTF16.self) }
    }
}

/// The static properties of the `XML` class.
public struct XMLSettings: Equatable, Sendable {
    public var ignoreComments = true
    public var ignoreProcessingInstructions = true
    public var ignoreWhitespace = true
    public var prettyPrinting = true
    public var prettyIndent: Int32 = 2
    /// An end tag must name its start tag's namespace as well. SWF 13 and later.
    public var checksEndTagNamespaces = true

    public init() {}

    var isPretty: Bool { prettyPrinting && prettyIndent >= 0 }
}

/// Characters of XML.
public enum XMLText {
    public static func isSpace(_ unit: UInt16) -> Bool { XMLScanner.isSpace(unit) }

    public static func trimmed(_ text: [UInt16]) -> [UInt16] {
        guard let first = text.firstIndex(where: { !isSpace($0) }) else { return [] }
        let last = text.lastIndex { !isSpace($0) } ?? first
        return Array(text[first...last])
    }

    /// `isXMLName`: an NCName of XML 1.0.
    public static func isName(_ text: [UInt16]) -> Bool {
        guard let first = text.first, isNameStart(first) else { return false }
        return text.dropFirst().allSatisfy { isNameStart($0) || isNamePart($0) }
    }

    // XML 1.0, 2nd ed., appendix B: what Unicode 2.0 called letters, digits and so on, without those that stand for
    // others (compatibility characters).

    private static func isNameStart(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x41...0x5A, 0x61...0x7A, 0x5F: return true
        case ..<0x80: return false
        // Letters by decree, and some that have become something else.
        case 0x2BB...0x2C1, 0x559, 0x6E5, 0x6E6, 0x2126, 0x212A, 0x212B, 0x212E, 0x2180...0x2182, 0x3007,
            0x3021...0x3029:
            return true
        default: return isLetter(unit)
        }
    }

    private static func isNamePart(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x30...0x39, 0x2D, 0x2E, 0xB7, 0x2D0, 0x2D1, 0x387, 0x640, 0x6DD, 0x6DE, 0xE46, 0xEC6, 0x3005,
            0x3031...0x3035,
            0x309D, 0x309E, 0x30FC...0x30FE:
            return true
        case ..<0x80, 0xF900..., 0x20DD...0x20E0: return false
        default:
            guard let scalar = Unicode.Scalar(unit), isOld(scalar) else { return false }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber: return true
            default: return false
            }
        }
    }

    private static func isOld(_ scalar: Unicode.Scalar) -> Bool {
        guard let age = scalar.properties.age else { return false }
        return age.major < 2 || age.major == 2 && age.minor == 0
    }

    private static func isLetter(_ unit: UInt16) -> Bool {
        switch unit {
        // Compatibility characters.
        case 0xAA, 0xB5, 0xBA, 0x132, 0x133, 0x13F, 0x140, 0x149, 0x17F, 0x1C4...0x1CC, 0x1F1...0x1F3, 0x587, 0xE33,
            0xEB3, 0xEDC, 0xEDD, 0x1E9A, 0x2071...0x217F, 0x3131...0x318E, 0xF900...:
            return false
        default: break
        }
        guard let scalar = Unicode.Scalar(unit), isOld(scalar) else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .letterNumber: return true
        default: return false
        }
    }

    /// The content of an element, escaped.
    public static func escapedElement(_ text: [UInt16]) -> [UInt16] {
        escaped(text) { unit in
            switch unit {
            case 0x26: "&amp;"
            case 0x3C: "&lt;"
            case 0x3E: "&gt;"
            default: nil
            }
        }
    }

    /// The value of an attribute, escaped.
    public static func escapedAttribute(_ text: [UInt16]) -> [UInt16] {
        escaped(text) { unit in
            switch unit {
            case 0x26: "&amp;"
            case 0x3C: "&lt;"
            case 0x22: "&quot;"
            case 0x0A: "&#xA;"
            case 0x0D: "&#xD;"
            case 0x09: "&#x9;"
            default: nil
            }
        }
    }

    private static func escaped(_ text: [UInt16], _ entity: (UInt16) -> StaticString?) -> [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(text.count)
        for unit in text {
            if unit < 0x3F, let entity = entity(unit) {
                entity.withUTF8Buffer { result += $0.map { UInt16($0) } }
            } else {
                result.append(unit)
            }
        }
        return result
    }
}
