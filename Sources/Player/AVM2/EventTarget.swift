import AVM
import AVM2

/// Where the properties of a `flash.events.Event` lie: fixed slots, which every event class has first.
public enum EventSlot {
    public static let type = 0
    public static let bubbles = 1
    public static let cancelable = 2
    public static let target = 3
    public static let currentTarget = 4
    /// 1 capturing, 2 at the target, 3 bubbling.
    public static let phase = 5
    /// ``EventFlags``
    public static let flags = 6
    /// The first slot of a derived class.
    public static let end = 7
}

/// What listeners have said about an event.
public struct EventFlags: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static let stopped = EventFlags(rawValue: 1)
    public static let stoppedAtOnce = EventFlags(rawValue: 2)
    public static let prevented = EventFlags(rawValue: 4)

    public init(of event: Object) {
        let value = event.cell.slots[EventSlot.flags]
        self.init(rawValue: value.isInt ? value.unsafeInt : 0)
    }

    public func insert(into event: Object) {
        event.cell.slots[EventSlot.flags] = Value(union(EventFlags(of: event)).rawValue)
    }
}

/// One function that waits for events.
struct Listener {
    /// Undefined: a weak one whose closure is gone, while the object that it was tied to lives.
    var function: Value
    var priority: Int32
    /// Of a weak listener that is a method: what makes its closure anew, and the object.
    var weakMethod: FunctionState?
    var isWeak: Bool
}

/// Listeners of one type and phase on one object.
struct ListenerList {
    var type: Atom
    var isCapture: Bool
    /// The highest priority first, of equal ones in the order in which they were added.
    var listeners: [Listener] = []
}

/// Native state of whatever can dispatch events: `EventDispatcher` and all that derives from it.
open class EventTargetState: NativeState {
    /// `new EventDispatcher(target)`: what events show as their target. Null: the object itself.
    public var dispatchTarget = Value.null
    private(set) var lists: [ListenerList] = []
    /// Whether ``lists`` has weak ones.
    var hasWeakListeners = false

    /// The object that an event goes through before and after it comes here: the parent in the display tree.
    open func eventParent(_ machine: AVM2Machine) -> Object? { nil }
    /// Whether this gets events of every frame (`enterFrame` and its like), which only display objects do.
    open var isDisplayObject: Bool { false }
    /// A point of the object in pixels of the stage, or of the topmost parent where it is not on that. Nil: it is no
    /// display object.
    open func stagePoint(_ x: Double, _ y: Double) -> (x: Double, y: Double)? { nil }

    open override func visit(_ marker: inout Marker) {
        marker.visit(dispatchTarget)
        for list in lists {
            marker.visit(list.type)
            for listener in list.listeners where !listener.isWeak { marker.visit(listener.function) }
        }
    }

    // MARK: Listeners

    public func removeAllListeners() { lists.removeAll() }

    func list(_ type: Atom, isCapture: Bool) -> ListenerList? {
        for list in lists where list.type == type && list.isCapture == isCapture { return list }
        return nil
    }

    public func hasListener(_ type: Atom) -> Bool {
        for list in lists where list.type == type { return true }
        return false
    }

    func hasListener(_ type: Atom, isCapture: Bool) -> Bool {
        for list in lists where list.type == type && list.isCapture == isCapture { return true }
        return false
    }

    func add(_ listener: Listener, _ type: Atom, isCapture: Bool, _ machine: AVM2Machine) throws(ScriptError) {
        guard let place = lists.firstIndex(where: { $0.type == type && $0.isCapture == isCapture }) else {
            lists.append(ListenerList(type: type, isCapture: isCapture, listeners: [listener]))
            return
        }
        // One that is there already keeps its place and priority.
        if try index(of: listener.function, in: lists[place].listeners, machine) != nil { return }
        let known = lists[place].listeners
        let index = known.firstIndex { $0.priority < listener.priority } ?? known.count
        lists[place].listeners.insert(listener, at: index)
    }

    func remove(_ function: Value, _ type: Atom, isCapture: Bool, _ machine: AVM2Machine) throws(ScriptError) {
        guard let place = lists.firstIndex(where: { $0.type == type && $0.isCapture == isCapture }),
            let index = try index(of: function, in: lists[place].listeners, machine)
        else { return }
        lists[place].listeners.remove(at: index)
        if lists[place].listeners.isEmpty { lists.remove(at: place) }
    }

    private func index(
        of function: Value, in listeners: [Listener], _ machine: AVM2Machine
    ) throws(ScriptError) -> Int? {
        let method = function.object?.native(as: FunctionState.self)
        for (index, listener) in listeners.enumerated() {
            if try machine.strictlyEqual(listener.function, function) { return index }
            if let known = listener.weakMethod, let method, known.isSameMethod(as: method) { return index }
        }
        return nil
    }

    /// Takes out weak listeners that nothing else holds. False: no weak ones are left.
    func forgetLost(_ heap: Heap) -> Bool {
        var hasWeak = false
        for place in lists.indices {
            for index in lists[place].listeners.indices where lists[place].listeners[index].isWeak {
                let listener = lists[place].listeners[index]
                if heap.isMarked(listener.function) {
                    hasWeak = true
                } else if let method = listener.weakMethod, heap.isMarked(method.receiver) {
                    // The closure goes, the object that it is tied to stays.
                    lists[place].listeners[index].function = .undefined
                    hasWeak = true
                } else {
                    lists[place].listeners[index].function = .null
                }
            }
            lists[place].listeners.removeAll { $0.isWeak && $0.function.isNull }
        }
        lists.removeAll { $0.listeners.isEmpty }
        return hasWeak
    }
}

/// Forgets weak listeners, and what events of every frame no longer reach.
final class EventWeaknesses: WeakProcessor {
    /// Objects with weak listeners. Held by their cells; those whose cells are gone are let go of here.
    struct Holder {
        let object: Object
        let state: EventTargetState
    }
    var holders: [Holder] = []
    /// Objects with listeners for a broadcast event, in the order in which they first had one.
    var broadcasts: [Atom: [Object]] = [:]
    /// How deep broadcasts nest: their lists keep their order meanwhile.
    func process(_ heap: Heap) {
        holders.removeAll { !heap.isMarked(Value($0.object)) || !$0.state.forgetLost(heap) }
        for type in broadcasts.keys { broadcasts[type]?.removeAll { !heap.isMarked(Value($0)) } }
    }
}
