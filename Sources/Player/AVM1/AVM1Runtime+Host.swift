import AVM
import AVM1
import Base
import SWF

extension AVM1Runtime: MachineHost {
    // MARK: The world

    /// A line end of a text field is one of the log as well.
    public func trace(_ text: StringRef) {
        player.host.trace(String(decoding: text.units.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF16.self))
    }
    public var milliseconds: Double { player.milliseconds + player.host.millisecondsInFrame }
    public var wallClock: Double { player.host.wallClock }
    public func localOffset(at moment: Double) -> Double { player.host.localOffset(at: moment) }
    public func missing(_ feature: String) { player.stubs.hit(feature) }
    public func mayContinue(afterSeconds seconds: Double) -> Bool { player.host.mayContinue(afterSeconds: seconds) }

    // MARK: Clips

    public func isClip(_ object: Object) -> Bool { object.withClipState { $0 != nil } }
    public func isMovieClip(_ object: Object) -> Bool { object.displayObject is MovieClip }

    public func liveClip(_ object: Object) -> Object? {
        guard let state = object.native(as: ClipState.self) else { return nil }
        guard state.displayObject.isRemoved else { return object }
        guard let found = player.object(atDotPath: state.path.text) else { return nil }
        return found.avm1Object()
    }

    public func targetPath(of clip: Object) -> StringRef {
        guard let state = clip.native(as: ClipState.self) else { return machine.heap.emptyString }
        if state.displayObject.isRemoved {
            // A reference to a clip that is gone is written as "" unless another stands at its path.
            guard let live = liveClip(clip) else { return machine.heap.emptyString }
            return machine.heap.makeString(live.displayObject?.scriptPath ?? "")
        }
        return machine.heap.makeString(state.displayObject.scriptPath)
    }

    public func root(of clip: Object) -> Object? { clip.displayObject?.avm1Root.avm1Object() }
    public func parent(of clip: Object) -> Object? { clip.displayObject?.scriptParent }
    public func level(_ number: Int) -> Object? { player.level(number)?.avm1Object() }

    public func child(named name: StringRef, of clip: Object, ignoresCase: Bool) -> Object? {
        (clip.displayObject as? Container)?.childScript(named: name, ignoresCase: ignoresCase)
    }

    public func swfVersion(of clip: Object) -> UInt8 {
        clip.displayObject?.assets.movie.header.version ?? player.movie.header.version
    }

    /// `_root`, `_parent`, `_global` and `_levelN` as properties of a clip. Nil: it is none of them.
    func pathName(_ name: Atom, of object: DisplayObject, _ machine: Machine) -> Value? {
        guard machine.dialect.hasThis, name.string.count > 4, name.string[0] == 0x5F else { return nil }
        let names = machine.names
        let folded = machine.dialect.isCaseSensitive ? name : machine.heap.strings.folded(name)
        if folded == names.root { return Value(orUndefined: object.avm1Root.avm1Object()) }
        if folded == names.parent { return Value(orUndefined: object.scriptParent) }
        if folded == names.global, machine.dialect.hasGlobal { return Value(machine.global) }
        guard let number = machine.levelNumber(folded.string.units[...]) else { return nil }
        return player.level(number).map { Value(orUndefined: $0.avm1Object()) }
    }

    // MARK: What actions do

    public func property(_ index: Int, of clip: Object) throws(ScriptError) -> Value? {
        guard let object = clip.displayObject, let property = ClipPropertyTable.property(index) else { return nil }
        return try property.get(object, machine)
    }

    public func setProperty(_ index: Int, of clip: Object?, to value: Value) throws(ScriptError) {
        guard let property = ClipPropertyTable.property(index) else { return }
        if let object = clip?.displayObject, let set = property.set { return try set(object, value, machine) }
        // What is not written is made a number or a text all the same.
        switch property.kind {
        case .number: _ = try machine.toNumber(value)
        case .text where property.set != nil: _ = try machine.toString(value)
        case .text: break
        }
    }

    private func movieClip(_ clip: Object) -> MovieClip? { clip.displayObject as? MovieClip }

    public func goto(frame: Int, of clip: Object, andPlay: Bool) {
        // Frames count from 0 inside: the lowest number comes round to the highest. Else below 1 the playhead stays.
        let frame = frame == Int(Int32.min) ? Int(Int32.max) : frame
        if frame > 0 { movieClip(clip)?.goto(frame: frame, andPlay: andPlay) }
    }

    public func frame(labelled label: StringRef, of clip: Object) -> Int? {
        movieClip(clip)?.timeline.frame(labelled: label.text)
    }

    public func frame(named label: StringRef, of clip: Object) -> Int? {
        // A text that is a whole number means that frame, even where a label is spelt the same.
        let number = NumberConversion.decimal(label.units[...]) ?? .nan
        if number.rounded() == number { return Int(Int32(saturating: number)) }
        return frame(labelled: label, of: clip)
    }

    public func play(_ clip: Object) { movieClip(clip)?.isPlaying = true }
    public func stop(_ clip: Object) { movieClip(clip)?.isPlaying = false }

    public func nextFrame(_ clip: Object) {
        guard let movieClip = movieClip(clip) else { return }
        movieClip.goto(frame: movieClip.currentFrame + 1, andPlay: false)
    }

    public func previousFrame(_ clip: Object) {
        guard let movieClip = movieClip(clip) else { return }
        movieClip.goto(frame: movieClip.currentFrame - 1, andPlay: false)
    }

    public func toggleQuality() { player.quality = player.quality == .low ? .high : .low }
    public func stopAllSounds() { player.stopAllSounds() }

    public func callFrame(_ frame: Int, of clip: Object) throws(ScriptError) {
        guard let movieClip = movieClip(clip), frame >= 1, frame <= movieClip.totalFrames else { return }
        for tag in movieClip.timeline.tags(ofFrame: frame) {
            guard case .doAction(let range) = tag else { continue }
            try machine.run(range, of: source(of: movieClip.assets), in: clip)
        }
    }

    public func framesLoaded(of clip: Object) -> Int { movieClip(clip)?.framesLoaded ?? 0 }
    public func frameCount(of clip: Object) -> Int { movieClip(clip)?.totalFrames ?? 0 }

    public func duplicate(_ clip: Object, name: StringRef, depth: Int32) {
        guard MovieClip.placeableDepths.contains(depth) else { return }
        clip.displayObject?.duplicateAny(name: name.text, depth: depth)
    }

    public func remove(_ clip: Object) { (clip.displayObject as? MovieClip)?.removeByScript() }

    public func startDrag(
        _ clip: Object, lockCenter: Bool, constraint: (left: Double, top: Double, right: Double, bottom: Double)?
    ) {
        guard let object = clip.displayObject else { return }
        player.startDrag(object, lockCenter: lockCenter, constraint: constraint)
    }

    public func stopDrag() { player.stopDrag() }

    public func getURL(_ url: StringRef, target: StringRef, kind: URLRequestKind, from clip: Object) throws(ScriptError)
    {
        try loader.getURL(url.text, target: target.text, kind: kind, from: clip)
    }
}
