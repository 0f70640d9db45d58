import AVM
import AVM2

/// `flash.text.engine.FontMetrics`.
enum FontMetricsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.text.engine.FontMetrics",
            """
            (emBox:flash.geom.Rectangle, strikethroughOffset:Number, strikethroughThickness:Number, \
            underlineOffset:Number, underlineThickness:Number, subscriptOffset:Number, subscriptScale:Number, \
            superscriptOffset:Number, superscriptScale:Number, lineGap:Number = 0)
            """,
            [
                Field(variable: "emBox", ":flash.geom.Rectangle"), Field(variable: "strikethroughOffset", ":Number"),
                Field(variable: "strikethroughThickness", ":Number"), Field(variable: "underlineOffset", ":Number"),
                Field(variable: "underlineThickness", ":Number"), Field(variable: "subscriptOffset", ":Number"),
                Field(variable: "subscriptScale", ":Number"), Field(variable: "superscriptOffset", ":Number"),
                Field(variable: "superscriptScale", ":Number"), Field(variable: "lineGap", ":Number"),
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
