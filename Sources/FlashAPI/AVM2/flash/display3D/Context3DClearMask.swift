import AVM2

/// `flash.display3D.Context3DClearMask`.
enum Context3DClearMaskClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DClearMask") {
        [
            .int("ALL", 7), .int("COLOR", 1), .int("DEPTH", 2), .int("STENCIL", 4),
        ]
    }
}
