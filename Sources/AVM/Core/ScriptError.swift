/// Why a script did not go on.
public enum ScriptError: Error {
    /// `throw`: script code can catch it.
    case thrown(Value)
    /// The machine ends the script for good: no script can catch it.
    case halted(HaltReason)
}

/// Why a movie's scripts are ended.
public enum HaltReason: Equatable, Sendable {
    /// It ran longer than it may, and the person or the host ended it.
    case timeout
    /// Calls nest too deeply: 256 levels, as Flash has it, or the native stack is used up.
    case tooDeep
    /// It holds more memory than a movie may.
    case outOfMemory
}
