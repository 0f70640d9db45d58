import AVM2

/// `flash.display3D.Context3DTriangleFace`.
enum Context3DTriangleFaceClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DTriangleFace", since: 13) {
        [
            .text("BACK", "back"), .text("FRONT", "front"), .text("FRONT_AND_BACK", "frontAndBack"),
            .text("NONE", "none"),
        ]
    }
}
