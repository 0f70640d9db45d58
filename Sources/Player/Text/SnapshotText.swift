import AVM
import Base
import SWF

/// The static texts of a container as they stood when a `TextSnapshot` of it was made: their letters one after the other,
/// and where each is drawn.
public final class SnapshotText: NativeState {
    /// A letter as it is drawn. Lengths are pixels of the container.
    public struct Glyph: Sendable {
        public var font = ""
        public var color = RGBA.black
        public var height = 0.0
        /// From the letter's own pixels to the container's.
        public var a = 1.0, b = 0.0, c = 0.0, d = 1.0, tx = 0.0, ty = 0.0
        /// Below left, below right, above right, above left.
        public var corners: [(x: Double, y: Double)] = []
        /// Its place among the letters of one run, which share font, size and colour.
        public var indexInRun = 0
    }

    public let units: [UInt16]
    public let glyphs: [Glyph]
    /// Where a text begins that is not the first.
    private let breaks: Set<Int>
    public private(set) var isSelected: [Bool]
    /// What is selected is drawn on.
    public var selectColor: UInt32 = 0xFFFF00 { didSet { showSelection() } }
    /// The texts as long as they are there, each with how many letters it has.
    private var texts: [(text: WeakText, count: Int)] = []

    private final class WeakText {
        weak var text: StaticText?
        init(_ text: StaticText) { self.text = text }
    }

    public init(of container: Container?) {
        var units: [UInt16] = []
        var glyphs: [Glyph] = []
        var breaks: Set<Int> = []
        for text in container?.children.compactMap({ $0 as? StaticText }) ?? [] {
            let found = text.snapshotGlyphs()
            if !units.isEmpty { breaks.insert(units.count) }
            units += found.map(\.unit)
            glyphs += found.map(\.glyph)
            texts.append((WeakText(text), found.count))
        }
        (self.units, self.glyphs, self.breaks) = (units, glyphs, breaks)
        isSelected = Array(repeating: false, count: units.count)
    }

    /// Selects letters, or lets go of them, and shows it.
    public func select(_ range: Range<Int>, _ selects: Bool) {
        for index in range { isSelected[index] = selects }
        showSelection()
    }

    private func showSelection() {
        var start = 0
        for (holder, count) in texts {
            holder.text?.selection = (Array(isSelected[start..<(start + count)]), RGBA(rgb: selectColor))
            start += count
        }
    }

    /// The letters from one index up to another, at least one of them where there is any.
    public func range(_ begin: Int, _ end: Int) -> Range<Int> {
        if units.isEmpty { return 0..<0 }
        let start = max(0, min(units.count - 1, begin))
        return start..<max(start + 1, min(units.count, end))
    }

    /// The units at these indices, with a line end before each text where asked for.
    public func text(_ indices: some Sequence<Int>, withLineEnds: Bool) -> [UInt16] {
        var result: [UInt16] = []
        for index in indices {
            if withLineEnds, !result.isEmpty, breaks.contains(index) { result.append(0x0A) }
            result.append(units[index])
        }
        return result
    }

    /// The text that is selected.
    public func selectedText(withLineEnds: Bool) -> [UInt16] {
        text(units.indices.filter { isSelected[$0] }, withLineEnds: withLineEnds)
    }

