import AVM
import AVM2
import Media

/// `flash.media.ID3Info`.
enum ID3InfoClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.ID3Info", "()",
            [
                Field(variable: "songName", ":String"), Field(variable: "artist", ":String"),
                Field(variable: "album", ":String"), Field(variable: "year", ":String"),
                Field(variable: "comment", ":String"), Field(variable: "genre", ":String"),
                Field(variable: "track", ":String"),
            ])
        face.flags = [.dynamic, .final]
        return face
    }()

    static let table = face.table()

    /// Fields with names of their own, in the order in which they are declared.
    private static let slots = ["TIT2": 0, "TPE1": 1, "TALB": 2, "TYER": 3, "COMM": 4, "TCON": 5, "TRCK": 6]

    /// What a file says of itself: the known fields, and each frame under its own name.
    static func make(_ tag: ID3Tag, _ machine: AVM2Machine) throws(ScriptError) -> Object {
        let info = try machine.make("flash.media.ID3Info")
        for frame in tag.frames {
            let text = machine.string(frame.text)
            if let slot = slots[frame.id] { info.cell.slots[slot] = text }
            machine.heap.define(machine.heap.strings.intern(frame.id), text, on: info)
        }
        return info
    }
}
