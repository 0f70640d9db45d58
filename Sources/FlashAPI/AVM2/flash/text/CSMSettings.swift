import AVM
import AVM2

/// `flash.text.CSMSettings`.
enum CSMSettingsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.text.CSMSettings", "(fontSize:Number, insideCutoff:Number, outsideCutoff:Number)",
            [
                Field(variable: "fontSize", ":Number"), Field(variable: "insideCutoff", ":Number"),
                Field(variable: "outsideCutoff", ":Number"),
            ])
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
