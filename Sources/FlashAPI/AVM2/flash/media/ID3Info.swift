import AVM
import AVM2

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
}
