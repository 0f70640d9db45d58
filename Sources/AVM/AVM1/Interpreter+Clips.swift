import AVM

/// Actions on clips, frames, the window and the network.
extension Machine {
    func executeClips(_ action: Action, _ frame: inout Frame) throws(ScriptError) {
        switch action.op {
        case .nextFrame: if let clip = liveTarget(frame) { host.nextFrame(clip) }
        case .previousFrame: if let clip = liveTarget(frame) { host.previousFrame(clip) }
        case .play: if let clip = liveTarget(frame) { host.play(clip) }
        case .stop: if let clip = liveTarget(frame) { host.stop(clip) }
        case .stopSounds: host.stopAllSounds()
        case .toggleQuality: host.toggleQuality()
        case .gotoFrame:
            if let clip = liveTarget(frame) { host.goto(frame: Int(action.b) + 1, of: clip, andPlay: false) }
        case .gotoLabel:
            guard let clip = liveTarget(frame), let label = frame.source.values[Int(action.b)].string,
                let number = host.frame(labelled: label, of: clip)
            else { return }
            host.goto(frame: number, of: clip, andPlay: false)
        case .gotoFrame2: try gotoFrame2(action, &frame)
        case .call: try callFrame(popValue(frame), &frame)
        case .setTarget: try setTarget(frame.source.values[Int(action.b)], &frame)
        case .setTarget2: try setTarget(popValue(frame), &frame)
        case .targetPath:
            let clip = popValue(frame)
            let path = clip.object.flatMap { host.isClip($0) ? Value(host.targetPath(of: $0)) : nil }
            try pushValue(path ?? .undefined)
        case .getProperty:
            let number = try toNumber(popValue(frame))
            let path = popValue(frame)
            let clip = frame.target == nil ? nil : try clip(named: path, &frame)
            guard !number.isNaN else { return try pushValue(.undefined) }
            let index = Int(NumberConversion.toInt32(number))
            try pushValue(try clip.flatMap { (c) throws(ScriptError) in try host.property(index, of: c) } ?? .undefined)
        case .setProperty:
            let value = popValue(frame)
            let index = Int(try toInt32(popValue(frame)))
            let path = popValue(frame)
            try host.setProperty(index, of: frame.target == nil ? nil : try clip(named: path, &frame), to: value)
        case .cloneSprite:
            let depth = try toInt32(popValue(frame))
            let name = try toString(popValue(frame))
            if let clip = try clip(named: popValue(frame), &frame) { host.duplicate(clip, name: name, depth: depth) }
        case .removeSprite: if let clip = try clip(named: popValue(frame), &frame) { host.remove(clip) }
        case .startDrag: try startDrag(&frame)
        case .endDrag: host.stopDrag()
        case .trace:
            let value = popValue(frame)
            // `trace(undefined)` writes it in full, whatever the version.
            if value.isUndefined { return host.trace(names.undefined.string) }
            do throws(ScriptError) {
                host.trace(inLines(try toString(value)))
            } catch {
                // What `toString` throws does not keep a line from being written.
                host.trace(heap.makeString("[type Object]"))
                throw error
            }
        case .getTime: try pushValue(Value(host.milliseconds.rounded(.down)))
        case .getURL, .getURL2: try getURL(action, &frame)
        case .fsCommand2:
            let count = max(0, min(Int(try toInt32(popValue(frame))), stack.top - frame.stackBase))
            stack.top -= count
            host.missing("FSCommand2")
            try pushValue(.undefined)
        default: host.missing("action \(action.op)")
        }
    }

    /// Carriage returns begin a new line, too.
    private func inLines(_ text: StringRef) -> StringRef {
        let units = text.units
        guard units.contains(0x0D) else { return text }
        return heap.makeString(utf16: units.map { $0 == 0x0D ? 0x0A : $0 })
    }

    private func liveTarget(_ frame: Frame) -> Object? { frame.target == nil ? nil : targetOrRoot(frame) }

    /// The clip that a value names: the clip itself, or a path.
    func clip(named value: Value, _ frame: inout Frame) throws(ScriptError) -> Object? {
        if let object = value.object, host.isClip(object) { return host.liveClip(object) }
        let path = try toString(value)
        guard let object = try resolveTarget(path, &frame), host.isClip(object) else { return nil }
        return object
    }

    // MARK: Targets

    /// From here on names and actions mean another clip; "" means the code's own again.
    private func setTarget(_ value: Value, _ frame: inout Frame) throws(ScriptError) {
        if let string = value.string, string.isEmpty {
            frame.target = frame.baseClip
            frame.isTargetChanged = false
        } else {
            // Paths are taken from the code's own clip, not from the last target. A clip means its path, too.
            let path = try toString(value)
            frame.target = frame.baseClip
            let isBaseLive = frame.baseClip.map { host.liveClip($0) == $0 } ?? false
            frame.target = isBaseLive ? try clip(named: Value(path), &frame) : nil
            frame.isTargetChanged = true
        }
        target = targetOrRoot(frame)
    }

