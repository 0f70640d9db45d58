import Base
import SWF

extension MovieClip {
    /// Goes to `frame` as if the frames between had been run, but without what they do besides placing children.
    ///
    /// The tags of the frames between are summed up depth by depth and applied once. Backwards, Flash starts from an
    /// empty display list at frame 1 and lays what it finds over what is there: an instance survives where the sum has
    /// one of the same ratio at its depth, all others of the timeline go.
    func goto(frame: Int, runsActions: Bool = true) {
        let isRewind = frame <= currentFrame
        reach(frame)
        stopStream()
        let isScript3 = !runsAVM1
        let sum = sumOfPlacements(upTo: frame, isRewind: isRewind)
        let isMove = frame != currentFrame
        setCurrentFrame(frame)
        if isRewind { if isScript3 { removeChildren2(for: sum, frame) } else { removeChildren(unlike: sum) } }
        // Children of earlier frames come before the actions of the target frame, its own children after, so that
        // their scripts run in the order in which a playhead that went all the way would have run them.
        let steps = sum.steps
        for step in steps where step.frame < frame { apply(step, isRewind: isRewind) }
        let isWaiting = runsAVM1 && player.avm1.queue.isWaiting(for: frame, of: self)
        for tag in timeline.tags(ofFrame: frame) {
            if case .doAction = tag, isWaiting || !runsActions { continue }
            if isScript3 && !isMove { continue }
            runAction(tag)
        }
        for step in steps where step.frame == frame { apply(step, isRewind: isRewind) }
    }

    /// What the tags of the frames that a jump passes amount to. Code that counts for the whole movie runs on the way.
    private func sumOfPlacements(upTo frame: Int, isRewind: Bool) -> PlacementSum {
        let isScript3 = !runsAVM1
        var sum = PlacementSum(showsTheRemoved: !isScript3)
        for passed in (isRewind ? 1 : currentFrame + 1)..<(frame + 1) {
            let tags = timeline.tags(ofFrame: passed)
            if isScript3 { runCode2(tags) }
            for tag in tags {
                switch tag {
                case .placeObject(let place): sum.add(place, frame: passed)
                case .removeObject(let depth, _):
                    // Forwards, what stood there before the jump goes at once.
                    guard !sum.remove(depth, frame: passed), !isRewind else { break }
                    if isScript3 {
                        removeByTimeline2(atDepth: Int32(depth))
                    } else if let child = child(atDepth: Int32(depth)) {
                        remove(child)
                    }
                case .doInitAction where !isScript3 && passed < frame: runAction(tag)
                default: break
                }
            }
        }
        return sum
    }

    private func apply(_ step: PlacementSum.Step, isRewind: Bool) {
        switch step.work {
        case .place(let placement): apply(placement, isRewind: isRewind)
        case .show(let placement):
            guard child(atDepth: Int32(placement.tag.depth)) == nil else { break }
            apply(placement, isRewind: isRewind)
        case .remove(let depth, let frame):
            guard let child = child(atDepth: Int32(depth)), child.placeFrame == frame else { break }
            remove(child)
        }
    }

    private func apply(_ placement: Placement, isRewind: Bool) {
        let place = placement.tag
        let depth = Int32(place.depth)
        let child = child(atDepth: depth)
        switch (place.action, child) {
        case (.modify, let child?):
            child.apply(place)
            player.invalidate()
        case (.modify, nil): break
        case (.place, let child?) where isRewind, (.replace, let child?) where isRewind:
            if runsAVM1 { child.reset() } else { child.reset2() }
            child.apply(place)
            player.invalidate()
        case (.replace(let id), let child?): replace(child, by: id, place, frame: placement.frame)
        case (.place(let id), _), (.replace(let id), nil):
            instantiate(id, at: depth, place, frame: placement.frame)
        }
    }

    /// ActionScript 3: takes out what a playhead that went from the start to `frame` would not have met.
    private func removeChildren2(for sum: PlacementSum, _ frame: Int) {
        for child in timelineChildren2 {
            let isNew = child.placeFrame > frame || child.isPlacedByScript2
            guard isNew || child is MorphGraphic else { continue }
            if let placement = sum[Depth(clamping: child.depth)], child.isSame2(as: placement) { continue }
            removeByTimeline2(atDepth: child.depth)
        }
    }

    /// Takes out the timeline's children that a playhead from the start would not have met.
    ///
    /// Quirk: what scripts have put at a depth of the timeline goes too; what they have moved away from there stays.
    private func removeChildren(unlike sum: PlacementSum) {
        for child in children.reversed() where child.depth < Self.scriptDepth && !child.isPendingRemoval {
            guard let placement = sum[Depth(clamping: child.depth)], child.placeFrame != 0,
                child.isSame(as: placement)
            else {
                remove(child)
                continue
            }
        }
    }
}

