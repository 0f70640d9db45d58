import AVM
import AVM2

/// `flash.ui.GameInputControl`.
enum GameInputControlClass {
    static let face: DataFace = {
        var face = DataFace("flash.ui.GameInputControl", "()", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 20
        face.flags = .abstract
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "device", ":flash.ui.GameInputDevice"),
            NativeMember(missingProperty: "id", ":String"),
            NativeMember(missingProperty: "value", ":Number"),
        ]
    })
}
