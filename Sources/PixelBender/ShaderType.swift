/// Types of parameters and metadata, by their numbers in the bytecode.
public enum ShaderType: UInt8, Sendable {
    case float = 1, float2, float3, float4, matrix2x2, matrix3x3, matrix4x4
    case int, int2, int3, int4, string, bool, bool2, bool3, bool4

    /// As `ShaderParameterType` has it.
    public var name: String {
        switch self {
        case .float: "float"
        case .float2: "float2"
        case .float3: "float3"
        case .float4: "float4"
        case .matrix2x2: "matrix2x2"
        case .matrix3x3: "matrix3x3"
        case .matrix4x4: "matrix4x4"
        case .int: "int"
        case .int2: "int2"
        case .int3: "int3"
        case .int4: "int4"
        case .string: "string"
        case .bool: "bool"
        case .bool2: "bool2"
        case .bool3: "bool3"
        case .bool4: "bool4"
        }
    }

    /// Numbers that a value has.
    public var count: Int {
        switch self {
        case .float, .int, .bool: 1
        case .float2, .int2, .bool2: 2
        case .float3, .int3, .bool3: 3
        case .float4, .matrix2x2, .int4, .bool4: 4
        case .matrix3x3: 9
        case .matrix4x4: 16
        case .string: 0
        }
    }

    /// Sides of a matrix; 0 for all else.
    var side: Int {
        switch self {
        case .matrix2x2: 2
        case .matrix3x3: 3
        case .matrix4x4: 4
        default: 0
        }
    }

    /// Whole numbers, or truths as 0 and 1.
    public var isWhole: Bool {
        switch self {
        case .int, .int2, .int3, .int4, .bool, .bool2, .bool3, .bool4: true
        default: false
        }
    }
}

/// A value of metadata.
public enum ShaderValue: Equatable, Sendable {
    case numbers(ShaderType, [Float])
    case text(String)
}
