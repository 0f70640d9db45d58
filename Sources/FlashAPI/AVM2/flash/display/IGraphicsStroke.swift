import AVM2

/// `flash.display.IGraphicsStroke`.
enum IGraphicsStrokeClass {
    static let table = NativeClassTable.interface("flash.display.IGraphicsStroke")
}
