import AVM2

/// `flash.display3D.Context3DProgramType`.
enum Context3DProgramTypeClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DProgramType", since: 13) {
        [
            .text("FRAGMENT", "fragment"), .text("VERTEX", "vertex"),
        ]
    }
}
