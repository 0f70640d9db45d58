import AVM
import AVM2
import Base
import Renderer
import SWF

/// A line of `flash.text.engine`: glyphs whose baseline begins at its origin, and what scripts have put on it.
public final class TextLineObject: Container {
    /// What a text block has laid out for a line.
    public struct Content {
        /// First unit of the block's text, and how many units the line takes, a line end included.
        public internal(set) var begin = 0
        public internal(set) var length = 0
        /// The width that was asked for, in pixels.
        public internal(set) var specifiedWidth = 0.0
        /// It ends inside of a word, since there was room for no whole one.
        public internal(set) var isBroken = false
        var line = TextLayout.Line(range: 0..<0, x: 0, y: 0, width: 0, ascent: 0, descent: 0, leading: 0, runs: [])
        /// The text of all lines of the block.
        public internal(set) var text = FormattedText()

        public init() {}

        public var ascent: Double { Double(line.ascent) / 20 }
        public var descent: Double { Double(line.descent) / 20 }
        public var width: Double { Double(line.runs.reduce(0) { $0 + $1.width }) / 20 }
        /// Before it was spread to its width.
        public internal(set) var unjustifiedWidth = 0.0
        /// Pictures among its letters, and where each has its upper left corner, in pixels.
        public internal(set) var graphics: [(object: DisplayObject, atom: Int, x: Double, y: Double)] = []
        /// How deep an atom's direction is nested: odd levels run to the left.
        public func bidiLevel(_ index: Int) -> Int {
            Int(line.runs.first { $0.range.contains(begin + index) }?.level ?? 0)
        }
        /// Left side and width of an atom in pixels: a character, or a line end, which has no width.
        public func atom(_ index: Int) -> (x: Double, width: Double)? {
            guard index >= 0, index < length else { return nil }
            for run in line.runs where run.range.contains(begin + index) {
                let offset = begin + index - run.range.lowerBound
                return (Double(run.left(offset)) / 20, Double(run.advances[offset]) / 20)
            }
            return (width, 0)
        }
    }

    public var content: Content { didSet { player.invalidate() } }

    init(player: Player, content: Content) {
        self.content = content
        super.init(player: player, assets: player.assets)
    }

    override var selfBounds: TwipsRect {
        let line = content.line
        let width = line.runs.reduce(0) { $0 + $1.width }
        return TwipsRect(
            xMin: 0, xMax: Int32(clamping: width), yMin: Int32(clamping: -line.ascent),
            yMax: Int32(clamping: line.descent))
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool { selfBounds.contains(point) }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        for run in content.line.runs {
            let color = state.colorTransform.apply(RGBA(rgb: run.format.color ?? 0))
            RunDrawing(run: run, text: content.text).draw(into: &list, state, dx: 0, baseline: 0) { _ in color }
        }
    }
}

extension AVM2Runtime {
    /// The script object of a new line.
    public func makeTextLine(_ content: TextLineObject.Content) -> Object? {
        let line = TextLineObject(player: player, content: content)
        line.name = player.nextInstanceName()
        construct(line)
        return line.object2
    }
}
