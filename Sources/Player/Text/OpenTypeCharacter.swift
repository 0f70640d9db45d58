import Fonts
import Renderer
import SWF

/// A font of DefineFont4: a file of OpenType with outlines of CFF, which flash.text.engine uses.
final class OpenTypeCharacter {
    let tag: DefineFont4
    /// Nil: the tag only names a font, or its file cannot be read.
    private(set) lazy var font: DeviceFont? = face.flatMap {
        DeviceFont(SingleFace($0), resources: resources, isEmbedded: true)
    }
    private lazy var face: FontFace? = data.flatMap { try? FontFace(bytes: Array($0)) }
    private let data: ArraySlice<UInt8>?
    private let resources: RenderResources

    init(tag: DefineFont4, bytes: [UInt8], resources: RenderResources) {
        self.tag = tag
        self.resources = resources
        data = tag.data.map { bytes[$0] }
    }

    func hasGlyphs(_ units: some Sequence<UInt16>) -> Bool {
        guard let face else { return false }
        return units.allSatisfy { face.glyph(of: UInt32($0)) != nil }
    }
}

/// A font without others behind it.
private final class SingleFace: FontList {
    private let face: StyledFace

    init(_ face: FontFace) { self.face = StyledFace(face) }

    var first: StyledFace? { face }

    func face(with scalar: UInt32) -> StyledFace? { face.face.glyph(of: scalar) != nil ? face : nil }
}
