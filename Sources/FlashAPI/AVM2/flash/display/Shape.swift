import AVM
import AVM2
import Player

/// `flash.display.Shape`, and the classes of a timeline's pictures.
enum ShapeClass {
    static let tables: [NativeClassTable] = [
        shape,
        NativeClassTable("flash.display.MorphShape", base: "flash.display.DisplayObject"),
        NativeClassTable("flash.display.AVM1Movie", base: "flash.display.DisplayObject"),
    ]

    private static let shape: NativeClassTable = {
        var table = NativeClassTable("flash.display.Shape", base: "flash.display.DisplayObject")
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeShape() }
        }
        table.members = { [NativeMember(get: "graphics", ":flash.display.Graphics", GraphicsClass.getter)] }
        return table
    }()
}
