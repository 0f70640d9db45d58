import AVM
import AVM1
import Player

/// `TextField.StyleSheet`. Styles are objects by selector in the property `_css`.
enum StyleSheetClass {
    static func install(on runtime: AVM1Runtime, textField: Object) {
        let machine = runtime.machine!
        var row = NativeClass("StyleSheet") { call in call.this }
        row.methods = [
            NativeMethod("setStyle", setStyle, .locked), NativeMethod("getStyle", getStyle, .locked),
            NativeMethod("getStyleNames", getStyleNames, .locked),
            NativeMethod(
                "clear",
                { (call) throws(ScriptError) in
                    if let this = call.this.object { clear(this, call.machine) }
                    return .undefined
                }, .locked),
            NativeMethod("parseCSS", parse, .locked), NativeMethod("parse", parse, .locked),
            NativeMethod("transform", transform, .locked),
            NativeMethod("load", load, .locked),
        ]
        machine.install(row, on: textField, .hidden.union(.version7))
    }

    private static func clear(_ this: Object, _ machine: Machine) {
        machine.define(this, "_css", Value(machine.makeObject()), .hidden)
        machine.define(this, "_styles", Value(machine.makeObject()), .hidden)
    }

    private static func table(_ this: Object?, _ machine: Machine) throws(ScriptError) -> Object? {
        guard let this else { return nil }
        return try machine.get(this, "_css").object
    }

    /// The same, made where it is missing.
    private static func makeTable(_ this: Object?, _ machine: Machine) throws(ScriptError) -> Object? {
        if let known = try table(this, machine) { return known }
        if let this { clear(this, machine) }
        return try table(this, machine)
    }

    /// A copy of an object's properties.
    private static func copy(_ object: Object, _ machine: Machine) throws(ScriptError) -> Object {
        let result = machine.makeObject()
        for name in machine.enumerate(object).reversed() {
            try machine.set(result, name, try machine.get(object, name))
        }
        return result
    }

    private static func setStyle(_ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 0, let table = try makeTable(call.this.object, machine) else { return .undefined }
        try keep(
            call[1].object.map { (o) throws(ScriptError) in try copy(o, machine) }, try machine.toAtom(call[0]), table,
            call)
        return .undefined
    }

    /// Keeps a style, and beside it the format that `transform`, which scripts may replace, makes of it.
    private static func keep(_ style: Object?, _ name: Atom, _ table: Object, _ call: Call) throws(ScriptError) {
        let machine = call.machine
        try machine.set(table, name, style.map { Value($0) } ?? .null)
        guard let this = call.this.object, let formats = try machine.get(this, "_styles").object else { return }
        let format = try machine.callMethod(this, "transform", [style.map { Value($0) } ?? .null])
        try machine.set(formats, name, format)
    }

    private static func getStyle(_ call: Call) throws(ScriptError) -> Value {
        guard let table = try table(call.this.object, call.machine) else { return .null }
        let value = try call.machine.get(table, try call.machine.toAtom(call[0]))
        guard let style = value.object else { return .null }
        return Value(try copy(style, call.machine))
    }

    private static func getStyleNames(_ call: Call) throws(ScriptError) -> Value {
        guard let table = try table(call.this.object, call.machine) else {
            return Value(call.machine.makeArray([]))
        }
        return Value(call.machine.makeArray(call.machine.enumerate(table).reversed().map { Value($0.string) }))
    }

    private static func parse(_ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard let this = call.this.object, let table = try makeTable(this, machine) else { return .undefined }
        var reader = StyleSheetReader(try machine.toString(call[0]).units)
        guard let rules = reader.read() else { return .false }
        for rule in rules {
            let name = machine.atom(rule.selector)
            // What the selector had before is forgotten.
            let style = machine.makeObject()
            for (property, value) in rule.properties {
                try machine.set(style, machine.atom(property), machine.string(value))
            }
            try keep(style, name, table, call)
        }
        return .true
    }

    /// A new TextFormat with what a style object says.
    private static func transform(_ call: Call) throws(ScriptError) -> Value {
        guard let style = call.machine.toObject(call[0]) else { return .null }
        return Value(try TextFormatClass.make(try format(style, call.machine), call.machine))
    }

