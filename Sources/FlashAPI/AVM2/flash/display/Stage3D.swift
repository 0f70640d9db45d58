import AVM
import AVM2
import Player
import Renderer
import Stage3D

/// Behind a Stage3D: its place, and the picture that its Context3D has presented.
final class Stage3DState: EventTargetState {
    var (x, y) = (0.0, 0.0)
    var isVisible = true
    /// Its place among the others, the lowest first.
    var index = 0
    var context = Value.null
    private var bitmap: Bitmap?

    /// Shows the picture of a context from now on.
    func show(_ context: DrawContext, width: Int, height: Int, _ player: Player) {
        let shown: Bitmap
        if let bitmap, bitmap.width == width, bitmap.height == height {
            shown = bitmap
        } else {
            shown = Bitmap(Pixmap(width: width, height: height, isOpaque: true), player: player)
            bitmap = shown
        }
        context.copyPicture(to: shown.pixmap.pixels)
        // Nothing lies below it: its alpha counts for nothing.
        for place in 0..<width * height { shown.pixmap.pixels[place] |= 0xFF00_0000 }
        shown.didChange()
        update(player)
    }

    /// There is no context any more.
    func forget() {
        context = .null
        guard let player = bitmap?.player else { return }
        bitmap = nil
        update(player)
    }

    func update(_ player: Player) {
        player.setUnderlay(index, isVisible ? bitmap.map { Underlay(bitmap: $0, x: x, y: y) } : nil)
    }

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(context)
    }
}

/// `flash.display.Stage3D`. Its Context3D draws without a GPU.
enum Stage3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Stage3D", base: "flash.events.EventDispatcher", .abstract)
        table.since = 13
        table.makeState = { _, _ in Stage3DState() }
        table.members = { members }
        return table
    }()

    private enum RenderMode: String {
        case auto, software
    }

    private static let members: [NativeMember] = [
        NativeMember(get: "context3D", ":flash.display3D.Context3D") { (call) throws(ScriptError) in
            try call.state(Stage3DState.self).context
        },
        NativeMember(
            property: "visible", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try call.state(Stage3DState.self).isVisible) },
            set: { (call) throws(ScriptError) in
                let state = try call.state(Stage3DState.self)
                state.isVisible = call.bool(0)
                state.update(call.player)
                return .undefined
            }),
        place("x", \.x), place("y", \.y),
        NativeMember(
            method: "requestContext3D",
            "(context3DRenderMode:String = \"auto\", profile:String = \"baseline\"):void"
        ) { (call) throws(ScriptError) in
            _ = try call.choice(0, "context3DRenderMode", RenderMode.self)
            return try request(call, try call.choice(1, "profile"))
        },
        NativeMember(method: "requestContext3DMatchingProfiles", "(profiles:Vector.<String>):void") {
            (call) throws(ScriptError) in
            let names = try call.vector(0, "profiles")
            guard !names.isEmpty else { throw call.machine.makeError(.argument, 2008, ["profiles"]) }
            // All are the same to us: the richest is taken.
            var best = Profile.baselineConstrained
            for name in names {
                guard let text = name.string?.text, let profile = Profile(rawValue: text) else {
                    throw call.machine.makeError(.argument, 2008, ["profile"])
                }
                if Profile.allCases.firstIndex(of: profile) ?? 0 > Profile.allCases.firstIndex(of: best) ?? 0 {
                    best = profile
                }
            }
            return try request(call, best)
        },
    ]

    /// How far from the stage's corner it may lie.
    private static let farthest = -8192.0...8191.0

    private static func place(
        _ name: StaticString, _ path: ReferenceWritableKeyPath<Stage3DState, Double> & Sendable
    ) -> NativeMember {
        NativeMember(
            property: name, ":Number",
            get: { (call) throws(ScriptError) in Value(double: try call.state(Stage3DState.self)[keyPath: path]) },
            set: { (call) throws(ScriptError) in
                let number = call.number(0)
                guard farthest.contains(number) else { throw call.machine.makeError(.argument, 2006) }
                let state = try call.state(Stage3DState.self)
                state[keyPath: path] = number
                state.update(call.player)
                return .undefined
            })
    }

    /// Makes a context, and tells of it when the frame is over.
    private static func request(_ call: NativeCall, _ profile: Profile) throws(ScriptError) -> Value {
        let object = try call.thisObject()
        let runtime = call.runtime
        runtime.services.retain(object)
        runtime.afterFrame {
            runtime.services.release(object)
            runtime.perform { () throws(ScriptError) in
                guard let layer = object.native(as: Stage3DState.self) else { return }
                let context = try runtime.machine.makeResource("flash.display3D.Context3D")
                if let state = context.native(as: Context3DState.self) {
                    state.profile = profile
                    state.layer = layer
                }
                layer.context = Value(context)
                try runtime.send("context3DCreate", to: object)
            }
        }
        return .undefined
    }
}
