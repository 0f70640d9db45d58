import Renderer

/// What a line of `flash.text.engine` is made of.
public struct TextLineRequest {
    /// Which lines a justifier spreads to their width.
    public enum Justification: Sendable {
        case none, allButLast, allIncludingLast, allButMandatoryBreak
    }

    /// A picture that stands among letters.
    public struct Graphic {
        public var width, height: Double
        public var object: DisplayObject?

        public init(width: Double, height: Double, object: DisplayObject?) {
            (self.width, self.height, self.object) = (width, height, object)
        }
    }

    public var text: FormattedText
    /// The unit that the line begins with.
    public var begin: Int
    /// Pixels that it may be wide.
    public var width: Double
    /// Names of fonts that are to be the movie's own.
    public var embedded: Set<String> = []
    /// The movie whose fonts these are; nil: the main one.
    public var assets: MovieAssets?
    public var isRightToLeft = false
    /// What units with a format of ``graphicFormat(_:)`` stand for.
    public var graphics: [Graphic] = []
    public var justification = Justification.none
    /// Quarter turns of the whole line, clockwise.
    public var turns = 0
    /// The baseline that the origin of the line lies on (`TextBlock.baselineZero`).
    public var zero = EngineLook.Baseline.roman
    /// Stops of tabs, in the order of their places.
    public var tabStops: [EngineTabStop] = []
    /// Where words are spread by more than this many of their spaces, the rest goes between letters; nil: all goes
    /// between words.
    public var mostSpace: Double?
    /// Spread between all letters, as East Asian writing is, rather than between words.
    public var spreadsLetters = false

    public init(text: FormattedText, begin: Int, width: Double) {
        (self.text, self.begin, self.width) = (text, begin, width)
    }

    /// The unit that stands for a picture: `ContentElement.GRAPHIC_ELEMENT`.
    public static let graphicUnit: UInt16 = 0xFDEF

    /// The format of the unit that stands for the picture of this number. No font has such a name.
    public static func graphicFormat(_ number: Int) -> TextFormat {
        var format = TextFormat.standard
        format.font = graphicPrefix + String(number)
        return format
    }

    private static let graphicPrefix = "\u{0}graphic "

    /// The number of the picture that a format stands for.
    static func graphicNumber(_ format: TextFormat) -> Int? {
        guard let name = format.font, name.hasPrefix(graphicPrefix) else { return nil }
        return Int(name.dropFirst(graphicPrefix.count))
    }
}

/// A stop of a `TextBlock`: what follows a tab begins there, ends there, or has its middle or a sign there.
public struct EngineTabStop: Sendable {
    public enum Alignment: String, Sendable { case start, center, end, decimal }

    /// Pixels from the start of the line.
    public var position: Double
    public var alignment: Alignment
    /// What stands at the stop where that is decimal.
    public var sign: [UInt16]

    public init(position: Double, alignment: Alignment, sign: [UInt16]) {
        (self.position, self.alignment, self.sign) = (position, alignment, sign)
    }
}

/// The room that a picture takes in a line: it stands on the baseline.
private final class GraphicFont: TextFont {
    let ascent: Double
    let descent = 0.0
    let leading = 0.0
    private let width: Double

    init(_ graphic: TextLineRequest.Graphic, size: Double) {
        func ems(_ pixels: Double) -> Double { pixels.isFinite ? max(0, pixels) / max(1, size) : 0 }
        (width, ascent) = (ems(graphic.width), ems(graphic.height))
    }

    func advance(of scalar: UInt32) -> Double? { width }
    func kerning(_ left: UInt32, _ right: UInt32) -> Double { 0 }
    func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)? { nil }
}

extension Player {
    /// Lays out one line.
    public func textLine(_ request: TextLineRequest) -> TextLineObject.Content {
        let (text, begin) = (request.text, request.begin)
        let end = text.units[begin...].firstIndex { $0 == 0x0A || $0 == 0x0D || $0 == 0x2028 || $0 == 0x2029 }
        let range = begin..<(end ?? text.count)
        var settings = TextLayout.Settings(width: Int(min(request.width, 1_000_000) * 20), wraps: true)
        (settings.reorders, settings.isRightToLeft, settings.isTypographic) = (true, request.isRightToLeft, true)
        let breaker = LineBreaker(text: text, settings: settings) { [unowned self] format in
            font(of: format, request)
        }
        var content = TextLineObject.Content()
        content.line = breaker.firstLine(of: range, paragraphEnd: end.map { $0 + 1 } ?? text.count)
        content.line.alignTabs(request.tabStops, text.units)
        content.turns = request.turns
        content.zero = content.line.setOnBaselines(zero: request.zero)
        content.text = text
        content.begin = begin
        content.length = content.line.range.count
        content.specifiedWidth = request.width
        content.unjustifiedWidth = content.width
        let next = begin + content.length
        content.isBroken =
            next < range.upperBound
            && !BreakRules.mayBreak(after: text.units[next - 1], before: text.units[next])
        if isJustified(request, isLast: next >= text.count, endsByBreak: content.line.endsParagraph) {
            justify(&content.line, over: settings.width - content.line.width, request)
        }
        placeGraphics(request, &content)
        return content
    }

    private func justify(_ line: inout TextLayout.Line, over spare: Int, _ request: TextLineRequest) {
        let units = request.text.units
        guard !request.spreadsLetters, let most = request.mostSpace else {
            return line.spread(over: spare, units, isByLetter: request.spreadsLetters)
        }
        var spaces = 0
        for run in line.runs {
            for (unit, advance) in zip(run.range, run.advances) where units[unit] == 0x20 { spaces += advance }
        }
        let forWords = min(spare, Int(Int32(saturating: Double(spaces) * max(0, most - 1))))
        let width = line.width
        line.spread(over: forWords, units)
        line.spread(over: spare - (line.width - width), units, isByLetter: true)
    }

    private func isJustified(_ request: TextLineRequest, isLast: Bool, endsByBreak: Bool) -> Bool {
        switch request.justification {
        case .none: false
        case .allIncludingLast: true
        case .allButLast: !isLast
        case .allButMandatoryBreak: !isLast && !endsByBreak
        }
    }

    private func font(of format: TextFormat, _ request: TextLineRequest) -> any TextFont {
        if let number = TextLineRequest.graphicNumber(format), request.graphics.indices.contains(number) {
            return GraphicFont(request.graphics[number], size: format.size ?? 12)
        }
        let (name, isBold, isItalic) = (format.font ?? "", format.bold == true, format.italic == true)
        if request.embedded.contains(name) {
            let assets = request.assets ?? assets
            if let font = embeddedCFF(named: name, isBold: isBold, isItalic: isItalic, in: assets) { return font }
            if let font = embeddedFont(named: name, isBold: isBold, isItalic: isItalic, in: assets) { return font }
        }
        return deviceFont(family: name, isBold: isBold, isItalic: isItalic)
    }

    private func placeGraphics(_ request: TextLineRequest, _ content: inout TextLineObject.Content) {
        guard !request.graphics.isEmpty else { return }
        for run in content.line.runs {
            guard let number = TextLineRequest.graphicNumber(run.format), request.graphics.indices.contains(number),
                let object = request.graphics[number].object
            else { continue }
            for unit in run.range {
                let x = Double(run.left(unit - run.range.lowerBound)) / 20
                content.graphics.append((object, unit - content.begin, x, -request.graphics[number].height))
            }
        }
    }
}
