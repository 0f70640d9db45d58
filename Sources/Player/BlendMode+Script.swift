import Base

extension BlendMode {
    /// As scripts write it.
    public var scriptName: String {
        switch self {
        case .hardLight: "hardlight"
        default: "\(self)"
        }
    }
}
