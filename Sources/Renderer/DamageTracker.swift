import Base

/// Finds what must be drawn again when one command list follows another: where pixels may differ, and little more.
///
/// A pixel depends on the commands that reach it, in their order. So commands that both lists have, in the same order,
/// leave alone what no other command reaches; the damage is the bounds of all the others, old and new. Masks, clips and
/// layers change what is between them, hence where two lists differ in those, whole groups are compared.
public final class DamageTracker {
    /// One command as it was last drawn.
    private struct Entry {
        var command: RenderCommand
        /// Pixels it may change.
        var bounds: PixelRect
        /// Of the bitmaps it shows: new pixels under an old name.
        var revision: UInt64

        func isSame(as other: Entry) -> Bool { revision == other.revision && command == other.command }
    }

    private var previous: [Entry] = []
    private var current: [Entry] = []
    private var frame: Frame?

    private struct Frame: Equatable {
        var bounds: PixelRect
        var background: RGBA
        var quality: Quality
    }

    public init() {}

    /// Forgets what was drawn: everything is damage next time.
    public func invalidate() { frame = nil }

    /// Takes note of `commands` as what is drawn now. Returns the rectangles, disjoint and within `bounds`, where that
    /// may differ from what was drawn before; empty where nothing does.
    public func update(
        _ commands: [RenderCommand], resources: RenderResources, bounds: PixelRect, background: RGBA, quality: Quality
    ) -> [PixelRect] {
        swap(&previous, &current)
        current.removeAll(keepingCapacity: true)
        var index = 0
        while index < commands.count {
            if case .filterPush(let group) = commands[index] {
                current.append(Self.entry(group, commands, &index, resources))
            } else {
                current.append(Self.entry(commands[index], resources))
                index += 1
            }
        }
        let newFrame = Frame(bounds: bounds, background: background, quality: quality)
        defer { frame = newFrame }
        guard frame == newFrame else { return bounds.isEmpty ? [] : [bounds] }
        var region = DamageRegion(bounds: bounds)
        compare(&region)
        return region.rects
    }

    /// A filtered group as one entry: where anything in it changes, all of it does.
    private static func entry(
        _ group: FilterGroup, _ commands: [RenderCommand], _ index: inout Int, _ resources: RenderResources
    ) -> Entry {
        let first = commands[index]
        var hasher = Hasher()
        var depth = 0
        repeat {
            switch commands[index] {
            case .filterPush: depth += 1
            case .filterPop: depth -= 1
            default: break
            }
            hasher.combine(commands[index])
            hasher.combine(commands[index].revision(resources))
            index += 1
        } while depth > 0 && index < commands.count
        return Entry(command: first, bounds: group.area, revision: UInt64(bitPattern: Int64(hasher.finalize())))
    }

    private static func entry(_ command: RenderCommand, _ resources: RenderResources) -> Entry {
        switch command {
        case .shape(let id, let map, _):
            guard let extent = resources.extent(id) else { break }
            return Entry(
                command: command, bounds: extent.pixelBounds(map), revision: command.revision(resources))
        case .glyph(let id, let map, _):
            guard let extent = resources.extent(id) else { break }
            return Entry(command: command, bounds: extent.pixelBounds(map), revision: 0)
        case .bitmap(let id, let map, _, _):
            guard let pixmap = resources.pixmap(id), map.isFinite else { break }
            let area = TwipsRect(
                xMin: 0, xMax: Int32(clamping: pixmap.width), yMin: 0, yMax: Int32(clamping: pixmap.height))
            return Entry(
                command: command, bounds: map.pixelBounds(of: area, margin: 1.0 / 128),
                revision: UInt64(pixmap.revision))
        case .projected(let id, let projection, _):
            guard let pixmap = resources.pixmap(id) else { break }
            let outline = projection.outline(width: Double(pixmap.width + 1), height: Double(pixmap.height + 1))
            return Entry(command: command, bounds: .around(outline), revision: UInt64(pixmap.revision))
        case .rectangle(let rect, _): return Entry(command: command, bounds: rect, revision: 0)
        case .clipPush(let rect): return Entry(command: command, bounds: rect, revision: 0)
        case .layerPush(let rect, _, _), .programLayerPush(let rect, _), .alphaMaskPush(let rect):
            return Entry(command: command, bounds: rect, revision: 0)
        case .maskBegin, .maskEnd, .maskPop, .clipPop, .layerPop, .filterPush, .filterPop: break
        }
        return Entry(command: command, bounds: .empty, revision: 0)
    }

