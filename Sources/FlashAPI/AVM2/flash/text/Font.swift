import AVM
import AVM2
import Player

/// Native state of a `flash.text.Font`: what the movie has for its class.
final class FontState: NativeState {
    /// Nil: it stands for nothing.
    let font: EmbeddedFont?
    /// A font of the system, by its family.
    let deviceName: String?

    init(_ font: EmbeddedFont?, deviceName: String? = nil) {
        self.font = font
        self.deviceName = deviceName
    }
}

/// `flash.text.Font`.
enum FontClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.text.Font")
        table.makeState = { machine, traits in
            let symbol = (machine.host as? AVM2Runtime)?.symbol(of: traits)
            return FontState(symbol.flatMap { $0.assets.embeddedFont($0.id) })
        }
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(method: "registerFont", "(font:Class):void", registerFont),
                NativeMember(method: "enumerateFonts", "(enumerateDeviceFonts:Boolean = false):Array", enumerateFonts),
            ]
        }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "fontName", ":String") { (call) throws(ScriptError) in
            let state = try call.state(FontState.self)
            return (state.font?.name ?? state.deviceName).map { call.text($0) } ?? .null
        },
        NativeMember(get: "fontStyle", ":String") { (call) throws(ScriptError) in
            let state = try call.state(FontState.self)
            guard let font = state.font else { return state.deviceName == nil ? .null : call.text("regular") }
            switch (font.isBold, font.isItalic) {
            case (false, false): return call.text("regular")
            case (true, false): return call.text("bold")
            case (false, true): return call.text("italic")
            case (true, true): return call.text("boldItalic")
            }
        },
        NativeMember(get: "fontType", ":String") { (call) throws(ScriptError) in
            let state = try call.state(FontState.self)
            guard let font = state.font else { return state.deviceName == nil ? .null : call.text("device") }
            return call.text(font.isCFF ? "embeddedCFF" : "embedded")
        },
        NativeMember(method: "hasGlyphs", "(str:String):Boolean") { (call) throws(ScriptError) in
            guard let font = try call.state(FontState.self).font else { return .false }
            return Value(font.hasGlyphs(call.string(0)?.units ?? []))
        },
    ]

    /// Error #1508 for what is no font class.
    private static func registerFont(_ call: NativeCall) throws(ScriptError) -> Value {
        let made = try call.machine.construct(call[0])
        guard let state = made.object?.native(as: FontState.self) else {
            throw call.machine.makeError(.argument, 1508, ["font"])
        }
        if let font = state.font { call.player.register(font) }
        return .undefined
    }

    /// The fonts of the movie that asks, and those that are registered, by their names.
    private static func enumerateFonts(_ call: NativeCall) throws(ScriptError) -> Value {
        let fonts = call.runtime.callingAssets.listedFonts + call.player.registeredFonts
        var states = fonts.sorted { $0.name < $1.name }.map { FontState($0) }
        if call.bool(0) {
            states += (call.player.host.deviceFonts?.familyNames ?? []).map { FontState(nil, deviceName: $0) }
        }
        let held = ValueBuffer(call.heap)
        for state in states {
            let object = try call.machine.make("flash.text.Font")
            object.setNative(state)
            held.append(Value(object))
        }
        return Value(call.machine.makeArray(held.elements))
    }
}
