import AVM

/// `ASnative`, `ASconstructor`, `ASSetNative`, `ASSetNativeAccessor`: built-in functions by the numbers that Flash's own
/// class library knows them by.
enum NativeNumbers {
    private static let methods: [NativeMethod] = [
        NativeMethod("ASnative", native),
        NativeMethod("ASconstructor", constructor),
        NativeMethod("ASSetNative", setNative),
        NativeMethod("ASSetNativeAccessor", setNativeAccessor),
    ]

    /// Tables by their first number: the owner's path from `_global`, the second number of the first function, and
    /// the functions' names.
    private static let tables: [(number: Int, owner: [StaticString], first: Int, names: [StaticString])] = [
        (1, [], 0, ["ASSetPropFlags"]),
        (100, [], 0, ["escape", "unescape", "parseInt", "parseFloat", "trace"]),
        (
            101, ["Object", "prototype"], 0,
            [
                "watch", "unwatch", "addProperty", "valueOf", "toString", "hasOwnProperty", "isPrototypeOf",
                "isPropertyEnumerable",
            ]
        ),
        (
            103, ["Date", "prototype"], 0,
            [
                "getFullYear", "getYear", "getMonth", "getDate", "getDay", "getHours", "getMinutes", "getSeconds",
                "getMilliseconds", "setFullYear", "setMonth", "setDate", "setHours", "setMinutes", "setSeconds",
                "setMilliseconds", "getTime", "setTime", "getTimezoneOffset", "toString", "setYear",
            ]
        ),
        (
            103, ["Date", "prototype"], 128,
            [
                "getUTCFullYear", "getUTCYear", "getUTCMonth", "getUTCDate", "getUTCDay", "getUTCHours",
                "getUTCMinutes", "getUTCSeconds", "getUTCMilliseconds", "setUTCFullYear", "setUTCMonth", "setUTCDate",
                "setUTCHours", "setUTCMinutes", "setUTCSeconds", "setUTCMilliseconds",
            ]
        ),
        (103, [], 256, ["Date"]),
        (103, ["Date"], 257, ["UTC"]),
        (106, ["Number", "prototype"], 0, ["valueOf", "toString"]),
        (106, [], 2, ["Number"]),
        (107, ["Boolean", "prototype"], 0, ["valueOf", "toString"]),
        (107, [], 2, ["Boolean"]),
        (
            200, ["Math"], 0,
            [
                "abs", "min", "max", "sin", "cos", "atan2", "tan", "exp", "log", "sqrt", "round", "random", "floor",
                "ceil", "atan", "asin", "acos", "pow",
            ]
        ),
        (200, [], 18, ["isNaN", "isFinite"]),
        (251, [], 0, ["String"]),
        (
            251, ["String", "prototype"], 1,
            [
                "valueOf", "toString", "toUpperCase", "toLowerCase", "charAt", "charCodeAt", "concat", "indexOf",
                "lastIndexOf", "slice", "substring", "split", "substr",
            ]
        ),
        (251, ["String"], 14, ["fromCharCode"]),
        (252, [], 0, ["Array"]),
        (
            252, ["Array", "prototype"], 1,
            [
                "push", "pop", "concat", "shift", "unshift", "slice", "join", "splice", "toString", "sort", "reverse",
                "sortOn",
            ]
        ),
        (
            900, ["MovieClip", "prototype"], 0,
            [
                "attachMovie", "swapDepths", "localToGlobal", "globalToLocal", "hitTest", "getBounds", "getBytesTotal",
                "getBytesLoaded", "attachAudio", "attachVideo", "getDepth", "setMask", "play", "stop", "nextFrame",
                "prevFrame", "gotoAndPlay", "gotoAndStop", "duplicateMovieClip", "removeMovieClip", "startDrag",
                "stopDrag", "getNextHighestDepth", "getInstanceAtDepth", "getSWFVersion", "attachBitmap", "getRect",
            ]
        ),
        (
            901, ["MovieClip", "prototype"], 0,
            [
                "createEmptyMovieClip", "beginFill", "beginGradientFill", "moveTo", "lineTo", "curveTo", "lineStyle",
                "endFill", "clear",
            ]
        ),
        (253, [], 0, ["XMLNode"]),
        (
            253, ["XMLNode", "prototype"], 1,
            [
                "cloneNode", "removeNode", "insertBefore", "appendChild", "hasChildNodes", "toString",
                "getNamespaceForPrefix", "getPrefixForNamespace",
            ]
        ),
    ]

    static func install(on machine: Machine) { machine.install(methods, on: machine.global) }

