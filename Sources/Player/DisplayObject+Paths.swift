import Base

extension DisplayObject {
    /// Whether it hangs in the tree of a level.
    public var isOnStage: Bool {
        var object: DisplayObject = self
        while let parent = object.parent { object = parent }
        // In ActionScript 3 a script may take the root itself off the stage.
        return object is StageObject || (player.runsAVM1 && player.isLevel(object))
    }

    /// The root of the level that it is in.
    public var levelRoot: DisplayObject {
        var object: DisplayObject = self
        while let parent = object.parent { object = parent }
        return object
    }

    /// What `_root` means in it: the root of its level, or the nearest clip with `_lockroot`.
    var avm1Root: DisplayObject {
        var object: DisplayObject = self
        while let parent = object.parent {
            if let clip = object as? MovieClip, clip.locksRoot { return object }
            object = parent
        }
        return object
    }

    /// "_level0.a.b".
    public var dotPath: String {
        guard let parent else { return "_level\(player.levelNumber(of: self) ?? 0)" }
        return parent.dotPath + "." + (name ?? "")
    }

    /// ``dotPath`` as scripts read it: in a movie that a Loader of ActionScript 3 has brought it begins with its root.
    var scriptPath: String {
        guard !player.runsAVM1, assets.runsAVM1 else { return dotPath }
        guard !isOldRoot, let parent else { return "_root" }
        return parent.scriptPath + "." + (name ?? "")
    }

    /// "/a/b"; "/" for the root of level 0, "_level1/a" in another level.
    public var slashPath: String {
        if isOldRoot { return "/" }
        if parent == nil {
            let level = player.levelNumber(of: self) ?? 0
            return level == 0 ? "/" : "_level\(level)"
        }
        var steps: [String] = []
        var object: DisplayObject = self
        while let parent = object.parent {
            steps.insert(object.name ?? "", at: 0)
            if parent.isOldRoot { return "/" + steps.joined(separator: "/") }
            object = parent
        }
        let level = player.levelNumber(of: object) ?? 0
        return (level == 0 ? "" : "_level\(level)") + "/" + steps.joined(separator: "/")
    }

    /// The mouse in its own space, in pixels.
    public var mousePosition: (x: Double, y: Double) {
        guard let inverse = localToGlobal.inverse else { return (0, 0) }
        let place = inverse.apply(player.mouseOnStage)
        return (Double(place.x) / 20, Double(place.y) / 20)
    }

    /// What it lies over while it is dragged.
    public var dropTarget: DisplayObject? { player.dropTarget(of: self) }
}
