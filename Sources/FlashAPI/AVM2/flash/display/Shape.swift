import AVM
import AVM2
import Player

/// `flash.display.Shape`, and the classes of a timeline's pictures.
enum ShapeClass {
    static let tables: [NativeClassTable] = [
        shape,
        ofTimelines("flash.display.MorphShape"), ofTimelines("flash.display.AVM1Movie"),
    ]

    /// A class whose objects stand for what a movie brings: scripts make none.
    static func ofTimelines(_ name: StaticString, _ flags: Traits.Flags = []) -> NativeClassTable {
        var table = NativeClassTable(name, base: "flash.display.DisplayObject", flags)
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { _ in nil }
        }
        return table
    }

    private static let shape: NativeClassTable = {
        var table = NativeClassTable("flash.display.Shape", base: "flash.display.DisplayObject")
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeShape() }
        }
        table.members = { [NativeMember(get: "graphics", ":flash.display.Graphics", GraphicsClass.getter)] }
        return table
    }()
}
