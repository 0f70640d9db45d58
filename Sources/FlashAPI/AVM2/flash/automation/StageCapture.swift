import AVM
import AVM2

/// `flash.automation.StageCapture`.
enum StageCaptureClass {
    static let face: DataFace = {
        var face = DataFace("flash.automation.StageCapture", "()", [])
        face.base = "flash.events.EventDispatcher"
        return face
    }()

    static let table = face.table {
        [
            .text("CURRENT", "current"), .text("MULTIPLE", "multiple"), .text("NEXT", "next"),
            .text("RASTER", "raster"), .text("SCREEN", "screen"), .text("STAGE", "stage"),
        ]
    }
}
