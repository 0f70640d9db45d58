import Base
import SWF

/// A clip's actions as bytes; the model keeps only where they stand.
public struct ClipActionBytes: Sendable {
    public var events: ClipEvents
    public var keyCode: UInt8?
    public var actions: [UInt8]

    public init(_ events: ClipEvents, keyCode: UInt8? = nil, _ actions: [UInt8]) {
        self.events = events
        self.keyCode = keyCode
        self.actions = actions
    }
}

extension SWFWriter {
    /// Puts `id` at `depth`: PlaceObject2, or 3 where a field needs it.
    public mutating func place(
        _ id: CharacterID, depth: Depth, _ matrix: Matrix? = nil, colorTransform: ColorTransform? = nil,
        ratio: UInt16? = nil, name: String? = nil, clipDepth: Depth? = nil, filters: [Filter]? = nil,
        blendMode: BlendMode? = nil, clipActions: [ClipActionBytes] = []
    ) {
        place(
            .place(id), depth, matrix, colorTransform, ratio, name, clipDepth, filters, blendMode, clipActions)
    }

    /// Changes what is at `depth`.
    public mutating func move(
        depth: Depth, _ matrix: Matrix? = nil, colorTransform: ColorTransform? = nil, ratio: UInt16? = nil,
        name: String? = nil, clipDepth: Depth? = nil, filters: [Filter]? = nil, blendMode: BlendMode? = nil
    ) {
        place(.modify, depth, matrix, colorTransform, ratio, name, clipDepth, filters, blendMode, [])
    }

    /// Puts `id` in the place of what is at `depth`.
    public mutating func replace(
        _ id: CharacterID, depth: Depth, _ matrix: Matrix? = nil, colorTransform: ColorTransform? = nil,
        ratio: UInt16? = nil, name: String? = nil, clipDepth: Depth? = nil
    ) {
        place(.replace(id), depth, matrix, colorTransform, ratio, name, clipDepth, nil, nil, [])
    }

    private mutating func place(
        _ action: PlaceAction, _ depth: Depth, _ matrix: Matrix?, _ colorTransform: ColorTransform?,
        _ ratio: UInt16?, _ name: String?, _ clipDepth: Depth?, _ filters: [Filter]?, _ blendMode: BlendMode?,
        _ clipActions: [ClipActionBytes]
    ) {
        var place = PlaceObject(version: filters == nil && blendMode == nil ? 2 : 3, depth: depth, action: action)
        place.matrix = matrix
        place.colorTransform = colorTransform
        place.ratio = ratio
        place.name = name.map { SWFString($0) }
        place.clipDepth = clipDepth
        place.filters = filters
        place.blendMode = blendMode
        placeObject(place, clipActions: clipActions)
    }

    /// PlaceObject of any version, field by field. `amf` is for version 4.
    public mutating func placeObject(_ place: PlaceObject, clipActions: [ClipActionBytes] = [], amf: [UInt8] = []) {
        let codes: [TagCode] = [.placeObject, .placeObject2, .placeObject3, .placeObject4]
        let swfVersion = version
        tag(codes[Int(place.version) - 1]) {
            if place.version == 1 {
                $0.placeObject1(place)
            } else {
                $0.placeObject2(place, clipActions, swfVersion)
                $0.bytes(amf)
            }
        }
    }

    /// RemoveObject2, or RemoveObject where a character is given.
    public mutating func remove(depth: Depth, character: CharacterID? = nil) {
        tag(character == nil ? .removeObject2 : .removeObject) {
            if let character { $0.u16(character) }
            $0.u16(depth)
        }
    }
}

extension ByteWriter {
    fileprivate mutating func placeObject1(_ place: PlaceObject) {
        if case .place(let id) = place.action { u16(id) }
        u16(place.depth)
        matrix(place.matrix ?? .identity)
        if let transform = place.colorTransform { colorTransform(transform, hasAlpha: false) }
    }

    fileprivate mutating func placeObject2(
        _ place: PlaceObject, _ clipActions: [ClipActionBytes], _ swfVersion: UInt8
    ) {
        // A class name stands for a character number of this movie.
        var character: CharacterID?
        var isMove = false
        switch place.action {
        case .place(let id): character = place.className == nil ? id : nil
        case .modify: isMove = true
        case .replace(let id):
            character = id
            isMove = true
        }
        let first: [Bool] = [
            !clipActions.isEmpty, place.clipDepth != nil, place.name != nil, place.ratio != nil,
            place.colorTransform != nil, place.matrix != nil, character != nil, isMove,
        ]
        let second: [Bool] = [
            false, place.backgroundColor != nil, place.isVisible != nil, place.hasImage, place.className != nil,
            place.bitmapCache != nil, place.blendMode != nil, place.filters != nil,
        ]
        for flag in first { bit(flag) }
        if place.version >= 3 {
            for flag in second { bit(flag) }
        }
        u16(place.depth)
        if let name = place.className { string(name) }
        if let character { u16(character) }
        if let value = place.matrix { matrix(value) }
        if let transform = place.colorTransform { colorTransform(transform, hasAlpha: true) }
        if let ratio = place.ratio { u16(ratio) }
        if let name = place.name { string(name) }
        if let clipDepth = place.clipDepth { u16(clipDepth) }
        if let filters = place.filters { self.filters(filters) }
        if let mode = place.blendMode { u8(mode.rawValue) }
        if let isCached = place.bitmapCache { u8(isCached ? 1 : 0) }
        if let isVisible = place.isVisible { u8(isVisible ? 1 : 0) }
        if let color = place.backgroundColor { rgba(color) }
        if !clipActions.isEmpty { self.clipActions(clipActions, swfVersion) }
    }

    private mutating func clipActions(_ list: [ClipActionBytes], _ swfVersion: UInt8) {
        u16(0)
        clipEvents(list.reduce(ClipEvents()) { $0.union($1.events) }, swfVersion)
        for item in list {
            clipEvents(item.events, swfVersion)
            u32(UInt32(item.actions.count + (item.keyCode == nil ? 0 : 1)))
            if let keyCode = item.keyCode { u8(keyCode) }
            bytes(item.actions)
        }
        clipEvents([], swfVersion)
    }

    private mutating func clipEvents(_ events: ClipEvents, _ swfVersion: UInt8) {
        if swfVersion >= 6 { u32(events.rawValue) } else { u16(UInt16(truncatingIfNeeded: events.rawValue)) }
    }
}
