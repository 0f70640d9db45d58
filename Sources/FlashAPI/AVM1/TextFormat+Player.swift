import AVM
import AVM1
import Player

/// Formats between scripts and text fields.
extension TextFormatClass {
    /// The format of a TextFormat object, nil where it is none.
    static func format(of object: Object) -> TextFormat? {
        guard let state = object.native(as: TextFormatState.self) else { return nil }
        var format = TextFormat()
        (format.font, format.url, format.target) = (state.font, state.url, state.target)
        format.align = state.align.flatMap { TextFormat.Align(rawValue: $0) }
        (format.size, format.color) = (state.size, state.color)
        (format.leftMargin, format.rightMargin) = (state.leftMargin, state.rightMargin)
        (format.indent, format.leading, format.blockIndent) = (state.indent, state.leading, state.blockIndent)
        (format.letterSpacing, format.kerning) = (state.letterSpacing, state.kerning)
        (format.bold, format.italic, format.underline) = (state.bold, state.italic, state.underline)
        (format.bullet, format.tabStops) = (state.bullet, state.tabStops)
        format.display = TextFormat.Display(rawValue: state.display)
        return format
    }

    /// A new TextFormat object.
    static func make(_ format: TextFormat, _ machine: Machine) throws(ScriptError) -> Object {
        let state = TextFormatState()
        (state.font, state.url, state.target) = (format.font, format.url, format.target)
        state.align = format.align?.rawValue
        (state.size, state.color) = (format.size, format.color)
        (state.leftMargin, state.rightMargin) = (format.leftMargin, format.rightMargin)
        (state.indent, state.leading, state.blockIndent) = (format.indent, format.leading, format.blockIndent)
        (state.letterSpacing, state.kerning) = (format.letterSpacing, format.kerning)
        (state.bold, state.italic, state.underline) = (format.bold, format.italic, format.underline)
        (state.bullet, state.tabStops) = (format.bullet, format.tabStops)
        if let display = format.display { state.display = display.rawValue }
        return make(state, machine)
    }

    /// The size of a text in this format; with a width, wrapped to it.
    static func getTextExtent(_ call: Call) throws(ScriptError) -> Value {
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
