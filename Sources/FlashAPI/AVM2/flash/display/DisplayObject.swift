import AVM
import AVM2
import Base
import Player
import Renderer
import SWF

/// `flash.display.DisplayObject`.
enum DisplayObjectClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.DisplayObject", base: "flash.events.EventDispatcher", .abstract)
        table.interfaces = ["flash.display.IBitmapDrawable"]
        table.didInstantiate = { machine, object in
            (machine.host as? AVM2Runtime)?.didInstantiate(object)
        }
        table.initialize = { (call) throws(ScriptError) in
            if let object = call.this.object { call.runtime.constructChildren(of: object) }
            return .undefined
        }
        table.members = { members }
        return table
    }()

    static let members: [NativeMember] = [
        NativeMember(property: "x", ":Number", get: number { $0.x }, set: setNumber { $0.x = wholeTwips($1) }),
        NativeMember(property: "y", ":Number", get: number { $0.y }, set: setNumber { $0.y = wholeTwips($1) }),
        NativeMember(
            property: "scaleX", ":Number", get: number { $0.scaleX / 100 }, set: setTurn { $0.scaleX = $1 * 100 }),
        NativeMember(
            property: "scaleY", ":Number", get: number { $0.scaleY / 100 }, set: setTurn { $0.scaleY = $1 * 100 }),
        NativeMember(
            property: "rotation", ":Number", get: number { $0.rotation },
            set: setTurn { $0.rotation = $1 }),
        NativeMember(property: "width", ":Number", get: number { $0.width }, set: setSize { $0.width = $1 }),
        NativeMember(property: "height", ":Number", get: number { $0.height }, set: setSize { $0.height = $1 }),
        NativeMember(property: "alpha", ":Number", get: number { $0.alpha }, set: setNumber { $0.alpha = $1 }),
        NativeMember(property: "visible", ":Boolean", get: isVisible, set: setVisible),
        NativeMember(property: "name", ":String", get: name, set: setName),
        NativeMember(get: "parent", ":flash.display.DisplayObjectContainer", parent),
        NativeMember(get: "root", ":flash.display.DisplayObject", root),
        NativeMember(get: "stage", ":flash.display.Stage", stage),
        NativeMember(get: "loaderInfo", ":flash.display.LoaderInfo", loaderInfo),
        NativeMember(get: "mouseX", ":Number", number { mouse($0).x }),
        NativeMember(get: "mouseY", ":Number", number { mouse($0).y }),
        NativeMember(property: "mask", ":flash.display.DisplayObject", get: mask, set: setMask),
        NativeMember(property: "blendMode", ":String", get: blendMode, set: setBlendMode),
        NativeMember(property: "cacheAsBitmap", ":Boolean", get: isCached, set: setCached),
        NativeMember(property: "opaqueBackground", ":Object", get: opaqueBackground, set: setOpaqueBackground),
        NativeMember(property: "scrollRect", ":flash.geom.Rectangle", get: scrollRect, set: setScrollRect),
        NativeMember(property: "scale9Grid", ":flash.geom.Rectangle", get: scale9Grid, set: setScale9Grid),
        NativeMember(property: "filters", ":Array", get: filters, set: setFilters),
        NativeMember(property: "transform", ":flash.geom.Transform", get: transform, set: setTransform),
        NativeMember(
            property: "accessibilityProperties", ":flash.accessibility.AccessibilityProperties",
            get: { (call) throws(ScriptError) in try call.state(DisplayState.self).accessibility },
            set: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).accessibility = call[0]
                return .undefined
            }),
        NativeMember(
            property: "metaData", ":Object",
            get: { (call) throws(ScriptError) in
                let value = try call.state(DisplayState.self).metaData
                return value.isUndefined ? .null : value
            },
            set: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).metaData = call[0]
                return .undefined
            }),
        NativeMember(setter: "blendShader", ":flash.display.Shader", setBlendShader),
        NativeMember(
            property: "z", ":Number", get: number { $0.space?.position(2) ?? 0 },
            set: setSpace { $0.setPosition(2, $1) }),
        NativeMember(
            property: "rotationX", ":Number", get: number { $0.space?.rotation(0) ?? 0 },
            set: setSpace { $0.setRotation(0, $1) }),
        NativeMember(
            property: "rotationY", ":Number", get: number { $0.space?.rotation(1) ?? 0 },
            set: setSpace { $0.setRotation(1, $1) }),
        NativeMember(
            property: "rotationZ", ":Number", get: number { $0.rotation }, set: setSpace { $0.setRotation(2, $1) }),
        NativeMember(
            property: "scaleZ", ":Number", get: number { $0.space?.scale(2) ?? 1 }, set: setSpace { $0.setScale(2, $1) }
        ),
        NativeMember(method: "globalToLocal", "(point:flash.geom.Point):flash.geom.Point", globalToLocal),
        NativeMember(method: "localToGlobal", "(point:flash.geom.Point):flash.geom.Point", localToGlobal),
        NativeMember(missing: "globalToLocal3D", "(point:flash.geom.Point):flash.geom.Vector3D"),
        NativeMember(missing: "local3DToGlobal", "(point3d:flash.geom.Vector3D):flash.geom.Point"),
        NativeMember(
            method: "getBounds", "(targetCoordinateSpace:flash.display.DisplayObject):flash.geom.Rectangle", getBounds),
        NativeMember(
            method: "getRect", "(targetCoordinateSpace:flash.display.DisplayObject):flash.geom.Rectangle", getRect),
        NativeMember(method: "hitTestObject", "(obj:flash.display.DisplayObject):Boolean", hitTestObject),
        NativeMember(
            method: "hitTestPoint", "(x:Number, y:Number, shapeFlag:Boolean = false):Boolean", hitTestPoint),
    ]

    // MARK: Helpers

    /// ActionScript 3 cuts places off to twips, where ActionScript 1 rounds.
    private static func wholeTwips(_ pixels: Double) -> Double { (pixels * 20).rounded(.towardZero) / 20 }

    static func number(_ body: @escaping @Sendable (DisplayObject) -> Double) -> NativeBody {
        { (call) throws(ScriptError) in Value(double: body(try call.display())) }
    }

    static func setNumber(_ body: @escaping @Sendable (DisplayObject, Double) -> Void) -> NativeBody {
        { (call) throws(ScriptError) in
            let object = try call.display()
            object.willBeMovedByScript()
            let number = call.number(0)
            body(object, number.isNaN ? 0 : number)
            return .undefined
        }
    }

    /// Scale and rotation are told back as they were set, be they no numbers.
    private static func setTurn(_ body: @escaping @Sendable (DisplayObject, Double) -> Void) -> NativeBody {
        { (call) throws(ScriptError) in
            let object = try call.display()
            object.willBeMovedByScript()
            body(object, call.number(0))
            return .undefined
        }
    }

    /// A width or height that is negative or no number changes nothing.
    private static func setSize(_ body: @escaping @Sendable (DisplayObject, Double) -> Void) -> NativeBody {
        { (call) throws(ScriptError) in
            let object = try call.display()
            object.willBeMovedByScript()
            let number = call.number(0)
            if number >= 0 { body(object, number) }
            return .undefined
        }
    }

    /// Changes what takes an object out of the plane.
    private static func setSpace(_ body: @escaping @Sendable (inout SpacePlacement, Double) -> Void) -> NativeBody {
        { (call) throws(ScriptError) in
            let object = try call.display()
            object.willBeMovedByScript()
            let number = call.number(0)
            object.setInSpace { body(&$0, number.isFinite ? number : 0) }
            return .undefined
        }
    }

    private static func mouse(_ object: DisplayObject) -> (x: Double, y: Double) {
        let point = object.localPoint(ofStage: object.player.mousePosition)
        return (Double(point.x) / 20, Double(point.y) / 20)
    }

    // MARK: The tree

    private static let isVisible: NativeBody = { (call) throws(ScriptError) in Value(try call.display().isVisible) }

    private static let setVisible: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        object.willBeMovedByScript()
        object.isVisible = call.bool(0)
        return .undefined
    }

    private static let name: NativeBody = { (call) throws(ScriptError) in
        let name = try call.display().name
        return name.map { call.text($0) } ?? .null
    }

    private static let setName: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        if object.isPlacedByTimeline || object.isRoot2 { throw call.machine.makeError(.illegalOperation, 2078) }
        guard let name = call.string(0) else { throw call.machine.makeError(.type, 2007, ["name"]) }
        object.name = name.text
        return .undefined
    }

    private static let parent: NativeBody = { (call) throws(ScriptError) in
        // A button is no DisplayObjectContainer: what it shows seems to have no parent.
        guard let parent = try call.display().parent, !(parent is ButtonObject) else { return .null }
        return Value(orNull: parent.object2)
    }

    private static let root: NativeBody = { (call) throws(ScriptError) in
        Value(orNull: try call.display().root2?.object2)
    }

    private static let stage: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        return object.isOnStage ? Value(orNull: object.player.stage.object2) : .null
    }

    private static let loaderInfo: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        if object is StageObject || object.root2 === object {
            return try LoaderInfoClass.object(of: object, call.runtime)
        }
        guard let root = object.root2 else { return .null }
        return try LoaderInfoClass.object(of: root, call.runtime)
    }

    // MARK: Looks

    private static let mask: NativeBody = { (call) throws(ScriptError) in
        Value(orNull: try call.display().mask?.object2)
    }

    private static let setMask: NativeBody = { (call) throws(ScriptError) in
        try call.display().setMask(call.object(0)?.displayObject2)
        return .undefined
    }

    private static let blendMode: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        return call.text(object.blendsByShader ? "shader" : object.blendMode.scriptName)
    }

    private static let setBlendMode: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        guard call.string(0) != nil else { throw call.machine.makeError(.type, 2007, ["blendMode"]) }
        let name = call.text(0)
        if name == "shader" {
            object.blendsByShader = true
            return .undefined
        }
        guard let mode = BlendMode.allCases.first(where: { $0.scriptName == name }) else {
            throw call.machine.makeError(.argument, 2008, ["blendMode"])
        }
        object.blendMode = mode
        object.blendsByShader = false
        return .undefined
    }

    /// The first inputs of the shader are what lies below and the object itself.
    private static let setBlendShader: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        guard let shader = call.object(0) else {
            object.blendShader = nil
            return .undefined
        }
        guard ShaderClass.data(of: shader) != nil else { throw call.machine.makeError(.type, 2007, ["data"]) }
        object.blendShader = try ShaderRun.pixels(of: shader, openInputs: 2, call.machine)
        object.blendsByShader = true
        return .undefined
    }

    private static let isCached: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        return Value(object.isCachedAsBitmap || !object.filters.isEmpty)
    }

    private static let setCached: NativeBody = { (call) throws(ScriptError) in
        try call.display().isCachedAsBitmap = call.bool(0)
        return .undefined
    }

    private static let opaqueBackground: NativeBody = { (call) throws(ScriptError) in
        try call.display().opaqueBackground.map { Value(Int($0)) } ?? .null
    }

    private static let setOpaqueBackground: NativeBody = { (call) throws(ScriptError) in
        try call.display().opaqueBackground = call[0].isNullish ? nil : try call.machine.toUInt32(call[0])
        return .undefined
    }

    private static let filters: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        let kept = try call.state(DisplayState.self).keptFilters
        // What a script has set comes back as it was, as long as the timeline has not set others.
        if let kept, kept.filters == object.filters {
            return try FilterObjects.array(kept: kept.objects, call.machine)
        }
        return Value(call.machine.makeArray(try FilterObjects.objects(object.filters, call.machine)))
    }

    private static let setFilters: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        let (filters, objects) = try FilterObjects.read(call[0], call.machine)
        object.filters = filters
        try call.state(DisplayState.self).keptFilters = objects.isEmpty ? nil : (filters, objects)
        return .undefined
    }

    private static let scrollRect: NativeBody = { (call) throws(ScriptError) in
        guard let rect = try call.display().scrollRect else { return .null }
        return try call.makeRectangle(rect)
    }

    private static let setScrollRect: NativeBody = { (call) throws(ScriptError) in
        try call.display().scrollRect = try call.rectangle(0)
        return .undefined
    }

    private static let scale9Grid: NativeBody = { (call) throws(ScriptError) in
        guard let rect = try call.display().scale9Grid else { return .null }
        return try call.makeRectangle(rect)
    }

    private static let setScale9Grid: NativeBody = { (call) throws(ScriptError) in
        try call.display().scale9Grid = try call.rectangle(0)
        return .undefined
    }

    private static let transform: NativeBody = { (call) throws(ScriptError) in
        Value(try TransformClass.object(of: try call.display(), call.machine))
    }

    private static let setTransform: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        guard let given = call.object(0)?.native(as: TransformState.self) else {
            throw call.machine.makeError(.type, 2007, ["transform"])
        }
        object.willBeMovedByScript()
        object.setMatrixByScript(given.displayObject.matrix)
        object.space = given.displayObject.space
        object.colorTransform = given.displayObject.colorTransform
        return .undefined
    }

    // MARK: Places

    private static let globalToLocal: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        return try call.makePoint(object.localPoint2(try call.point(0), fromStage: true))
    }

    private static let localToGlobal: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        return try call.makePoint(object.localPoint2(try call.point(0), fromStage: false))
    }

    private static let getBounds: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        return try bounds(object, object.fullBounds, call)
    }

    private static let getRect: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        return try bounds(object, object.edgeBounds, call)
    }

    private static func bounds(
        _ object: DisplayObject, _ own: TwipsRect, _ call: NativeCall
    ) throws(ScriptError) -> Value {
        let target = call.object(0)?.displayObject2
        guard !own.isEmpty else { return try call.makeRectangle(TwipsRect(xMin: 0, xMax: 0, yMin: 0, yMax: 0)) }
        return try call.makeRectangle(target.map { object.bounds(own, in: $0) } ?? own)
    }

    private static let hitTestObject: NativeBody = { (call) throws(ScriptError) in
        guard let other = call.object(0)?.displayObject2 else { throw call.machine.makeError(.type, 2007, ["obj"]) }
        return Value(try call.display().stageBounds.intersects(other.stageBounds))
    }

    private static let hitTestPoint: NativeBody = { (call) throws(ScriptError) in
        let object = try call.display()
        // The main movie's root is everywhere.
        let root = call.player.level(0)
        if object === root { return .true }
        // Quirk: the point is in the space of the main movie's root, not in that of the stage.
        let given = TwipsPoint(x: Twips(pixels: call.number(0)).raw, y: Twips(pixels: call.number(1)).raw)
        let point = root?.rootToStage(given) ?? given
        return Value(
            call.bool(2) ? object.shapeCovers(stagePoint: point) : object.stageBounds.contains(point))
    }
}

