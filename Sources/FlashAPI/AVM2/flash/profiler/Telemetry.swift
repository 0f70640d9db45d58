import AVM
import AVM2

/// `flash.profiler.Telemetry`.
enum TelemetryClass {
    static let face: DataFace = {
        var face = DataFace("flash.profiler.Telemetry", "()", [])
        face.since = 18
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
