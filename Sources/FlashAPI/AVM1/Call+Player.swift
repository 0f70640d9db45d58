import AVM1
import Player

extension Call {
    /// The player's side of the machine that calls.
    var runtime: AVM1Runtime { unsafeDowncast(machine.host, to: AVM1Runtime.self) }
    var player: Player { runtime.player }
}
