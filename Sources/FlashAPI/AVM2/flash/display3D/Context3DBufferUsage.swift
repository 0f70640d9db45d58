import AVM2

/// `flash.display3D.Context3DBufferUsage`.
enum Context3DBufferUsageClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DBufferUsage", since: 30) {
        [
            .text("DYNAMIC_DRAW", "dynamicDraw"), .text("STATIC_DRAW", "staticDraw"),
        ]
    }
}