extension NativeCall {
    /// The display object behind `this`.
    func display() throws(ScriptError) -> DisplayObject { try state(DisplayState.self).displayObject }

    /// A Point argument, in pixels.
    func point(_ index: Int) throws(ScriptError) -> (x: Double, y: Double) {
        guard let object = object(index) else { throw machine.makeError(.type, 2007, ["point"]) }
        return (machine.number(object, slot: 0), machine.number(object, slot: 1))
    }

    func makePoint(_ point: (x: Double, y: Double)) throws(ScriptError) -> Value {
        Value(try machine.make("flash.geom.Point", [Value(double: point.x), Value(double: point.y)]))
    }

    /// A Rectangle argument in twips; nil for null.
    func rectangle(_ index: Int) throws(ScriptError) -> TwipsRect? {
        guard let object = object(index) else { return nil }
        func twips(_ slot: Int) -> Int32 {
            let number = machine.number(object, slot: slot)
            return Twips(pixels: number.isFinite ? number : 0).raw
        }
        let (x, y) = (twips(0), twips(1))
        return TwipsRect(xMin: x, xMax: x &+ twips(2), yMin: y, yMax: y &+ twips(3))
    }

    func makeRectangle(_ rect: TwipsRect) throws(ScriptError) -> Value {
        Value(
            try machine.make(
                "flash.geom.Rectangle",
                [
                    Value(double: Double(rect.xMin) / 20), Value(double: Double(rect.yMin) / 20),
                    Value(double: Double(rect.xMax &- rect.xMin) / 20),
                    Value(double: Double(rect.yMax &- rect.yMin) / 20),
                ]))
    }
}
