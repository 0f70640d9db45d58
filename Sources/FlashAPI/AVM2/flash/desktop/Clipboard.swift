import AVM
import AVM2
import Player

/// `flash.desktop.Clipboard`. What is text goes to the desktop's clipboard; data of other formats stays in the movie.
enum ClipboardClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.desktop.Clipboard", constructor: "()")
        table.staticMembers = {
            [
                NativeMember(get: "generalClipboard", ":flash.desktop.Clipboard") { (call) throws(ScriptError) in
                    if let known = call.machine.keptValues[generalKey] { return known }
                    let made = Value(try call.machine.make("flash.desktop.Clipboard"))
                    call.machine.keptValues[generalKey] = made
                    return made
                }
            ]
        }
        table.members = { members }
        return table
    }()

    private static let generalKey = "flash.desktop.Clipboard.general"
    /// Data of the movie's own formats is kept under its format.
    private static let dataKey = "flash.desktop.Clipboard "
    private static let text = "air:text"

    private static let members: [NativeMember] = [
        NativeMember(get: "formats", ":Array") { (call) throws(ScriptError) in
            let held = ValueBuffer(call.heap)
            if !call.player.host.clipboard.isEmpty { held.append(call.text(text)) }
            for key in call.machine.keptValues.keys.sorted() where key.hasPrefix(dataKey) {
                held.append(call.text(String(key.dropFirst(dataKey.count))))
            }
            return Value(call.machine.makeArray(held.elements))
        },
        NativeMember(method: "clear", "():void") { (call) throws(ScriptError) in
            call.player.host.clipboard = ""
            for key in call.machine.keptValues.keys where key.hasPrefix(dataKey) {
                call.machine.keptValues[key] = nil
            }
            return .undefined
        },
        NativeMember(method: "clearData", "(format:String):void") { (call) throws(ScriptError) in
            let format = try call.requiredText(0, "format").text
            if format == text { call.player.host.clipboard = "" }
            call.machine.keptValues[dataKey + format] = nil
            return .undefined
        },
        NativeMember(
            method: "getData", "(format:String, transferMode:String = \"originalPreferred\"):Object"
        ) { (call) throws(ScriptError) in
            let format = try call.requiredText(0, "format").text
            if format == text {
                let known = call.player.host.clipboard
                return known.isEmpty ? .null : call.text(known)
            }
            return call.machine.keptValues[dataKey + format] ?? .null
        },
        NativeMember(method: "hasFormat", "(format:String):Boolean") { (call) throws(ScriptError) in
            let format = try call.requiredText(0, "format").text
            if format == text { return Value(!call.player.host.clipboard.isEmpty) }
            return Value(call.machine.keptValues[dataKey + format] != nil)
        },
        NativeMember(
            method: "setData", "(format:String, data:Object, serializable:Boolean = true):Boolean"
        ) { (call) throws(ScriptError) in
            let format = try call.requiredText(0, "format").text
            if format == text {
                call.player.host.clipboard = try call.machine.toString(call[1]).text
            } else {
                call.machine.keptValues[dataKey + format] = call[1]
            }
            return .true
        },
        NativeMember(
            missing: "setDataHandler", "(format:String, handler:Function, serializable:Boolean = true):Boolean"),
    ]
}
