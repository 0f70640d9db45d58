import AVM
import AVM1
import Base
import Player

/// The properties of `TextField`.
enum TextFieldProperties {
    typealias Getter = @Sendable (EditText, Machine) throws(ScriptError) -> Value
    typealias Setter = @Sendable (EditText, Value, Machine) throws(ScriptError) -> Void

    private static func property(
        _ name: StaticString, _ get: @escaping Getter, _ set: Setter? = nil, _ since: PropertyAttributes = []
    ) -> NativeProperty {
        let getter = TextFieldClass.method { (field, call) throws(ScriptError) in try get(field, call.machine) }
        guard let set else { return NativeProperty(name, get: getter, .hidden.union(since)) }
        let setter = TextFieldClass.method { (field, call) throws(ScriptError) in
            try set(field, call[0], call.machine)
            return .undefined
        }
        return NativeProperty(name, get: getter, set: setter, .hidden.union(since))
    }

    private static func flag(
        _ name: StaticString, _ get: @escaping @Sendable (EditText) -> Bool,
        _ set: @escaping @Sendable (EditText, Bool) -> Void, _ since: PropertyAttributes = []
    ) -> NativeProperty {
        property(
            name, { field, _ in Value(get(field)) }, { field, value, machine in set(field, machine.toBool(value)) },
            since)
    }

    private static func color(
        _ name: StaticString, _ get: @escaping @Sendable (EditText) -> UInt32,
        _ set: @escaping @Sendable (EditText, UInt32) -> Void
    ) -> NativeProperty {
        property(
            name, { field, _ in Value(Int(get(field))) },
            { (field, value, machine) throws(ScriptError) in
                let number = try machine.toNumber(value)
                if !number.isNaN { set(field, try machine.toUInt32(value) & 0xFF_FFFF) }
            })
    }

    /// In the order in which Flash makes them, which `for … in` shows from the last on.
    private static let order = [
        "gridFitType", "antiAliasType", "thickness", "sharpness", "filters", "scroll", "maxscroll", "borderColor",
        "backgroundColor", "textColor", "tabIndex", "autoSize", "text", "type", "htmlText", "variable", "hscroll",
        "maxhscroll", "maxChars", "embedFonts", "html", "border", "background", "wordWrap", "password", "multiline",
        "selectable", "length", "bottomScroll", "textWidth", "textHeight", "restrict", "condenseWhite",
        "mouseWheelEnabled", "styleSheet",
    ]

    static let all: [NativeProperty] = order.compactMap { name in
        (textual + looks + measures).first { "\($0.name)" == name }.map {
            NativeProperty($0.name, get: $0.getter, set: $0.setter, $0.attributes.subtracting(.dontEnum))
        }
    }

    private static let textual: [NativeProperty] = [
        property(
            "text",
            { field, machine in
                field.readVariable()
                return Value(machine.heap.makeString(utf16: field.content.units))
            },
            { (field, value, machine) throws(ScriptError) in field.setText(try machine.toString(value).units) }),
        property(
            "htmlText",
            { field, machine in
                field.readVariable()
                return machine.string(field.htmlText)
            },
            { (field, value, machine) throws(ScriptError) in field.setHTMLText(try machine.toString(value).units) }),
        property("length", { field, _ in Value(field.content.count) }),
        flag("html", { $0.isHTML }, { $0.isHTML = $1 }),
        flag("condenseWhite", { $0.condensesWhite }, { $0.condensesWhite = $1 }),
        property(
            "variable", { field, machine in field.variable.isEmpty ? .null : machine.string(field.variable) },
            { (field, value, machine) throws(ScriptError) in
                field.setVariable(value.isNullish ? "" : try machine.toString(value).text)
            }),
        property(
            "maxChars", { field, _ in field.maxChars.map { Value($0) } ?? .null },
            { (field, value, machine) throws(ScriptError) in
                let count = Int(try machine.toInt32(value))
                field.maxChars = count > 0 ? count : nil
            }),
        property(
            "restrict", { field, machine in field.restrict.map { machine.string($0) } ?? .null },
            { (field, value, machine) throws(ScriptError) in
                field.restrict = value.isNullish ? nil : try machine.toString(value).text
            }),
        property(
            "styleSheet", { field, _ in Value(orUndefined: field.styleSheetObject) },
            { (field, value, machine) throws(ScriptError) in
                // A clip is no style sheet.
                let sheet = value.object.flatMap { $0.displayObject == nil ? $0 : nil }
                field.styleSheetObject = sheet
                field.styles = try sheet.map { (o) throws(ScriptError) in
                    try StyleSheetClass.styles(of: o, machine)
                }
            }),
    ]

