import AVM

/// Functions of package `flash.utils` that need no display.
enum UtilityFunctions {
    static let functions: [NativeFunction] = [
        NativeFunction("flash.utils.getQualifiedClassName", "(value:*):String") { (call) throws(ScriptError) in
            call.text(qualifiedName(of: call[0], call.machine))
        },
        NativeFunction("flash.utils.getQualifiedSuperclassName", "(value:*):String", superclassName),
        NativeFunction("flash.utils.getDefinitionByName", "(name:String):Object", definition),
        NativeFunction("flash.utils.getTimer", "():int") { (call) throws(ScriptError) in
            Value(NumberConversion.toInt32(call.machine.host.milliseconds.rounded(.down)))
        },
        NativeFunction("flash.utils.escapeMultiByte", "(value:String):String") { (call) throws(ScriptError) in
            call.text(URICoding.escapeMultiByte(call.string(0)?.units ?? []))
        },
        NativeFunction("flash.utils.unescapeMultiByte", "(value:String):String") { (call) throws(ScriptError) in
            call.text(URICoding.unescapeMultiByte(call.string(0)?.units ?? []))
        },
        NativeFunction(
            "flash.net.registerClassAlias", "(aliasName:String, classObject:Class):void", registerClassAlias),
        NativeFunction("flash.net.getClassByAlias", "(aliasName:String):Class") { (call) throws(ScriptError) in
            guard let traits = call.machine.classAliases[call.text(0)] else {
                throw call.machine.makeError(.reference, 1014, [call.text(0)])
            }
            return Value(try call.machine.classObject(traits))
        },
    ]

    private static func registerClassAlias(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.string(0) != nil else { throw call.machine.makeError(.type, 2007, ["aliasName"]) }
        guard let object = call.object(1), let traits = call.machine.traits(of: object).details.instanceSide else {
            throw call.machine.makeError(.type, 2007, ["classObject"])
        }
        call.machine.classAliases[call.text(0)] = traits
        return .undefined
    }

    /// "flash.geom::Point", the same for the class and its instances.
    static func qualifiedName(of value: Value, _ machine: AVM2Machine) -> String {
        if value.isNull { return "null" }
        if value.isUndefined { return "void" }
        if value.isNumber {
            // A Number that is whole counts as an int, where Flash has room for it beside the tag: 29 bits.
            let number = value.unsafeNumber
            let isWhole = Double(NumberConversion.toInt32(number)) == number
            let isShort = isWhole && (-0x1000_0000..<0x1000_0000).contains(number)
            return isShort ? "int" : "Number"
        }
        guard let traits = machine.traits(of: value) else { return "null" }
        return name(of: traits.details.instanceSide ?? traits, machine)
    }

    static func name(of traits: TraitsRef, _ machine: AVM2Machine) -> String {
        if traits.pointee.flags.contains(.script) { return "global" }
        return machine.qualifiedText(traits)
    }

    private static func superclassName(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let traits = call.machine.traits(of: call[0]) else { return .null }
        guard let base = (traits.details.instanceSide ?? traits).base else { return .null }
        return call.text(name(of: base, call.machine))
    }

    /// "package::Name" or "package.Name", looked up where the calling code lives. Error #1065 where there is none.
    private static func definition(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let given = call.string(0) else { throw call.machine.makeError(.type, 2007, ["name"]) }
        let dotted = given.text.split(separator: "::", maxSplits: 1).joined(separator: ".")
        let name = call.machine.qname(dotted: dotted)
        guard let value = try call.machine.lookUp(name, in: call.machine.callingDomain) else {
            throw call.machine.makeError(.reference, 1065, given)
        }
        return value
    }
}

extension AVM2Machine {
    /// The domain of the script code that runs now; the system's where there is none.
    public var callingDomain: Domain {
        var frame = frames.top
        while frame > frames.base {
            frame -= 1
            if case .file(let unit, _) = frame.pointee.environment.pointee.method.details.source { return unit.domain }
        }
        return systemDomain
    }
}