extension DisplayObject {
    /// ActionScript 1 and 2: whether it goes on where a rewound timeline places something.
    ///
    /// Quirk: for what scripts can hold on to, the ratio alone tells instances apart; character and name do not count.
    fileprivate func isSame(as placement: Placement) -> Bool {
        if self is MovieClip || self is ButtonObject || self is EditText { return (placement.tag.ratio ?? 0) == ratio }
        return placement.characterID == characterID
    }

    /// Whether a placement would put there what this is already.
    fileprivate func isSame2(as placement: Placement) -> Bool {
        let place = placement.tag
        // Authoring tools give each new instance a ratio of its own, the first of all none.
        guard (place.ratio ?? 0) == ratio else { return false }
        if self is MovieClip { return true }
        let hasClipDepth = place.clipDepth.map { clipDepth == Int32($0) } ?? true
        guard placement.characterID == characterID, hasClipDepth else { return false }
        guard self is Graphic || self is MorphGraphic || self is StaticText else { return true }
        return (place.matrix ?? matrix) == matrix && (place.colorTransform ?? colorTransform) == colorTransform
    }

    /// Back to where a timeline starts from, unless scripts have moved it.
    fileprivate func reset2() {
        ratio = 0
        guard !isTransformedByScript else { return }
        matrix = .identity
        colorTransform = .identity
    }

    /// Back to what a freshly placed object has, before the placing tag is applied.
    fileprivate func reset() {
        if !isTransformedByScript {
            matrix = .identity
            colorTransform = .identity
        }
        ratio = 0
        clipDepth = nil
        blendMode = .normal
        filters = []
        isVisible = true
        isCachedAsBitmap = false
    }
}

/// What the tags of several frames amount to at one depth.
private struct Placement {
    var tag: PlaceObject
    /// The frame that put the character there.
    var frame: Int
    /// Place in the order of tags.
    var order: Int

    var characterID: CharacterID? {
        switch tag.action {
        case .place(let id), .replace(let id): id
        case .modify: nil
        }
    }
}

/// The PlaceObject and RemoveObject tags of several frames, summed up by depth.
private struct PlacementSum {
    /// One thing to do once the sum is complete.
    struct Step {
        enum Work {
            case place(Placement)
            /// Places what a later step removes again.
            case show(Placement)
            /// Removes what a frame has placed.
            case remove(Depth, placed: Int)
        }

        let work: Work
        let frame: Int
        let order: Int
    }

    /// Quirk: a clip with a handler for its unloading comes to life on the way, though it is removed before the end.
    let showsTheRemoved: Bool
    private var placements: [Depth: Placement] = [:]
    private var shown: [Step] = []
    private var count = 0

    init(showsTheRemoved: Bool) { self.showsTheRemoved = showsTheRemoved }

    subscript(depth: Depth) -> Placement? { placements[depth] }

    /// In the order of the tags.
    var steps: [Step] {
        let placed = placements.values.map { Step(work: .place($0), frame: $0.frame, order: $0.order) }
        return (placed + shown).sorted { $0.order < $1.order }
    }

    mutating func add(_ place: PlaceObject, frame: Int) {
        count += 1
        guard var known = placements[place.depth] else {
            placements[place.depth] = Placement(tag: place, frame: frame, order: count)
            return
        }
        switch place.action {
        case .place:
            known = Placement(tag: place, frame: frame, order: count)
        case .replace(let id):
            if case .place = known.tag.action { known.tag.action = .place(id) } else { known.tag.action = place.action }
            known.tag.merge(place)
            known.frame = frame
            known.order = count
        case .modify:
            known.tag.merge(place)
        }
        placements[place.depth] = known
    }

    /// Whether something of these frames was there to remove.
    mutating func remove(_ depth: Depth, frame: Int) -> Bool {
        guard let known = placements.removeValue(forKey: depth) else { return false }
        // A mere change speaks of what stood there before the jump.
        if case .modify = known.tag.action { return false }
        guard showsTheRemoved, known.tag.clipActions.contains(where: { $0.events.contains(.unload) }) else {
            return true
        }
        count += 1
        shown.append(Step(work: .show(known), frame: known.frame, order: known.order))
        shown.append(Step(work: .remove(depth, placed: known.frame), frame: frame, order: count))
        return true
    }
}

extension PlaceObject {
    /// Takes on the fields that a later tag for the same depth gives.
    fileprivate mutating func merge(_ later: PlaceObject) {
        matrix = later.matrix ?? matrix
        colorTransform = later.colorTransform ?? colorTransform
        ratio = later.ratio ?? ratio
        name = later.name ?? name
        clipDepth = later.clipDepth ?? clipDepth
        className = later.className ?? className
        filters = later.filters ?? filters
        blendMode = later.blendMode ?? blendMode
        bitmapCache = later.bitmapCache ?? bitmapCache
        isVisible = later.isVisible ?? isVisible
        backgroundColor = later.backgroundColor ?? backgroundColor
        if !later.clipActions.isEmpty { clipActions = later.clipActions }
    }
}