    private static func load(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, call.count > 0 else { return .false }
        let url = URLReference.resolve(try call.machine.toString(call[0]).text, base: call.player.movieURL)
        let runtime = call.runtime
        let key = "StyleSheet.load \(this.identity)"
        runtime.keptObjects[key] = this
        call.player.fetch(FetchRequest(url: url)) { [unowned runtime] result in
            defer { runtime.keptObjects[key] = nil }
            runtime.perform { () throws(ScriptError) in
                let machine = runtime.machine!
                guard case .success(let response) = result else {
                    try machine.callMethod(this, "onLoad", [.false])
                    return
                }
                let parsed = try machine.callMethod(this, "parseCSS", [machine.decodeText(response.body)])
                try machine.callMethod(this, "onLoad", [parsed])
            }
        }
        return .true
    }

    // MARK: For the player

    /// The styles of a StyleSheet object.
    static func styles(of object: Object, _ machine: Machine) throws(ScriptError) -> StyleSheet {
        var sheet = StyleSheet()
        guard let table = try machine.get(object, "_styles").object else { return sheet }
        for name in machine.enumerate(table) {
            guard let style = try machine.get(table, name).object, let format = TextFormatClass.format(of: style) else {
                continue
            }
            sheet.formats[name.text.lowercased()] = format
        }
        return sheet
    }

    private static func format(_ style: Object, _ machine: Machine) throws(ScriptError) -> TextFormat {
        func text(_ name: StaticString) throws(ScriptError) -> String? {
            let value = try machine.get(style, name)
            return machine.toBool(value) ? try machine.toString(value).text : nil
        }
        func pixels(_ name: StaticString) throws(ScriptError) -> Double? { try text(name).flatMap { whole($0) } }
        var format = TextFormat()
        format.display = try text("display").flatMap { TextFormat.Display(rawValue: $0) }
        if let color = try text("color"), color.hasPrefix("#"), color.utf8.count == 7 {
            format.color = UInt32(color.dropFirst(), radix: 16)
        }
        if let family = try text("fontFamily") { format.font = Self.family(family) }
        if let size = try pixels("fontSize"), size > 0 { format.size = size }
        switch try text("fontStyle") {
        case "italic": format.italic = true
        case "normal": format.italic = false
        default: break
        }
        switch try text("fontWeight") {
        case "bold": format.bold = true
        case "normal": format.bold = false
        default: break
        }
        switch try text("textDecoration") {
        case "underline": format.underline = true
        case "none": format.underline = false
        default: break
        }
        if let align = try text("textAlign") { format.align = TextFormat.Align(rawValue: align.lowercased()) }
        format.leftMargin = try text("marginLeft").map { max(0, whole($0) ?? 0) }
        format.rightMargin = try text("marginRight").map { max(0, whole($0) ?? 0) }
        format.indent = try pixels("textIndent")
        format.letterSpacing = try text("letterSpacing").map { whole($0) ?? .nan }
        // What is no number is 0 here, and nothing elsewhere.
        format.leading = try text("leading").map { whole($0) ?? 0 }
        // The word counts only as text, a number in every form.
        let kerning = try machine.get(style, "kerning")
        let word = try machine.toString(kerning).text
        format.kerning = (kerning.isString && word == "true") || (whole(word) ?? 0) != 0
        return format
    }

    /// Generic families are the player's own.
    private static func family(_ text: String) -> String {
        let names = text.split(separator: ",").map { name in
            switch String(name).lowercased().filter({ $0 != " " }) {
            case "mono": "_typewriter"
            case "sans-serif": "_sans"
            case "serif": "_serif"
            default: String(name.drop { $0 == " " })
            }
        }
        return names.joined(separator: ",")
    }

    /// The whole number that a text begins with, nil where it begins with none.
    private static func whole(_ text: String) -> Double? {
        let trimmed = text.drop { $0.isWhitespace }
        let sign = trimmed.prefix { $0 == "-" || $0 == "+" }
        guard sign.count <= 1 else { return nil }
        let digits = trimmed.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
        return Double(digits).map { sign == "-" ? -$0 : $0 }
    }
}
