import AVM

/// `int`.
enum IntClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("int", base: "Object", .final, constructor: "(value:* = undefined)")
        table.members = { NumberClass.members(of: "int") }
        table.staticMembers = {
            [
                .length(1),
                NativeMember(constant: "MIN_VALUE", ":int", .int(.min)),
                NativeMember(constant: "MAX_VALUE", ":int", .int(.max)),
            ]
        }
        table.construct = convert
        table.call = convert
        return table
    }()

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        call.count == 0 ? .zero : Value(try call.machine.toInt32(call[0]))
    }
}
