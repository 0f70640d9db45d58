import AVM

extension NativeCall {
    /// The argument as a number, where the signature leaves it untyped; `missing` where there are fewer.
    func toNumber(_ index: Int, or missing: Double = .nan) throws(ScriptError) -> Double {
        index < count ? try machine.toNumber(self[index]) : missing
    }

    /// The argument as text; "undefined" where there are fewer.
    func toText(_ index: Int) throws(ScriptError) -> StringRef { try machine.toString(self[index]) }

    /// `this` as text: what the generic methods of `String.prototype` work on.
    func thisText() throws(ScriptError) -> StringRef { try machine.toString(this) }

    func text(_ text: String) -> Value { machine.string(text) }
    func text(_ units: [UInt16]) -> Value { Value(heap.makeString(utf16: units)) }

    /// Error #1004: the method does not work on such a `this`.
    func incompatible(_ method: String) -> ScriptError {
        machine.makeError(.type, 1004, [method], through: AVM2Machine.throwError)
    }

    /// Calls a function with an element, its index and what it is in, as `forEach` and its like do.
    func callBack(_ function: Value, this: Value, _ element: Value, _ index: Int, _ whole: Value) throws(ScriptError)
        -> Value
    {
        try machine.call(function, this: this, element, Value(index), whole)
    }
}

extension NativeMember {
    /// A method in the AS3 namespace and the same function on the prototype, where arguments come as they are.
    static func shared(
        _ name: StaticString, _ signature: StaticString, length: Int, _ body: @escaping NativeBody
    ) -> [NativeMember] {
        [NativeMember(method: name, signature, body, .as3), NativeMember(prototype: name, length: length, body)]
    }

    /// `length` of a class object: the parameters of its constructor.
    static func length(_ count: Int32) -> NativeMember { NativeMember(constant: "length", ":int", .int(count)) }
}
