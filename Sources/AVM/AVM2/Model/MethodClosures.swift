import AVM

extension FunctionState {
    /// The object that a method taken off it is tied to; undefined for a function expression.
    public var receiver: Value { isBound ? boundThis : .undefined }

    /// Whether both are the same method of the same object.
    public func isSameMethod(as other: FunctionState) -> Bool {
        isBound && other.isBound && environment == other.environment && boundThis == other.boundThis
    }
}

extension AVM2Machine {
    /// A new closure of the method that `state` is. For who keeps a method but not its closure.
    public func closure(_ state: FunctionState) -> Object {
        makeFunction(state.environment, boundThis: state.isBound ? state.boundThis : nil, ownsEnvironment: false)
    }
}
