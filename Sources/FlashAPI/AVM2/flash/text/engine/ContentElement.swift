import AVM
import AVM2
import Player

/// `flash.text.engine.ContentElement`: slots userData, elementFormat, eventMirror, textRotation, text, group,
/// block.
enum ContentElementClass {
    enum Slot {
        static let userData = 0
        static let format = 1
        static let eventMirror = 2
        static let rotation = 3
        static let text = 4
        static let group = 5
        static let block = 6
        static let end = 7
    }

    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.text.engine.ContentElement", constructor: constructor)
        table.since = 10
        table.members = { members }
        table.staticMembers = { [.uint("GRAPHIC_ELEMENT", 65007)] }
        table.initialize = { (call) throws(ScriptError) in
            if let own = call.machine.traits(named: "flash.text.engine.ContentElement"),
                call.machine.traits(of: try call.thisObject()) == own
            {
                throw call.machine.makeError(
                    .argument, 2012, ["ContentElement"], through: AVM2Machine.throwError)
            }
            try initialize(call, from: 0)
            return .undefined
        }
        return table
    }()

    private static let constructor: StaticString = """
        (elementFormat:flash.text.engine.ElementFormat = null, eventMirror:flash.events.EventDispatcher = null, \
        textRotation:String = "rotate0")
        """

    private static let rotation = CheckedField("textRotation", ":String", .oneOf(Accepted.lineRotations))

    private static let members: [NativeMember] = [
        NativeMember(slot: "userData", ":*"),
        NativeMember(slot: "elementFormat", ":flash.text.engine.ElementFormat", .internal),
        NativeMember(slot: "eventMirror", ":flash.events.EventDispatcher", .internal),
        NativeMember(slot: "textRotation", ":String", .internal),
        NativeMember(slot: "text", ":String", .internal),
        NativeMember(slot: "groupElement", ":flash.text.engine.GroupElement", .internal),
        NativeMember(slot: "textBlock", ":flash.text.engine.TextBlock", .internal),
        NativeMember(
            property: "elementFormat", ":flash.text.engine.ElementFormat",
            get: { (call) throws(ScriptError) in call.slot(Slot.format) },
            set: { (call) throws(ScriptError) in
                // A format that is in use can no longer change.
                call[0].object?.cell.slots[ElementFormatClass.face.lockSlot ?? 0] = .true
                call.setSlot(Slot.format, call[0])
                try ContentTree.didChange(call)
                return .undefined
            }),
        NativeMember(
            property: "eventMirror", ":flash.events.EventDispatcher",
            get: { (call) throws(ScriptError) in call.slot(Slot.eventMirror) },
            set: { (call) throws(ScriptError) in
                call.setSlot(Slot.eventMirror, call[0])
                return .undefined
            }),
        NativeMember(
            property: "textRotation", ":String", get: { (call) throws(ScriptError) in call.slot(Slot.rotation) },
            set: { (call) throws(ScriptError) in
                call.setSlot(Slot.rotation, try rotation.checked(call[0], call.machine))
                try ContentTree.didChange(call)
                return .undefined
            }),
        NativeMember(get: "text", ":String") { (call) throws(ScriptError) in call.slot(Slot.text) },
        NativeMember(get: "rawText", ":String") { (call) throws(ScriptError) in
            guard try GraphicElementClass.isGraphic(call.thisObject(), call) else { return call.slot(Slot.text) }
            // One character stands for the picture.
            return Value(call.heap.makeString(utf16: [TextLineRequest.graphicUnit]))
        },
        NativeMember(get: "textBlock", ":flash.text.engine.TextBlock") { (call) throws(ScriptError) in
            ContentTree.block(of: try call.thisObject())
        },
        NativeMember(get: "textBlockBeginIndex", ":int") { (call) throws(ScriptError) in
            Value(try ContentTree.begin(of: try call.thisObject(), call) ?? -1)
        },
        NativeMember(get: "groupElement", ":flash.text.engine.GroupElement") { (call) throws(ScriptError) in
            call.slot(Slot.group)
        },
    ]

    /// What the constructors of all derived classes do with their last three arguments.
    static func initialize(_ call: NativeCall, from start: Int) throws(ScriptError) {
        if call[start].isObject {
            call[start].object?.cell.slots[ElementFormatClass.face.lockSlot ?? 0] = .true
        }
        call.setSlot(Slot.format, call[start])
        call.setSlot(Slot.eventMirror, call[start + 1])
        call.setSlot(Slot.rotation, try rotation.checked(call[start + 2], call.machine))
        call.setSlot(Slot.block, .null)
    }
}

/// `flash.text.engine.TextElement`.
enum TextElementClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.text.engine.TextElement", base: "flash.text.engine.ContentElement", .final,
            constructor: """
                (text:String = null, elementFormat:flash.text.engine.ElementFormat = null, \
                eventMirror:flash.events.EventDispatcher = null, textRotation:String = "rotate0")
                """)
        table.since = 10
        table.members = {
            [
                NativeMember(
                    property: "text", ":String",
                    get: { (call) throws(ScriptError) in call.slot(ContentElementClass.Slot.text) },
                    set: { (call) throws(ScriptError) in
                        call.setSlot(ContentElementClass.Slot.text, call[0])
                        try ContentTree.didChange(call)
                        return .undefined
                    }),
                NativeMember(method: "replaceText", "(beginIndex:int, endIndex:int, newText:String):void", replaceText),
            ]
        }
        table.initialize = { (call) throws(ScriptError) in
            try ContentElementClass.initialize(call, from: 1)
            call.setSlot(ContentElementClass.Slot.text, call[0])
            return .undefined
        }
        return table
    }()

    /// An end before the start inserts: what lies between them is there twice then. Error #2006 outside of the text.
    private static func replaceText(_ call: NativeCall) throws(ScriptError) -> Value {
        let units = call.slot(ContentElementClass.Slot.text).string?.units ?? []
        let start = Int(call.int(0))
        let end = Int(call.int(1))
        guard (0...units.count).contains(start), (0...units.count).contains(end) else {
            throw call.machine.makeError(.range, 2006)
        }
        let replaced = Array(units[..<start]) + (call.string(2)?.units ?? []) + Array(units[end...])
        call.setSlot(ContentElementClass.Slot.text, Value(call.heap.makeString(utf16: replaced)))
        try ContentTree.didChange(call)
        return .undefined
    }
}

/// `flash.text.engine.GraphicElement`: slots graphic, elementWidth, elementHeight.
enum GraphicElementClass {
    static func isGraphic(_ object: Object, _ call: NativeCall) -> Bool {
        call.machine.traits(named: "flash.text.engine.GraphicElement").map { $0 == call.machine.traits(of: object) }
            ?? false
    }

    private static let first = ContentElementClass.Slot.end
    private static let fields = [
        Field("graphic", ":flash.display.DisplayObject"), Field("elementWidth", ":Number"),
        Field("elementHeight", ":Number"),
    ]

    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.text.engine.GraphicElement", base: "flash.text.engine.ContentElement", .final,
            constructor: """
                (graphic:flash.display.DisplayObject = null, elementWidth:Number = 15, elementHeight:Number = 15, \
                elementFormat:flash.text.engine.ElementFormat = null, eventMirror:flash.events.EventDispatcher = null, \
                textRotation:String = "rotate0")
                """)
        table.since = 10
        table.members = { Field.members(fields, from: first) }
        table.initialize = { (call) throws(ScriptError) in
            try ContentElementClass.initialize(call, from: 3)
            for index in 0..<3 { call.setSlot(first + index, call[index]) }
            return .undefined
        }
        return table
    }()
}
