import AVM2

/// `flash.display3D.Context3DMipFilter`.
enum Context3DMipFilterClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DMipFilter", since: 30) {
        [
            .text("MIPLINEAR", "miplinear"), .text("MIPNEAREST", "mipnearest"), .text("MIPNONE", "mipnone"),
        ]
    }
}
