/// URLs as movies write them: relative to the movie's own, with backslashes, without a scheme.
///
/// Spec: RFC 3986, 5.2, as far as Flash goes.
public enum URLReference {
    /// `reference` made absolute against `base`.
    public static func resolve(_ reference: String, base: String) -> String {
        let reference = reference.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/")
        if let scheme = scheme(of: reference) {
            let rest = reference.dropFirst(scheme.count + 1)
            guard rest.hasPrefix("//") else { return String(reference) }
            // An authority without a path has the path "/".
            let path = rest.dropFirst(2)
            guard let end = path.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) else {
                return path.isEmpty ? reference : reference + "/"
            }
            if path[end] != "/" { return "\(scheme)://\(path[..<end])/\(path[end...])" }
            return "\(scheme)://\(path[..<end])" + withoutDots(String(path[end...]))
        }
        let (scheme, authority, path) = parts(of: base)
        let prefix = scheme.isEmpty ? "" : "\(scheme)://\(authority)"
        if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
        if reference.hasPrefix("/") { return prefix + withoutDots(reference) }
        if reference.hasPrefix("?") { return prefix + path + reference }
        if reference.isEmpty { return base }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return prefix + withoutDots(folder + reference)
    }

    /// "http" of "http://host/", nil where there is none.
    public static func scheme(of url: String) -> String? {
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let scheme = url[..<colon]
        guard let first = scheme.utf8.first, isLetter(first),
            scheme.utf8.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { return nil }
        return String(scheme)
    }

    /// The host of a URL, "" where it has none. Without its port.
    public static func host(of url: String) -> String {
        let authority = parts(of: url).authority
        return String(authority.split(separator: ":", omittingEmptySubsequences: false).first ?? "")
    }

    /// The path of a URL, from its "/" on, without query and fragment.
    public static func path(of url: String) -> String { parts(of: url).path }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func parts(of url: String) -> (scheme: String, authority: String, path: String) {
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        let plain = url[..<end]
        guard let scheme = scheme(of: String(plain)) else { return ("", "", String(plain)) }
        var rest = plain.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { return (scheme, "", String(rest)) }
        rest = rest.dropFirst(2)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        return (scheme, String(rest[..<slash]), slash == rest.endIndex ? "/" : String(rest[slash...]))
    }

    /// A path without its "." and ".." steps; what follows "?" or "#" stays as it is.
    private static func withoutDots(_ path: String) -> String {
        let end = path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex
        var steps: [Substring] = []
        let all = path[..<end].split(separator: "/", omittingEmptySubsequences: false)
        for (index, step) in all.enumerated() {
            let isLast = index == all.count - 1
            if step == "." {
                if isLast { steps.append("") }
            } else if step == ".." {
                if steps.count > 1 { steps.removeLast() }
                if isLast { steps.append("") }
            } else {
                steps.append(step)
            }
        }
        return steps.joined(separator: "/") + path[end...]
    }
}
