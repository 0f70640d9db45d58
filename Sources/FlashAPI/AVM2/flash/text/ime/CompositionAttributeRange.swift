import AVM
import AVM2

/// `flash.text.ime.CompositionAttributeRange`.
enum CompositionAttributeRangeClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.text.ime.CompositionAttributeRange",
            "(relativeStart:int, relativeEnd:int, selected:Boolean, converted:Boolean)",
            [
                Field(variable: "relativeStart", ":int"), Field(variable: "relativeEnd", ":int"),
                Field(variable: "selected", ":Boolean"), Field(variable: "converted", ":Boolean"),
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
