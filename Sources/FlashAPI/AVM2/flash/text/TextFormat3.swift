import AVM
import AVM2

/// `flash.text.TextFormat`: every property is null where it is not given.
enum TextFormatClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.text.TextFormat",
            constructor: """
                (font:String = null, size:Object = null, color:Object = null, bold:Object = null, \
                italic:Object = null, underline:Object = null, url:String = null, target:String = null, \
                align:String = null, leftMargin:Object = null, rightMargin:Object = null, indent:Object = null, \
                leading:Object = null)
                """)
        table.members = { members }
        table.initialize = initialize
        return table
    }()

    enum Kind: Sendable { case font, text, align, display, whole, number, color, flag, tabs }

    private struct Property: Sendable {
        let name: StaticString
        let type: StaticString
        let kind: Kind
    }

    /// In the order of slots; those of the constructor's parameters come first.
    private static let properties: [Property] = [
        Property(name: "font", type: ":String", kind: .font),
        Property(name: "size", type: ":Object", kind: .whole),
        Property(name: "color", type: ":Object", kind: .color),
        Property(name: "bold", type: ":Object", kind: .flag),
        Property(name: "italic", type: ":Object", kind: .flag),
        Property(name: "underline", type: ":Object", kind: .flag),
        Property(name: "url", type: ":String", kind: .text),
        Property(name: "target", type: ":String", kind: .text),
        Property(name: "align", type: ":String", kind: .align),
        Property(name: "leftMargin", type: ":Object", kind: .whole),
        Property(name: "rightMargin", type: ":Object", kind: .whole),
        Property(name: "indent", type: ":Object", kind: .whole),
        Property(name: "leading", type: ":Object", kind: .whole),
        Property(name: "blockIndent", type: ":Object", kind: .whole),
        Property(name: "bullet", type: ":Object", kind: .flag),
        Property(name: "kerning", type: ":Object", kind: .flag),
        Property(name: "letterSpacing", type: ":Object", kind: .number),
        Property(name: "tabStops", type: ":Array", kind: .tabs),
        Property(name: "display", type: ":String", kind: .display),
    ]
    static let displaySlot = 18
    private static let argumentCount = 13

    private static let members: [NativeMember] = {
        var members: [NativeMember] = []
        for property in properties { members.append(NativeMember(slot: property.name, property.type, .internal)) }
        for (slot, property) in properties.enumerated() {
            members.append(
                NativeMember(
                    property: property.name, property.type,
                    get: { (call) throws(ScriptError) in call.slot(slot) },
                    set: { (call) throws(ScriptError) in
                        call.setSlot(slot, try kept(call[0], property.kind, property.name, call))
                        return .undefined
                    }))
        }
        return members
    }()

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        for index in 0..<argumentCount {
            let property = properties[index]
            call.setSlot(index, try kept(call[index], property.kind, property.name, call))
        }
        call.setSlot(displaySlot, call.text("block"))
        return .undefined
    }

    private static func kept(
        _ value: Value, _ kind: Kind, _ name: StaticString, _ call: NativeCall
    ) throws(ScriptError) -> Value {
        let machine = call.machine
        if kind == .display {
            guard let text = value.string?.text else { throw machine.makeError(.type, 2007, ["display"]) }
            return ["block", "inline", "none"].contains(text) ? value : .null
        }
        if value.isNullish { return .null }
        switch kind {
        case .font:
            // A longer name is cut.
            guard let text = value.string, text.count > 64 else { return value }
            return Value(machine.heap.substring(text, 0..<64))
        case .text, .display: return value
        case .align:
            let accepted = ["left", "center", "right", "justify", "start", "end"]
            guard let text = value.string?.text.lowercased(), accepted.contains(text) else {
                throw machine.makeError(.argument, 2008, ["align"])
            }
            return machine.string(text)
        case .whole:
            // Halves go to the even neighbour.
            let number = (try machine.toNumber(value)).rounded(.toNearestOrEven)
            return Value(Int(number.isNaN ? .min : Int32(clamping: Int64(max(-4e9, min(4e9, number))))))
        case .number: return Value(double: try machine.toNumber(value))
        case .color: return Value(Int(try machine.toUInt32(value)))
        case .flag: return Value(machine.toBoolean(value))
        case .tabs:
            let stops = ValueBuffer(machine.heap)
            for stop in FilterProperty.list(value) { stops.append(Value(try machine.toInt32(stop))) }
            return Value(machine.makeArray(Array(stops.elements)))
        }
    }
}
