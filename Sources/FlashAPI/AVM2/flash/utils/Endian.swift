import AVM2

/// `flash.utils.Endian`.
enum EndianClass {
    static let table = NativeClassTable.constants("flash.utils.Endian") {
        [
            .text("BIG_ENDIAN", "bigEndian"), .text("LITTLE_ENDIAN", "littleEndian"),
        ]
    }
}
