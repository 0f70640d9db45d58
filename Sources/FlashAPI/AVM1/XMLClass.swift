import AVM
import AVM1
import Player

/// The `XML` class: a document, and loading it.
enum XMLClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("createElement", createElement),
        NativeMethod("createTextNode", createTextNode),
        NativeMethod("parseXML", parseXML),
        NativeMethod("getBytesLoaded", DataLoading.getBytesLoaded),
        NativeMethod("getBytesTotal", DataLoading.getBytesTotal),
        NativeMethod("addRequestHeader", DataLoading.addRequestHeader),
        NativeMethod("onData", onData),
        NativeMethod("onLoad", { _ in .undefined }),
    ]

    private static let properties: [NativeProperty] = [
        NativeProperty("idMap", get: { call in Value(orUndefined: document(call)?.idMap) })
    ]

    private static let documentType = [
        NativeProperty("docTypeDecl", get: { call in optional(document(call)?.docType) }, set: setDocType, [])
    ]

    private static let outcome: [NativeProperty] = [
        NativeProperty(
            "loaded", get: { call in document(call)?.isLoaded.map { Value($0) } ?? .undefined }, set: setLoaded, []),
        NativeProperty(
            "status", get: { call in document(call).map { Value(Int32($0.status)) } ?? .undefined }, set: setStatus, []),
        NativeProperty("xmlDecl", get: { call in optional(document(call)?.declaration) }, set: setDeclaration, []),
    ]

    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass("XML", constructor: construct)
        row.methods = methods
        row.properties = properties
        let prototype = machine.install(row, parent: machine.prototypes.xmlNode).prototype
        machine.prototypes.xml = prototype
        machine.install(
            DataLoading.methods(runtime) { (this, machine) throws(ScriptError) in
                machine.heap.makeString(utf16: try machine.xmlText(of: this)).text
            }, on: prototype)
        machine.define(prototype, "contentType", machine.string("application/x-www-form-urlencoded"), [])
        machine.install(documentType, on: prototype)
        machine.define(prototype, "ignoreWhite", .false, [])
        machine.install(outcome, on: prototype)
    }

    private static func document(_ call: Call) -> XMLDocument? {
        call.this.object?.native(as: XMLNodeState.self)?.document
    }

    private static func optional(_ text: StringRef?) -> Value { text.map { Value($0) } ?? .undefined }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard call.isConstructing, let this = call.this.object else { return .undefined }
        call.machine.makeXMLDocument(this)
        guard !call[0].isUndefined else { return call.this }
        // A document given is copied by way of its text.
        try parse(call[0], into: this, call)
        return call.this
    }

    private static func parse(_ value: Value, into this: Object, _ call: Call) throws(ScriptError) {
        let text = try call.machine.toString(value)
        let ignoresWhite = call.machine.toBool(try call.machine.get(this, "ignoreWhite"))
        call.machine.parseXML(text, into: this, ignoresWhite: ignoresWhite)
    }

    // MARK: Properties

    private static func setDeclaration(_ call: Call) throws(ScriptError) -> Value {
        document(call)?.declaration = call[0].isUndefined ? nil : try call.machine.toString(call[0])
        return .undefined
    }

    private static func setDocType(_ call: Call) throws(ScriptError) -> Value {
        document(call)?.docType = call[0].isUndefined ? nil : try call.machine.toString(call[0])
        return .undefined
    }

    private static func setLoaded(_ call: Call) -> Value {
        document(call)?.isLoaded = call[0].isUndefined ? nil : call.machine.toBool(call[0])
        return .undefined
    }

    private static func setStatus(_ call: Call) throws(ScriptError) -> Value {
        document(call)?.status = Int(try call.machine.toInt32(call[0]))
        return .undefined
    }

    // MARK: Methods

    private static func createElement(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let name = try call.machine.toString(call[0])
        return Value(call.machine.makeXMLNode(type: 1, name: name, value: nil))
    }

    private static func createTextNode(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let text = try call.machine.toString(call[0])
        return Value(call.machine.makeXMLNode(type: 3, name: nil, value: text))
    }

    private static func parseXML(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        if call.count == 0 || call[0].isUndefined { return .undefined }
        try parse(call[0], into: this, call)
        return .undefined
    }

    /// What `load` calls when the text is there: parses it and calls `onLoad`.
    private static func onData(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let isLoaded = !call[0].isUndefined
        if isLoaded { try call.machine.callMethod(this, "parseXML", [call[0]]) }
        try call.machine.set(this, "loaded", Value(isLoaded))
        try call.machine.callMethod(this, "onLoad", [Value(isLoaded)])
        return .undefined
    }
}
