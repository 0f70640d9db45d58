/// The body of a script tag: the name of a handler and what it is called with, in AMF 0.
public enum ScriptTag {
    /// Nil where there is no name.
    public static func split(_ tag: ArraySlice<UInt8>) -> (name: String, value: ArraySlice<UInt8>)? {
        // 2 is the marker of a string.
        guard tag.count > 3, tag.first == 2 else { return nil }
        let length = tag.dropFirst().prefix(2).reduce(0) { $0 << 8 | Int($1) }
        guard tag.count > 3 + length else { return nil }
        return (String(decoding: tag.dropFirst(3).prefix(length), as: UTF8.self), tag.dropFirst(3 + length))
    }
}
