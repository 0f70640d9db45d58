import AVM
import AVM1
import Player

/// The class libraries of Flash: tables that bind script names to the player.
public enum FlashAPI {
    /// Puts the classes of ActionScript 1 and 2 on a machine. For ``Player/Options/installAVM1``.
    public static func installAVM1(_ runtime: AVM1Runtime) {
        LanguageClasses.install(on: runtime.machine)
        MovieClipClass.install(on: runtime)
    }
}
