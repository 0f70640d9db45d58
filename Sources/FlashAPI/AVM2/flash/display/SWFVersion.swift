import AVM2

/// `flash.display.SWFVersion`.
enum SWFVersionClass {
    static let table = NativeClassTable.constants("flash.display.SWFVersion") {
        [
            .uint("FLASH1", 1), .uint("FLASH2", 2), .uint("FLASH3", 3), .uint("FLASH4", 4), .uint("FLASH5", 5),
            .uint("FLASH6", 6), .uint("FLASH7", 7), .uint("FLASH8", 8), .uint("FLASH9", 9), .uint("FLASH10", 10),
            .uint("FLASH11", 11), .uint("FLASH12", 12),
        ]
    }
}
