import AVM2

/// Every class and function of `flash.*` for ActionScript 3. One file a class, paths as the packages.
enum FlashPackages {
    static var tables: [NativeClassTable] { eventTables + geomTables + displayTables }

    static var functions: [NativeFunction] { [] }

    /// What is on the stage.
    private static let displayTables: [NativeClassTable] = [
        NativeClassTable("flash.display.DisplayObject", base: "flash.events.EventDispatcher", .abstract),
        NativeClassTable("flash.display.InteractiveObject", base: "flash.display.DisplayObject", .abstract),
        NativeClassTable("flash.display.DisplayObjectContainer", base: "flash.display.InteractiveObject", .abstract),
        NativeClassTable("flash.display.Sprite", base: "flash.display.DisplayObjectContainer"),
        NativeClassTable("flash.display.MovieClip", base: "flash.display.Sprite", .dynamic),
    ]
}
