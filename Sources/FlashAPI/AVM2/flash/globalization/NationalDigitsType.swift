import AVM2

/// `flash.globalization.NationalDigitsType`.
enum NationalDigitsTypeClass {
    static let table = NativeClassTable.constants("flash.globalization.NationalDigitsType", since: 10) {
        [
            .uint("EUROPEAN", 0x30), .uint("ARABIC_INDIC", 0x660), .uint("EXTENDED_ARABIC_INDIC", 0x6f0),
            .uint("NKO", 0x7c0), .uint("DEVANAGARI", 0x966), .uint("BENGALI", 0x9e6), .uint("GURMUKHI", 0xa66),
            .uint("GUJARATI", 0xae6), .uint("ORIYA", 0xb66), .uint("TAMIL", 0xbe6), .uint("TELUGU", 0xc66),
            .uint("KANNADA", 0xce6), .uint("MALAYALAM", 0xd66), .uint("THAI", 0xe50), .uint("LAO", 0xed0),
            .uint("TIBETAN", 0xf20), .uint("MYANMAR", 0x1040), .uint("MYANMAR_SHAN", 0x1090), .uint("KHMER", 0x17e0),
            .uint("MONGOLIAN", 0x1810), .uint("LIMBU", 0x1946), .uint("NEW_TAI_LUE", 0x19d0),
            .uint("BALINESE", 0x1b50), .uint("SUNDANESE", 0x1bb0), .uint("LEPCHA", 0x1c40),
            .uint("OL_CHIKI", 0x1c50), .uint("VAI", 0xa620), .uint("SAURASHTRA", 0xa8d0), .uint("KAYAH_LI", 0xa900),
            .uint("CHAM", 0xaa50), .uint("FULL_WIDTH", 0xff10), .uint("OSMANYA", 0x104a0),
        ]
    }
}
