import AVM
import AVM1
import Base

/// Links in text.
extension EditText {
    /// The format of the link under a point of the field, nil where there is none.
    func link(at point: TwipsPoint) -> TextFormat? {
        guard let index = shownUnit(at: point) else { return nil }
        let format = content.format(at: index)
        return format.url?.isEmpty == false ? format : nil
    }

    /// Follows a link that was clicked: "event:" is for scripts of ActionScript 3, "asfunction:" calls a function of those
    /// before it, all else is opened.
    func follow(_ link: TextFormat) {
        let url = link.url ?? ""
        guard runsAVM1 else {
            if url.hasPrefix("event:") {
                return player.linkClicked3(self, String(url.dropFirst("event:".count)))
            }
            return player.host.navigate(FetchRequest(url: url), target: link.target ?? "")
        }
        guard let parent = parent?.avm1Object() else { return }
        player.avm1.perform { () throws(ScriptError) in
            let machine = player.avm1.machine!
            guard url.lowercased().hasPrefix("asfunction:") else {
                return try player.avm1.getURL(
                    machine.heap.makeString(utf16: Array(url.utf16)),
                    target: machine.heap.makeString(utf16: Array((link.target ?? "").utf16)),
                    kind: URLRequestKind(method: .none, loadsTarget: false, loadsVariables: false), from: parent)
            }
            let call = url.dropFirst("asfunction:".count).split(
                separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = call.first else { return }
            let arguments = call.dropFirst().map { machine.string(String($0)) }
            try player.avm1.withTarget(parent) { () throws(ScriptError) in
                try machine.callMethod(parent, machine.atom(String(name)), arguments)
            }
        }
        player.avm1.runQueue()
    }
}
