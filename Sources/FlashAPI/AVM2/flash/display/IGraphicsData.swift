import AVM2

/// `flash.display.IGraphicsData`.
enum IGraphicsDataClass {
    static let table = NativeClassTable.interface("flash.display.IGraphicsData")
}
