import AVM
import AVM2
import Player

/// `flash.events.Event`.
enum EventClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.events.Event", constructor: "(type:String, bubbles:Boolean = false, cancelable:Boolean = false)")
        table.members = { members }
        table.staticMembers = { constants }
        table.initialize = initialize
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "type", ":String", .internal),
        NativeMember(slot: "bubbles", ":Boolean", .internal),
        NativeMember(slot: "cancelable", ":Boolean", .internal),
        NativeMember(slot: "target", ":Object", .internal),
        NativeMember(slot: "currentTarget", ":Object", .internal),
        NativeMember(slot: "eventPhase", ":int", .internal),
        NativeMember(slot: "flags", ":int", .internal),
        NativeMember(get: "type", ":String") { (call) throws(ScriptError) in call.slot(EventSlot.type) },
        NativeMember(get: "bubbles", ":Boolean") { (call) throws(ScriptError) in call.slot(EventSlot.bubbles) },
        NativeMember(get: "cancelable", ":Boolean") { (call) throws(ScriptError) in call.slot(EventSlot.cancelable) },
        NativeMember(get: "target", ":Object") { (call) throws(ScriptError) in call.slot(EventSlot.target) },
        NativeMember(get: "currentTarget", ":Object") { (call) throws(ScriptError) in
            call.slot(EventSlot.currentTarget)
        },
        NativeMember(get: "eventPhase", ":uint") { (call) throws(ScriptError) in call.slot(EventSlot.phase) },
        NativeMember(method: "clone", "():flash.events.Event") { (call) throws(ScriptError) in
            try EventFace.clone(call, slotEnd: EventSlot.end)
        },
        NativeMember(method: "toString", "():String") { (call) throws(ScriptError) in
            try EventFace.describe(call, "Event", ["type", "bubbles", "cancelable", "eventPhase"])
        },
        NativeMember(method: "formatToString", "(className:String, ...arguments):String", formatToString),
        NativeMember(method: "isDefaultPrevented", "():Boolean") { (call) throws(ScriptError) in
            Value(EventFlags(of: try call.thisObject()).contains(.prevented))
        },
        NativeMember(method: "preventDefault", "():void") { (call) throws(ScriptError) in
            if call.slot(EventSlot.cancelable) == .true { EventFlags.prevented.insert(into: try call.thisObject()) }
            return .undefined
        },
        NativeMember(method: "stopPropagation", "():void") { (call) throws(ScriptError) in
            EventFlags.stopped.insert(into: try call.thisObject())
            return .undefined
        },
        NativeMember(method: "stopImmediatePropagation", "():void") { (call) throws(ScriptError) in
            EventFlags([.stopped, .stoppedAtOnce]).insert(into: try call.thisObject())
            return .undefined
        },
    ]

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let slots = try call.thisObject().cell.slots
        for index in 0..<3 { slots[index] = call[index] }
        slots[EventSlot.phase] = Value(Int32(2))
        return .undefined
    }

    private static func formatToString(_ call: NativeCall) throws(ScriptError) -> Value {
        var text: [UInt16] = Array("[".utf16) + (call.string(0)?.units ?? Array("null".utf16))
        for index in 1..<max(1, call.count) {
            // What is nothing at all is shown by the name "null".
            let key = call[index]
            let name = key.isNullish ? call.machine.names.null.string : try call.machine.toString(key)
            let value: Value =
                key.isNullish
                ? .undefined : try call.machine.get(try call.machine.publicName(Value(name)), of: call.this)
            try EventFace.append(name, value, to: &text, call)
        }
        text.append(0x5D)
        return Value(call.heap.makeString(utf16: text))
    }

    private static let constants: [NativeMember] = [
        .text("ACTIVATE", "activate"), .text("ADDED", "added"), .text("ADDED_TO_STAGE", "addedToStage"),
        .text("BROWSER_ZOOM_CHANGE", "browserZoomChange"), .text("CANCEL", "cancel"), .text("CHANGE", "change"),
        .text("CLEAR", "clear"), .text("CLOSE", "close"), .text("COMPLETE", "complete"), .text("CONNECT", "connect"),
        .text("COPY", "copy"), .text("CUT", "cut"), .text("DEACTIVATE", "deactivate"),
        .text("ENTER_FRAME", "enterFrame"), .text("FRAME_CONSTRUCTED", "frameConstructed"),
        .text("EXIT_FRAME", "exitFrame"), .text("FRAME_LABEL", "frameLabel"), .text("ID3", "id3"),
        .text("INIT", "init"), .text("MOUSE_LEAVE", "mouseLeave"), .text("OPEN", "open"), .text("PASTE", "paste"),
        .text("REMOVED", "removed"), .text("REMOVED_FROM_STAGE", "removedFromStage"), .text("RENDER", "render"),
        .text("RESIZE", "resize"), .text("SCROLL", "scroll"),
        .text("TEXT_INTERACTION_MODE_CHANGE", "textInteractionModeChange"), .text("SELECT", "select"),
        .text("SELECT_ALL", "selectAll"), .text("SOUND_COMPLETE", "soundComplete"),
        .text("TAB_CHILDREN_CHANGE", "tabChildrenChange"), .text("TAB_ENABLED_CHANGE", "tabEnabledChange"),
        .text("TAB_INDEX_CHANGE", "tabIndexChange"), .text("UNLOAD", "unload"), .text("FULLSCREEN", "fullScreen"),
        .text("CONTEXT3D_CREATE", "context3DCreate"), .text("TEXTURE_READY", "textureReady"),
        .text("VIDEO_FRAME", "videoFrame"), .text("SUSPEND", "suspend"), .text("CHANNEL_MESSAGE", "channelMessage"),
        .text("CHANNEL_STATE", "channelState"), .text("WORKER_STATE", "workerState"),
    ]
}
