import AVM1
import Player

/// The class library of ActionScript 1 and 2: tables that bind script names to the player.
public enum FlashClasses1 {
    /// Puts the classes of ActionScript 1 and 2 on a machine. For ``Player/Options/installAVM1``.
    public static func install(_ runtime: AVM1Runtime) {
        LanguageClasses.install(on: runtime.machine)
        installData(runtime)
        installDisplay(runtime)
        LanguageClasses.collectNumbers(on: runtime.machine)
    }

    /// Classes that hold or carry data: XML, variables, geometry, time.
    private static func installData(_ runtime: AVM1Runtime) {
        XMLClass.install(on: runtime)
        LoadVarsClass.install(on: runtime)
        Timers.install(on: runtime)
        PointClass.install(on: runtime.machine)
        RectangleClass.install(on: runtime.machine)
        MatrixClass.install(on: runtime.machine)
        ColorTransformClass.install(on: runtime.machine)
        FilterClasses.install(on: runtime.machine)
        TextFormatClass.install(on: runtime.machine)
        ContextMenuClass.install(on: runtime.machine)
        SystemClass.install(on: runtime)
        AbsentDevices.install(on: runtime.machine)
        MicrophoneClass.install(on: runtime)
        ColorClass.install(on: runtime.machine)
        SharedObjectClass.install(on: runtime)
        NetConnectionClass.install(on: runtime)
        NetStreamClass.install(on: runtime)
        LocalConnectionClass.install(on: runtime)
        ExternalInterfaceClass.install(on: runtime)
        XMLSocketClass.install(on: runtime)
        FileReferenceClass.install(on: runtime)
    }

    /// The classes of what is on the stage.
    private static func installDisplay(_ runtime: AVM1Runtime) {
        MovieClipClass.install(on: runtime)
        ButtonClass.install(on: runtime)
        KeyClass.install(on: runtime)
        MouseClass.install(on: runtime)
        SelectionClass.install(on: runtime)
        StageClass.install(on: runtime)
        MovieClipLoaderClass.install(on: runtime)
        TextFieldClass.install(on: runtime)
        VideoClass.install(on: runtime)
        BitmapDataClass.install(on: runtime)
        TextSnapshotClass.install(on: runtime)
        TextRendererClass.install(on: runtime.machine)
        SoundClass.install(on: runtime)
        ClipTransformClass.install(on: runtime)
    }
}
