import AVM
import AVM2
import Player

/// `flash.display.Stage3D`: there is no GPU behind it, so it never gets a Context3D and says so.
enum Stage3DClass {
    private final class State: EventTargetState {
        var (x, y) = (0.0, 0.0)
        var isVisible = true
    }

    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Stage3D", base: "flash.events.EventDispatcher", .abstract)
        table.since = 13
        table.makeState = { _, _ in State() }
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "context3D", ":flash.display3D.Context3D") { _ in .null },
        NativeMember(
            property: "visible", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try call.state(State.self).isVisible) },
            set: { (call) throws(ScriptError) in
                try call.state(State.self).isVisible = call.bool(0)
                return .undefined
            }),
        place("x", \.x), place("y", \.y),
        NativeMember(
            method: "requestContext3D",
            "(context3DRenderMode:String = \"auto\", profile:String = \"baseline\"):void", request),
        NativeMember(method: "requestContext3DMatchingProfiles", "(profiles:Vector.<String>):void", request),
    ]

    private static func place(
        _ name: StaticString, _ path: ReferenceWritableKeyPath<State, Double> & Sendable
    ) -> NativeMember {
        NativeMember(
            property: name, ":Number",
            get: { (call) throws(ScriptError) in Value(double: try call.state(State.self)[keyPath: path]) },
            set: { (call) throws(ScriptError) in
                try call.state(State.self)[keyPath: path] = call.number(0)
                return .undefined
            })
    }

    /// Error #3702 where Flash has no GPU either: movies then draw without.
    private static let request: NativeBody = { (call) throws(ScriptError) in
        guard let object = call.this.object else { return .undefined }
        let runtime = call.runtime
        runtime.services.retain(object)
        runtime.afterFrame {
            runtime.services.release(object)
            runtime.perform { () throws(ScriptError) in
                try runtime.send(
                    "flash.events.ErrorEvent", "error", to: object,
                    [runtime.machine.string("Error #3702: Context3D not available."), Value(Int32(3702))])
            }
        }
        return .undefined
    }
}
