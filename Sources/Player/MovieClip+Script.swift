import AVM
import AVM1
import Base
import SWF

/// What scripts of ActionScript 1 and 2 do with clips.
extension MovieClip {
    /// Depths of scripts start here: `getDepth()` is 0.
    public static let scriptDepth: Int32 = 16384

    /// Where scripts may put things.
    public static let placeableDepths: ClosedRange<Int32> = 0...2_130_706_428

    /// What lies at this depth or above cannot be taken out by script.
    static let removableDepthLimit: Int32 = 2_130_706_416

    /// Its depth as scripts count it.
    public var scriptDepth: Int32 { depth &- Self.scriptDepth }

    /// Frames that have arrived. A movie is loaded whole.
    public var framesLoaded: Int { totalFrames }

    /// A new clip of an exported character as a child. Nil where there is no such export.
    public func attach(exported name: String, as instanceName: String, depth: Int32, initObject: Object?)
        -> DisplayObject?
    {
        guard let id = assets.exports(named: name), let child = player.instantiate(id, of: assets) else { return nil }
        child.name = instanceName
        enter(child, depth: depth, initObject: initObject)
        return child
    }

    /// A new clip without anything as a child.
    public func createEmpty(name: String, depth: Int32) -> MovieClip {
        let timeline = Timeline(movie: assets.movie, records: [], frameCount: 1)
        let child = MovieClip(player: player, assets: assets, characterID: nil, timeline: timeline)
        child.name = name
        enter(child, depth: depth, initObject: nil)
        return child
    }

    /// A copy beside it: same character, place, colour and drawing.
    public func duplicate(name: String, depth: Int32, initObject: Object?) -> MovieClip? {
        guard let parent = parent as? MovieClip else { return nil }
        let copy = MovieClip(player: player, assets: assets, characterID: definitionID, timeline: timeline)
        copy.characterID = characterID
        copy.name = name
        copy.matrix = matrix
        copy.colorTransform = colorTransform
        copy.clipActions = clipActions
        if let existingDrawing { copy.drawing.copy(from: existingDrawing) }
        parent.enter(copy, depth: depth, initObject: initObject)
        return copy
    }

    /// Puts a child made by script in its place and lets it run its first frame.
    public func enter(_ child: DisplayObject, depth: Int32, initObject: Object?) {
        place(child, atDepth: depth)
        if let clip = child as? MovieClip {
            clip.didEnterStage(by: .script(initObject))
        } else {
            child.didEnterStage()
        }
    }

    /// `removeMovieClip`: only what scripts placed, or moved to their depths, can be taken out.
    public func removeByScript() {
        guard (Self.scriptDepth..<Self.removableDepthLimit).contains(depth), let parent else { return }
        parent.remove(self)
    }

    /// Exchanges depths with whatever is at `depth`.
    public func swapDepth(to depth: Int32) {
        guard let parent, depth != self.depth else { return }
        isTransformedByScript = true
        parent.child(atDepth: depth)?.isTransformedByScript = true
        parent.setDepth(depth, of: self)
    }

    /// The lowest script depth above all children.
    public var nextHighestDepth: Int32 {
        max(0, (children.last.map { $0.depth - Self.scriptDepth } ?? -1) + 1)
    }
}

extension DisplayObject {
    /// A copy of a clip, a button or a text field beside it.
    func duplicateAny(name: String, depth: Int32) {
        if let clip = self as? MovieClip {
            _ = clip.duplicate(name: name, depth: depth, initObject: nil)
            return
        }
        guard let parent = parent as? MovieClip else { return }
        let copy: DisplayObject?
        if let field = self as? EditText {
            copy = field.duplicate()
        } else {
            copy = characterID.flatMap { player.instantiate($0, of: assets) }
        }
        guard let copy else { return }
        copy.name = name
        copy.matrix = matrix
        copy.colorTransform = colorTransform
        // A text field's copy is shown at first.
        if !(self is EditText) { copy.isVisible = isVisible }
        parent.enter(copy, depth: depth, initObject: nil)
    }
}

/// Who put a clip on the stage.
enum Instantiator {
    case timeline
    /// A script, which may give properties that are set before the clip's own code runs.
    case script(Object?)
}

extension MovieClip {
    func didEnterStage(by instantiator: Instantiator) {
        player.addToExecutionList(self)
        guard runsAVM1 else { return runFrame() }
        let runtime = player.avm1
        let script = avm1Object()
        switch instantiator {
        case .timeline:
            queue(.initialize, priority: .initialize)
            runtime.queue.add(
                QueuedAction(
                    object: self, work: .construct(handlers: handlers(of: .construct), assets), isArrival: true),
                .construct)
            runFrame()
        case .script(let properties):
            guard let script else { return runFrame() }
            // The script that made it goes on with a finished object.
            let constructor = registeredClass
            if let constructor {
                runtime.perform { () throws(ScriptError) in
                    script.proto = try runtime.machine.get(constructor, runtime.machine.names.prototype)
                }
            }
            queue(.initialize, priority: .initialize)
            runFrame()
            if let properties { copy(properties, to: script) }
            runtime.perform { () throws(ScriptError) in
                try runtime.withTarget(script) { () throws(ScriptError) in
                    if let constructor {
                        try runtime.machine.initialize(script, by: constructor)
                    } else {
                        try runtime.machine.callMethod(script, "onConstruct", [])
                    }
                }
            }
        }
    }

    /// The class that `Object.registerClass` has tied to its character.
    var registeredClass: Object? { player.avm1.registeredClass(of: definitionID, in: assets) }

    private func copy(_ properties: Object, to script: Object) {
        let machine = player.avm1.machine!
        player.avm1.perform { () throws(ScriptError) in
            for name in machine.enumerate(properties) {
                try machine.set(script, name, try machine.get(properties, name))
            }
        }
    }
}
