import AVM

/// `Class`: what class objects are.
enum ClassClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Class", base: "Object", [.dynamic, .final])
        table.members = {
            [NativeMember(get: "prototype", ":*", prototype)]
        }
        table.staticMembers = { [.length(1)] }
        return table
    }()

    private static func prototype(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let object = call.this.object, let traits = call.machine.traits(of: object).details.instanceSide else {
            return .undefined
        }
        return try call.machine.prototype(of: traits)
    }
}
