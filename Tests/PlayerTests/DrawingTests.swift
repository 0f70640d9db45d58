import Base
import Renderer
import Testing

@testable import Player

/// What scripts draw.
@Suite struct DrawingTests {
    private func point(_ x: Int32, _ y: Int32) -> TwipsPoint { TwipsPoint(x: x * 20, y: y * 20) }

    private func triangle(_ drawing: Drawing) {
        drawing.beginFill(.solid(.black))
        drawing.lineStyle(Stroke(width: 20, paint: .solid(.white)))
        drawing.move(to: point(0, 0))
        drawing.line(to: point(10, 0))
        drawing.line(to: point(10, 10))
    }

    @Test("the line that closes a fill is stroked, whether the fill has ended or not", arguments: [true, false])
    func closing(ends: Bool) throws {
        let drawing = Drawing(resources: RenderResources())
        triangle(drawing)
        if ends { drawing.endFill() }
        let edges = try #require(drawing.snapshot.layers.first?.edges)
        #expect(edges.count == 3)
        let last = try #require(edges.last)
        #expect(last.from == point(10, 10) && last.to == point(0, 0))
        #expect(last.line == 1 && last.fill1 == 1)
    }

    // MARK: Space

    @Test("an object in space keeps the numbers that it was given, and its matrix is made of them")
    func placement() {
        var space = SpacePlacement(Matrix4.identity)
        space.setRotation(1, 90)
        space.setScale(0, 2)
        space.setPosition(2, 30)
        #expect(space.rotation(1) == 90 && space.scale(0) == 2 && space.position(2) == 30)
        // The x axis points into the depth.
        let n = space.matrix.numbers
        #expect(abs(n[0]) < 1e-12 && abs(n[2] + 2) < 1e-12 && n[14] == 30)
        let read = SpacePlacement(space.matrix)
        #expect(abs(read.rotation(1) - 90) < 1e-6 && abs(read.scale(0) - 2) < 1e-9)
    }

    @Test("a perspective sees what lies twice as far at half the size")
    func perspective() {
        let perspective = Perspective()
        #expect(perspective.focalLength == 480.24554443359375)
        let far = Matrix4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, perspective.focalLength, 1])
        let seen = far.seen(from: SIMD2(100, 100), distance: perspective.focalLength).apply(x: 140, y: 100)
        #expect(abs(seen.x / seen.w - 120) < 1e-9 && abs(seen.y / seen.w - 100) < 1e-9)
    }
}