    // MARK: Frames

    /// GotoFrame2: a number, or a label, either of which may follow a path ("clip:label").
    private func gotoFrame2(_ action: Action, _ frame: inout Frame) throws(ScriptError) {
        let value = popValue(frame)
        guard let (clip, number) = try frameAndClip(value, &frame) else { return }
        let offset = action.flags & 2 != 0 ? Int(action.a) : 0
        host.goto(frame: number + offset, of: clip, andPlay: action.flags & 1 != 0)
    }

    private func callFrame(_ value: Value, _ frame: inout Frame) throws(ScriptError) {
        guard let (clip, number) = try frameAndClip(value, &frame, from: targetOrRoot(frame)) else { return }
        try host.callFrame(number, of: clip)
    }

    private func frameAndClip(
        _ value: Value, _ frame: inout Frame, from start: Object? = nil
    ) throws(ScriptError) -> (Object, Int)? {
        guard let target = start ?? liveTarget(frame) else { return nil }
        // A number that is not whole is taken for a label.
        if value.isNumber, value.unsafeNumber.rounded() == value.unsafeNumber || !value.unsafeNumber.isFinite {
            return (target, Int(NumberConversion.toInt32(value.unsafeNumber)))
        }
        let text = try toString(value)
        let units = text.units
        if let split = units.lastIndex(of: 0x3A) {
            let path = heap.makeString(utf16: Array(units[..<split]))
            let label = heap.makeString(utf16: Array(units[(split + 1)...]))
            guard let clip = try resolveTarget(path, &frame), host.isClip(clip),
                let number = host.frame(named: label, of: clip)
            else { return nil }
            return (clip, number)
        }
        return host.frame(named: text, of: target).map { (target, $0) }
    }

    /// Flash's limit of frames in a timeline.
    private static let maximumFrames = 16_000

    /// Whether the frame that a WaitForFrame waits for is there.
    func isFrameLoaded(_ action: Action, _ frame: inout Frame) throws(ScriptError) -> Bool {
        guard let clip = liveTarget(frame) else { return false }
        let loaded = host.framesLoaded(of: clip)
        // Where all has been loaded, frames that there are none of count as well, up to the last that a file may have.
        let limit = loaded >= host.frameCount(of: clip) ? max(loaded, Self.maximumFrames) : loaded
        if action.op == .waitForFrame { return limit >= Int(action.a) }
        // There is nothing to wait for where no frame has the name.
        guard let (_, number) = try frameAndClip(popValue(frame), &frame) else { return true }
        return limit >= number
    }

    private func startDrag(_ frame: inout Frame) throws(ScriptError) {
        let clip = try clip(named: popValue(frame), &frame)
        let lockCenter = try popFlag(frame)
        var constraint: (left: Double, top: Double, right: Double, bottom: Double)?
        if try popFlag(frame) {
            let bottom = try toNumber(popValue(frame))
            let right = try toNumber(popValue(frame))
            let top = try toNumber(popValue(frame))
            let left = try toNumber(popValue(frame))
            constraint = (left, top, right, bottom)
        }
        if let clip { host.startDrag(clip, lockCenter: lockCenter, constraint: constraint) }
    }

    /// A flag of StartDrag: Flash takes the number 1 for true and nothing else.
    private func popFlag(_ frame: Frame) throws(ScriptError) -> Bool { try toNumber(popValue(frame)) == 1 }

    // MARK: URLs

    private func getURL(_ action: Action, _ frame: inout Frame) throws(ScriptError) {
        let targetValue = popValue(frame)
        // The operands stay reachable while they become texts.
        stack.top += 1
        var name = try toString(targetValue)
        stack.top -= 1
        let url = try toString(popValue(frame))
        guard let clip = targetOrRoot(frame) ?? frame.baseClip else { return }
        var kind = URLRequestKind(method: .none, loadsTarget: false, loadsVariables: false)
        if action.op == .getURL2 {
            kind = URLRequestKind(
                method: URLRequestKind.Method(rawValue: action.flags & 3) ?? .none,
                loadsTarget: action.flags & 0x40 != 0, loadsVariables: action.flags & 0x80 != 0)
        }
        let named = targetValue.object.map { host.isClip($0) } == true ? targetValue : Value(name)
        if kind.loadsTarget || kind.loadsVariables, let object = try self.clip(named: named, &frame) {
            name = host.targetPath(of: object)
        }
        try host.getURL(url, target: name, kind: kind, from: clip)
    }
}
