import AVM

extension AVM2Machine {
    func run(
        _ environment: MethodEnv, _ base: UnsafeMutablePointer<Value>, count: Int, callee: Value
    ) throws(ScriptError) -> Value {
        throw verifyError(1027)
    }
}
