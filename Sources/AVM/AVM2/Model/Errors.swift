import AVM

extension AVM2Machine {
    /// The classes of errors that the machine throws itself.
    public enum ErrorClass: String {
        case error = "Error"
        case type = "TypeError"
        case reference = "ReferenceError"
        case range = "RangeError"
        case argument = "ArgumentError"
        case verify = "VerifyError"
        case security = "SecurityError"
        case syntax = "SyntaxError"
        case uri = "URIError"
        case eval = "EvalError"
        case definition = "DefinitionError"
        case io = "flash.errors.IOError"
        case eof = "flash.errors.EOFError"
        case illegalOperation = "flash.errors.IllegalOperationError"
        case memory = "flash.errors.MemoryError"
        case invalidSWF = "flash.errors.InvalidSWFError"
    }

    /// An error of Flash's by its number; `%1`, `%2` … of its text are replaced.
    public func makeError(_ kind: ErrorClass, _ number: Int, _ parts: StringRef...) -> ScriptError {
        guard !isMakingError else { return .halted(.tooDeep) }
        isMakingError = true
        // The error of an exhausted stack is made by calls as well: there is room for them that nothing else gets.
        registers.end += RegisterFile.reserve
        frames.end += FrameStack.reserve
        stackGuard.isReserveOpen = true
        defer {
            isMakingError = false
            registers.end -= RegisterFile.reserve
            frames.end -= FrameStack.reserve
            stackGuard.isReserveOpen = false
        }
        var message = "Error #\(number)"
        if host.isDebugger, let template = ErrorMessages.text(number) {
            message += ": "
            var rest = Substring(template)
            while let percent = rest.firstIndex(of: "%") {
                message += rest[..<percent]
                rest = rest[rest.index(after: percent)...]
                if let digit = rest.first?.wholeNumberValue, digit >= 1 {
                    if digit <= parts.count { message += parts[digit - 1].text }
                    rest = rest.dropFirst()
                } else {
                    message += "%"
                }
            }
            message += rest
        }
        guard let traits = traits(named: kind.rawValue) ?? traits(named: "Error") else { return .halted(.outOfMemory) }
        do throws(ScriptError) {
            return .thrown(Value(try makeErrorObject(traits, string(message), number)))
        } catch {
            return error
        }
    }

    /// The same from a native that Flash has written in ActionScript: the calls that it makes there before the error
    /// is made show in the stack trace, innermost first. All throw with `Error.throwError` where nothing else is said.
    public func makeError(
        _ kind: ErrorClass, _ number: Int, _ parts: [String] = [], through calls: [String]
    ) -> ScriptError {
        let outer = scriptedCalls
        scriptedCalls = calls
        defer { scriptedCalls = outer }
        return makeError(kind, number, parts)
    }

    /// What ``makeError(_:_:_:through:)`` shows of an error that scripts of Flash's own throw.
    public static let throwError = ["Error$/throwError"]

    public func makeError(_ kind: ErrorClass, _ number: Int, _ parts: [String]) -> ScriptError {
        let texts = parts.map { heap.makeString($0) }
        switch texts.count {
        case 0: return makeError(kind, number)
        case 1: return makeError(kind, number, texts[0])
        case 2: return makeError(kind, number, texts[0], texts[1])
        default: return makeError(kind, number, texts[0], texts[1], texts[2])
        }
    }

    private func makeErrorObject(_ traits: TraitsRef, _ message: Value, _ number: Int) throws(ScriptError) -> Object {
        _ = try classObject(traits)
        return try construct(traits, [message, Value(number)])
    }

    /// #1009 for null, #1010 for undefined.
    public func nullReference(_ value: Value) -> ScriptError {
        makeError(.type, value.isUndefined ? 1010 : 1009)
    }

    func verifyError(_ number: Int, _ parts: StringRef...) -> ScriptError {
        switch parts.count {
        case 0: makeError(.verify, number)
        case 1: makeError(.verify, number, parts[0])
        case 2: makeError(.verify, number, parts[0], parts[1])
        default: makeError(.verify, number, parts[0], parts[1], parts[2])
        }
    }

    /// Whether what was thrown is Error #1069.
    func isUnknownProperty(_ value: Value) -> Bool {
        guard let object = value.object else { return false }
        return errorNumber(of: object) == 1069
    }

    /// The number of an error object, nil where it is none.
    public func errorNumber(of object: Object) -> Int? {
        guard traits(of: object).pointee.derives(from: types.error),
            let binding = types.error.pointee.bindings.find(heap.strings.pinned("_errorID"), .internal)
        else { return nil }
        let value = object.cell.slots[Int(binding.index)]
        return value.isNumber ? Int(value.unsafeNumber) : nil
    }
}
