import AVM
import AVM2

/// `flash.sampler.DeleteObjectSample`.
enum DeleteObjectSampleClass {
    static let face: DataFace = {
        var face = DataFace("flash.sampler.DeleteObjectSample", "()", [])
        face.base = "flash.sampler.Sample"
        face.firstSlot = SampleClass.face.slotEnd
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
