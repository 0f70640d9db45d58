import AVM
import AVM1
import SWF

/// Loads movies, images and variables into clips and levels (`loadMovie`, GetURL2).
final class MovieLoader {
    unowned(unsafe) let runtime: AVM1Runtime
    private var player: Player { runtime.player }

    init(runtime: AVM1Runtime) { self.runtime = runtime }

    func getURL(_ url: String, target: String, kind: URLRequestKind, from clip: Object) throws(ScriptError) {
        if url.lowercased().hasPrefix("fscommand:") {
            player.host.fscommand(String(url.dropFirst("fscommand:".count)), target)
            return
        }
        runtime.player.stubs.hit("getURL")
    }
}
