/// The addresses of a bundle: what `file:///…` means inside one.
public enum BundleURL {
    /// Whether `text` has a scheme and something after it.
    public static func isAbsolute(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first else { return false }
        let scheme = text[..<colon].utf8
        let isLetter = (0x41...0x5A).contains(first & 0xDF)
        let isScheme = scheme.allSatisfy {
            (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
        }
        let rest = text[text.index(after: colon)...]
        return isLetter && isScheme && !rest.isEmpty && !text.utf8.contains { $0 <= 32 }
    }

    /// The path below `content/` that a `file` URL names; nil for other schemes and for what is no plain path. Query
    /// and host do not count.
    public static func path(of url: String) -> String? {
        guard url.lowercased().hasPrefix("file:") else { return nil }
        var rest = url.dropFirst(5)
        rest = rest[..<(rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex)]
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
        }
        let steps = rest.split(separator: "/").map { decoded($0) }
        guard !steps.isEmpty, !steps.contains(where: { $0?.contains("/") ?? true }) else { return nil }
        let path = steps.compactMap(\.self).joined(separator: "/")
        return SafePath.isSafe(path) ? path : nil
    }

    /// The `file` URL of a path below `content/`.
    public static func url(ofPath path: String) -> String { "file:///" + encoded(path) }

    /// A path as a URL writes it.
    public static func encoded(_ path: String) -> String {
        let hex = Array("0123456789ABCDEF".utf8)
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let bytes = path.utf8.flatMap { plain.contains($0) ? [$0] : [0x25, hex[Int($0 >> 4)], hex[Int($0 & 15)]] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Text with its `%41`s resolved; nil where the outcome is no UTF-8 or holds a NUL. A lone "%" stays.
    public static func decoded(_ text: Substring) -> String? {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var place = 0
        while place < source.count {
            if source[place] == UInt8(ascii: "%"), place + 2 < source.count,
                let value = UInt8(String(decoding: source[place + 1...place + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                place += 3
            } else {
                bytes.append(source[place])
                place += 1
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
