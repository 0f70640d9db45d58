import AVM2

/// `flash.display.IGraphicsFill`.
enum IGraphicsFillClass {
    static let table = NativeClassTable.interface("flash.display.IGraphicsFill")
}
