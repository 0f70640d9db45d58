import AVM2

/// `flash.display3D.Context3DTextureFormat`.
enum Context3DTextureFormatClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DTextureFormat", since: 13) {
        [
            .text("BGRA", "bgra"), .text("BGRA_PACKED", "bgraPacked4444"), .text("BGR_PACKED", "bgrPacked565"),
            .text("COMPRESSED", "compressed"), .text("COMPRESSED_ALPHA", "compressedAlpha"),
            .text("RGBA_HALF_FLOAT", "rgbaHalfFloat"),
        ]
    }
}
