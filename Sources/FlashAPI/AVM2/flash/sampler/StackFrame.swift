import AVM
import AVM2

/// `flash.sampler.StackFrame`.
enum StackFrameClass {
    static let face: DataFace = {
        var face = DataFace("flash.sampler.StackFrame", "()", [])
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
