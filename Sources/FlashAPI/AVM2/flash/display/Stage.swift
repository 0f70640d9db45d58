import AVM
import AVM2
import Base
import Player
import Renderer

/// `flash.display.Stage`.
enum StageClass2 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Stage", base: "flash.display.DisplayObjectContainer")
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { _ in nil }
        }
        table.members = { members + refusing }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "stageWidth", ":int") { (call) throws(ScriptError) in
            Value(call.player.scriptStageSize.width)
        },
        NativeMember(get: "stageHeight", ":int") { (call) throws(ScriptError) in
            Value(call.player.scriptStageSize.height)
        },
        NativeMember(get: "fullScreenWidth", ":uint") { (call) throws(ScriptError) in
            Value(call.player.viewport.width)
        },
        NativeMember(get: "fullScreenHeight", ":uint") { (call) throws(ScriptError) in
            Value(call.player.viewport.height)
        },
        NativeMember(
            property: "frameRate", ":Number",
            get: { (call) throws(ScriptError) in Value(double: call.player.frameRate) },
            set: { (call) throws(ScriptError) in
                let rate = call.number(0)
                if rate.isFinite { call.player.setFrameRate(max(0.01, min(1000, rate))) }
                return .undefined
            }),
        NativeMember(property: "scaleMode", ":String", get: scaleMode, set: setScaleMode),
        NativeMember(
            property: "align", ":String",
            get: { (call) throws(ScriptError) in call.text(try stage(call).align) },
            set: { (call) throws(ScriptError) in
                let letters = call.text(0).uppercased()
                // Always in this order, whatever was written.
                try stage(call).align = "TBLR".filter { letters.contains($0) }
                return .undefined
            }),
        NativeMember(
            property: "quality", ":String",
            get: { (call) throws(ScriptError) in call.text("\(call.player.quality)".uppercased()) },
            set: { (call) throws(ScriptError) in
                switch call.text(0).lowercased() {
                case "low": call.player.quality = .low
                case "medium": call.player.quality = .medium
                case "high": call.player.quality = .high
                case "best": call.player.quality = .best
                default: break
                }
                return .undefined
            }),
        NativeMember(
            property: "displayState", ":String",
            get: { (call) throws(ScriptError) in
                call.text(call.player.isFullScreen ? "fullScreen" : "normal")
            },
            set: { (call) throws(ScriptError) in
                switch call.text(0) {
                case "fullScreen", "fullScreenInteractive": call.player.setFullScreen(true)
                case "normal": call.player.setFullScreen(false)
                default: throw call.machine.makeError(.argument, 2008, ["displayState"])
                }
                return .undefined
            }),
        NativeMember(
            property: "color", ":uint",
            get: { (call) throws(ScriptError) in
                let color = call.player.backgroundColor
                return Value(
                    Int(UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)) | 0xFF00_0000)
            },
            set: { (call) throws(ScriptError) in
                call.player.setStageColor(RGBA(rgb: call.uint(0)))
                return .undefined
            }),
        NativeMember(
            property: "focus", ":flash.display.InteractiveObject",
            get: { (call) throws(ScriptError) in Value(orNull: call.player.focus2?.object2) },
            set: { (call) throws(ScriptError) in
                call.player.setFocus2(call.object(0)?.displayObject2)
                return .undefined
            }),
        NativeMember(
            property: "stageFocusRect", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try stage(call).stageFocusRect) },
            set: { (call) throws(ScriptError) in
                try stage(call).stageFocusRect = call.bool(0)
                return .undefined
            }),
        NativeMember(
            property: "showDefaultContextMenu", ":Boolean",
            get: { (call) throws(ScriptError) in Value(call.player.showsMenu) },
            set: { (call) throws(ScriptError) in
                call.player.showsMenu = call.bool(0)
                return .undefined
            }),
        NativeMember(get: "allowsFullScreen", ":Boolean") { _ in .true },
        NativeMember(get: "allowsFullScreenInteractive", ":Boolean") { _ in .true },
        NativeMember(get: "wmodeGPU", ":Boolean") { _ in .false },
        NativeMember(get: "contentsScaleFactor", ":Number") { (call) throws(ScriptError) in
            Value(double: call.player.viewport.scale)
        },
        NativeMember(get: "browserZoomFactor", ":Number") { _ in Value(double: 1) },
        NativeMember(get: "softKeyboardRect", ":flash.geom.Rectangle") { (call) throws(ScriptError) in
            try call.makeRectangle(TwipsRect(xMin: 0, xMax: 0, yMin: 0, yMax: 0))
        },
        NativeMember(
            property: "fullScreenSourceRect", ":flash.geom.Rectangle",
            get: { (call) throws(ScriptError) in try call.state(DisplayState.self).kept["fullScreenSourceRect"] ?? .null
            },
            set: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).kept["fullScreenSourceRect"] = call[0]
                return .undefined
            }),
        NativeMember(
            property: "mouseLock", ":Boolean", get: { _ in .false }, set: { _ in .undefined }),
        NativeMember(
            property: "colorCorrection", ":String", get: { (call) throws(ScriptError) in call.text("default") },
            set: { (call) throws(ScriptError) in
                guard call.string(0) != nil else { throw call.machine.makeError(.type, 2007, ["colorCorrection"]) }
                return .undefined
            }),
        NativeMember(get: "colorCorrectionSupport", ":String") { (call) throws(ScriptError) in
            call.text("unsupported")
        },
        NativeMember(get: "stage3Ds", ":Vector.<flash.display.Stage3D>", stage3Ds),
        // No video lies behind the stage on a machine without a GPU: movies then show it on the stage.
        NativeMember(get: "stageVideos", ":Vector.<flash.media.StageVideo>") { (call) throws(ScriptError) in
            guard let traits = call.machine.traits(named: "flash.media.StageVideo") else { return .null }
            return Value(try call.machine.makeVector(of: .instance(traits), count: 0).0)
        },
        NativeMember(method: "invalidate", "():void") { (call) throws(ScriptError) in
            try stage(call).isInvalidated = true
            return .undefined
        },
        NativeMember(method: "isFocusInaccessible", "():Boolean") { _ in .false },
        NativeMember(missing: "assignFocus", "(objectToFocus:flash.display.InteractiveObject, direction:String):void"),
    ]

    /// What the stage inherits and cannot do: setting it is Error #2071, see ``NativeMember/refusingToSet(_:)``.
    private static let refused: Set<String> = [
        "accessibilityImplementation", "accessibilityProperties", "alpha", "blendMode", "cacheAsBitmap", "contextMenu",
        "filters", "focusRect", "height", "mask", "mouseEnabled", "name", "opaqueBackground", "rotation", "rotationX",
        "rotationY", "rotationZ", "scale9Grid", "scaleX", "scaleY", "scaleZ", "scrollRect", "tabEnabled", "tabIndex",
        "transform", "visible", "width", "x", "y", "z",
    ]

    private static let refuse: NativeBody = { (call) throws(ScriptError) in
        throw call.machine.makeError(.error, 2071, ["Stage"], through: AVM2Machine.throwError)
    }

    private static let refusing: [NativeMember] =
        (DisplayObjectClass.members + InteractiveObjectClass.members)
        .filter { refused.contains(String(describing: $0.name)) }
        .map { $0.refusingToSet(refuse) }
        + [NativeMember(get: "textSnapshot", ":flash.text.TextSnapshot", refuse)]

    private static func stage(_ call: NativeCall) throws(ScriptError) -> StageObject {
        guard let stage = try call.display() as? StageObject else { throw call.machine.nullReference(call.this) }
        return stage
    }

    /// As many as Flash offers on any machine.
    private static let stage3DCount = 4

    private static let stage3Ds: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(DisplayState.self)
        if let known = state.kept["stage3Ds"] { return known }
        guard let traits = call.machine.traits(named: "flash.display.Stage3D") else { return .null }
        _ = try call.machine.classObject(traits)
        let (vector, elements) = try call.machine.makeVector(of: .instance(traits), count: 0)
        state.kept["stage3Ds"] = Value(vector)
        for index in 0..<stage3DCount {
            let layer = call.machine.instantiate(traits)
            layer.native(as: Stage3DState.self)?.index = index
            try elements.append(Value(layer), call.machine)
        }
        return Value(vector)
    }

    private static let scaleMode: NativeBody = { (call) throws(ScriptError) in
        switch call.player.viewport.scaleMode {
        case .noScale: call.text("noScale")
        case .exactFit: call.text("exactFit")
        case .noBorder: call.text("noBorder")
        default: call.text("showAll")
        }
    }

    private static let setScaleMode: NativeBody = { (call) throws(ScriptError) in
        switch call.text(0) {
        case "noScale": call.player.viewport.scaleMode = .noScale
        case "exactFit": call.player.viewport.scaleMode = .exactFit
        case "noBorder": call.player.viewport.scaleMode = .noBorder
        case "showAll": call.player.viewport.scaleMode = .showAll
        default: throw call.machine.makeError(.argument, 2008, ["scaleMode"])
        }
        return .undefined
    }
}
