import Base
import Testing

@testable import Renderer

/// Fills, layers and filters that a program makes, and pictures in perspective.
@Suite("Programs and perspective")
struct ProgramTests {
    private let canvas = TestCanvas(40, 40)

    /// Red is its x, green its y, both in steps of a unit; blue is that of its last picture at the same place.
    private final class Places: PixelProgram {
        func run(
            _ area: PixelRect, place: Affine, pictures: [ProgramPicture], into out: UnsafeMutablePointer<UInt32>
        ) {
            for y in 0..<area.height {
                for x in 0..<area.width {
                    let at = place.apply(x: Double(area.left + x) + 0.5, y: Double(area.top + y) + 0.5)
                    var blue: UInt32 = 0
                    if let picture = pictures.last {
                        let (column, row) = (Int(at.x - picture.left), Int(at.y - picture.top))
                        if column >= 0, row >= 0, column < picture.width, row < picture.height {
                            blue = picture.pixels[row * picture.stride + column] & 255
                        }
                    }
                    let (red, green) = (UInt32(max(0, min(255, at.x))), UInt32(max(0, min(255, at.y))))
                    out[y * area.width + x] = 0xFF00_0000 | red << 16 | green << 8 | blue
                }
            }
        }
    }

    private let program = ProgramReference(Places())

    private func square(_ x: Double, _ y: Double, _ size: Double, _ paint: Paint) -> RenderCommand {
        .shape(canvas.resources.add(VectorShape.rectangle(x, y, size, size, paint)), twips, .identity)
    }

    @Test("a fill runs the program in the shape's own coordinates, wherever the shape lies", arguments: [8, 64])
    func fill(stripHeight: Int) {
        // The program's unit is two pixels; the shape's origin lies at 4, 6.
        let paint = Paint.program(program, Affine(a: 40, d: 40))
        let id = canvas.resources.add(VectorShape.rectangle(0, 0, 20, 20, paint))
        canvas.draw([.shape(id, Affine(tx: 4, ty: 6) * twips, .identity)], stripHeight: stripHeight)
        #expect(canvas[4, 6] == 0xFF00_0000)
        #expect(canvas[14, 20] == 0xFF05_0700)
        #expect(canvas[24, 6] == 0xFFFF_FFFF)
    }

    @Test("a layer's program sees what is below it, then the layer, and counts from the layer's corner")
    func layer() {
        let rect = PixelRect(left: 10, top: 10, right: 20, bottom: 20)
        canvas.draw(
            [.programLayerPush(rect, program), .rectangle(rect, RGBA(rgb: 0x0000_0030)), .layerPop], stripHeight: 8)
        #expect(canvas[9, 10] == 0xFFFF_FFFF)
        #expect(canvas[12, 17] == 0xFF02_0730)
    }

    @Test("a filter's program reads the object and counts from the object's corner, which grows by what it asks for")
    func filter() {
        let rect = PixelRect(left: 10, top: 10, right: 20, bottom: 20)
        let filter = PixelFilter.program(.init(program, left: 2, right: 3))
        let group = FilterGroup(source: rect, filters: [filter])
        #expect(group.result == PixelRect(left: 8, top: 10, right: 23, bottom: 20))
        canvas.draw([.filterPush(group), .rectangle(rect, RGBA(rgb: 0x0000_0030)), .filterPop])
        #expect(canvas[7, 12] == 0xFFFF_FFFF)
        #expect(canvas[8, 12] == 0xFF00_0200)
        #expect(canvas[13, 12] == 0xFF03_0230)
        #expect(canvas[22, 12] == 0xFF0C_0200)
    }

