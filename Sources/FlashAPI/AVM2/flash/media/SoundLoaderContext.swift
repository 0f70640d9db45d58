import AVM
import AVM2

/// `flash.media.SoundLoaderContext`.
enum SoundLoaderContextClass {
    static let face = DataFace(
        "flash.media.SoundLoaderContext", "(bufferTime:Number = 1000, checkPolicyFile:Boolean = false)",
        [
            Field(variable: "bufferTime", ":Number"), Field(variable: "checkPolicyFile", ":Boolean"),
        ])

    static let table = face.table()
}
