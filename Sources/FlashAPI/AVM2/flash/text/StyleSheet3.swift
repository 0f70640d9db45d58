import AVM
import AVM2
import Player

/// Native state of a `flash.text.StyleSheet`: style objects by name, in the order in which they came.
public final class StyleSheetState: EventTargetState {
    public private(set) var names: [String] = []
    private var styles: [String: Value] = [:]

    public func style(_ name: String) -> Value { styles[name.lowercased()] ?? .undefined }

    func set(_ value: Value?, for name: String) {
        let name = name.lowercased()
        if styles[name] == nil, value != nil { names.append(name) }
        if value == nil { names.removeAll { $0 == name } }
        styles[name] = value
    }

    func removeAll() {
        names.removeAll()
        styles.removeAll()
    }

    public override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        for value in styles.values { marker.visit(value) }
    }
}

/// `flash.text.StyleSheet`.
enum StyleSheetClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.text.StyleSheet", base: "flash.events.EventDispatcher", .dynamic)
        table.members = { members }
        table.makeState = { _, _ in StyleSheetState() }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "styleNames", ":Array") { (call) throws(ScriptError) in
            Value(call.machine.makeArray(try call.state(StyleSheetState.self).names.map { call.text($0) }))
        },
        NativeMember(method: "clear", "():void") { (call) throws(ScriptError) in
            try call.state(StyleSheetState.self).removeAll()
            return .undefined
        },
        NativeMember(method: "getStyle", "(styleName:String):Object") { (call) throws(ScriptError) in
            try copy(try call.state(StyleSheetState.self).style(try call.requiredText(0, "styleName").text), call)
        },
        NativeMember(method: "setStyle", "(styleName:String, styleObject:Object):void") { (call) throws(ScriptError) in
            let name = try call.requiredText(0, "styleName").text
            try call.state(StyleSheetState.self).set(call[1].isObject ? try copy(call[1], call) : nil, for: name)
            return .undefined
        },
        NativeMember(method: "parseCSS", "(CSSText:String):void", parseCSS),
        NativeMember(method: "transform", "(formatObject:Object):flash.text.TextFormat", transform),
    ]

    /// A new object with the same dynamic properties.
    private static func copy(_ value: Value, _ call: NativeCall) throws(ScriptError) -> Value {
        let made = call.machine.makeObject()
        if let object = value.object {
            for name in object.ownNames {
                if let known = object.ownValue(name) { call.heap.define(name, known, on: made) }
            }
        }
        return Value(made)
    }

    private static func parseCSS(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(StyleSheetState.self)
        var reader = CSSReader(try call.requiredText(0, "CSSText").units, keepsTrailingSpace: true)
        for rule in reader.read() ?? [] {
            let known = state.style(rule.selector)
            let style = known.object ?? call.machine.makeObject()
            for (name, value) in rule.properties {
                call.heap.define(call.heap.strings.intern(name), call.text(value), on: style)
            }
            state.set(Value(style), for: rule.selector)
        }
        return .undefined
    }

    // MARK: Styles to formats

    /// All styles, as the player applies them.
    static func sheet(_ state: StyleSheetState, _ call: NativeCall) throws(ScriptError) -> StyleSheet {
        var sheet = StyleSheet()
        for name in state.names {
            guard let format = try transformed(state.style(name), call).object else { continue }
            sheet.formats[name] = try TextFormatConversion.format(format, call)
        }
        return sheet
    }

    private static func transform(_ call: NativeCall) throws(ScriptError) -> Value { try transformed(call[0], call) }

    private static func transformed(_ style: Value, _ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        if style.isNullish { return .null }
        let format = try machine.make("flash.text.TextFormat")
        func set(_ name: StaticString, _ value: Value) throws(ScriptError) {
            try machine.set(machine.publicName(name), of: Value(format), to: value)
        }
        func text(_ name: StaticString) throws(ScriptError) -> String? {
            let value = try machine.get(machine.publicName(name), of: style)
            if value.isNullish { return nil }
            let text = try machine.toString(value).text
            return text.isEmpty ? nil : text
        }
        if let color = try text("color") { try set("color", Value(Int(parseColor(color)))) }
        if let display = try text("display") {
            try set("display", call.text(display))
        }
        if let family = try text("fontFamily") { try set("font", call.text(parseFamily(family))) }
        if let size = try text("fontSize").flatMap({ whole($0) }), size > 0 { try set("size", Value(Int(size))) }
        if let style = try text("fontStyle"), style == "italic" || style == "normal" {
            try set("italic", Value(style == "italic"))
        }
        if let weight = try text("fontWeight"), weight == "bold" || weight == "normal" {
            try set("bold", Value(weight == "bold"))
        }
        let kerning = try text("kerning")
        try set("kerning", Value(kerning == "true" || kerning.flatMap { whole($0) }.map { $0 != 0 } ?? false))
        let lengths: [(StaticString, StaticString)] = [
            ("leading", "leading"), ("marginLeft", "leftMargin"), ("marginRight", "rightMargin"),
            ("textIndent", "indent"),
        ]
        for (from, to) in lengths {
            if let value = try text(from) { try set(to, Value(Int(whole(value) ?? .min))) }
        }
        if let spacing = try text("letterSpacing") {
            try set("letterSpacing", Value(double: NumberConversion.parseFloat(Array(spacing.utf16))))
        }
        if let align = try text("textAlign") { try set("align", call.text(align)) }
        if let decoration = try text("textDecoration"), decoration == "none" || decoration == "underline" {
            try set("underline", Value(decoration == "underline"))
        }
        return Value(format)
    }

    /// "#" and up to six hexadecimal digits; 0 for all else.
    private static func parseColor(_ text: String) -> UInt32 {
        guard text.hasPrefix("#") else { return 0 }
        var digits = text.dropFirst()
        while let last = digits.last, last.isWhitespace { digits = digits.dropLast() }
        return digits.count <= 6 ? UInt32(digits, radix: 16) ?? 0 : 0
    }

    /// Generic families are the player's own.
    private static func parseFamily(_ text: String) -> String {
        let generic = ["mono": "_typewriter", "sans-serif": "_sans", "serif": "_serif"]
        var names: [String] = []
        for part in text.split(separator: ",") {
            let name = part.drop { $0 == " " }
            if !name.isEmpty { names.append(generic[String(name)] ?? String(name)) }
        }
        return names.joined(separator: ",")
    }

    /// The whole number that a text begins with, nil where it begins with none.
    private static func whole(_ text: String) -> Int32? {
        let trimmed = text.drop { $0.isWhitespace }
        let sign = trimmed.hasPrefix("-") ? "-" : ""
        let digits = trimmed.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty ? nil : Int32(sign + digits) ?? .max
    }
}
