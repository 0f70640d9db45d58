import FlashAPI1
import FlashAPI2
import Player

/// The class libraries of Flash, one module for each machine.
public enum FlashAPI {
    /// Puts the classes of ActionScript 1 and 2 on a machine. For ``Player/Options/installAVM1``.
    public static func installAVM1(_ runtime: AVM1Runtime) { FlashClasses1.install(runtime) }

    /// Puts the classes of `flash.*` on a machine of ActionScript 3. For ``Player/Options/installAVM2``.
    public static func installAVM2(_ runtime: AVM2Runtime) { FlashPackages.install(runtime) }
}
