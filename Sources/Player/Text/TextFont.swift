import Base
import Renderer
import SWF

/// What laying out and drawing text needs of a font. Lengths are ems.
public protocol TextFont: AnyObject {
    var ascent: Double { get }
    var descent: Double { get }
    var leading: Double { get }
    /// Nil: the font has no such glyph.
    func advance(of unit: UInt16) -> Double?
    func kerning(_ left: UInt16, _ right: UInt16) -> Double
    /// The outline and the length of an em in its units.
    func outline(of unit: UInt16) -> (shape: ShapeID, unitsPerEm: Double)?
}

/// Fonts of the system, where there are any: the host gives them.
public protocol DeviceFonts: AnyObject {
    /// The font of that family, or the nearest that the system has. Nil: there is none at all.
    func font(family: String, isBold: Bool, isItalic: Bool, resources: RenderResources) -> (any TextFont)?
}

/// Text that nothing can draw: it takes no place.
final class MissingFont: TextFont {
    let ascent = 0.0
    let descent = 0.0
    let leading = 0.0
    func advance(of unit: UInt16) -> Double? { nil }
    func kerning(_ left: UInt16, _ right: UInt16) -> Double { 0 }
    func outline(of unit: UInt16) -> (shape: ShapeID, unitsPerEm: Double)? { nil }
}

extension FontCharacter: TextFont {
    var ascent: Double { Double(tag.layout?.ascent ?? 0) / emSquare }
    var descent: Double { Double(tag.layout?.descent ?? 0) / emSquare }
    var leading: Double { Double(tag.layout?.leading ?? 0) / emSquare }

    func advance(of unit: UInt16) -> Double? {
        codes[unit].map { Double(tag.glyphs[$0].advance ?? 0) / emSquare }
    }

    func kerning(_ left: UInt16, _ right: UInt16) -> Double {
        kernings[UInt32(left) << 16 | UInt32(right)].map { Double($0) / emSquare } ?? 0
    }

    func outline(of unit: UInt16) -> (shape: ShapeID, unitsPerEm: Double)? {
        guard let index = codes[unit], let shape = glyph(index) else { return nil }
        return (shape, emSquare)
    }
}
