import AVM
import AVM1
import AVM2

/// What the classes of `flash.*` keep for a whole movie.
public final class RuntimeServices {
    let events = EventWeaknesses()
    /// Event classes by the address of their name in the program.
    var eventClasses: [UInt: TraitsRef] = [:]
    /// `Timer`, `setTimeout`, `setInterval`.
    public let timers = TimerList()
    /// Objects that wait for something outside: loads, connections.
    public private(set) var pending: [Object] = []
    /// State of classes that have some beside their objects, by the name of the class.
    public var states: [String: AnyObject] = [:]
    /// Those of ``states`` that hold values.
    public var holders: [any RootProvider] = []

    /// Keeps an object alive while something outside will call it back.
    public func retain(_ object: Object) { pending.append(object) }

    public func release(_ object: Object) {
        if let index = pending.firstIndex(of: object) { pending.remove(at: index) }
    }

    func visit(_ marker: inout Marker) {
        for object in pending { marker.visit(object) }
        for holder in holders { holder.visitRoots(&marker) }
        timers.visit(&marker)
    }

    func removeAll() {
        events.holders.removeAll()
        events.broadcasts.removeAll()
        timers.removeAll()
        pending.removeAll()
        states.removeAll()
        holders.removeAll()
    }
}
