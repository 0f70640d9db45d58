import AVM

/// `XML`. ECMA-357 13.4.
enum XMLClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("XML", base: "Object", [.final, .dynamic, .exotic, .hidesMethods])
        table.construct = construct
        table.call = convert
        table.members = { XMLReading.members + XMLChanging.members + own }
        table.staticMembers = { [.length(1)] + settings }
        return table
    }()

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if call[0].isNullish { return xml.value(XMLNode(.text)) }
        if xml.node(call[0]) != nil { return call[0] }
        return xml.value(try xml.toXML(call[0]))
    }

    private static func construct(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if call[0].isNullish { return xml.value(XMLNode(.text)) }
        let node = try xml.toXML(call[0])
        let isNew = xml.node(call[0]) == nil && xml.list(call[0]) == nil
        return xml.value(isNew ? node : try xml.copy(node))
    }

    // MARK: Settings

    private static func setting(
        _ name: StaticString, _ path: WritableKeyPath<XMLSettings, Bool> & Sendable
    ) -> NativeMember {
        NativeMember(
            property: name, ":Boolean",
            get: { (call) throws(ScriptError) in Value(call.machine.xml.settings[keyPath: path]) },
            set: { (call) throws(ScriptError) in
                call.machine.xml.settings[keyPath: path] = call.bool(0)
                return .undefined
            })
    }

    private static let settings: [NativeMember] = [
        setting("ignoreComments", \.ignoreComments),
        setting("ignoreProcessingInstructions", \.ignoreProcessingInstructions),
        setting("ignoreWhitespace", \.ignoreWhitespace),
        setting("prettyPrinting", \.prettyPrinting),
        NativeMember(
            property: "prettyIndent", ":int",
            get: { (call) throws(ScriptError) in Value(call.machine.xml.settings.prettyIndent) },
            set: { (call) throws(ScriptError) in
                call.machine.xml.settings.prettyIndent = call.int(0)
                return .undefined
            }),
        NativeMember(prototype: "settings", length: 0, currentSettings),
        NativeMember(prototype: "setSettings", length: 1, setSettings),
        NativeMember(prototype: "defaultSettings", length: 0, defaultSettings),
        NativeMember(method: "settings", "():Object", currentSettings, .as3),
        NativeMember(method: "setSettings", "(o:Object = null):void", setSettings, .as3),
        NativeMember(method: "defaultSettings", "():Object", defaultSettings, .as3),
    ]

    private static let flags: [(StaticString, WritableKeyPath<XMLSettings, Bool> & Sendable)] = [
        ("ignoreComments", \.ignoreComments), ("ignoreProcessingInstructions", \.ignoreProcessingInstructions),
        ("ignoreWhitespace", \.ignoreWhitespace), ("prettyPrinting", \.prettyPrinting),
    ]

    private static func object(_ settings: XMLSettings, _ machine: AVM2Machine) -> Value {
        let object = machine.makeObject()
        for (name, path) in flags {
            machine.heap.define(machine.heap.strings.pinned(name), Value(settings[keyPath: path]), on: object)
        }
        machine.heap.define(machine.heap.strings.pinned("prettyIndent"), Value(settings.prettyIndent), on: object)
        return Value(object)
    }

    private static func currentSettings(_ call: NativeCall) throws(ScriptError) -> Value {
        object(call.machine.xml.settings, call.machine)
    }

    private static func defaultSettings(_ call: NativeCall) throws(ScriptError) -> Value {
        object(XMLSettings(), call.machine)
    }

    /// Takes over what an object says, of the right type; null brings the defaults.
    private static func setSettings(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        let xml = machine.xml
        guard call[0].isObject else {
            var fresh = XMLSettings()
            fresh.checksEndTagNamespaces = xml.settings.checksEndTagNamespaces
            xml.settings = fresh
            return .undefined
        }
        for (name, path) in flags {
            if let value = try machine.get(machine.publicName(name), of: call[0]).bool {
                xml.settings[keyPath: path] = value
            }
        }
        let indent = try machine.get(machine.publicName("prettyIndent"), of: call[0])
        if indent.isNumber { xml.settings.prettyIndent = try machine.toInt32(indent) }
        return .undefined
    }

    // MARK: What lists do their own way

    static func node(_ call: NativeCall, _ method: String) throws(ScriptError) -> XMLNode {
        guard let node = call.machine.xml.node(call.this) else { throw call.incompatible("XML.prototype.\(method)") }
        return node
    }

    private static let own: [NativeMember] =
        NativeMember.shared("length", "():int", length: 0) { (call) throws(ScriptError) in Value(1) }
        + NativeMember.shared("valueOf", "():XML", length: 0) { (call) throws(ScriptError) in call.this }
        + [
            NativeMember(method: "setNotification", "(f:Function):*", setNotification, .as3),
            NativeMember(method: "notification", "():Function", notification, .as3),
            NativeMember(prototype: "toJSON", length: 1) { (call) throws(ScriptError) in call.text("XML") },
        ]

    private static func setNotification(_ call: NativeCall) throws(ScriptError) -> Value {
        try node(call, "setNotification").notification = call[0]
        return .undefined
    }

    private static func notification(_ call: NativeCall) throws(ScriptError) -> Value {
        try node(call, "notification").notification
    }
}
