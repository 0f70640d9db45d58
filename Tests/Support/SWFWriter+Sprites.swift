import Base
import SWF

/// A button's actions as bytes; the model keeps only where they stand.
public struct ButtonActionBytes: Sendable {
    public var conditions: ButtonConditions
    public var actions: [UInt8]

    public init(_ conditions: ButtonConditions, _ actions: [UInt8]) {
        self.conditions = conditions
        self.actions = actions
    }
}

extension SWFWriter {
    /// A sprite whose tags `build` writes. It has as many frames as are shown, unless `frameCount` says otherwise.
    public mutating func defineSprite(
        id: CharacterID, frameCount: UInt16? = nil, _ build: (inout SWFWriter) -> Void
    ) {
        var sprite = SWFWriter(version: version)
        build(&sprite)
        tag(.defineSprite) {
            $0.u16(id)
            $0.u16(frameCount ?? sprite.shownFrames)
            $0.bytes(sprite.tags.bytes)
            $0.u16(0)
        }
    }

    /// DefineButton: `actions` run when it is clicked.
    public mutating func defineButton(id: CharacterID, _ records: [ButtonRecord], actions: [UInt8] = []) {
        tag(.defineButton) {
            $0.u16(id)
            for record in records { $0.buttonRecord(record, version: 1) }
            $0.u8(0)
            $0.bytes(actions)
        }
    }

    public mutating func defineButton2(
        id: CharacterID, trackAsMenu: Bool = false, _ records: [ButtonRecord], actions: [ButtonActionBytes] = []
    ) {
        tag(.defineButton2) {
            $0.u16(id)
            $0.u8(trackAsMenu ? 1 : 0)
            var list = ByteWriter()
            for record in records { list.buttonRecord(record, version: 2) }
            list.u8(0)
            // The offset counts from its own two bytes.
            $0.u16(actions.isEmpty ? 0 : UInt16(list.count + 2))
            $0.bytes(list.bytes)
            for (index, action) in actions.enumerated() {
                $0.u16(index == actions.count - 1 ? 0 : UInt16(action.actions.count + 4))
                $0.u16(action.conditions.rawValue)
                $0.bytes(action.actions)
            }
        }
    }

    /// DefineButtonCxform: one transform for each record of the button.
    public mutating func defineButtonColorTransform(id: CharacterID, _ transforms: [ColorTransform]) {
        tag(.defineButtonColorTransform) {
            $0.u16(id)
            for transform in transforms { $0.colorTransform(transform, hasAlpha: false) }
        }
    }

    public mutating func defineButtonSound(_ sounds: DefineButtonSound) {
        tag(.defineButtonSound) {
            $0.u16(sounds.id)
            for sound in [sounds.overToUp, sounds.upToOver, sounds.overToDown, sounds.downToOver] {
                $0.u16(sound?.sound ?? 0)
                if let sound { $0.soundInfo(sound.info) }
            }
        }
    }
}

extension ByteWriter {
    fileprivate mutating func buttonRecord(_ record: ButtonRecord, version: UInt8) {
        let hasFilters = version >= 2 && !record.filters.isEmpty
        let hasBlendMode = version >= 2 && record.blendMode != .normal
        u8(record.states.rawValue | (hasFilters ? 0x10 : 0) | (hasBlendMode ? 0x20 : 0))
        u16(record.id)
        u16(record.depth)
        matrix(record.matrix)
        guard version >= 2 else { return }
        colorTransform(record.colorTransform, hasAlpha: true)
        if hasFilters { filters(record.filters) }
        if hasBlendMode { u8(record.blendMode.rawValue) }
    }
}
