import AVM
import AVM2

/// `flash.text.TextLineMetrics`.
enum TextLineMetricsClass {
    static let face = DataFace(
        "flash.text.TextLineMetrics",
        "(x:Number, width:Number, height:Number, ascent:Number, descent:Number, leading:Number)",
        [
            Field(variable: "x", ":Number"), Field(variable: "width", ":Number"),
            Field(variable: "height", ":Number"), Field(variable: "ascent", ":Number"),
            Field(variable: "descent", ":Number"), Field(variable: "leading", ":Number"),
        ])

    static let table = face.table()
}
