import AVM2
import Player

/// Every class and function of `flash.*` for ActionScript 3. One file a class, paths as the packages.
public enum FlashPackages {
    /// Puts the classes of `flash.*` on a machine.
    public static func install(_ runtime: AVM2Runtime) {
        runtime.machine.install(tables)
        runtime.machine.install(functions)
    }

    static var tables: [NativeClassTable] { dataTables.flatMap { $0 } + displayTables }

    static var functions: [NativeFunction] {
        Intervals.functions + SystemFunctions.functions + NetFunctions.functions + CryptoFunctions.functions
    }

    /// What needs no display tree, package by package.
    private static let dataTables: [[NativeClassTable]] = [
        eventTables, geomTables, accessibilityTables, automationTables, concurrentTables, desktopTables,
        display3DTables,
        displayDataTables, externalTables, filtersTables, globalizationTables, mediaTables, netTables, printingTables,
        profilerTables, samplerTables, securityTables,
        systemTables, textTables, traceTables, uiTables, utilsTables, xmlTables,
    ]

    /// What is on the stage.
    private static let displayTables: [NativeClassTable] =
        [
            NativeClassTable("flash.display.IBitmapDrawable", base: "", .interface),
            DisplayObjectClass.table, InteractiveObjectClass.table, DisplayObjectContainerClass.table,
            SpriteClass.table, MovieClipClass2.table, BitmapClass.table, BitmapDataClass2.table, GraphicsClass.table,
            StageClass2.table, LoaderInfoClass.table, SimpleButtonClass.table, TransformClass.table, LoaderClass.table,
        ] + ShapeClass.tables + TextFieldClass2.tables
}
