import Base

/// The flags of PlaceObject2 (low byte) and PlaceObject3 (both).
///
/// Spec: SWF 19, pp. 35 and 38.
private struct PlaceFlags: OptionSet {
    let rawValue: UInt16
    static let move = PlaceFlags(rawValue: 1 << 0)
    static let hasCharacter = PlaceFlags(rawValue: 1 << 1)
    static let hasMatrix = PlaceFlags(rawValue: 1 << 2)
    static let hasColorTransform = PlaceFlags(rawValue: 1 << 3)
    static let hasRatio = PlaceFlags(rawValue: 1 << 4)
    static let hasName = PlaceFlags(rawValue: 1 << 5)
    static let hasClipDepth = PlaceFlags(rawValue: 1 << 6)
    static let hasClipActions = PlaceFlags(rawValue: 1 << 7)
    static let hasFilters = PlaceFlags(rawValue: 1 << 8)
    static let hasBlendMode = PlaceFlags(rawValue: 1 << 9)
    static let hasBitmapCache = PlaceFlags(rawValue: 1 << 10)
    static let hasClassName = PlaceFlags(rawValue: 1 << 11)
    static let hasImage = PlaceFlags(rawValue: 1 << 12)
    static let hasVisibility = PlaceFlags(rawValue: 1 << 13)
    static let hasBackgroundColor = PlaceFlags(rawValue: 1 << 14)
}

extension ByteReader {
    /// PlaceObject; the colour transform is there if any bytes are left for it.
    mutating func placeObject() throws(DecodeError) -> PlaceObject {
        let character = try u16()
        var place = PlaceObject(version: 1, depth: try u16(), action: .place(character))
        place.matrix = try? matrix()
        if !isAtEnd { place.colorTransform = try? colorTransform(hasAlpha: false) }
        return place
    }

    /// PlaceObject2, 3 or 4. `swfVersion` is the file's: it decides on the width of event flags.
    mutating func placeObject(version: UInt8, swfVersion: UInt8) throws(DecodeError) -> PlaceObject {
        let start = position
        let flags = PlaceFlags(rawValue: version == 2 ? UInt16(try u8()) : try u16())
        let depth = try u16()
        // The specification wants a class name where there is an image *and* a character; files have one where
        // there is an image and no character.
        let hasClassName =
            flags.contains(.hasClassName) || flags.contains(.hasImage) && !flags.contains(.hasCharacter)
        let className = hasClassName ? try string() : nil
        var place = PlaceObject(version: version, depth: depth, action: .modify)
        place.className = className
        place.hasImage = flags.contains(.hasImage)
        switch (flags.contains(.move), flags.contains(.hasCharacter)) {
        case (true, true): place.action = .replace(try u16())
        case (false, true): place.action = .place(try u16())
        case (true, false): place.action = .modify
        case (false, false):
            // An instance of a class has no number in this movie's dictionary.
            guard hasClassName else {
                throw .badValue(field: "PlaceFlags", value: Int(flags.rawValue), offset: start)
            }
            place.action = .place(0)
        }
        do {
            try placeFields(flags, swfVersion: swfVersion, into: &place)
        } catch {
            // Cut short: Flash places the object with what was read.
        }
        return place
    }

    private mutating func placeFields(
        _ flags: PlaceFlags, swfVersion: UInt8, into place: inout PlaceObject
    ) throws(DecodeError) {
        if flags.contains(.hasMatrix) { place.matrix = try matrix() }
        if flags.contains(.hasColorTransform) { place.colorTransform = try colorTransform(hasAlpha: true) }
        if flags.contains(.hasRatio) { place.ratio = try u16() }
        if flags.contains(.hasName) { place.name = try string() }
        if flags.contains(.hasClipDepth) { place.clipDepth = try u16() }
        if flags.contains(.hasFilters) { place.filters = try filterList() }
        if flags.contains(.hasBlendMode) { place.blendMode = try blendMode() }
        // Some writers set the flag and leave the byte out.
        if flags.contains(.hasBitmapCache) { place.bitmapCache = isAtEnd ? true : try u8() != 0 }
        if flags.contains(.hasVisibility) { place.isVisible = try u8() != 0 }
        if flags.contains(.hasBackgroundColor) { place.backgroundColor = try rgba() }
        if flags.contains(.hasClipActions) { place.clipActions = try clipActions(swfVersion: swfVersion) }
        if place.version == 4 { place.amfData = takeRest() }
    }

    /// A value that is none of the modes is `normal`, as 0 is.
    mutating func blendMode() throws(DecodeError) -> BlendMode { BlendMode(rawValue: try u8()) ?? .normal }

    /// CLIPACTIONS. Spec: SWF 19, p. 36.
    private mutating func clipActions(swfVersion: UInt8) throws(DecodeError) -> [ClipAction] {
        try skip(2)
        // The union of all events: what the list holds counts.
        _ = try clipEvents(swfVersion: swfVersion)
        return list { reader throws(DecodeError) in try reader.clipAction(swfVersion: swfVersion) }
    }

    /// One CLIPACTIONRECORD; nil at the zero flags that end the list.
    private mutating func clipAction(swfVersion: UInt8) throws(DecodeError) -> ClipAction? {
        let events = try clipEvents(swfVersion: swfVersion)
        if events.isEmpty { return nil }
        let length = min(Int(try u32()), remaining)
        let next = position + length
        // The key code is part of the length.
        let keyCode: UInt8? = events.contains(.keyPress) && length > 0 ? try u8() : nil
        let actions = position..<next
        seek(to: next)
        return ClipAction(events: events, keyCode: keyCode, actions: actions)
    }

    /// 16 bits until SWF 5, 32 from SWF 6 on.
    private mutating func clipEvents(swfVersion: UInt8) throws(DecodeError) -> ClipEvents {
        ClipEvents(rawValue: swfVersion >= 6 ? try u32() : UInt32(try u16()))
    }
}
