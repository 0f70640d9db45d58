import AVM
import AVM2

/// `flash.sampler.Sample`.
enum SampleClass {
    static let face = DataFace(
        "flash.sampler.Sample", "()",
        [
            Field(variable: "stack", ":Array"), Field(variable: "time", ":Number"),
        ])

    static let table = face.table()
}
