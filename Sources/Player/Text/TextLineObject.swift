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
        /// Quarter turns of the whole line about its origin, clockwise (`lineRotation`).
        public internal(set) var turns = 0
        /// How deep the block's zero lies below the letters' own line, in pixels.
        public internal(set) var zero = 0.0
        /// Before it was spread to its width.
        public internal(set) var unjustifiedWidth = 0.0
        /// Pictures among its letters, and where each has its upper left corner, in pixels.
        public internal(set) var graphics: [(object: DisplayObject, atom: Int, x: Double, y: Double)] = []
        /// How deep an atom's direction is nested: odd levels run to the left.
        public func bidiLevel(_ index: Int) -> Int {
            Int(line.runs.first { $0.range.contains(begin + index) }?.level ?? 0)
        }
        /// A rectangle of the line, in pixels and unturned, as it lies in the object.
        public func turned(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Double] {
            switch turns & 3 {
            case 1: [-y - height, x, height, width]
            case 2: [-x - width, -y - height, width, height]
            case 3: [y, -x - width, height, width]
            default: [x, y, width, height]
            }
        }

        /// Quarter turns of an atom in its line.
        public func turns(ofAtom index: Int) -> Int {
            line.runs.first { $0.range.contains(begin + index) }?.format.engine?.turns ?? 0
        }

        public var hasTabs: Bool { length > 0 && text.units[begin..<(begin + length)].contains(0x09) }

        /// The units of the line, for finding words in them.
        public var units: [UInt16] { length > 0 ? Array(text.units[begin..<(begin + length)]) : [] }

        /// How far below the object's origin a baseline is, in pixels, by the largest font of the line.
        public func position(of baseline: EngineLook.Baseline) -> Double {
            guard let run = line.tallestRun else { return 0 }
            return baseline.offset(run.font) * (run.format.size ?? 12) - zero
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
        let box = content.turned(0, -content.ascent, content.width, content.ascent + content.descent)
        func twips(_ pixels: Double) -> Int32 { Int32(saturating: (pixels * 20).rounded()) }
        return TwipsRect(
            xMin: twips(box[0]), xMax: twips(box[0] + box[2]), yMin: twips(box[1]), yMax: twips(box[1] + box[3]))
    }

    /// Everything that scripts have set is again as it was at first, but for name and parent.
    public func resetLook() {
        (matrix, colorTransform, blendMode) = (.identity, .identity, .normal)
        (blendsByShader, blendShader, isVisible, isCachedAsBitmap) = (false, nil, true, false)
        (filters, scrollRect, opaqueBackground, scale9Grid) = ([], nil, nil, nil)
        (scriptPlacement, extras) = (nil, nil)
        setMask(nil)
        interaction = Interaction()
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool { selfBounds.contains(point) }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        var state = state
        if content.turns & 3 != 0 { state.matrix = state.matrix * Affine(quarterTurns: content.turns) }
        for run in content.line.runs {
            var color = RGBA(rgb: run.format.color ?? 0)
            if let alpha = run.format.engine?.alpha { color.alpha = UInt8(max(0, min(255, (alpha * 255).rounded()))) }
            color = state.colorTransform.apply(color)
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
