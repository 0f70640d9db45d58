import AVM
import AVM2
import Base
import SWF

/// A clip of ActionScript 3.
extension MovieClip {
    func visitFrameScripts(_ marker: inout Marker) {
        for function in scripts2.values { marker.visit(function) }
    }

    /// `addFrameScript`. The script of the frame where the playhead stands runs in this frame; where scripts of frames
    /// are being run already, after all of them.
    public func addFrameScript(_ function: Value, frame: Int) {
        scripts2.set(function, ofFrame: frame)
        guard frame == currentFrame, !function.isNullish else { return }
        if player.phase == .scripts {
            player.lateScripts.append(self)
        } else {
            scripts2.makeDue()
        }
    }

    /// A clip made by script without a timeline stands on its one frame.
    func setFirstFrame2() {
        setCurrentFrame(1)
        scripts2.arrive(at: 1)
    }

    /// Runs the first frame: places its children.
    func runFirstFrame2() {
        runTags2(ofFrame: 1)
        scripts2.arrive(at: 1)
    }

    /// The playhead moves on, where it does.
    func advance2() {
        guard isPlaying, !isRemoved || object2 != nil else { return }
        if currentFrame == 0 { return runFirstFrame2() }
        guard totalFrames > 1 else { return }
        if currentFrame < totalFrames {
            runTags2(ofFrame: currentFrame + 1)
        } else {
            if endsAtLastFrame { return }
            goto(frame: 1)
        }
        scripts2.arrive(at: currentFrame)
    }

    /// What a frame does: code first, then removals, which scripts still see in the frame before, then what it places.
    private func runTags2(ofFrame frame: Int) {
        let tags = timeline.tags(ofFrame: frame)
        runCode2(tags)
        var isPlaced: Set<Depth> = []
        // The places of tags that a later one of the same frame takes back.
        var cancelled: Set<Int> = []
        var lastPlace: [Depth: Int] = [:]
        var removals: [Depth] = []
        for (index, tag) in tags.enumerated() {
            switch tag {
            case .placeObject(let place):
                isPlaced.insert(place.depth)
                if place.action != .modify { lastPlace[place.depth] = index }
            case .removeObject(let depth, _):
                if isPlaced.contains(depth), let index = lastPlace.removeValue(forKey: depth) {
                    cancelled.insert(index)
                } else {
                    removals.append(depth)
                }
            default: break
            }
        }
        for depth in removals { removeByTimeline2(atDepth: Int32(depth)) }
        setCurrentFrame(frame)
        for (index, tag) in tags.enumerated() where !cancelled.contains(index) {
            switch tag {
            case .placeObject(let place): self.place(place, frame: frame)
            case .removeObject, .doABC, .symbolClass: break
            default: runAction(tag)
            }
        }
    }

    /// The code of a frame and the classes of symbols, which code that runs at once may make already.
    func runCode2(_ tags: [Tag]) {
        for tag in tags {
            if case .symbolClass = tag { runAction(tag) }
        }
        for tag in tags {
            if case .doABC = tag { runAction(tag) }
        }
    }

    /// RemoveObject. What scripts have taken over stays.
    func removeByTimeline2(atDepth depth: Int32) {
        guard let child = child(atDepth: depth) else { return }
        if child.isPlacedByScript2 {
            forgetDepth2(of: child)
        } else {
            removeNow(child)
            player.avm2.forgetOnParent(child, self)
        }
    }

    /// `gotoAndPlay`, `gotoAndStop`: at once, or after the frame script that is running.
    public func gotoByScript2(frame: Int, andPlay plays: Bool) {
        isPlaying = plays
        let target = max(1, frame)
        if scripts2.isRunning {
            scripts2.postpone(goto: target)
        } else {
            scripts2.forgetGoto()
            goto2(target)
        }
    }

    /// Goes to a frame, also to the one where it stands, and does what follows at once: see
    /// ``Player/runInnerFrame2(from:)``.
    func goto2(_ target: Int) {
        skipsNextFrame2 = false
        goto(frame: min(target, totalFrames))
        // Beyond its end it shows the last frame without its script.
        if target <= totalFrames { scripts2.arrive(at: target) }
        player.runInnerFrame2(from: self)
    }
}

extension Container {
    /// Playheads move on: children first, the last ones first.
    func enterFrame2() {
        guard !runsAVM1 else { return }
        let skips = skipsNextFrame2
        skipsNextFrame2 = false
        for child in framed2.reversed() {
            guard let child = child as? Container else { continue }
            if skips { child.skipsNextFrame2 = true }
            child.enterFrame2()
        }
        if !skips, let clip = self as? MovieClip { clip.advance2() }
    }

    /// What lives below it: the children, and those of all states of a button.
    var framed2: [DisplayObject] { (self as? ButtonObject)?.allStates2 ?? children }
}
