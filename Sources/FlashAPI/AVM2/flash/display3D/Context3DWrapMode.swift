import AVM2

/// `flash.display3D.Context3DWrapMode`.
enum Context3DWrapModeClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DWrapMode", since: 30) {
        [
            .text("CLAMP", "clamp"), .text("CLAMP_U_REPEAT_V", "clamp_u_repeat_v"), .text("REPEAT", "repeat"),
            .text("REPEAT_U_CLAMP_V", "repeat_u_clamp_v"),
        ]
    }
}
