import AVM
import AVM2
import Player

/// `flash.display.GraphicsPath`: commands and coordinates as data.
enum GraphicsPathClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.GraphicsPath",
            "(commands:Vector.<int> = null, data:Vector.<Number> = null, winding:String = \"evenOdd\")",
            [
                Field(variable: "commands", ":Vector.<int>"), Field(variable: "data", ":Vector.<Number>"),
                Field(hidden: "winding", ":String"),
            ])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsPath", "flash.display.IGraphicsData"]
        face.since = 10
        return face
    }()

    static let table = face.table(members: { members })

    private static let members: [NativeMember] = [
        NativeMember(
            property: "winding", ":String", get: { (call) throws(ScriptError) in call.slot(2) },
            set: { (call) throws(ScriptError) in
                try GraphicsClass.checkWinding(call.string(0)?.text, call)
                call.setSlot(2, call[0])
                return .undefined
            }),
        NativeMember(method: "moveTo", "(x:Number, y:Number):void", append(1)),
        NativeMember(method: "lineTo", "(x:Number, y:Number):void", append(2)),
        NativeMember(
            method: "curveTo", "(controlX:Number, controlY:Number, anchorX:Number, anchorY:Number):void", append(3)),
        NativeMember(
            method: "cubicCurveTo",
            """
            (controlX1:Number, controlY1:Number, controlX2:Number, controlY2:Number, anchorX:Number, \
            anchorY:Number):void
            """,
            append(6)),
        NativeMember(method: "wideLineTo", "(x:Number, y:Number):void", append(5, isWide: true)),
        NativeMember(method: "wideMoveTo", "(x:Number, y:Number):void", append(4, isWide: true)),
    ]

    /// Adds a command and its coordinates; wide ones have a pair of zeros before them.
    private static func append(_ command: Int32, isWide: Bool = false) -> NativeBody {
        { (call) throws(ScriptError) in
            let commands = try vector(call, slot: 0, .int)
            let data = try vector(call, slot: 1, .number)
            try commands.append(Value(command), call.machine)
            if isWide { for _ in 0..<2 { try data.append(Value(double: 0), call.machine) } }
            for argument in call.arguments { try data.append(argument, call.machine) }
            return .undefined
        }
    }

    /// The Vector in a slot, made where there is none.
    private static func vector(
        _ call: NativeCall, slot: Int, _ element: TypeRef
    ) throws(ScriptError) -> VectorState {
        if let known = call.slot(slot).object?.native(as: VectorState.self) { return known }
        let (object, state) = try call.machine.makeVector(of: element, count: 0)
        call.setSlot(slot, Value(object))
        return state
    }
}
