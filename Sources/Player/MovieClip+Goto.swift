import Base
import SWF

extension MovieClip {
    /// Goes to `frame` as if the frames between had been run, but without what they do besides placing children.
    ///
    /// Forwards, the tags of the frames between are summed up depth by depth and applied once. Backwards, Flash
    /// starts from an empty display list at frame 1: an instance that was placed no later than `frame` survives, all
    /// others of the timeline go.
    func goto(frame: Int, runsActions: Bool = true) {
        let isRewind = frame <= currentFrame
        reach(frame)
        stopStream()
        let isScript3 = !runsAVM1
        if isRewind && !isScript3 { removeChildren(placedAfter: frame) }
        var sum = PlacementSum()
        for passed in (isRewind ? 1 : currentFrame + 1)..<(frame + 1) {
            let tags = timeline.tags(ofFrame: passed)
            if isScript3 { runCode2(tags) }
            for tag in tags {
                switch tag {
                case .placeObject(let place): sum.add(place, frame: passed)
                case .removeObject(let depth, _):
                    // Forwards, what stood there before the jump goes at once.
                    guard !sum.remove(depth), !isRewind else { break }
                    if isScript3 {
                        removeByTimeline2(atDepth: Int32(depth))
                    } else if let child = child(atDepth: Int32(depth)) {
                        remove(child)
                    }
                default: break
                }
            }
        }
        let isMove = frame != currentFrame
        setCurrentFrame(frame)
        if isRewind && isScript3 { removeChildren2(for: sum, frame) }
        // Children of earlier frames come before the actions of the target frame, its own children after, so that
        // their scripts run in the order in which a playhead that went all the way would have run them.
        let placements = sum.inTagOrder
        for placement in placements where placement.frame < frame { apply(placement, isRewind: isRewind) }
        let isWaiting = runsAVM1 && player.avm1.queue.isWaiting(for: frame, of: self)
        for tag in timeline.tags(ofFrame: frame) {
            if case .doAction = tag, isWaiting || !runsActions { continue }
            if isScript3 && !isMove { continue }
            runAction(tag)
        }
        for placement in placements where placement.frame == frame { apply(placement, isRewind: isRewind) }
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

    /// Takes out the timeline's children that a playhead at `frame` has not met yet.
    ///
    /// Quirk: what scripts have put at a depth of the timeline goes too; what they have moved away from there stays.
    private func removeChildren(placedAfter frame: Int) {
        for child in children.reversed() where child.depth < Self.scriptDepth && !child.isPendingRemoval {
            if child.placeFrame > frame || child.placeFrame == 0 { remove(child) }
        }
    }
}

extension DisplayObject {
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
        matrix = .identity
        colorTransform = .identity
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
    private var placements: [Depth: Placement] = [:]
    private var count = 0

    subscript(depth: Depth) -> Placement? { placements[depth] }

    var inTagOrder: [Placement] { placements.values.sorted { $0.order < $1.order } }

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
    mutating func remove(_ depth: Depth) -> Bool {
        guard let known = placements.removeValue(forKey: depth) else { return false }
        // A mere change speaks of what stood there before the jump.
        if case .modify = known.tag.action { return false }
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
