import AVM
import AVM2

/// The frame of a movie of ActionScript 3.
///
/// Clips that scripts hold off the stage (orphans) take part in each phase before the stage does.
extension Player {
    /// Frames that gotos of frame scripts may run inside one another: two scripts that go to each other's frame would
    /// never end.
    static let innerFrameLimit = 64

    /// Playheads advance.
    func enterFrame2() {
        avm2.runBetweenFramesWork()
        if levels[0] == nil {
            let root = root
            root.name = "root1"
            stage.insert2(root, at: 0)
            root.runFirstFrame2()
            avm2.constructStage()
        } else {
            forEachOrphan { ($0 as? Container)?.enterFrame2() }
            for child in stage.children { (child as? Container)?.enterFrame2() }
        }
        avm2.broadcast("enterFrame")
    }

    func constructFrame2() {
        forEachOrphan { avm2.construct($0) }
        for child in stage.children { avm2.construct(child) }
        avm2.broadcast("frameConstructed")
    }

    func runFrameScripts2() {
        forEachOrphan { avm2.runFrameScripts($0) }
        for child in stage.children { avm2.runFrameScripts(child) }
        runLateScripts()
    }

    /// Scripts that frame scripts have added to frames that were due.
    private func runLateScripts() {
        var count = 0
        while !lateScripts.isEmpty, count < 10_000 {
            count += 1
            let clip = lateScripts.removeFirst()
            clip.scripts2.makeDue()
            avm2.runFrameScript(of: clip)
        }
        lateScripts.removeAll()
    }

    func exitFrame2() {
        endFrame2()
        if stage.isInvalidated {
            stage.isInvalidated = false
            avm2.broadcast("render")
        }
        fitTexts()
        avm2.runBetweenFramesWork()
    }

    private func endFrame2() {
        avm2.broadcast("exitFrame")
        if !hasTold3 {
            hasTold3 = true
            tellLoaded3()
        }
        avm2.runAfterFrameWork()
        forgetDeadOrphans()
    }

    /// What a goto does besides moving a playhead: all phases of a frame but the first, for the whole stage. Until SWF
    /// 9 it does none of that; the next frame does, and the clip does not advance in it.
    func runInnerFrame2(from clip: Container) {
        guard clip.swfVersion > 9 else {
            clip.skipsNextFrame2 = true
            return
        }
        guard innerFrames < Self.innerFrameLimit, levels[0] != nil else { return }
        innerFrames += 1
        let oldPhase = phase
        lateScripts.removeAll()
        phase = .construct
        constructFrame2()
        phase = .scripts
        for child in stage.children { avm2.runFrameScripts(child) }
        forEachOrphan { avm2.runFrameScripts($0) }
        phase = .exit
        endFrame2()
        phase = oldPhase
        innerFrames -= 1
    }

    /// The movie has arrived: INIT and COMPLETE of its LoaderInfo, where a script has asked for that.
    private func tellLoaded3() {
        guard let info = levels[0]?.object2?.native(as: DisplayState.self)?.kept["loaderInfo"]?.object else { return }
        for type: StaticString in ["init", "complete"] {
            avm2.perform { () throws(ScriptError) in try avm2.send(type, to: info) }
        }
    }

    // MARK: Clips off the stage

    /// A clip that scripts hold off the stage plays on.
    func addOrphan(_ object: Container) {
        guard !object.isOrphan2 else { return }
        object.isOrphan2 = true
        orphans.append(Orphan(object: object))
    }

    private func forEachOrphan(_ body: (DisplayObject) -> Void) {
        guard !orphans.isEmpty else { return }
        for orphan in orphans {
            guard let object = orphan.object, object.parent == nil, object.object2 != nil else { continue }
            if object.isPlacedByScript2 || orphan.runsItself {
                body(object)
            } else {
                for child in phase == .enter ? object.children.reversed() : object.children { body(child) }
            }
        }
    }

    /// Clips that a timeline has removed run to the end of the frame; what they contain plays on.
    private func forgetDeadOrphans() {
        guard !orphans.isEmpty else { return }
        var alive: [Orphan] = []
        for var orphan in orphans {
            guard let object = orphan.object else { continue }
            guard object.parent == nil, object.object2 != nil else {
                object.isOrphan2 = false
                continue
            }
            orphan.runsItself = false
            alive.append(orphan)
        }
        orphans = alive
    }
}

/// A container without a parent that has an object.
struct Orphan {
    weak var object: Container?
    /// It runs itself in this frame, whoever has put it where it was.
    var runsItself = true
}
