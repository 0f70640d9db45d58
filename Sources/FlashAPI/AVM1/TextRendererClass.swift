import AVM
import AVM1

/// `flash.text.TextRenderer`: how finely text is drawn. Our rasteriser is exact, so that only the settings are kept.
enum TextRendererClass {
    static func install(on machine: Machine) {
        var row = NativeClass("TextRenderer", constructor: { call in call.this })
        row.staticMethods = [
            SystemClass.missing("TextRenderer.setAdvancedAntialiasingTable", as: "setAdvancedAntialiasingTable")
        ]
        let made = machine.install(row, package: "flash.text")
        machine.define(made.constructor, "maxLevel", Value(4))
        machine.define(made.constructor, "displayMode", machine.string("default"))
    }
}
