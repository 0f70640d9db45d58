/// Addresses of movies and of what they load, as RFC 3986 puts them together.
public enum RelativeURL {
    /// `reference` as seen from `base`, which is absolute.
    public static func resolve(_ reference: String, against base: String) -> String {
        if hasScheme(reference) { return reference }
        let (origin, path) = split(base)
        if reference.isEmpty { return base }
        if reference.hasPrefix("//") { return String(origin.prefix { $0 != "/" }) + reference }
        if reference.hasPrefix("?") { return origin + path + reference }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        let full = reference.hasPrefix("/") ? reference : folder + reference
        return origin + withoutDots(full)
    }

    /// Whether it begins with a scheme such as "http:".
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCII, first.isLetter else {
            return false
        }
        return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// "scheme://host" and the path without query and fragment.
    private static func split(_ url: String) -> (origin: String, path: String) {
        let bare = String(url.prefix { $0 != "?" && $0 != "#" })
        guard let scheme = bare.range(of: "://") else { return ("", bare) }
        let rest = bare[scheme.upperBound...]
        guard let slash = rest.firstIndex(of: "/") else { return (bare, "/") }
        return (String(bare[..<slash]), String(rest[slash...]))
    }

    /// Takes the steps "." and ".." out of a path; a query stays as it is.
    private static func withoutDots(_ path: String) -> String {
        let bare = path.prefix { $0 != "?" && $0 != "#" }
        let query = path[bare.endIndex...]
        var steps: [Substring] = []
        for step in bare.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            if step == ".." { _ = steps.popLast() } else if step != "." { steps.append(step) }
        }
        return "/" + steps.joined(separator: "/") + query
    }
}

extension String {
    /// Where `text` first stands in this.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
            place = index(after: place)
        }
        return nil
    }
}
