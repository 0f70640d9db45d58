import SWF

/// What keeps a movie whose characters hold themselves from never ending. Test: `CyclicMovie` among the mutants.
extension Player {
    /// The most objects that timelines may make in one frame: a sprite may hold two of another, that two of a third,
    /// and so on. No known movie has a hundredth of it.
    static let newObjectLimit = 1 << 16

    /// A new instance of a character to stand in `container`. Nil also where it would stand inside itself, or where
    /// this frame has made too many.
    func instantiate(_ id: CharacterID, of assets: MovieAssets, inside container: DisplayObject) -> DisplayObject? {
        guard newObjects < Self.newObjectLimit, !container.isNestedTooDeep, !container.isInside(id, of: assets) else {
            return nil
        }
        newObjects += 1
        return instantiate(id, of: assets)
    }
}

extension DisplayObject {
    /// How deep display objects may lie in one another. Whatever walks the tree does so by calling itself.
    static let nestingLimit = 512

    /// Whether nothing may be put into it, because it lies too deep itself.
    public var isNestedTooDeep: Bool {
        var depth = 0
        var object: DisplayObject? = self
        while let current = object, depth < Self.nestingLimit {
            depth += 1
            object = current.parent
        }
        return object != nil
    }

    /// Whether it or anything that holds it is an instance of that character.
    fileprivate func isInside(_ id: CharacterID, of assets: MovieAssets) -> Bool {
        // An imported character has another number where it is defined.
        let (assets, id) = assets.origin(of: id)
        var object: DisplayObject? = self
        while let current = object {
            if current.definitionID == id && current.assets === assets { return true }
            object = current.parent ?? current.hitAreaOwner
        }
        return false
    }
}
