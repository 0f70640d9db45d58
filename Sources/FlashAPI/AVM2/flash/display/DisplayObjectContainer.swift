import AVM
import AVM2
import Base
import Player

/// `flash.display.DisplayObjectContainer`.
enum DisplayObjectContainerClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.DisplayObjectContainer", base: "flash.display.InteractiveObject", .abstract)
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "numChildren", ":int") { (call) throws(ScriptError) in
            Value(try container(call).children.count)
        },
        InteractiveObjectClass.flag("mouseChildren", \.takesMouseForChildren),
        NativeMember(
            property: "tabChildren", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try call.display().interaction.tabChildren) },
            set: { (call) throws(ScriptError) in
                // What is asked of the stage the main movie does.
                let object = try call.display()
                let target = object === call.player.stage ? call.player.level(0) ?? object : object
                target.interaction.tabChildren = call.bool(0)
                return .undefined
            }),
        NativeMember(get: "textSnapshot", ":flash.text.TextSnapshot") { (call) throws(ScriptError) in
            guard let container = try call.display() as? Container else { return .null }
            return try TextSnapshotClass2.make(of: container, call)
        },
        NativeMember(
            method: "addChild", "(child:flash.display.DisplayObject):flash.display.DisplayObject", addChild),
        NativeMember(
            method: "addChildAt", "(child:flash.display.DisplayObject, index:int):flash.display.DisplayObject",
            addChildAt),
        NativeMember(
            method: "removeChild", "(child:flash.display.DisplayObject):flash.display.DisplayObject", removeChild),
        NativeMember(method: "removeChildAt", "(index:int):flash.display.DisplayObject", removeChildAt),
        NativeMember(
            method: "removeChildren", "(beginIndex:int = 0, endIndex:int = 0x7FFFFFFF):void", removeChildren),
        NativeMember(method: "getChildAt", "(index:int):flash.display.DisplayObject", getChildAt),
        NativeMember(method: "getChildByName", "(name:String):flash.display.DisplayObject", getChildByName),
        NativeMember(method: "getChildIndex", "(child:flash.display.DisplayObject):int", getChildIndex),
        NativeMember(
            method: "setChildIndex", "(child:flash.display.DisplayObject, index:int):void", setChildIndex),
        NativeMember(
            method: "swapChildren", "(child1:flash.display.DisplayObject, child2:flash.display.DisplayObject):void",
            swapChildren),
        NativeMember(method: "swapChildrenAt", "(index1:int, index2:int):void", swapChildrenAt),
        NativeMember(method: "contains", "(child:flash.display.DisplayObject):Boolean", contains),
        NativeMember(method: "getObjectsUnderPoint", "(point:flash.geom.Point):Array", getObjectsUnderPoint),
        NativeMember(method: "areInaccessibleObjectsUnderPoint", "(point:flash.geom.Point):Boolean") { _ in .false },
        NativeMember(method: "stopAllMovieClips", "():void", stopAllMovieClips),
    ]

    static func container(_ call: NativeCall) throws(ScriptError) -> Container {
        guard let container = try call.display() as? Container else { throw call.machine.nullReference(call.this) }
        return container
    }

    private static func child(_ call: NativeCall, _ index: Int, _ name: String) throws(ScriptError) -> DisplayObject {
        guard let child = call.object(index)?.displayObject2 else {
            throw call.machine.makeError(.type, 2007, [name])
        }
        return child
    }

    private static func checkIndex(_ index: Int32, _ count: Int, _ call: NativeCall) throws(ScriptError) {
        guard index >= 0, Int(index) < count else { throw call.machine.makeError(.range, 2006) }
    }

    private static func index(
        of child: DisplayObject, in container: Container, _ call: NativeCall
    ) throws(ScriptError) -> Int {
        guard let index = container.children.firstIndex(where: { $0 === child }) else {
            throw call.machine.makeError(.argument, 2025)
        }
        return index
    }

    private static func add(
        _ call: NativeCall, _ child: DisplayObject, _ container: Container, at index: Int
    ) throws(ScriptError) -> Value {
        if child === container { throw call.machine.makeError(.argument, 2024) }
        if child is StageObject { throw call.machine.makeError(.argument, 3783) }
        var ancestor: DisplayObject? = container
        while let current = ancestor {
            if current === child { throw call.machine.makeError(.argument, 2150) }
            ancestor = current.parent
        }
        call.runtime.addChild(child, to: container, at: index)
        return call[0]
    }

    private static let addChild: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        let child = try child(call, 0, "child")
        return try add(call, child, container, at: container.children.count)
    }

    private static let addChildAt: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        let child = try child(call, 0, "child")
        guard call.int(1) >= 0, Int(call.int(1)) <= container.children.count else {
            throw call.machine.makeError(.range, 2006)
        }
        return try add(call, child, container, at: Int(call.int(1)))
    }

    private static let removeChild: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        let child = try child(call, 0, "child")
        _ = try index(of: child, in: container, call)
        container.removeByScript2(child)
        return call[0]
    }

    private static let removeChildAt: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        try checkIndex(call.int(0), container.children.count, call)
        let child = container.children[Int(call.int(0))]
        let object = child.object2
        container.removeByScript2(child)
        return Value(orNull: object)
    }

    private static let removeChildren: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        let count = container.children.count
        let begin = Int(call.int(0))
        // Both ends count. Without an end there is nothing wrong with a beginning behind the last child.
        let isOpen = call.int(1) == .max
        let end = isOpen ? count - 1 : Int(call.int(1))
        if isOpen && begin > end { return .undefined }
        guard begin >= 0, begin <= end, end < count else { throw call.machine.makeError(.range, 2006) }
        for child in Array(container.children[begin...end]) { container.removeByScript2(child) }
        return .undefined
    }

    private static let getChildAt: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        try checkIndex(call.int(0), container.children.count, call)
        return Value(orNull: container.children[Int(call.int(0))].object2)
    }

    private static let getChildByName: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        guard let name = call.string(0)?.text else { return .null }
        return Value(orNull: container.children.first { $0.name == name }?.object2)
    }

    private static let getChildIndex: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        return Value(try index(of: try child(call, 0, "child"), in: container, call))
    }

    private static let setChildIndex: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        let child = try child(call, 0, "child")
        _ = try index(of: child, in: container, call)
        try checkIndex(call.int(1), container.children.count, call)
        child.isPlacedByScript2 = true
        container.move2(child, to: Int(call.int(1)))
        return .undefined
    }

    private static let swapChildren: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        let (a, b) = (try child(call, 0, "child1"), try child(call, 1, "child2"))
        let first = try index(of: a, in: container, call)
        let second = try index(of: b, in: container, call)
        a.isPlacedByScript2 = true
        b.isPlacedByScript2 = true
        container.swap2(first, second)
        return .undefined
    }

    private static let swapChildrenAt: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        try checkIndex(call.int(0), container.children.count, call)
        try checkIndex(call.int(1), container.children.count, call)
        container.swap2(Int(call.int(0)), Int(call.int(1)))
        return .undefined
    }

    private static let contains: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        var current: DisplayObject? = try child(call, 0, "child")
        while let object = current {
            if object === container { return .true }
            current = object.parent
        }
        return .false
    }

    private static let getObjectsUnderPoint: NativeBody = { (call) throws(ScriptError) in
        let container = try container(call)
        let point = try call.point(0)
        let place = TwipsPoint(x: Twips(pixels: point.x).raw, y: Twips(pixels: point.y).raw)
        let buffer = ValueBuffer(call.heap)
        func collect(_ container: Container) {
            for child in container.children {
                if let object = child.object2, child.coversByItself(stagePoint: place) { buffer.append(Value(object)) }
                if let inner = child as? Container { collect(inner) }
            }
        }
        collect(container)
        return Value(call.machine.makeArray(buffer.elements))
    }

    private static let stopAllMovieClips: NativeBody = { (call) throws(ScriptError) in
        func stop(_ object: DisplayObject) {
            (object as? MovieClip)?.isPlaying = false
            for child in (object as? Container)?.children ?? [] { stop(child) }
        }
        stop(try container(call))
        return .undefined
    }
}
