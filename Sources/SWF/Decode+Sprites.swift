import Base

/// Sprites and buttons. Spec: SWF 19, pp. 193–201 and 219–220.
extension ByteReader {
    /// The tags of a sprite end at End or where the sprite does.
    mutating func defineSprite() throws(DecodeError) -> DefineSprite {
        let (id, frameCount) = (try u16(), try u16())
        var warnings: [String] = []
        return DefineSprite(id: id, frameCount: frameCount, tags: tagRecords(&warnings))
    }

    mutating func defineButton() throws(DecodeError) -> DefineButton {
        let id = try u16()
        let records = list { reader throws(DecodeError) in try reader.buttonRecord(version: 1) }
        let actions = takeRest()
        return DefineButton(
            version: 1, id: id, trackAsMenu: false, records: records,
            actions: actions.isEmpty ? [] : [ButtonAction(conditions: .overDownToOverUp, actions: actions)])
    }

    mutating func defineButton2() throws(DecodeError) -> DefineButton {
        let id = try u16()
        let flags = try u8()
        let offsetBase = position
        let actionOffset = Int(try u16())
        let records = list { reader throws(DecodeError) in try reader.buttonRecord(version: 2) }
        var actions: [ButtonAction] = []
        if actionOffset != 0 {
            seek(to: offsetBase + actionOffset)
            actions = buttonActions()
        }
        return DefineButton(version: 2, id: id, trackAsMenu: flags & 1 != 0, records: records, actions: actions)
    }

    /// BUTTONRECORD; nil at the zero byte that ends the list.
    private mutating func buttonRecord(version: UInt8) throws(DecodeError) -> ButtonRecord? {
        let flags = try u8()
        if flags == 0 { return nil }
        var record = ButtonRecord(
            states: ButtonStates(rawValue: flags & 0x0F), id: try u16(), depth: try u16(), matrix: try matrix())
        guard version >= 2 else { return record }
        record.colorTransform = try colorTransform(hasAlpha: true)
        if flags & 0x10 != 0 { record.filters = try filterList() }
        if flags & 0x20 != 0 { record.blendMode = try blendMode() }
        return record
    }

    /// BUTTONCONDACTIONs. Each begins with the distance to the next, 0 for the last.
    private mutating func buttonActions() -> [ButtonAction] {
        var actions: [ButtonAction] = []
        while !isAtEnd {
            let start = position
            guard let size = try? u16(), let conditions = try? u16() else { break }
            let next = size == 0 ? end : min(start + Int(size), end)
            // A distance shorter than its own fields would never get on.
            guard next >= position else { break }
            actions.append(ButtonAction(conditions: ButtonConditions(rawValue: conditions), actions: position..<next))
            seek(to: next)
        }
        return actions
    }

    /// One transform for each record of the button, without alpha.
    mutating func defineButtonColorTransform() throws(DecodeError) -> Tag {
        let id = try u16()
        let transforms = list { reader throws(DecodeError) in
            reader.isAtEnd ? nil : try reader.colorTransform(hasAlpha: false)
        }
        return .defineButtonColorTransform(id: id, transforms)
    }

    mutating func defineButtonSound() throws(DecodeError) -> DefineButtonSound {
        var sounds = DefineButtonSound(id: try u16())
        do {
            sounds.overToUp = try buttonSound()
            sounds.upToOver = try buttonSound()
            sounds.overToDown = try buttonSound()
            sounds.downToOver = try buttonSound()
        } catch {
            // Cut short: the sounds that are there play.
        }
        return sounds
    }

    /// Sound 0 is none and has no SOUNDINFO.
    private mutating func buttonSound() throws(DecodeError) -> ButtonSound? {
        let sound = try u16()
        return sound == 0 ? nil : ButtonSound(sound: sound, info: try soundInfo())
    }
}
