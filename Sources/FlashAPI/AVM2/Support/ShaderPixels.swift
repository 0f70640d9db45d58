import Base
import PixelBender

/// A shader as it was when a script gave it to a filter, a blend or a fill: what is changed later has no effect.
final class ShaderPixels: PixelProgram {
    private let program: ShaderProgram
    private let runner: ShaderRunner

    init(_ program: ShaderProgram, _ runner: ShaderRunner) {
        self.program = program
        self.runner = runner
    }

    func run(_ area: PixelRect, place: Affine, pictures: [ProgramPicture], into out: UnsafeMutablePointer<UInt32>) {
        guard !area.isEmpty, let output = program.output else { return }
        var runner = runner
        for (input, picture) in zip(program.inputs, pictures) {
            runner.pictures[input.index] = ShaderPictures.picture(of: picture, channels: input.channels)
        }
        let corner = place.apply(x: Double(area.left), y: Double(area.top))
        let plane = ShaderPlane(
            origin: SIMD2(Float(corner.x), Float(corner.y)), across: SIMD2(Float(place.a), Float(place.b)),
            down: SIMD2(Float(place.c), Float(place.d)))
        let results = runner.run(width: area.width, height: area.height, plane: plane)
        ShaderPictures.write(
            results, channels: output.type.count, count: area.area, isOpaque: false, to: out)
    }
}
