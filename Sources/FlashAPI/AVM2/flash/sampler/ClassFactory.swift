import AVM
import AVM2

/// `flash.sampler.ClassFactory`.
enum ClassFactoryClass {
    static let face: DataFace = {
        var face = DataFace("flash.sampler.ClassFactory", "()", [])
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
