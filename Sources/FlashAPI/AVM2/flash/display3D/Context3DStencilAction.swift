import AVM2

/// `flash.display3D.Context3DStencilAction`.
enum Context3DStencilActionClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DStencilAction", since: 13) {
        [
            .text("DECREMENT_SATURATE", "decrementSaturate"), .text("DECREMENT_WRAP", "decrementWrap"),
            .text("INCREMENT_SATURATE", "incrementSaturate"), .text("INCREMENT_WRAP", "incrementWrap"),
            .text("INVERT", "invert"), .text("KEEP", "keep"), .text("SET", "set"), .text("ZERO", "zero"),
        ]
    }
}
