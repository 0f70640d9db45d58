import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Damage, bands and threads")
struct DamageTests {
    private static let size = 120
    private static let bounds = PixelRect(left: 0, top: 0, right: size, bottom: size)

    @Test("the picture does not depend on threads nor on where it is cut", arguments: 0..<30)
    func threads(seed: Int) {
        let canvas = TestCanvas(Self.size, Self.size)
        var scene = RandomScene(seed: UInt64(seed), size: Self.size, resources: canvas.resources)
        let commands = scene.commands(20)
        for quality in [Quality.low, .high, .best] {
            var canvas = canvas
            canvas.quality = quality
            canvas.draw(commands, threads: 1, stripHeight: 1000)
            let whole = canvas.pixels
            canvas.draw(commands, threads: 1, stripHeight: 1)
            #expect(canvas.pixels == whole, "rows")
            canvas.draw(commands, threads: 3, stripHeight: 17)
            #expect(canvas.pixels == whole, "three threads")
        }
    }

    @Test(
        "a part drawn on its own is the same as that part of the whole, and nothing else is touched", arguments: 0..<20)
    func parts(seed: Int) {
        let canvas = TestCanvas(Self.size, Self.size)
        var scene = RandomScene(seed: UInt64(1000 + seed), size: Self.size, resources: canvas.resources)
        let commands = scene.commands(20)
        canvas.draw(commands)
        let whole = canvas.pixels
        let untouched: UInt32 = 0x1234_5678
        let rect = PixelRect(left: 13 + seed, top: 21, right: 97, bottom: 60 + seed)
        canvas.pixmap.pixels.update(repeating: untouched, count: whole.count)
        let renderer = Renderer(resources: canvas.resources, threads: 1)
        renderer.draw(
            commands, into: canvas.pixmap.target, background: canvas.background, quality: canvas.quality, damage: [rect]
        )
        var wrong = 0
        for y in 0..<Self.size {
            for x in 0..<Self.size {
                let isInside = (rect.left..<rect.right).contains(x) && (rect.top..<rect.bottom).contains(y)
                if canvas[x, y] != (isInside ? whole[y * Self.size + x] : untouched) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    /// A few random changes of a list: leaves replaced, added, removed, swapped; now and then a whole group.
    private static func change(_ commands: [RenderCommand], _ scene: inout RandomScene) -> [RenderCommand] {
        func isLeaf(_ command: RenderCommand) -> Bool {
            switch command {
            case .shape, .glyph, .bitmap, .rectangle: true
            default: false
            }
        }
        var result = commands
        for _ in 0..<1 + scene.random.below(3) {
            let leaves = result.indices.filter { isLeaf(result[$0]) }
            guard let place = leaves.isEmpty ? nil : leaves[scene.random.below(leaves.count)] else { break }
            switch scene.random.below(5) {
            case 0: result.remove(at: place)
            case 1: result.insert(scene.leaf(), at: place)
            case 2: result.swapAt(place, leaves[scene.random.below(leaves.count)])
            case 3 where scene.random.below(3) == 0: result.insert(contentsOf: scene.commands(2), at: place)
            default: result[place] = scene.leaf()
            }
        }
        return result
    }

    @Test("drawing only the damage gives the pixels of drawing everything", arguments: 0..<40)
    func damage(seed: Int) {
        let canvas = TestCanvas(Self.size, Self.size)
        let kept = Pixmap(width: Self.size, height: Self.size)
        var scene = RandomScene(seed: UInt64(5000 + seed), size: Self.size, resources: canvas.resources)
        var commands = scene.commands(12)
        let renderer = Renderer(resources: canvas.resources, threads: 1)
        let tracker = DamageTracker()
        for step in 0..<12 {
            let damage = tracker.update(
                commands, resources: canvas.resources, bounds: Self.bounds, background: canvas.background,
                quality: .best)
            if step == 0 { #expect(damage == [Self.bounds]) }
            for (index, rect) in damage.enumerated() {
                #expect(!damage[(index + 1)...].contains { $0.intersects(rect) }, "rectangles overlap")
            }
            renderer.draw(
                commands, into: kept.target, background: canvas.background, quality: .best, damage: damage)
            canvas.draw(commands)
            let isSame = (0..<Self.size * Self.size).allSatisfy { kept.pixels[$0] == canvas.pixmap.pixels[$0] }
            #expect(isSame, "step \(step)")
            commands = Self.change(commands, &scene)
        }
    }

    @Test("what stays is no damage, what moves damages where it was and where it is")
    func moving() {
        let resources = RenderResources()
        let square = resources.add(VectorShape.rectangle(0, 0, 10, 10, .solid(.black)))
        let tracker = DamageTracker()
        func update(_ commands: [RenderCommand]) -> [PixelRect] {
            tracker.update(commands, resources: resources, bounds: Self.bounds, background: .white, quality: .high)
        }
        func at(_ x: Double) -> RenderCommand { .shape(square, Affine(tx: x, ty: 20) * twips, .identity) }
        _ = update([at(5), at(40), at(80)])
        #expect(update([at(5), at(40), at(80)]) == [])
        let moved = update([at(5), at(60), at(80)])
        #expect(moved.reduce(0) { $0 + $1.area } < 2 * 13 * 13)
        #expect(moved.contains { $0.intersects(PixelRect(left: 40, top: 20, right: 50, bottom: 30)) })
        #expect(moved.contains { $0.intersects(PixelRect(left: 60, top: 20, right: 70, bottom: 30)) })
        // One leaves below the others: only its own place changes.
        #expect(update([at(60), at(80)]).allSatisfy { $0.right <= 17 })
    }

    @Test("new pixels of a bitmap are damage wherever it is shown")
    func revisions() {
        let resources = RenderResources()
        let pixmap = Pixmap(width: 4, height: 4)
        let bitmap = resources.add(pixmap)
        let shape = resources.add(
            VectorShape.rectangle(
                50, 50, 10, 10, .bitmap(bitmap, Affine(a: 20, d: 20), isSmoothed: false, isRepeating: true)))
        let tracker = DamageTracker()
        let commands: [RenderCommand] = [
            .bitmap(bitmap, Affine(tx: 3, ty: 3), .identity, isSmoothed: false), .shape(shape, twips, .identity),
        ]
        func update() -> [PixelRect] {
            tracker.update(commands, resources: resources, bounds: Self.bounds, background: .white, quality: .high)
        }
        _ = update()
        #expect(update() == [])
        pixmap.revision += 1
        let damage = update()
        #expect(damage.contains { $0.intersects(PixelRect(left: 3, top: 3, right: 7, bottom: 7)) })
        #expect(damage.contains { $0.intersects(PixelRect(left: 50, top: 50, right: 60, bottom: 60)) })
    }
}
