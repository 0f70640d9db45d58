import Renderer

@testable import Player

/// A font whose letters are all half as wide as it is large, and look like nothing.
final class EvenFont: TextFont {
    let ascent = 0.8
    let descent = 0.2
    let leading = 0.0
    func advance(of scalar: UInt32) -> Double? { 0.5 }
    func kerning(_ left: UInt32, _ right: UInt32) -> Double { 0 }
    func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)? { nil }
}
