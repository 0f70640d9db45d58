import AVM2

/// `flash.display.NativeMenu`.
enum NativeMenuClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("flash.display.NativeMenu", base: "flash.events.EventDispatcher", .abstract)
        return table
    }()
}
