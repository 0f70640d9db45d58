import AVM
import AVM1
import Player

/// The `Button` class.
enum ButtonClass {
    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("Button")
        row.constants = [
            NativeConstant("useHandCursor", .bool(true), .hidden), NativeConstant("enabled", .bool(true), []),
        ]
        row.methods = [
            NativeMethod(
                "getDepth",
                { call in
                    guard let object = call.this.object?.displayObject else { return .undefined }
                    return Value(Int(object.depth &- MovieClip.scriptDepth))
                }, [.hidden, .version6])
        ]
        row.properties = DisplayProperties.shared.map { property in
            guard "\(property.name)" == "tabIndex" else { return property }
            return NativeProperty(
                property.name, get: property.getter, set: property.setter, property.attributes.subtracting(.dontEnum))
        }
        runtime.machine.prototypes.others["Button"] = runtime.machine.install(row).prototype
    }
}
