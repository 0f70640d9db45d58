/// Profiles of Stage3D, poorest first. `rawValue` is the name that scripts use.
public enum Profile: String, CaseIterable, Sendable {
    case baselineConstrained, baseline, baselineExtended, standardConstrained, standard, standardExtended

    public var limits: ProgramLimits {
        switch self {
        case .baselineConstrained, .baseline, .baselineExtended: .baseline
        case .standardConstrained, .standard: .standard
        case .standardExtended: .extended
        }
    }

    /// Largest side of a texture.
    public var largestTexture: Int {
        switch self {
        case .baselineConstrained, .baseline: 2048
        default: 4096
        }
    }
}

/// Two shaders that have been checked.
public struct Program: Sendable {
    public let vertex: Shader
    public let fragment: Shader

    /// Checks both; the vertex shader first.
    public init(vertex: [UInt8], fragment: [UInt8], for profile: Profile) throws(ProgramFault) {
        var reader = ProgramReader(vertex, .vertex, profile.limits)
        self.vertex = try reader.read()
        reader = ProgramReader(fragment, .fragment, profile.limits)
        self.fragment = try reader.read()
    }
}
