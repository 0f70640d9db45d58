import AVM2

/// `flash.display3D.Context3DTextureFilter`.
enum Context3DTextureFilterClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DTextureFilter", since: 30) {
        [
            .text("ANISOTROPIC16X", "anisotropic16x"), .text("ANISOTROPIC2X", "anisotropic2x"),
            .text("ANISOTROPIC4X", "anisotropic4x"), .text("ANISOTROPIC8X", "anisotropic8x"),
            .text("LINEAR", "linear"), .text("NEAREST", "nearest"),
        ]
    }
}
