import Base
import Glibc
import Measure
import Renderer

/// The renderer against cairo: the same scenes, drawn in turn, from the list of commands to pixels.
enum RasterBench {
    /// The program that draws with cairo: `scripts/bench` builds it and says where it is.
    private static var cairo: String? { getenv("RASTER_CAIRO").map { String(cString: $0) } }

    private static let rounds = 5
    private static let framesARound = 6

    /// `names`: draws only the scenes whose name holds one of these; none: all.
    static func run(_ names: [String] = []) {
        if cairo == nil { print("cairo is not measured: scripts/bench sets RASTER_CAIRO to the program that does") }
        print(
            column("ms a frame", 24) + column("cairo", 9) + column("1 thread", 10) + column("2 threads", 11)
                + column("to cairo", 10) + column("wanted", 8) + "2 to 1")
        for scene in RasterScenes.all()
        where names.isEmpty || names.contains(where: { scene.name.hasPrefix($0) }) { measure(scene) }
    }

    private static func measure(_ scene: RasterScene) {
        let file = "/tmp/raster-scene-\(getpid()).txt"
        guard let out = fopen(file, "w") else { return print("cannot write \(file)") }
        fputs(scene.text, out)
        fclose(out)
        defer { unlink(file) }
        let pixmap = Pixmap(width: RasterScene.width, height: RasterScene.height)
        let renderers = [1, 2].map { Renderer(resources: scene.resources, threads: $0) }
        var best = [Double.infinity, .infinity]
        var cairoBest = Double.infinity
        for _ in 0..<rounds {
            if let time = cairoTime(file) { cairoBest = min(cairoBest, time) }
            for (index, renderer) in renderers.enumerated() {
                let seconds = times(framesARound) {
                    renderer.draw(
                        scene.commands, into: pixmap.target, background: .white, quality: .best,
                        damage: [RasterScene.bounds])
                }
                best[index] = min(best[index], seconds[0] * 1000)
            }
        }
        print(
            column(scene.name, 24) + column(cairoBest.isFinite ? fixed(cairoBest, 2) : "-", 9)
                + column(fixed(best[0], 2), 10) + column(fixed(best[1], 2), 11)
                + column(cairoBest.isFinite ? fixed(cairoBest / best[0]) : "-", 10)
                + column(fixed(scene.wanted), 8) + fixed(best[0] / best[1], 2))
    }

    /// Milliseconds of the fastest frame, nil where the program is not there.
    private static func cairoTime(_ file: String) -> Double? {
        guard let cairo, let pipe = popen("'\(cairo)' '\(file)' \(framesARound)", "r") else { return nil }
        var buffer = [CChar](repeating: 0, count: 64)
        let line = fgets(&buffer, 64, pipe)
        let status = pclose(pipe)
        guard line != nil, status == 0 else { return nil }
        return atof(buffer)
    }
}
