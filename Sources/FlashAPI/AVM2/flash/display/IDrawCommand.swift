import AVM2

/// `flash.display.IDrawCommand`.
enum IDrawCommandClass {
    static let table = NativeClassTable.interface("flash.display.IDrawCommand")
}
