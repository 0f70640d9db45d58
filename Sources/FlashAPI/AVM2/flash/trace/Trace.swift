import AVM
import AVM2

/// `flash.trace.Trace`.
enum TraceClass {
    static let face: DataFace = {
        var face = DataFace("flash.trace.Trace", "()", [])
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