    /// The index of the first match from `start` on, -1 where there is none.
    public func find(_ wanted: [UInt16], from start: Int, isCaseSensitive: Bool) -> Int {
        func folded(_ units: [UInt16]) -> [UInt16] {
            isCaseSensitive ? units : units.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        let (wanted, units) = (folded(wanted), folded(units))
        guard start >= 0, !wanted.isEmpty, wanted.count <= units.count, start <= units.count - wanted.count else {
            return -1
        }
        for index in start...(units.count - wanted.count)
        where units[index..<index + wanted.count].elementsEqual(wanted) {
            return index
        }
        return -1
    }

    /// A fact about a letter, under the name that scripts know it by.
    public enum Fact: Sendable {
        case number(Double)
        case text(String)
        case flag(Bool)
    }

    /// What `getTextRunInfo` tells of a letter.
    public func facts(of index: Int) -> [(name: String, value: Fact)] {
        let glyph = glyphs[index]
        var facts: [(name: String, value: Fact)] = [
            ("indexInRun", .number(Double(glyph.indexInRun))), ("selected", .flag(isSelected[index])),
            ("font", .text(glyph.font)),
            ("color", .number(Double(UInt32(glyph.color.alpha) << 24 | glyph.color.rgb))),
            ("height", .number(glyph.height)), ("matrix_a", .number(glyph.a)), ("matrix_b", .number(glyph.b)),
            ("matrix_c", .number(glyph.c)), ("matrix_d", .number(glyph.d)), ("matrix_tx", .number(glyph.tx)),
            ("matrix_ty", .number(glyph.ty)),
        ]
        for (number, corner) in glyph.corners.enumerated() {
            facts.append(("corner\(number)x", .number(corner.x)))
            facts.append(("corner\(number)y", .number(corner.y)))
        }
        return facts
    }

    /// So many letters are told of at once.
    public static let mostFacts = 10_000

    /// The letter nearest to a place and no farther away than `distance`, -1 where there is none.
    public func index(nearX x: Double, y: Double, within distance: Double) -> Int {
        var best = (index: -1, distance: distance.isNaN ? 0 : max(0, distance))
        for (index, glyph) in glyphs.enumerated() where !glyph.corners.isEmpty {
            let (xs, ys) = (glyph.corners.map(\.x), glyph.corners.map(\.y))
            let dx = max(0, (xs.min() ?? 0) - x, x - (xs.max() ?? 0))
            let dy = max(0, (ys.min() ?? 0) - y, y - (ys.max() ?? 0))
            let away = (dx * dx + dy * dy).squareRoot()
            if best.index < 0 ? away <= best.distance : away < best.distance { best = (index, away) }
        }
        return best.index
    }
}

/// A letter of a text with what it stands for and its box in the text's own space, in twips.
struct SnapshotGlyph {
    var unit: UInt16
    var glyph: SnapshotText.Glyph
    var box: (left: Double, top: Double, right: Double, bottom: Double)
}

extension StaticText {
    /// Its letters with the places they are drawn at.
    func snapshotGlyphs() -> [SnapshotGlyph] {
        var result: [SnapshotGlyph] = []
        let outer = Affine(matrix) * Affine(text.matrix)
        var font: FontCharacter?
        var look = SnapshotText.Glyph()
        var (x, y) = (0.0, 0.0)
        for record in text.records {
            if let id = record.font { font = assets.font(id) }
            if let height = record.height { look.height = Double(height) / 20 }
            if let color = record.color { look.color = color }
            if let offset = record.xOffset { x = Double(offset) }
            if let offset = record.yOffset { y = Double(offset) }
            look.font = font.map { assets.text($0.tag.name) } ?? ""
            look.indexInRun = 0
            for glyph in record.glyphs {
                defer { x += Double(glyph.advance) }
                guard let font, Int(glyph.index) < font.tag.glyphs.count else { continue }
                (look.a, look.b, look.c, look.d) = (outer.a, outer.b, outer.c, outer.d)
                func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
                    let point = outer.apply(x: x, y: y)
                    return (point.x / 20, point.y / 20)
                }
                let origin = point(x, y)
                (look.tx, look.ty) = (origin.x, origin.y)
                // Above and below the line a letter takes what its font says, or else its height above.
                let scale = look.height * 20 / font.emSquare
                let top = y - (font.tag.layout.map { Double($0.ascent) } ?? font.emSquare) * scale
                let bottom = y + (font.tag.layout.map { Double($0.descent) } ?? 0) * scale
                let right = x + Double(glyph.advance)
                look.corners = [point(x, bottom), point(right, bottom), point(right, top), point(x, top)]
                result.append(
                    SnapshotGlyph(
                        unit: font.tag.glyphs[Int(glyph.index)].code, glyph: look, box: (x, top, right, bottom)))
                look.indexInRun += 1
            }
        }
        return result
    }
}
