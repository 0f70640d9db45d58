/// A picture that an `<img>` tag puts into a text: it takes a side of the field, and the lines beside it leave it room.
///
/// Spec: ActionScript 3.0 Reference, "TextField.htmlText", "Image tag".
public struct TextImage: Equatable, Sendable {
    public enum Side: String, Sendable { case left, right }

    /// Tells it from all others that a field has had.
    var serial = 0
    /// The unit before which its tag stands.
    var index = 0
    /// An address, or the name that a library gives a symbol.
    public var source: String
    /// Pixels; nil: what the picture has by itself.
    public var width, height: Double?
    /// Room around it that no text goes into, in pixels.
    public var horizontalSpace = 8.0
    public var verticalSpace = 8.0
    public var side = Side.left
    /// The name under which scripts find it.
    public var id: String?
    /// The policy file of its server is wanted before it is loaded.
    public var checksPolicy = false

    init(source: String) { self.source = source }
}

extension TextImage {
    /// From the attributes of a tag, nil where it says no source.
    init?(attributes: [String: String]) {
        guard let source = attributes["src"], !source.isEmpty else { return nil }
        self.init(source: source)
        func pixels(_ name: String) -> Double? {
            attributes[name].flatMap { Double($0.trimmed) }.flatMap { $0.isFinite ? min(max(0, $0), 16384) : nil }
        }
        // A size of nothing is none that is given.
        width = pixels("width").flatMap { $0 > 0 ? $0 : nil }
        height = pixels("height").flatMap { $0 > 0 ? $0 : nil }
        horizontalSpace = pixels("hspace") ?? horizontalSpace
        verticalSpace = pixels("vspace") ?? verticalSpace
        side = attributes["align"].flatMap { Side(rawValue: $0.lowercased()) } ?? .left
        id = attributes["id"].flatMap { $0.isEmpty ? nil : $0 }
        checksPolicy = attributes["checkpolicyfile"]?.lowercased() == "true"
    }

    /// Its tag, with what differs from what is taken without saying.
    var html: String {
        var text = "<IMG SRC=\"\(HTMLWriter.escaped(source))\""
        if let width { text += " WIDTH=\"\(HTMLWriter.number(width))\"" }
        if let height { text += " HEIGHT=\"\(HTMLWriter.number(height))\"" }
        if side == .right { text += " ALIGN=\"right\"" }
        if horizontalSpace != 8 { text += " HSPACE=\"\(HTMLWriter.number(horizontalSpace))\"" }
        if verticalSpace != 8 { text += " VSPACE=\"\(HTMLWriter.number(verticalSpace))\"" }
        if let id { text += " ID=\"\(HTMLWriter.escaped(id))\"" }
        if checksPolicy { text += " CHECKPOLICYFILE=\"true\"" }
        return text + ">"
    }
}

/// The pictures beside the lines of a text while it is laid out. Lengths are twips from the inside of the field.
struct TextFloats {
    /// A picture before it has a place: its size with the room around it.
    struct Request {
        /// The unit before which it stands.
        var index: Int
        var width, height: Int
        var side: TextImage.Side
    }

    /// The room that a picture takes.
    struct Area {
        var x, y, width, height: Int
        var side: TextImage.Side
        var bottom: Int { y + height }
    }

    private let requests: [Request]
    /// Of each request that has a place, in their order.
    private(set) var areas: [Area] = []
    /// Inside of the field.
    private let width: Int
    /// The upper side of the next line.
    var y = 0

    init(_ requests: [Request], width: Int) {
        self.requests = requests
        self.width = width
    }

    var isEmpty: Bool { requests.isEmpty }

    /// Gives all pictures a place that stand before a unit, or at it. Quirk: one that stands within a line is beside the
    /// next line, one that stands at the start of a line is beside that.
    mutating func place(upTo index: Int) {
        while areas.count < requests.count, requests[areas.count].index <= index { place(requests[areas.count]) }
    }

    /// Beside the pictures that are there, or below them where there is no room.
    private mutating func place(_ request: Request) {
        var top = y
        var (left, right) = insets(at: top)
        while left + right > 0, left + right + request.width > width, let bottom = nextBottom(below: top) {
            top = bottom
            (left, right) = insets(at: top)
        }
        let x = request.side == .left ? left : max(left, width - right - request.width)
        areas.append(Area(x: x, y: top, width: request.width, height: request.height, side: request.side))
    }

    /// What pictures take of both sides of a line that begins at a height.
    func insets(at y: Int) -> (left: Int, right: Int) {
        var (left, right) = (0, 0)
        for area in areas where y >= area.y && y < area.bottom {
            switch area.side {
            case .left: left = max(left, area.x + area.width)
            case .right: right = max(right, width - area.x)
            }
        }
        return (left, right)
    }

    /// The nearest height below which one picture less is beside the text.
    func nextBottom(below y: Int) -> Int? {
        areas.filter { y >= $0.y && y < $0.bottom }.map(\.bottom).min()
    }
}