    @Test("a mask by alpha leaves nothing where it is clear; the blend mode alpha leaves all")
    func alpha() {
        let rect = PixelRect(left: 0, top: 0, right: 40, bottom: 40)
        let half = PixelRect(left: 0, top: 0, right: 20, bottom: 40)
        func drawn(_ push: RenderCommand) -> [UInt32] {
            canvas.draw([
                .layerPush(rect, .layer, .identity), .rectangle(rect, .black), push,
                .rectangle(half, RGBA(red: 0, green: 0, blue: 0, alpha: 128)), .layerPop, .layerPop,
            ])
            return [canvas[10, 10], canvas[30, 10]]
        }
        #expect(drawn(.alphaMaskPush(rect)) == [0xFF7F_7F7F, 0xFFFF_FFFF])
        #expect(drawn(.layerPush(rect, .alpha, .identity)) == [0xFF7F_7F7F, 0xFF00_0000])
    }

    // MARK: Perspective

    @Test("what turns about the middle gets smaller on the side that goes away, and what is edge-on does not show")
    func turned() {
        func seen(_ degrees: Double) -> Projection {
            let angle = degrees * .pi / 180
            let turn = Matrix4([
                cosine(angle), 0, -sine(angle), 0, 0, 1, 0, 0, sine(angle), 0, cosine(angle), 0, 20, 20, 0, 1,
            ])
            return turn.seen(from: SIMD2(20, 20), distance: 60)
        }
        let pixmap = Pixmap(width: 20, height: 20, isOpaque: true, fill: 0xFF00_0000)
        let id = canvas.resources.add(pixmap)
        let middle = Projection(Affine(tx: -10, ty: -10))
        func rows(_ degrees: Double) -> [Int] {
            canvas.draw([.projected(id, seen(degrees) * middle, .identity)])
            return [13, 27].map { x in (0..<40).count { canvas[x, $0] != 0xFFFF_FFFF } }
        }
        // A row more than the picture has.
        #expect(rows(0) == [21, 21])
        let turned = rows(45)
        #expect(turned[0] < 20 && turned[1] > 22 || turned[0] > 22 && turned[1] < 20)
        #expect(seen(0).inverse != nil)
        #expect(seen(90).inverse.map { ($0 * seen(90)).w1.isFinite } ?? true)
    }

    @Test("a plane that runs past the eye is cut off before it")
    func behind() {
        let floor = Projection(1, 0, 0, 0, 0, 20, 0, -0.1, 1)
        let outline = floor.outline(width: 10, height: 20)
        #expect(outline.count == 4 && outline.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        let clipped = PolygonClip.clip(outline, to: PixelRect(left: 0, top: 0, right: 40, bottom: 40))
        #expect(!clipped.isEmpty && clipped.allSatisfy { abs($0.x) <= 50 && abs($0.y) <= 50 })
    }

    @Test("a projection undoes its inverse")
    func inverse() throws {
        let map = Projection(2, 0.5, 10, -0.25, 1.5, 4, 0.001, 0.002, 1)
        let there = map.apply(x: 7, y: 9)
        let back = try #require(map.inverse).apply(x: there.x / there.w, y: there.y / there.w)
        #expect(abs(back.x / back.w - 7) < 1e-9 && abs(back.y / back.w - 9) < 1e-9)
        #expect(Projection(Affine(a: 0, d: 1)).inverse == nil)
    }

    @Test("a group in space is drawn once while it turns, and damages where it shows")
    func group() {
        var group = FilterGroup(source: PixelRect(left: 0, top: 0, right: 10, bottom: 10), filters: [])
        let groups = FilterGroups(canvas.resources)
        var draws = 0
        for step in 0..<3 {
            group.projection = Projection(1, 0, Double(step) * 5, 0, 1, 0, 0.001 * Double(step), 0, 1)
            let commands: [RenderCommand] = [.filterPush(group), .rectangle(group.source, .black), .filterPop]
            let result = groups.replace(commands, quality: .high) { _, _ in draws += 1 }
            guard case .projected(_, let projection, _)? = result.first else {
                Issue.record("not projected")
                continue
            }
            #expect(projection == group.projection)
            #expect(group.area.contains(x: step * 5, y: 0))
        }
        #expect(draws == 1)
    }
}

extension PixelRect {
    fileprivate func contains(x: Int, y: Int) -> Bool { x >= left && x < right && y >= top && y < bottom }
}
