import AVM
import AVM1
import Player

/// `TextField.StyleSheet`. Styles are objects by selector in the property `_css`.
enum StyleSheetClass {
    static func install(on runtime: AVM1Runtime, textField: Object) {
        let machine = runtime.machine!
        var row = NativeClass("StyleSheet")
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
        let name = try machine.toAtom(call[0])
        guard let style = call[1].object else {
            try machine.set(table, name, .null)
            return .undefined
        }
        try machine.set(table, name, Value(try copy(style, machine)))
        return .undefined
    }

    private static func getStyle(_ call: Call) throws(ScriptError) -> Value {
        guard let table = try table(call.this.object, call.machine) else { return .null }
        let value = try call.machine.get(table, try call.machine.toAtom(call[0]))
        guard let style = value.object else { return .null }
        return Value(try copy(style, call.machine))
    }

    private static func getStyleNames(_ call: Call) throws(ScriptError) -> Value {
        guard let table = try table(call.this.object, call.machine) else { return .undefined }
        return Value(call.machine.makeArray(call.machine.enumerate(table).reversed().map { Value($0.string) }))
    }

    private static func parse(_ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard let this = call.this.object, let table = try makeTable(this, machine) else { return .undefined }
        var reader = CSSReader(try machine.toString(call[0]).units)
        guard let rules = reader.read() else {
            clear(this, machine)
            return .false
        }
        for rule in rules {
            let name = machine.atom(rule.selector)
            let style: Object
            if let known = try machine.get(table, name).object {
                style = known
            } else {
                style = machine.makeObject()
                try machine.set(table, name, Value(style))
            }
            for (property, value) in rule.properties {
                try machine.set(style, machine.atom(property), machine.string(value))
            }
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
        call.player.host.fetch(FetchRequest(url: url)) { [unowned runtime] result in
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
        guard let table = try table(object, machine) else { return sheet }
        for name in machine.enumerate(table) {
            guard let style = try machine.get(table, name).object else { continue }
            sheet.formats[name.text.lowercased()] = try format(style, machine)
        }
        return sheet
    }

    private static func format(_ style: Object, _ machine: Machine) throws(ScriptError) -> TextFormat {
        func text(_ name: StaticString) throws(ScriptError) -> String? {
            let value = try machine.get(style, name)
            return value.isNullish ? nil : try machine.toString(value).text
        }
        func pixels(_ name: StaticString) throws(ScriptError) -> Double? {
            guard let text = try text(name) else { return nil }
            let digits = text.prefix { $0.isNumber || $0 == "-" || $0 == "+" }
            return Double(digits).map { $0.rounded(.towardZero) }
        }
        var format = TextFormat()
        format.display = try text("display").flatMap { TextFormat.Display(rawValue: $0) }
        if let color = try text("color"), color.hasPrefix("#") {
            format.color = UInt32(color.dropFirst(), radix: 16) ?? 0
        }
        if let family = try text("fontFamily") {
            let names = family.split(separator: ",").map { name in
                switch String(name).lowercased().filter({ $0 != " " }) {
                case "mono": "_typewriter"
                case "sans-serif": "_sans"
                case "serif": "_serif"
                default: String(name.drop { $0 == " " })
                }
            }
            format.font = names.joined(separator: ",")
        }
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
        format.leftMargin = try pixels("marginLeft").map { max(0, $0) }
        format.rightMargin = try pixels("marginRight").map { max(0, $0) }
        format.indent = try pixels("textIndent")
        format.letterSpacing = try pixels("letterSpacing")
        format.leading = try pixels("leading")
        format.kerning = false
        if let kerning = try text("kerning") { format.kerning = kerning == "true" || kerning == "1" }
        return format
    }
}
