import AVM2

/// `flash.display3D.Context3DBlendFactor`.
enum Context3DBlendFactorClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DBlendFactor") {
        [
            .text("DESTINATION_ALPHA", "destinationAlpha"), .text("DESTINATION_COLOR", "destinationColor"),
            .text("ONE", "one"), .text("ONE_MINUS_DESTINATION_ALPHA", "oneMinusDestinationAlpha"),
            .text("ONE_MINUS_DESTINATION_COLOR", "oneMinusDestinationColor"),
            .text("ONE_MINUS_SOURCE_ALPHA", "oneMinusSourceAlpha"),
            .text("ONE_MINUS_SOURCE_COLOR", "oneMinusSourceColor"), .text("SOURCE_ALPHA", "sourceAlpha"),
            .text("SOURCE_COLOR", "sourceColor"), .text("ZERO", "zero"),
        ]
    }
}
