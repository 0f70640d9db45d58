import AVM
import AVM1
import Base
import Player

/// The `Stage` object.
enum StageClass {
    static func install(on runtime: AVM1Runtime) {
        let object = SingletonObject.install("Stage", on: runtime)
        AsBroadcasterClass.initialize(object, runtime.machine)
        runtime.machine.install(
            [
                NativeProperty(
                    "align", get: { call in call.machine.string(call.player.viewport.align.avm1Name) },
                    set: { (call) throws(ScriptError) in
                        call.player.viewport.align = StageAlign(avm1Name: try call.machine.toString(call[0]).text)
                        return .undefined
                    }),
                NativeProperty(
                    "scaleMode", get: { call in call.machine.string(call.player.viewport.scaleMode.rawValue) },
                    set: { (call) throws(ScriptError) in
                        setScaleMode(call.player, try call.machine.toString(call[0]).text)
                        return .undefined
                    }),
                NativeProperty("height", get: { call in Value(call.player.scriptStageSize.height) }),
                NativeProperty("width", get: { call in Value(call.player.scriptStageSize.width) }),
                NativeProperty(
                    "showMenu", get: { call in Value(call.player.showsMenu) },
                    set: { call in
                        call.player.showsMenu = call.machine.toBool(call[0])
                        return .undefined
                    }),
                NativeProperty(
                    "displayState",
                    get: { call in call.machine.string(call.player.isFullScreen ? "fullScreen" : "normal") },
                    set: { (call) throws(ScriptError) in
                        try setDisplayState(call.player, try call.machine.toString(call[0]).text)
                        return .undefined
                    }),
            ], on: object)
    }

    /// An unknown name means "showAll".
    private static func setScaleMode(_ player: Player, _ name: String) {
        let mode = StageScaleMode.allCases.first { $0.rawValue.lowercased() == name.lowercased() } ?? .showAll
        let old = player.scriptStageSize
        player.viewport.scaleMode = mode
        let new = player.scriptStageSize
        if old != new { player.stageDidResize() }
    }

    private static func setDisplayState(_ player: Player, _ name: String) throws(ScriptError) {
        let isFull: Bool
        switch name.lowercased() {
        case "fullscreen": isFull = true
        case "normal": isFull = false
        default: return
        }
        player.setFullScreen(isFull)
    }
}

extension StageAlign {
    /// As `Stage.align` writes it.
    var avm1Name: String {
        (contains(.left) ? "L" : "") + (contains(.top) ? "T" : "") + (contains(.right) ? "R" : "")
            + (contains(.bottom) ? "B" : "")
    }

    /// Any text: its letters L, T, R and B count.
    init(avm1Name: String) {
        self = []
        for letter in avm1Name.uppercased() {
            switch letter {
            case "L": insert(.left)
            case "T": insert(.top)
            case "R": insert(.right)
            case "B": insert(.bottom)
            default: break
            }
        }
    }
}