    private static let looks: [NativeProperty] =
        [
            flag("multiline", { $0.isMultiline }, { $0.isMultiline = $1 }),
            flag("wordWrap", { $0.wordWraps }, { $0.wordWraps = $1 }),
            flag("password", { $0.isPassword }, { $0.isPassword = $1 }),
            flag("selectable", { $0.isSelectable }, { $0.isSelectable = $1 }),
            flag("border", { $0.hasBorder }, { $0.hasBorder = $1 }),
            flag("background", { $0.hasBackground }, { $0.hasBackground = $1 }),
            flag("embedFonts", { $0.usesEmbeddedFonts }, { $0.usesEmbeddedFonts = $1 }),
            flag("mouseWheelEnabled", { $0.scrollsByWheel }, { $0.scrollsByWheel = $1 }),
            color("borderColor", { $0.borderColor }, { $0.borderColor = $1 }),
            color("backgroundColor", { $0.backgroundColor }, { $0.backgroundColor = $1 }),
            color(
                "textColor", { $0.content.defaultFormat.color ?? 0 },
                { field, color in
                    var format = TextFormat()
                    format.color = color
                    field.setFormat(format, of: 0..<field.content.count)
                    field.setDefaultFormat(format)
                }),
            property(
                "type", { field, machine in machine.string(field.isEditable ? "input" : "dynamic") },
                { (field, value, machine) throws(ScriptError) in
                    switch try machine.toString(value).text.lowercased() {
                    case "input": field.isEditable = true
                    case "dynamic": field.isEditable = false
                    default: break
                    }
                }),
            property("autoSize", { field, machine in machine.string(field.autoSize.rawValue) }, setAutoSize),
            property(
                "antiAliasType", { field, machine in machine.string(field.antiAliasType) },
                { (field, value, machine) throws(ScriptError) in
                    let name = try machine.toString(value).text
                    if name == "advanced" || name == "normal" { field.antiAliasType = name }
                }, .version8),
            property(
                "gridFitType", { field, machine in machine.string(field.gridFitType) },
                { (field, value, machine) throws(ScriptError) in
                    let name = try machine.toString(value).text
                    if ["none", "pixel", "subpixel"].contains(name) { field.gridFitType = name }
                }, .version8),
            property(
                "thickness", { field, _ in Value(field.thickness) },
                { (field, value, machine) throws(ScriptError) in field.thickness = try machine.toNumber(value)
                }, .version8),
            property(
                "sharpness", { field, _ in Value(field.sharpness) },
                { (field, value, machine) throws(ScriptError) in field.sharpness = try machine.toNumber(value)
                }, .version8),
        ] + DisplayProperties.shared.filter { ["tabIndex", "filters"].contains("\($0.name)") }

    /// True is "left", false "none".
    private static func setAutoSize(_ field: EditText, _ value: Value, _ machine: Machine) throws(ScriptError) {
        if let flag = value.bool {
            field.autoSize = flag ? .left : .none
            return
        }
        field.autoSize = EditText.AutoSize(rawValue: try machine.toString(value).text.lowercased()) ?? .none
    }

    private static let measures: [NativeProperty] = [
        property("textWidth", { field, _ in Value(field.textSize.width.rounded(.down)) }),
        property("textHeight", { field, _ in Value(field.textSize.height.rounded(.down)) }),
        property(
            "scroll", { field, _ in Value(field.scroll) },
            { (field, value, machine) throws(ScriptError) in
                // Lines count from 0 inside: the lowest number comes round to the highest.
                field.setScroll(Int(try machine.toInt32(value) &- 1) + 1)
            }),
        property("maxscroll", { field, _ in Value(field.maxScroll) }),
        property("bottomScroll", { field, _ in Value(field.bottomScroll) }),
        property(
            "hscroll", { field, _ in Value(field.hscroll) },
            { (field, value, machine) throws(ScriptError) in
                field.setHScroll(Double(try machine.toInt32(value)))
            }),
        property("maxhscroll", { field, _ in Value(field.maxHScroll) }),
    ]
}