    private func compare(_ region: inout DamageRegion) {
        // Most of the time nearly all is as it was.
        var start = 0
        let count = min(previous.count, current.count)
        while start < count, previous[start].isSame(as: current[start]) { start += 1 }
        if start == previous.count, start == current.count { return }
        if haveSameStructure {
            compareStretches(&region)
        } else {
            compareGroups(&region)
        }
    }

    private static func isStructure(_ command: RenderCommand) -> Bool {
        switch command {
        case .shape, .glyph, .bitmap, .projected, .rectangle, .filterPush, .filterPop: false
        case .maskBegin, .maskEnd, .maskPop, .clipPush, .clipPop, .layerPush, .programLayerPush, .alphaMaskPush,
            .layerPop:
            true
        }
    }

    /// Whether both lists have the same masks, clips and layers in the same order, whatever is between them.
    private var haveSameStructure: Bool {
        var old = 0
        var new = 0
        while true {
            while old < previous.count, !Self.isStructure(previous[old].command) { old += 1 }
            while new < current.count, !Self.isStructure(current[new].command) { new += 1 }
            if old == previous.count || new == current.count { return old == previous.count && new == current.count }
            if previous[old].command != current[new].command { return false }
            old += 1
            new += 1
        }
    }

    /// The same structure: compares what is between its commands, stretch by stretch.
    private func compareStretches(_ region: inout DamageRegion) {
        var old = 0
        var new = 0
        while old < previous.count || new < current.count {
            var oldEnd = old
            var newEnd = new
            while oldEnd < previous.count, !Self.isStructure(previous[oldEnd].command) { oldEnd += 1 }
            while newEnd < current.count, !Self.isStructure(current[newEnd].command) { newEnd += 1 }
            let oldUnits = (old..<oldEnd).map { Unit($0..<$0 + 1) }
            let newUnits = (new..<newEnd).map { Unit($0..<$0 + 1) }
            compare(oldUnits, newUnits, &region)
            old = oldEnd + 1
            new = newEnd + 1
        }
    }

    /// Commands that are compared as one: a single one, or a whole group from the first push to the last pop.
    private struct Unit {
        var range: Range<Int>
        init(_ range: Range<Int>) { self.range = range }
    }

    private func compareGroups(_ region: inout DamageRegion) {
        compare(Self.units(previous), Self.units(current), &region)
    }

    private static func units(_ entries: [Entry]) -> [Unit] {
        var result: [Unit] = []
        var start = 0
        var depth = 0
        for (index, entry) in entries.enumerated() {
            switch entry.command {
            case .maskBegin, .clipPush, .layerPush, .programLayerPush, .alphaMaskPush: depth += 1
            case .maskPop, .clipPop, .layerPop: depth = max(0, depth - 1)
            case .maskEnd, .shape, .glyph, .bitmap, .projected, .rectangle, .filterPush, .filterPop: break
            }
            if depth == 0 {
                result.append(Unit(start..<index + 1))
                start = index + 1
            }
        }
        if start < entries.count { result.append(Unit(start..<entries.count)) }
        return result
    }

