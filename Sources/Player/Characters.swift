import Base
import Renderer
import SWF

/// An entry of a movie's dictionary, ready to be instantiated. Shared by all its instances.
enum Character {
    case shape(ShapeCharacter)
    case morph(MorphCharacter)
    case sprite(SpriteCharacter)
    case button(ButtonCharacter)
    case bitmap(BitmapCharacter)
    case font(FontCharacter)
    case openType(OpenTypeCharacter)
    case text(DefineText)
    case editText(DefineEditText)
    case sound(DefineSound)
    case video(VideoCharacter)
    case binary(Range<Int>)
}

final class ShapeCharacter {
    let bounds: TwipsRect
    let shape: ShapeID

    init(bounds: TwipsRect, shape: ShapeID) {
        self.bounds = bounds
        self.shape = shape
    }
}

/// A morph and the shapes already made of it.
final class MorphCharacter {
    let tag: DefineMorphShape
    private let converter: ShapeConverter
    private let resources: RenderResources
    private var shapes: [UInt16: (id: ShapeID, bounds: TwipsRect)] = [:]
    /// Ratios in the order they were made, so that the oldest can go.
    private var order: [UInt16] = []
    /// How many in-between shapes are kept: an animation of ten seconds at 24 frames a second.
    private static let capacity = 240

    init(tag: DefineMorphShape, converter: ShapeConverter, resources: RenderResources) {
        self.tag = tag
        self.converter = converter
        self.resources = resources
    }

    func shape(atRatio ratio: UInt16) -> (id: ShapeID, bounds: TwipsRect) {
        if let known = shapes[ratio] { return known }
        if order.count >= Self.capacity, let old = shapes.removeValue(forKey: order.removeFirst()) {
            resources.remove(old.id)
        }
        let between = tag.shape(atRatio: ratio)
        let made = (resources.add(converter.shape(between)), between.bounds)
        shapes[ratio] = made
        order.append(ratio)
        return made
    }
}

final class SpriteCharacter {
    let id: CharacterID
    let timeline: Timeline

    init(id: CharacterID, timeline: Timeline) {
        self.id = id
        self.timeline = timeline
    }
}

final class ButtonCharacter {
    let tag: DefineButton
    let sound: DefineButtonSound?

    init(tag: DefineButton, sound: DefineButtonSound?) {
        self.tag = tag
        self.sound = sound
    }
}

final class BitmapCharacter {
    let bitmap: BitmapID
    let width, height: Int

    init(bitmap: BitmapID, width: Int, height: Int) {
        self.bitmap = bitmap
        self.width = width
        self.height = height
    }
}

/// A font and the glyph shapes already made of it.
final class FontCharacter {
    let tag: DefineFont
    /// Units of the glyphs' em square: 1024, and twenty times as fine in DefineFont3.
    var emSquare: Double { tag.version >= 3 ? 20480 : 1024 }
    private let converter: ShapeConverter
    private let resources: RenderResources
    private var shapes: [ShapeID?]
    /// Glyphs by their code; the first of a code counts.
    private(set) lazy var codes: [UInt16: Int] = {
        var codes: [UInt16: Int] = [:]
        for (index, glyph) in tag.glyphs.enumerated() where codes[glyph.code] == nil { codes[glyph.code] = index }
        return codes
    }()
    /// Kerning by both codes.
    private(set) lazy var kernings: [UInt32: Int16] = {
        var kernings: [UInt32: Int16] = [:]
        for pair in tag.layout?.kerning ?? [] {
            kernings[UInt32(pair.left) << 16 | UInt32(pair.right)] = pair.adjustment
        }
        return kernings
    }()

    init(tag: DefineFont, converter: ShapeConverter, resources: RenderResources) {
        self.tag = tag
        self.converter = converter
        self.resources = resources
        shapes = Array(repeating: nil, count: tag.glyphs.count)
    }

    /// The outline of a glyph, nil where the font has no such glyph.
    func glyph(_ index: Int) -> ShapeID? {
        guard shapes.indices.contains(index) else { return nil }
        if let known = shapes[index] { return known }
        let made = resources.add(converter.glyph(tag.glyphs[index].records))
        shapes[index] = made
        return made
    }
}
