import AVM2

/// Every class and function of `flash.*` for ActionScript 3. One file a class, paths as the packages.
enum FlashPackages {
    static var tables: [NativeClassTable] { eventTables + geomTables + displayTables }

    static var functions: [NativeFunction] { [] }

    /// What is on the stage.
    private static let displayTables: [NativeClassTable] =
        [
            NativeClassTable("flash.display.IBitmapDrawable", base: "", .interface),
            DisplayObjectClass.table, InteractiveObjectClass.table, DisplayObjectContainerClass.table,
            SpriteClass.table, MovieClipClass2.table, BitmapClass.table, BitmapDataClass2.table, GraphicsClass.table,
            StageClass2.table, LoaderInfoClass.table, SimpleButtonClass.table, TransformClass.table,
        ] + ShapeClass.tables + TextFieldClass2.tables
}
