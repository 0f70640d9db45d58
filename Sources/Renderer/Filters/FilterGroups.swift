import Base

/// Draws the filtered parts of a command list to pixmaps, which take their places in the list, and keeps them for as
/// long as they are shown unchanged.
final class FilterGroups {
    private struct Key: Hashable {
        var group: FilterGroup
        var commands: [RenderCommand]
        var revision: UInt64
        var quality: Quality
    }

    private struct Entry {
        var id: BitmapID
        /// From the group's corner to the pixmap's.
        var left, top: Int
        var area: Int
        var lastUse: Int
    }

    private let resources: RenderResources
    /// Draws commands into a clear pixmap.
    typealias Draw = ([RenderCommand], Pixmap) -> Void
    private var entries: [Key: Entry] = [:]
    private var area = 0
    private var drawCount = 0

    /// Pixels kept beyond those in use: 32 MB.
    private static let budget = 1 << 23

    init(_ resources: RenderResources) { self.resources = resources }

    deinit { for entry in entries.values { resources.remove(entry.id) } }

    /// The list without filters: what they make of things is in it as bitmaps.
    func replace(_ commands: [RenderCommand], quality: Quality, draw: Draw) -> [RenderCommand] {
        drawCount += 1
        var index = 0
        let result = replace(commands, &index, quality, isNested: false, draw)
        dropOld()
        return result
    }

    private func replace(
        _ commands: [RenderCommand], _ index: inout Int, _ quality: Quality, isNested: Bool, _ draw: Draw
    ) -> [RenderCommand] {
        var result: [RenderCommand] = []
        while index < commands.count {
            let command = commands[index]
            index += 1
            switch command {
            case .filterPush(let group):
                let inner = replace(commands, &index, quality, isNested: true, draw)
                if let bitmap = show(group, inner, command.revision(resources), quality, draw) {
                    result.append(bitmap)
                }
            case .filterPop:
                if isNested { return result }
            default: result.append(command)
            }
        }
        return result
    }

    private func show(
        _ group: FilterGroup, _ commands: [RenderCommand], _ revision: UInt64, _ quality: Quality, _ draw: Draw
    ) -> RenderCommand? {
        let source = group.source
        guard !source.isEmpty else { return nil }
        // A group that moves by whole pixels is the same group.
        var key = Key(
            group: group.shifted(by: -source.left, -source.top), commands: [], revision: revision, quality: quality)
        key.group.projection = nil
        key.group.transform = .identity
        key.commands.reserveCapacity(commands.count)
        for command in commands {
            key.revision = key.revision &* 31 &+ command.revision(resources)
            key.commands.append(command.moved(by: -source.left, -source.top))
        }
        let entry = entries[key] ?? make(key, draw)
        entries[key] = entry
        entries[key]?.lastUse = drawCount
        let map = Affine(tx: Double(source.left + entry.left), ty: Double(source.top + entry.top))
        if let projection = group.projection {
            return .projected(entry.id, projection * Projection(map), group.transform)
        }
        return .bitmap(entry.id, map, group.transform, isSmoothed: false)
    }

    private func make(_ key: Key, _ draw: Draw) -> Entry {
        let pixmap = Pixmap(width: key.group.source.width, height: key.group.source.height)
        draw(key.commands, pixmap)
        let (left, top) = (key.group.object.left, key.group.object.top)
        var run = FilterRun(
            pixmap, left: -left, top: -top, object: key.group.object.moved(by: -left, -top), resources: resources)
        for filter in key.group.filters { run.apply(filter) }
        let made = run.pixmap
        area += made.width * made.height
        return Entry(
            id: resources.add(made), left: run.left + left, top: run.top + top, area: made.width * made.height,
            lastUse: drawCount)
    }

    /// Gives up what is not shown any more, the oldest first, until little enough is kept.
    private func dropOld() {
        if area <= Self.budget && entries.count < 256 { return }
        let unused = entries.filter { $0.value.lastUse < drawCount }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, entry) in unused {
            if area <= Self.budget / 2 && entries.count < 128 { break }
            entries[key] = nil
            resources.remove(entry.id)
            area -= entry.area
        }
    }
}
