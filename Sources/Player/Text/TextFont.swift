import Base
import Fonts
import Renderer
import SWF

/// What laying out and drawing text needs of a font. Lengths are ems.
public protocol TextFont: AnyObject {
    var ascent: Double { get }
    var descent: Double { get }
    var leading: Double { get }
    /// What flash.text.engine takes for ascent and descent.
    var typographic: (ascent: Double, descent: Double) { get }
    /// Nil: the font has no such glyph.
    func advance(of scalar: UInt32) -> Double?
    func kerning(_ left: UInt32, _ right: UInt32) -> Double
    /// The outline and the length of an em in its units.
    func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)?
}

extension TextFont {
    public var typographic: (ascent: Double, descent: Double) { (ascent, descent) }
}

/// Fonts of the system, where there are any: the host gives them.
public protocol DeviceFonts: AnyObject {
    /// The fonts for a request, the nearest that the system has first. Nil: there is none at all.
    func list(_ request: FontRequest) -> (any FontList)?
    /// The families that are there, sorted.
    var familyNames: [String] { get }
}

extension SystemFonts: DeviceFonts {}
extension ChosenFonts: DeviceFonts {}

/// Text that nothing can draw: it takes no place.
final class MissingFont: TextFont {
    let ascent = 0.0
    let descent = 0.0
    let leading = 0.0
    func advance(of scalar: UInt32) -> Double? { nil }
    func kerning(_ left: UInt32, _ right: UInt32) -> Double { 0 }
    func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)? { nil }
}

extension FontCharacter: TextFont {
    var ascent: Double { Double(tag.layout?.ascent ?? 0) / emSquare }
    var descent: Double { Double(tag.layout?.descent ?? 0) / emSquare }
    var leading: Double { Double(tag.layout?.leading ?? 0) / emSquare }

    /// Code tables hold UTF-16 units.
    private func index(of scalar: UInt32) -> Int? { UInt16(exactly: scalar).flatMap { codes[$0] } }

    func advance(of scalar: UInt32) -> Double? {
        index(of: scalar).map { Double(tag.glyphs[$0].advance ?? 0) / emSquare }
    }

    func kerning(_ left: UInt32, _ right: UInt32) -> Double {
        guard left < 0x10000, right < 0x10000 else { return 0 }
        return kernings[left << 16 | right].map { Double($0) / emSquare } ?? 0
    }

    func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)? {
        guard let index = index(of: scalar), let shape = glyph(index) else { return nil }
        return (shape, emSquare)
    }
}
