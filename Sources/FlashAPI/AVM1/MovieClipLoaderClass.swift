import AVM
import AVM1
import Player

/// The `MovieClipLoader` class.
enum MovieClipLoaderClass {
    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass(
            "MovieClipLoader",
            constructor: { (call) throws(ScriptError) -> Value in
                guard let this = call.this.object else { return .undefined }
                // Its own methods are listeners as well.
                call.machine.define(this, "_listeners", Value(call.machine.makeArray([Value(this)])), .dontEnum)
                return .undefined
            })
        row.methods = [
            NativeMethod("loadClip", loadClip), NativeMethod("unloadClip", unloadClip),
            NativeMethod("getProgress", getProgress),
        ]
        let prototype = machine.install(row, .hidden.union(.version6)).prototype
        AsBroadcasterClass.initialize(prototype, machine)
    }

    /// A clip, a path, or the number of a level, which is made where there is none.
    private static func target(_ value: Value, _ call: Call) throws(ScriptError) -> MovieClip? {
        if value.isNumber {
            let number = Int(try call.machine.toInt32(value))
            return number >= 0 ? call.player.makeLevel(number) : nil
        }
        if let object = value.object, object.displayObject == nil { return nil }
        guard !value.isNullish, let start = (call.machine.target ?? call.player.level(0)?.avm1Object())?.displayObject
        else { return nil }
        return try call.displayObject(named: value, from: start) as? MovieClip
    }

    private static func loadClip(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, call.count > 1 else { return .undefined }
        guard call[0].isString, let clip = try target(call[1], call) else { return .false }
        try call.runtime.loader.loadMovie(
            try call.machine.toString(call[0]).text, into: clip, method: .none, variablesOf: nil, listener: this)
        return .true
    }

    private static func unloadClip(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        guard let clip = try target(call[0], call) else { return .false }
        call.runtime.loader.unload(clip)
        return .true
    }

    private static func getProgress(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0, let clip = try target(call[0], call) else { return .undefined }
        let result = call.machine.makeObject()
        call.machine.define(result, "bytesLoaded", Value(clip.bytesTotal))
        call.machine.define(result, "bytesTotal", Value(clip.bytesTotal))
        return Value(result)
    }
}
