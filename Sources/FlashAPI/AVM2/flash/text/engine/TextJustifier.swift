import AVM
import AVM2

/// `flash.text.engine.TextJustifier` and the two that derive from it.
enum TextJustifierClass {
    /// Of the fields below.
    enum Slot {
        static let lineJustification = 1
        /// Of a SpaceJustifier.
        static let letterSpacing = 2
        static let maximumSpacing = 5
    }

    static let face = CheckedFace(
        "flash.text.engine.TextJustifier", "(locale:String, lineJustification:String)",
        [
            CheckedField("locale", ":String", .present),
            CheckedField("lineJustification", ":String", .oneOf(Accepted.justifications)),
        ])

    static let table: NativeClassTable = {
        var table = face.table(
            flags: [],
            members: {
                [
                    NativeMember(get: "locale", ":String") { (call) throws(ScriptError) in call.slot(0) },
                    NativeMember(method: "clone", "():flash.text.engine.TextJustifier") {
                        (_) throws(ScriptError) in .null
                    },
                ]
            })
        table.staticMembers = {
            [
                NativeMember(
                    method: "getJustifierForLocale", "(locale:String):flash.text.engine.TextJustifier", forLocale)
            ]
        }
        let initialize = table.initialize
        table.initialize = { (call) throws(ScriptError) in
            guard let object = call.this.object,
                let own = call.machine.traits(named: "flash.text.engine.TextJustifier"),
                call.machine.traits(of: object) != own
            else { throw call.machine.makeError(.argument, 2012, ["TextJustifier"]) }
            return try initialize?(call) ?? .undefined
        }
        return table
    }()

    private static func forLocale(_ call: NativeCall) throws(ScriptError) -> Value {
        let locale = try call.requiredText(0, "locale").text
        let isEastAsian = locale.hasPrefix("ja") || locale.hasPrefix("zh") || locale.hasPrefix("ko")
        return Value(
            try call.machine.make(
                isEastAsian ? "flash.text.engine.EastAsianJustifier" : "flash.text.engine.SpaceJustifier", [call[0]]))
    }
}

enum SpaceJustifierClass {
    static let face: CheckedFace = {
        var face = CheckedFace(
            "flash.text.engine.SpaceJustifier",
            "(locale:String = \"en\", lineJustification:String = \"unjustified\", letterSpacing:Boolean = false)",
            [
                CheckedField("letterSpacing", ":Boolean", initial: .false),
                CheckedField("minimumSpacing", ":Number", .notNegative, initial: Value(double: 0.5)),
                CheckedField("optimumSpacing", ":Number", .notNegative, initial: Value(double: 1)),
                CheckedField("maximumSpacing", ":Number", .notNegative, initial: Value(double: 1.5)),
            ])
        face.base = "flash.text.engine.TextJustifier"
        face.firstSlot = TextJustifierClass.face.slotEnd
        face.order = [99]
        return face
    }()

    static let table = JustifierTable.make(face, argument: 2)
}

enum EastAsianJustifierClass {
    static let face: CheckedFace = {
        var face = CheckedFace(
            "flash.text.engine.EastAsianJustifier",
            """
            (locale:String = "ja", lineJustification:String = "allButLast", \
            justificationStyle:String = "pushInKinsoku")
            """,
            [
                CheckedField("justificationStyle", ":String", .oneOf(Accepted.styles)),
                CheckedField("composeTrailingIdeographicSpaces", ":Boolean", initial: .false),
            ])
        face.base = "flash.text.engine.TextJustifier"
        face.firstSlot = TextJustifierClass.face.slotEnd
        face.order = [99]
        return face
    }()

    static let table = JustifierTable.make(face, argument: 2)
}

/// What both justifiers share: the base's two arguments, then one of their own.
enum JustifierTable {
    static func make(_ face: CheckedFace, argument: Int) -> NativeClassTable {
        let end = face.slotEnd
        var table = face.table(members: {
            [
                NativeMember(method: "clone", "():flash.text.engine.TextJustifier") { (call) throws(ScriptError) in
                    try DataFace.clone(call, slotEnd: end)
                }
            ]
        })
        table.initialize = { (call) throws(ScriptError) in
            try face.initialize(call)
            for index in 0..<2 {
                call.setSlot(index, try TextJustifierClass.face.fields[index].checked(call[index], call.machine))
            }
            call.setSlot(face.firstSlot, try face.fields[0].checked(call[argument], call.machine))
            return .undefined
        }
        return table
    }
}
