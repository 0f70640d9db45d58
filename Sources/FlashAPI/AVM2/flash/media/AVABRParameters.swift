import AVM
import AVM2

/// `flash.media.AVABRParameters`.
enum AVABRParametersClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVABRParameters",
            """
            (init_policy:String, init_startBitsPerSecond:int, init_minBitsPerSecond:int, \
            init_maxBitsPerSecond:int)
            """,
            [
                Field("policy", ":String"), Field("startBitsPerSecond", ":int"), Field("minBitsPerSecond", ":int"),
                Field("maxBitsPerSecond", ":int"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("AGGRESSIVE", "aggressive"), .text("CONSERVATIVE", "conservative"), .text("MODERATE", "moderate"),
        ]
    }
}
