import AVM

/// `XMLList`. ECMA-357 13.5.
enum XMLListClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("XMLList", base: "Object", [.final, .dynamic, .exotic, .hidesMethods])
        table.construct = construct
        table.call = convert
        table.members = { XMLReading.members + XMLChanging.members + own }
        table.staticMembers = { [.length(1)] }
        return table
    }()

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if call[0].isNullish { return xml.value(XMLListState()) }
        if xml.list(call[0]) != nil { return call[0] }
        return xml.value(try xml.toList(call[0]))
    }

    private static func construct(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        guard let list = xml.list(call[0]) else { return try convert(call) }
        return xml.value(XMLListState(list.nodes))
    }

    private static let own: [NativeMember] =
        NativeMember.shared("length", "():int", length: 0) { (call) throws(ScriptError) in
            guard let list = call.machine.xml.list(call.this) else {
                throw call.incompatible("XMLList.prototype.length")
            }
            return Value(list.count)
        }
        + NativeMember.shared("valueOf", "():XMLList", length: 0) { (call) throws(ScriptError) in call.this }
        + [NativeMember(prototype: "toJSON", length: 1) { (call) throws(ScriptError) in call.text("XMLList") }]
}