    /// Damages the units that the longest common sequence leaves out.
    private func compare(_ old: [Unit], _ new: [Unit], _ region: inout DamageRegion) {
        var start = 0
        while start < old.count, start < new.count, isSame(old[start], new[start]) { start += 1 }
        var oldEnd = old.count
        var newEnd = new.count
        while oldEnd > start, newEnd > start, isSame(old[oldEnd - 1], new[newEnd - 1]) {
            oldEnd -= 1
            newEnd -= 1
        }
        if start == oldEnd && start == newEnd { return }
        let pairs = commonSequence(old, start..<oldEnd, new, start..<newEnd)
        var (oldIndex, newIndex) = (start, start)
        for pair in pairs + [(oldEnd, newEnd)] {
            while oldIndex < pair.0 {
                damage(previous, old[oldIndex], &region)
                oldIndex += 1
            }
            while newIndex < pair.1 {
                damage(current, new[newIndex], &region)
                newIndex += 1
            }
            oldIndex += 1
            newIndex += 1
        }
    }

    private func isSame(_ old: Unit, _ new: Unit) -> Bool {
        guard old.range.count == new.range.count else { return false }
        return zip(old.range, new.range).allSatisfy { previous[$0].isSame(as: current[$1]) }
    }

    private func damage(_ entries: [Entry], _ unit: Unit, _ region: inout DamageRegion) {
        for index in unit.range { region.add(entries[index].bounds) }
    }

    /// Pairs of equal units in ascending order on both sides, as many as possible: each new unit is paired with the
    /// next old one that equals it, and of these pairs the longest ascending sequence counts.
    private func commonSequence(
        _ old: [Unit], _ oldRange: Range<Int>, _ new: [Unit], _ newRange: Range<Int>
    ) -> [(Int, Int)] {
        var places: [Int: [Int]] = [:]
        for index in oldRange.reversed() { places[hash(previous, old[index]), default: []].append(index) }
        var pairs: [(old: Int, new: Int)] = []
        for index in newRange {
            let key = hash(current, new[index])
            guard let place = places[key]?.last, isSame(old[place], new[index]) else { continue }
            places[key]?.removeLast()
            pairs.append((place, index))
        }
        // Patience sorting: `tails[k]` ends the best sequence of k + 1 pairs so far.
        var tails: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[tails[middle]].old < pairs[index].old { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? tails[low - 1] : -1
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: [(Int, Int)] = []
        var index = tails.last ?? -1
        while index >= 0 {
            result.append((pairs[index].old, pairs[index].new))
            index = before[index]
        }
        return result.reversed()
    }

    private func hash(_ entries: [Entry], _ unit: Unit) -> Int {
        var hasher = Hasher()
        for index in unit.range {
            hasher.combine(entries[index].command)
            hasher.combine(entries[index].revision)
        }
        return hasher.finalize()
    }
}

/// A few disjoint rectangles that cover all that was added.
struct DamageRegion {
    let bounds: PixelRect
    private(set) var rects: [PixelRect] = []
    /// More would cost more to draw than the pixels that they save.
    private static let maxCount = 8

    init(bounds: PixelRect) { self.bounds = bounds }

    mutating func add(_ rect: PixelRect) {
        var part = rect.intersection(bounds)
        if part.isEmpty { return }
        // What touches becomes one, and may then touch others.
        while let index = rects.firstIndex(where: { $0.intersects(part) || Self.waste($0, part) <= 0 }) {
            part = part.union(rects.remove(at: index))
        }
        rects.append(part)
        if rects.count > Self.maxCount { joinCheapestPair() }
    }

    /// Pixels that the union of two covers beyond them.
    private static func waste(_ a: PixelRect, _ b: PixelRect) -> Int { a.union(b).area - a.area - b.area }

    private mutating func joinCheapestPair() {
        var best = (0, 1, Int.max)
        for first in rects.indices {
            for second in rects.indices where second > first {
                let waste = Self.waste(rects[first], rects[second])
                if waste < best.2 { best = (first, second, waste) }
            }
        }
        let joined = rects[best.0].union(rects[best.1])
        rects.remove(at: best.1)
        rects.remove(at: best.0)
        add(joined)
    }
}
