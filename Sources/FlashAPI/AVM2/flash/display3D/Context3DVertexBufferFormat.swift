import AVM2

/// `flash.display3D.Context3DVertexBufferFormat`.
enum Context3DVertexBufferFormatClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DVertexBufferFormat", since: 13) {
        [
            .text("BYTES_4", "bytes4"), .text("FLOAT_1", "float1"), .text("FLOAT_2", "float2"),
            .text("FLOAT_3", "float3"), .text("FLOAT_4", "float4"),
        ]
    }
}
