import AVM2

/// `flash.display.ShaderParameterType`.
enum ShaderParameterTypeClass {
    static let table = NativeClassTable.constants("flash.display.ShaderParameterType") {
        [
            .text("FLOAT", "float"), .text("FLOAT2", "float2"), .text("FLOAT3", "float3"), .text("FLOAT4", "float4"),
            .text("INT", "int"), .text("INT2", "int2"), .text("INT3", "int3"), .text("INT4", "int4"),
            .text("BOOL", "bool"), .text("BOOL2", "bool2"), .text("BOOL3", "bool3"), .text("BOOL4", "bool4"),
            .text("MATRIX2X2", "matrix2x2"), .text("MATRIX3X3", "matrix3x3"), .text("MATRIX4X4", "matrix4x4"),
        ]
    }
}
