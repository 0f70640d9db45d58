import AVM

/// `uint`.
enum UintClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("uint", base: "Object", .final, constructor: "(value:* = undefined)")
        table.members = { NumberClass.members(of: "uint") }
        table.staticMembers = {
            [
                .length(1),
                NativeMember(constant: "MIN_VALUE", ":uint", .int(0)),
                NativeMember(constant: "MAX_VALUE", ":uint", .number(4_294_967_295)),
            ]
        }
        table.construct = convert
        table.call = convert
        return table
    }()

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        call.count == 0 ? .zero : Value(Int(try call.machine.toUInt32(call[0])))
    }
}
