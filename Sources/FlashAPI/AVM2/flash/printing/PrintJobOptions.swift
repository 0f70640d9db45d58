import AVM
import AVM2

/// `flash.printing.PrintJobOptions`.
enum PrintJobOptionsClass {
    static let face = DataFace(
        "flash.printing.PrintJobOptions", "(printAsBitmap:Boolean = false)",
        [
            Field(variable: "printAsBitmap", ":Boolean")
        ])

    static let table = face.table()
}
