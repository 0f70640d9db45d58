import AVM
import AVM2
import Player

/// `flash.events.EventDispatcher`.
enum EventDispatcherClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.events.EventDispatcher", constructor: "(target:flash.events.IEventDispatcher = null)")
        table.interfaces = ["flash.events.IEventDispatcher"]
        table.members = { members + [NativeMember(method: "toString", "():String", toString)] }
        table.initialize = initialize
        table.makeState = { _, _ in EventTargetState() }
        return table
    }()

    /// `flash.events.IEventDispatcher` has the same methods.
    static let interface = NativeClassTable.interface("flash.events.IEventDispatcher") { members }

    private static let members: [NativeMember] = [
        NativeMember(
            method: "addEventListener",
            """
            (type:String, listener:Function, useCapture:Boolean = false, priority:int = 0, \
            useWeakReference:Boolean = false):void
            """, addEventListener),
        NativeMember(
            method: "removeEventListener", "(type:String, listener:Function, useCapture:Boolean = false):void",
            removeEventListener),
        NativeMember(method: "dispatchEvent", "(event:flash.events.Event):Boolean", dispatchEvent),
        NativeMember(method: "hasEventListener", "(type:String):Boolean", hasEventListener),
        NativeMember(method: "willTrigger", "(type:String):Boolean", willTrigger),
    ]

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        if let state = call.this.object?.native(as: EventTargetState.self), call[0].isObject {
            state.dispatchTarget = call[0]
        }
        return .undefined
    }

    private static func addEventListener(_ call: NativeCall) throws(ScriptError) -> Value {
        let type = try call.requiredText(0, "type")
        guard call[1].isObject else { throw call.machine.makeError(.type, 2007, ["listener"]) }
        try call.runtime.addListener(
            call[1], for: type, to: try call.thisObject(), isCapture: call.bool(2), priority: call.int(3),
            isWeak: call.bool(4))
        return .undefined
    }

    private static func removeEventListener(_ call: NativeCall) throws(ScriptError) -> Value {
        let type = try call.requiredText(0, "type")
        guard call[1].isObject else { throw call.machine.makeError(.type, 2007, ["listener"]) }
        try call.runtime.removeListener(call[1], for: type, from: try call.thisObject(), isCapture: call.bool(2))
        return .undefined
    }

    /// An event that has a target already has been sent: a copy of it goes on.
    private static func dispatchEvent(_ call: NativeCall) throws(ScriptError) -> Value {
        var event = call[0]
        if event.isObject {
            let target = try call.machine.get(call.machine.publicName("target"), of: event)
            if !target.isNullish { event = try call.machine.callMethod("clone", of: event) }
        }
        guard let object = event.object, let traits = call.machine.traits(named: "flash.events.Event"),
            call.machine.isInstance(event, of: traits)
        else { throw call.machine.makeError(.type, 2007, ["event"]) }
        return Value(try call.runtime.dispatch(object, to: try call.thisObject()))
    }

    private static func hasEventListener(_ call: NativeCall) throws(ScriptError) -> Value {
        let type = call.heap.strings.intern(try call.requiredText(0, "type"))
        return Value(try call.state(EventTargetState.self).hasListener(type))
    }

    private static func willTrigger(_ call: NativeCall) throws(ScriptError) -> Value {
        let type = call.heap.strings.intern(try call.requiredText(0, "type"))
        return Value(call.runtime.willTrigger(type, try call.thisObject()))
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        let object = try call.thisObject()
        return call.text("[object \(call.machine.traits(of: object).name.name.text)]")
    }
}
