import AVM
import AVM2
import Base
import SWF

/// The scripts of a clip's frames (`addFrameScript`), and which is due.
struct FrameScripts {
    private var functions: [Int: Value] = [:]
    private var dueFrame: Int?
    private var lastRun: Int?
    private var gotoFrame: Int?
    var isRunning = false

    mutating func set(_ function: Value, ofFrame frame: Int) {
        functions[frame] = function.isNullish ? nil : function
    }

    func script(ofFrame frame: Int) -> Value? { functions[frame] }
    var values: Dictionary<Int, Value>.Values { functions.values }

    /// The clip has come to a frame.
    mutating func arrive(at frame: Int) {
        dueFrame = frame
        lastRun = nil
    }

    mutating func takeDueFrame() -> Int? {
        guard let frame = dueFrame, functions[frame] != nil, lastRun != frame, !isRunning else { return nil }
        lastRun = frame
        dueFrame = nil
        return frame
    }

    mutating func postpone(goto frame: Int) { gotoFrame = frame }
    mutating func takeGoto() -> Int? {
        defer { gotoFrame = nil }
        return gotoFrame
    }
}

/// A clip of ActionScript 3.
extension MovieClip {
    func visitFrameScripts(_ marker: inout Marker) {
        for function in scripts2.values { marker.visit(function) }
    }

    public func addFrameScript(_ function: Value, frame: Int) { scripts2.set(function, ofFrame: frame) }

    /// A clip made by script without a timeline stands on its one frame.
    func setFirstFrame2() {
        setCurrentFrame(1)
        scripts2.arrive(at: 1)
    }

    /// Runs the first frame: places its children.
    func runFirstFrame2() {
        setCurrentFrame(1)
        runTags(ofFrame: 1)
        scripts2.arrive(at: 1)
    }

    /// The playhead of it and all below moves on; children first, the last ones first.
    func enterFrame2() {
        for child in children.reversed() { (child as? Container)?.enterFrameOfAny2() }
        guard isPlaying, !isRemoved || object2 != nil else { return }
        if currentFrame == 0 { return runFirstFrame2() }
        guard totalFrames > 1 else { return }
        if currentFrame < totalFrames {
            setCurrentFrame(currentFrame + 1)
            runTags(ofFrame: currentFrame)
        } else {
            goto(frame: 1)
        }
        scripts2.arrive(at: currentFrame)
    }

    /// `gotoAndPlay`, `gotoAndStop`: at once, or after the frame script that is running.
    public func gotoByScript2(frame: Int, andPlay plays: Bool) {
        isPlaying = plays
        let target = min(max(1, frame), totalFrames)
        if scripts2.isRunning {
            scripts2.postpone(goto: target)
        } else {
            goto2(target)
        }
    }

    /// Goes to a frame and does what follows at once: children are made, frame scripts run.
    func goto2(_ target: Int) {
        if target != currentFrame {
            goto(frame: target)
            scripts2.arrive(at: target)
        }
        guard object2 != nil else { return }
        let runtime = player.avm2
        for child in children { runtime.construct(child) }
        runtime.broadcast("frameConstructed")
        runtime.runFrameScripts(self)
        runtime.broadcast("exitFrame")
    }
}

extension Container {
    /// Playheads below move on.
    func enterFrameOfAny2() {
        if let clip = self as? MovieClip { return clip.enterFrame2() }
        for child in children.reversed() { (child as? Container)?.enterFrameOfAny2() }
    }
}

/// The frame of a movie of ActionScript 3.
extension Player {
    /// Playheads advance, on the stage and of clips that scripts keep elsewhere.
    func enterFrame2() {
        if levels[0] == nil {
            let root = root
            root.name = "root1"
            stage.insert2(root, at: 0)
            root.runFirstFrame2()
            avm2.constructStage()
        } else {
            for child in stage.children.reversed() { (child as? Container)?.enterFrameOfAny2() }
            forEachOrphan { $0.enterFrame2() }
        }
        avm2.broadcast("enterFrame")
    }

    func constructFrame2() {
        for child in stage.children { avm2.construct(child) }
        forEachOrphan { orphan in
            for child in orphan.children { avm2.construct(child) }
        }
        avm2.broadcast("frameConstructed")
    }

    func runFrameScripts2() {
        for child in stage.children { avm2.runFrameScripts(child) }
        forEachOrphan { avm2.runFrameScripts($0) }
    }

    func exitFrame2() {
        avm2.broadcast("exitFrame")
        if stage.isInvalidated {
            stage.isInvalidated = false
            avm2.broadcast("render")
        }
        if !hasTold3 {
            hasTold3 = true
            tellLoaded3()
        }
        avm2.runAfterFrameWork()
    }

    /// The movie has arrived: INIT and COMPLETE of its LoaderInfo, where a script has asked for that.
    private func tellLoaded3() {
        for object in [levels[0], stage] {
            guard let info = object?.object2?.native(as: DisplayState.self)?.kept["loaderInfo"]?.object else {
                continue
            }
            for type: StaticString in ["init", "complete"] {
                avm2.perform { () throws(ScriptError) in try avm2.send(type, to: info) }
            }
        }
    }

    // MARK: Clips off the stage

    /// A clip that scripts hold off the stage plays on.
    func addOrphan(_ clip: MovieClip) {
        guard !orphans.contains(where: { $0.clip === clip }) else { return }
        orphans.append(Orphan(clip: clip))
    }

    func removeOrphan(_ object: DisplayObject) { orphans.removeAll { $0.clip === object || $0.clip == nil } }

    private func forEachOrphan(_ body: (MovieClip) -> Void) {
        guard !orphans.isEmpty else { return }
        orphans.removeAll { $0.clip == nil || $0.clip?.parent != nil }
        for orphan in orphans {
            if let clip = orphan.clip { body(clip) }
        }
    }
}

struct Orphan {
    weak var clip: MovieClip?
}
