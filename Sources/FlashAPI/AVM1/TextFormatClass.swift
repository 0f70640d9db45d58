import AVM
import AVM1
import Player

/// A script's TextFormat.
final class TextFormatState: NativeState {
    var format = TextFormat()
}

/// The `TextFormat` class. Lengths are whole pixels there.
enum TextFormatClass {
    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass("TextFormat", constructor: construct)
        row.properties = properties
        row.methods = [NativeMethod("getTextExtent", getTextExtent)]
        row.constants = [NativeConstant("display", .text("block"), [])]
        machine.prototypes.others["TextFormat"] = machine.install(row).prototype
    }

    /// The format of a TextFormat object, nil where it is none.
    static func format(of object: Object) -> TextFormat? { object.native(as: TextFormatState.self)?.format }

    static func make(_ format: TextFormat, _ machine: Machine) throws(ScriptError) -> Object {
        let state = TextFormatState()
        state.format = format
        let object = machine.heap.makeObject(proto: Value(orUndefined: machine.prototypes.others["TextFormat"]))
        object.setNative(state)
        return object
    }

    /// `font, size, color, bold, italic, underline, url, target, align, leftMargin, rightMargin, indent, leading`
    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let state = TextFormatState()
        this.setNative(state)
        let names: [StaticString] = [
            "font", "size", "color", "bold", "italic", "underline", "url", "target", "align", "leftMargin",
            "rightMargin", "indent", "leading",
        ]
        for (index, name) in names.enumerated() where index < call.count {
            guard let field = fields.first(where: { "\($0.name)" == "\(name)" }) else { continue }
            try field.set(&state.format, call[index], call.machine)
        }
        return .undefined
    }

    // MARK: Properties

    private struct Field: Sendable {
        let name: StaticString
        let get: @Sendable (TextFormat, Machine) -> Value
        let set: @Sendable (inout TextFormat, Value, Machine) throws(ScriptError) -> Void
        var since: PropertyAttributes = []
    }

    private static func text(_ name: StaticString, _ path: WritableKeyPath<TextFormat, String?> & Sendable) -> Field {
        Field(name: name, get: { format, machine in format[keyPath: path].map { machine.string($0) } ?? .null },
            set: { (format, value, machine) throws(ScriptError) in
                format[keyPath: path] = value.isNullish ? nil : try machine.toString(value).text
            })
    }

    private static func flag(_ name: StaticString, _ path: WritableKeyPath<TextFormat, Bool?> & Sendable, _ since: PropertyAttributes = []) -> Field {
        Field(name: name, get: { format, _ in format[keyPath: path].map { Value($0) } ?? .null },
            set: { format, value, machine in format[keyPath: path] = value.isNullish ? nil : machine.toBool(value) },
            since: since)
    }

    /// A length in whole pixels: rounded by SWF 8's rules, cut off before.
    private static func number(
        _ name: StaticString, _ path: WritableKeyPath<TextFormat, Double?> & Sendable, minimum: Double? = nil
    ) -> Field {
        Field(name: name, get: { format, _ in format[keyPath: path].map { Value($0) } ?? .null },
            set: { (format, value, machine) throws(ScriptError) in
                if value.isNullish {
                    format[keyPath: path] = nil
                    return
                }
                let number = try whole(value, machine)
                format[keyPath: path] = minimum.map { max($0, number) } ?? number
            })
    }

    private static func whole(_ value: Value, _ machine: Machine) throws(ScriptError) -> Double {
        if machine.dialect.swfVersion >= 8 {
            // To the even neighbour where it lies between two.
            let number = try machine.toNumber(value)
            guard number.isFinite, abs(number) < 2_147_483_648 else { return -2_147_483_648 }
            return number.rounded(.toNearestOrEven)
        }
        return Double(try machine.toInt32(value))
    }

    private static let fields: [Field] = [
        text("font", \.font), number("size", \.size),
        Field(name: "color", get: { format, _ in format.color.map { Value(Int($0)) } ?? .null },
            set: { (format, value, machine) throws(ScriptError) in
                format.color = value.isNullish ? nil : try machine.toUInt32(value)
            }),
        text("url", \.url), text("target", \.target), flag("bold", \.bold), flag("italic", \.italic),
        flag("underline", \.underline),
        Field(name: "align", get: { format, machine in format.align.map { machine.string($0.rawValue) } ?? .null },
            set: { (format, value, machine) throws(ScriptError) in
                if value.isNullish {
                    format.align = nil
                } else if let align = TextFormat.Align(rawValue: try machine.toString(value).text.lowercased()) {
                    format.align = align
                }
            }),
        number("leftMargin", \.leftMargin, minimum: 0), number("rightMargin", \.rightMargin, minimum: 0),
        number("indent", \.indent), number("leading", \.leading),
        number("blockIndent", \.blockIndent, minimum: 0),
        Field(
            name: "tabStops",
            get: { format, machine in format.tabStops.map { Value(machine.makeArray($0.map { Value($0) })) } ?? .null },
            set: { (format, value, machine) throws(ScriptError) in
                guard let list = value.object?.native(as: ArrayState.self) else {
                    if value.isNullish { format.tabStops = nil }
                    return
                }
                var stops: [Double] = []
                for index in 0..<min(list.length, 1024) { stops.append(try whole(list[index], machine)) }
                format.tabStops = stops
            }),
        flag("bullet", \.bullet), flag("kerning", \.kerning, .version8),
        Field(name: "letterSpacing", get: { format, _ in format.letterSpacing.map { Value($0) } ?? .null },
            set: { (format, value, machine) throws(ScriptError) in
                format.letterSpacing = value.isNullish ? nil : try machine.toNumber(value)
            }, since: .version8),
    ]

    private static let properties: [NativeProperty] = fields.map { field in
        NativeProperty(
            field.name,
            get: { call in
                guard let format = call.this.object.flatMap(format(of:)) else { return .undefined }
                return field.get(format, call.machine)
            },
            set: { (call) throws(ScriptError) in
                guard let state = call.this.object?.native(as: TextFormatState.self) else { return .undefined }
                try field.set(&state.format, call[0], call.machine)
                return .undefined
            }, field.since)
    }

    /// The size of a text in this format; with a width, wrapped to it.
    private static func getTextExtent(_ call: Call) throws(ScriptError) -> Value {
        guard let format = call.this.object.flatMap(format(of:)) else { return .undefined }
        let machine = call.machine
        let units = try machine.toString(call[0]).units
        let width = call.count > 1 ? try machine.toNumber(call[1]) : nil
        let extent = call.player.textExtent(units, format: format, width: width)
        let result = machine.makeObject()
        machine.define(result, "ascent", Value(extent.ascent))
        machine.define(result, "descent", Value(extent.descent))
        machine.define(result, "width", Value(extent.width))
        machine.define(result, "height", Value(extent.height))
        machine.define(result, "textFieldHeight", Value(extent.height + 4))
        machine.define(result, "textFieldWidth", Value(extent.fieldWidth))
        return Value(result)
    }
}
