import AVM2

/// `flash.display.IGraphicsPath`.
enum IGraphicsPathClass {
    static let table = NativeClassTable.interface("flash.display.IGraphicsPath")
}
