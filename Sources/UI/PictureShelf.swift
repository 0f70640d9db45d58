import Renderer

/// The pictures of items, in memory only where they are to be seen: thousands of items take no more than a few screens.
public final class PictureShelf {
    /// What reading a picture came to.
    public enum Reading {
        case picture(Pixmap)
        /// There is none.
        case none
    }

    private let resources: RenderResources
    private let read: (String) -> Reading
    /// So many are kept.
    private let limit: Int
    /// Pictures by item, those seen last at the end of `order`.
    public private(set) var pictures: [String: BitmapID] = [:]
    private var order: [String] = []
    private var missing: Set<String> = []

    public init(resources: RenderResources, limit: Int = 400, read: @escaping (String) -> Reading) {
        (self.resources, self.limit, self.read) = (resources, limit, read)
    }

    /// Whether it is known that the item has no picture.
    public func isMissing(_ id: String) -> Bool { missing.contains(id) }

    /// The item's picture has changed: it is read anew when it is to be seen.
    public func forget(_ id: String) {
        missing.remove(id)
        guard let picture = pictures.removeValue(forKey: id) else { return }
        resources.remove(picture)
        order.removeAll { $0 == id }
    }

    /// Reads pictures of the items that are to be seen, one at least, until `isLate`. Returns whether there is anything
    /// new, and whether some are still to be read.
    public func fill(_ ids: [String], isLate: () -> Bool) -> (hasChanged: Bool, isDone: Bool) {
        var hasChanged = false
        for id in ids where pictures[id] == nil && !missing.contains(id) {
            if hasChanged && isLate() { return (true, false) }
            switch read(id) {
            case .none: missing.insert(id)
            case .picture(let pixmap):
                pictures[id] = resources.add(pixmap)
                order.append(id)
                hasChanged = true
            }
        }
        makeRoom(keeping: ids)
        return (hasChanged, true)
    }

    private func makeRoom(keeping ids: [String]) {
        guard order.count > limit else { return }
        let kept = Set(ids)
        var excess = order.count - limit
        order.removeAll { id in
            guard excess > 0, !kept.contains(id), let picture = pictures.removeValue(forKey: id) else { return false }
            resources.remove(picture)
            excess -= 1
            return true
        }
    }
}
