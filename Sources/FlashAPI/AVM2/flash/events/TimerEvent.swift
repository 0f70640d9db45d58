import AVM
import AVM2
import Player

/// `flash.events.TimerEvent`.
enum TimerEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.TimerEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false)")
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase",
        ]
        return face
    }()

    static let table = face.table(
        {
            [
                .text("TIMER", "timer"), .text("TIMER_COMPLETE", "timerComplete"),
            ]
        },
        members: {
            [
                EventPoint.updateAfterEvent
            ]
        })
}
