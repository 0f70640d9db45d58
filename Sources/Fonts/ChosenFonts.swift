/// Fonts of a list that is given, without a system behind it: every run of a test sees the same ones.
public final class ChosenFonts {
    /// A font by the name and the style that requests find it with.
    public struct Entry {
        public var family: String
        public var isBold, isItalic: Bool
        public var face: FontFace

        public init(family: String, isBold: Bool = false, isItalic: Bool = false, face: FontFace) {
            self.family = family
            self.isBold = isBold
            self.isItalic = isItalic
            self.face = face
        }
    }

    private let entries: [Entry]
    private let generic: [GenericFamily: [String]]
    /// Stands in for every font that is missing.
    private let fallback: FontFace?
    /// What the system would offer for a family and style, where that is given.
    private let sorts: [FontRequest: [String]]

    public init(
        _ entries: [Entry], generic: [GenericFamily: [String]] = [:], sorts: [FontRequest: [String]] = [:],
        fallback: FontFace? = nil
    ) {
        self.entries = entries
        self.generic = generic
        self.sorts = sorts
        self.fallback = fallback
    }

    /// The families of the list, sorted.
    public var familyNames: [String] { Set(entries.map(\.family)).sorted() }

    /// The fonts for a request, nil where there is none.
    public func list(_ request: FontRequest) -> (any FontList)? {
        var faces: [FontFace] = []
        // As in Flash, the first family that is there is the one: others do not fill its gaps.
        // Where none is there, the serif one stands in.
        for family in request.families + ["_serif"] where faces.isEmpty {
            for name in GenericFamily(family).map({ generic[$0] ?? [] }) ?? [family] {
                let query = FontRequest(name, isBold: request.isBold, isItalic: request.isItalic)
                for found in [name] + (sorts[query] ?? []) {
                    if let face = face(found, request.isBold, request.isItalic) { faces.append(face) }
                }
            }
        }
        if let fallback { faces.append(fallback) }
        return faces.isEmpty ? nil : ChosenFontList(faces)
    }

    /// The style that was asked for, else any of the family.
    private func face(_ family: String, _ isBold: Bool, _ isItalic: Bool) -> FontFace? {
        let named = entries.filter { $0.family.lowercased() == family.lowercased() }
        return (named.first { $0.isBold == isBold && $0.isItalic == isItalic } ?? named.first)?.face
    }
}

private final class ChosenFontList: FontList {
    private let faces: [FontFace]

    init(_ faces: [FontFace]) { self.faces = faces }

    var first: StyledFace? { faces.first.map { StyledFace($0) } }

    func face(with scalar: UInt32) -> StyledFace? {
        faces.first { $0.glyph(of: scalar) != nil }.map { StyledFace($0) }
    }
}
