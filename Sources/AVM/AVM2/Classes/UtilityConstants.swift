import AVM

/// Classes of package `flash.utils` that hold constants alone.
enum UtilityConstants {
    static let tables: [NativeClassTable] = [endian, compression]

    private static let endian: NativeClassTable = {
        var table = NativeClassTable("flash.utils.Endian", base: "Object", .final)
        table.staticMembers = {
            [
                NativeMember(constant: "BIG_ENDIAN", ":String", .text("bigEndian")),
                NativeMember(constant: "LITTLE_ENDIAN", ":String", .text("littleEndian")),
            ]
        }
        return table
    }()

    private static let compression: NativeClassTable = {
        var table = NativeClassTable("flash.utils.CompressionAlgorithm", base: "Object", .final)
        table.staticMembers = {
            [
                NativeMember(constant: "DEFLATE", ":String", .text("deflate")),
                NativeMember(constant: "LZMA", ":String", .text("lzma")),
                NativeMember(constant: "ZLIB", ":String", .text("zlib")),
            ]
        }
        return table
    }()
}
