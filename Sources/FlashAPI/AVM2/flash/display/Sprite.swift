import AVM
import AVM2
import Player

/// `flash.display.Sprite`.
enum SpriteClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Sprite", base: "flash.display.DisplayObjectContainer")
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeSprite() }
        }
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "graphics", ":flash.display.Graphics", GraphicsClass.getter),
        InteractiveObjectClass.flag("buttonMode", \.isButton),
        InteractiveObjectClass.flag("useHandCursor", \.usesHandCursor),
        NativeMember(
            property: "hitArea", ":flash.display.Sprite",
            get: { (call) throws(ScriptError) in Value(orNull: try call.state(DisplayState.self).hitAreaObject) },
            set: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).hitAreaObject = call.object(0)
                return .undefined
            }),
        NativeMember(get: "dropTarget", ":flash.display.DisplayObject") { _ in .null },
        NativeMember(
            property: "soundTransform", ":flash.media.SoundTransform", get: SoundTransformProperty.get,
            set: SoundTransformProperty.set),
        NativeMember(
            method: "startDrag", "(lockCenter:Boolean = false, bounds:flash.geom.Rectangle = null):void", startDrag),
        NativeMember(method: "stopDrag", "():void") { (call) throws(ScriptError) in
            call.player.stopDrag()
            return .undefined
        },
        NativeMember(
            missing: "startTouchDrag",
            "(touchPointID:int, lockCenter:Boolean = false, bounds:flash.geom.Rectangle = null):void"),
        NativeMember(missing: "stopTouchDrag", "(touchPointID:int):void"),
    ]

    private static let startDrag: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        var constraint: (left: Double, top: Double, right: Double, bottom: Double)?
        if let rect = call.object(1) {
            func side(_ slot: Int) -> Double { call.machine.number(rect, slot: slot) }
            constraint = (side(0), side(1), side(0) + side(2), side(1) + side(3))
        }
        if let clip = object as? MovieClip {
            call.player.startDrag(clip, lockCenter: call.bool(0), constraint: constraint)
        }
        return .undefined
    }
}

/// `soundTransform` of what can hold sound: kept until sounds are mixed.
enum SoundTransformProperty {
    static let get: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(DisplayState.self)
        if let known = state.kept["soundTransform"] { return known }
        let made = Value(try call.machine.make("flash.media.SoundTransform"))
        state.kept["soundTransform"] = made
        return made
    }

    static let set: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(DisplayState.self)
        state.kept["soundTransform"] = call[0]
        state.displayObject.soundTransform = SoundTransformClass.percent(call[0])
        call.player.sound.updateGains()
        return .undefined
    }
}
