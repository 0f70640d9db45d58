import AVM2

/// `flash.events.UncaughtErrorEvents`.
enum UncaughtErrorEventsClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.events.UncaughtErrorEvents", base: "flash.events.EventDispatcher")
        table.interfaces = ["flash.events.IEventDispatcher"]
        return table
    }()
}
