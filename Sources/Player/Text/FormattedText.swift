/// A text in UTF-16 units with the format of every stretch. Line ends are "\r", as Flash keeps them.
public struct FormattedText: Equatable, Sendable {
    public struct Span: Equatable, Sendable {
        public var length: Int
        /// Every field given.
        public var format: TextFormat
    }

    public private(set) var units: [UInt16] = []
    public private(set) var spans: [Span] = []
    /// Where each span ends, for finding one without going through all.
    private var ends: [Int] = []
    /// Pictures that stand in the text, in its order.
    public private(set) var images: [TextImage] = []
    /// What text that is added gets, every field given.
    public var defaultFormat = TextFormat.standard

    public init() {}

    public init(_ units: [UInt16], format: TextFormat) {
        defaultFormat = format
        append(units, format)
    }

    public var count: Int { units.count }
    public var text: String { String(decoding: units, as: UTF16.self) }

    /// The character at a unit and how many units it takes; a lone surrogate is one by itself.
    func scalar(at index: Int, before end: Int) -> (scalar: UInt32, length: Int) {
        let high = units[index]
        guard high & 0xFC00 == 0xD800, index + 1 < end, units[index + 1] & 0xFC00 == 0xDC00 else {
            return (UInt32(high), 1)
        }
        return (0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(units[index + 1] & 0x3FF)), 2)
    }

    public mutating func append(_ added: [UInt16], _ format: TextFormat) {
        guard !added.isEmpty else { return }
        units += added
        if spans.last?.format == format {
            spans[spans.count - 1].length += added.count
            ends[ends.count - 1] = units.count
        } else {
            spans.append(Span(length: added.count, format: format))
            ends.append(units.count)
        }
    }

    /// Adds a picture behind the text so far.
    mutating func append(_ image: TextImage) {
        var image = image
        image.index = units.count
        images.append(image)
    }

    /// Gives each picture a number that no other of its field has had.
    mutating func numberImages(after last: inout Int) {
        for index in images.indices {
            last += 1
            images[index].serial = last
        }
    }

    /// The first span that ends behind a unit.
    private func span(at index: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The format at a unit; the default one in an empty text.
    public func format(at index: Int) -> TextFormat {
        let place = span(at: index)
        return place < spans.count ? spans[place].format : spans.last?.format ?? defaultFormat
    }

    /// What all units of a range have in common.
    public func format(of range: Range<Int>) -> TextFormat {
        var result: TextFormat?
        forEachSpan(in: range) { _, format in result = result.map { $0.common(with: format) } ?? format }
        return result ?? defaultFormat
    }

    /// As ``format(of:)``, of an empty range what stands there.
    public func commonFormat(of range: Range<Int>) -> TextFormat {
        range.isEmpty ? format(at: range.lowerBound) : format(of: range)
    }

    /// Changes the given fields of the units of a range.
    public mutating func setFormat(_ format: TextFormat, of range: Range<Int>) {
        var new: [Span] = []
        func add(_ length: Int, _ format: TextFormat) {
            guard length > 0 else { return }
            if new.last?.format == format {
                new[new.count - 1].length += length
            } else {
                new.append(Span(length: length, format: format))
            }
        }
        var start = 0
        for span in spans {
            let end = start + span.length
            let low = min(max(range.lowerBound, start), end)
            let high = min(max(range.upperBound, start), end)
            add(low - start, span.format)
            if high > low { add(high - low, span.format.merged(with: format)) }
            add(end - max(high, low), span.format)
            start = end
        }
        spans = new
        ends = []
        var end = 0
        for span in new {
            end += span.length
            ends.append(end)
        }
    }

    /// Puts `added` in the place of a range.
    public mutating func replace(_ range: Range<Int>, with added: [UInt16], _ format: TextFormat) {
        let range = range.clamped(to: 0..<count)
        var result = FormattedText()
        result.defaultFormat = defaultFormat
        forEachSpan(in: 0..<range.lowerBound) { result.append(Array(units[$0]), $1) }
        result.append(added, format)
        forEachSpan(in: range.upperBound..<count) { result.append(Array(units[$0]), $1) }
        for var image in images where image.index <= range.lowerBound || image.index >= range.upperBound {
            // What stands within the text that goes, goes with it.
            if image.index > range.lowerBound { image.index += added.count - range.count }
            result.images.append(image)
        }
        self = result
    }

    /// Calls `body` with each stretch of one format within a range.
    public func forEachSpan(in range: Range<Int>, _ body: (Range<Int>, TextFormat) -> Void) {
        for place in span(at: range.lowerBound)..<max(spans.count, span(at: range.lowerBound)) {
            let start = ends[place] - spans[place].length
            if start >= range.upperBound { return }
            let part = (start..<ends[place]).clamped(to: range)
            if !part.isEmpty { body(part, spans[place].format) }
        }
    }
}