    /// Comes last: it finds what all classes have installed.
    static func collect(on machine: Machine) {
        for table in tables {
            var owner: Object? = machine.global
            for step in table.owner { owner = owner?.ownValue(machine.heap.strings.pinned(step))?.object }
            for (index, name) in table.names.enumerated() {
                guard let value = owner?.ownValue(machine.heap.strings.pinned(name))?.object else { continue }
                machine.numberedNatives[NativeNumber(table.number, table.first + index)] = value
            }
        }
    }

    /// What Flash has for numbers of the Math table that it does not know.
    private static func unknownMathematics(_ call: Call) throws(ScriptError) -> Value {
        for index in 0..<min(2, call.count) { _ = try call.machine.toNumber(call[index]) }
        return .nan
    }

    /// A new function that does what the numbered one does. Nil where there is none.
    private static func make(_ first: Double, _ second: Double, _ call: Call) -> Object? {
        guard first >= 0 else { return nil }
        let number = NativeNumber(Int(NumberConversion.toInt32(first)), Int(NumberConversion.toInt32(second)))
        if number.table == 200, number.function > 19 { return call.machine.makeFunction("", unknownMathematics) }
        guard let known = call.machine.numberedNatives[number]?.native(as: NativeFunction.self) else {
            call.machine.host.missing("ASnative(\(number.table), \(number.function))")
            return nil
        }
        return call.machine.makeFunction(known.name, known.body)
    }

    /// `ASnative(table, function)`.
    private static func native(_ call: Call) throws(ScriptError) -> Value {
        guard call.count == 2 else { return .undefined }
        let function = make(try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]), call)
        guard let function else { return .undefined }
        let (constructor, prototype) = call.machine.functionClass()
        function.proto = prototype
        if !constructor.isUndefined { call.machine.define(function, "constructor", constructor, .hidden) }
        return Value(function)
    }

    /// The same with a prototype.
    private static func constructor(_ call: Call) throws(ScriptError) -> Value {
        guard call.count == 2 else { return .undefined }
        let machine = call.machine
        guard let function = make(try machine.toNumber(call[0]), try machine.toNumber(call[1]), call) else {
            return .undefined
        }
        let prototype = machine.makeObject()
        machine.define(prototype, "constructor", Value(function), .hidden)
        machine.define(function, "prototype", Value(prototype), .hidden)
        return Value(function)
    }

    /// The names of a list with commas; a digit before a name hides it from older versions.
    private static func names(_ call: Call) throws(ScriptError) -> [(name: Atom, attributes: PropertyAttributes)] {
        let machine = call.machine
        return try machine.toString(call[2]).text.split(separator: ",", omittingEmptySubsequences: true).map { part in
            let versions: [Character: PropertyAttributes] = [
                "6": .version6, "7": .version7, "8": .version8, "9": .version9,
            ]
            if part.hasPrefix("10") { return (machine.atom(String(part.dropFirst(2))), .version10) }
            if part.first == "1" { return (machine.atom(String(part.dropFirst())), []) }
            if let first = part.first, let version = versions[first] {
                return (machine.atom(String(part.dropFirst())), version)
            }
            return (machine.atom(String(part)), [])
        }
    }

    /// `ASSetNative(object, table, names, first)`.
    private static func setNative(_ call: Call) throws(ScriptError) -> Value {
        guard let object = call[0].object, call.count >= 3 else { return .undefined }
        let table = try call.machine.toNumber(call[1])
        let first = call.count > 3 ? try call.machine.toNumber(call[3]) : 0
        for (index, entry) in try names(call).enumerated() {
            guard let function = make(table, first + Double(index), call) else { continue }
            call.heap.define(entry.name, Value(function), entry.attributes, on: object)
        }
        return .undefined
    }

    /// `ASSetNativeAccessor(object, table, names, first)`: a getter and a setter for each name.
    private static func setNativeAccessor(_ call: Call) throws(ScriptError) -> Value {
        guard let object = call[0].object, call.count >= 3 else { return .undefined }
        let table = try call.machine.toNumber(call[1])
        let first = call.count > 3 ? try call.machine.toNumber(call[3]) : 0
        for (index, entry) in try names(call).enumerated() {
            let number = first + Double(index * 2)
            guard let getter = make(table, number, call) else { continue }
            let setter = make(table, number + 1, call)
            let accessor = call.heap.makeAccessor(getter: Value(getter), setter: Value(orUndefined: setter))
            call.heap.define(entry.name, accessor, entry.attributes.union(.accessor), on: object)
        }
        return .undefined
    }
}

/// The two numbers of a built-in function.
struct NativeNumber: Hashable {
    let table, function: Int
    init(_ table: Int, _ function: Int) {
        self.table = table
        self.function = function
    }
}
