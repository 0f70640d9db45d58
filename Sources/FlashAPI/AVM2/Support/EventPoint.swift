import AVM
import AVM2
import Player

/// What events of pointers share: where on the stage they happened.
enum EventPoint {
    /// `stageX` and its like: a point of the target, by the slots that hold it, seen from the stage.
    static func member(_ name: StaticString, x: Int, y: Int, isX: Bool) -> NativeMember {
        NativeMember(get: name, ":Number") { (call) throws(ScriptError) in
            let object = try call.thisObject()
            let localX = call.machine.number(object, slot: x)
            let localY = call.machine.number(object, slot: y)
            let target = object.cell.slots[EventSlot.target].object?.native(as: EventTargetState.self)
            if let point = target?.stagePoint(localX, localY) { return Value(double: isX ? point.x : point.y) }
            // Without a place on the stage it is 0, or no number where the event has none.
            return Value(double: localX.isNaN || localY.isNaN ? .nan : 0)
        }
    }

    /// Every frame is drawn when it is due: there is nothing to hurry.
    static let updateAfterEvent = NativeMember(method: "updateAfterEvent", "():void") { (_) throws(ScriptError) in
        .undefined
    }
}
