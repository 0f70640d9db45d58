import AVM
import AVM1
import Base

/// What the `Stage` object shows and changes.
extension Player {
    /// The size that scripts see: of the window where the stage is not scaled to it, else of the stage.
    public var scriptStageSize: (width: Int, height: Int) {
        guard viewport.scaleMode == .noScale else { return stageSize }
        return (Int(Double(viewport.width) / viewport.scale), Int(Double(viewport.height) / viewport.scale))
    }

    /// Tells the listeners of `Stage` that its size is another.
    public func stageDidResize() {
        guard runsAVM1, viewport.scaleMode == .noScale else { return }
        broadcastStage("onResize", [])
    }

    public func setFullScreen(_ isFull: Bool) {
        guard isFull != isFullScreen else { return }
        isFullScreen = isFull
        if runsAVM1 { broadcastStage("onFullScreen", [Value(isFull)]) }
    }

    private func broadcastStage(_ name: StaticString, _ arguments: [Value]) {
        avm1.perform { () throws(ScriptError) in
            guard let stage = avm1.keptObjects["Stage"] else { return }
            try avm1.machine.broadcast(stage, heap.strings.pinned(name), arguments)
        }
    }
}
