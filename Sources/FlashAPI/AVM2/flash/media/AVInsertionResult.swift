import AVM
import AVM2

/// `flash.media.AVInsertionResult`.
enum AVInsertionResultClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVInsertionResult", "(init_periodIndex:int, init_insertedBeforeReadHead:Boolean)",
            [
                Field(readOnly: "periodIndex", ":int"), Field(readOnly: "insertedBeforeReadHead", ":Boolean"),
            ])
        face.base = "flash.media.AVResult"
        face.firstSlot = AVResultClass.face.slotEnd
        face.since = 30
        face.argumentStart = 0
        return face
    }()

    static let table = face.table()
}
