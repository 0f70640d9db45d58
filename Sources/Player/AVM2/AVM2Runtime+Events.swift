import AVM
import AVM2

extension AVM2Runtime {
    /// Types of events that go to every object that listens for them, without a path through the display tree.
    public static let broadcastTypes: [StaticString] = [
        "enterFrame", "exitFrame", "frameConstructed", "render", "activate", "deactivate",
    ]

    // MARK: Listeners

    public func addListener(
        _ function: Value, for type: StringRef, to object: Object, isCapture: Bool = false, priority: Int32 = 0,
        isWeak: Bool = false
    ) throws(ScriptError) {
        guard let state = object.native(as: EventTargetState.self) else { return }
        let atom = machine.heap.strings.intern(type)
        var listener = Listener(function: function, priority: priority, weakMethod: nil, isWeak: isWeak)
        if isWeak, let method = function.object?.native(as: FunctionState.self), !method.receiver.isNullish {
            listener.weakMethod = method
        }
        try state.add(listener, atom, isCapture: isCapture, machine)
        if isWeak && !state.hasWeakListeners {
            state.hasWeakListeners = true
            services.events.holders.append(EventWeaknesses.Holder(object: object, state: state))
        }
        if let known = services.events.broadcasts[atom] {
            if !known.contains(object) { services.events.broadcasts[atom]?.append(object) }
        } else if Self.broadcastTypes.contains(where: { type.equals($0) }) {
            services.events.broadcasts[machine.heap.strings.pinned(type)] = [object]
        }
    }

    public func removeListener(
        _ function: Value, for type: StringRef, from object: Object, isCapture: Bool = false
    ) throws(ScriptError) {
        guard let state = object.native(as: EventTargetState.self) else { return }
        try state.remove(function, machine.heap.strings.intern(type), isCapture: isCapture, machine)
    }

    /// Whether an event of the type would reach a listener on the object or, on its way there, above it.
    public func willTrigger(_ type: Atom, _ object: Object) -> Bool {
        guard let state = object.native(as: EventTargetState.self) else { return false }
        if state.hasListener(type) { return true }
        var parent = eventTarget(of: object, state).flatMap { eventParent(of: $0) }
        while let next = parent {
            if let above = next.native(as: EventTargetState.self), above.hasListener(type) { return true }
            parent = eventParent(of: next)
        }
        return false
    }

    // MARK: Making and sending

    /// A new event. `arguments` are those that follow `cancelable` in the constructor of the class.
    public func makeEvent(
        _ className: StaticString, _ type: StaticString, bubbles: Bool = false, cancelable: Bool = false,
        _ arguments: [Value] = []
    ) throws(ScriptError) -> Object {
        let name = machine.heap.strings.pinned(type)
        return try makeEvent(className, name.string, bubbles: bubbles, cancelable: cancelable, arguments)
    }

    public func makeEvent(
        _ className: StaticString, _ type: StringRef, bubbles: Bool = false, cancelable: Bool = false,
        _ arguments: [Value] = []
    ) throws(ScriptError) -> Object {
        guard let traits = eventTraits(className) else { throw machine.nullReference(.undefined) }
        return try machine.construct(traits, [Value(type), Value(bubbles), Value(cancelable)] + arguments)
    }

    private func eventTraits(_ name: StaticString) -> TraitsRef? {
        let key = UInt(bitPattern: name.utf8Start)
        if let known = services.eventClasses[key] { return known }
        let found = machine.traits(named: String(describing: name))
        services.eventClasses[key] = found
        return found
    }

    /// Makes an event and sends it, where anything listens for it. True: nothing has prevented its default.
    @discardableResult
    public func send(
        _ className: StaticString, _ type: StaticString, to target: Object, bubbles: Bool = false,
        cancelable: Bool = false, _ arguments: [Value] = []
    ) throws(ScriptError) -> Bool {
        let atom = machine.heap.strings.pinned(type)
        guard willTrigger(atom, target) else { return true }
        let event = try makeEvent(className, atom.string, bubbles: bubbles, cancelable: cancelable, arguments)
        return try dispatch(event, to: target)
    }

    /// A plain `Event`, as ``send(_:_:to:bubbles:cancelable:_:)``.
    @discardableResult
    public func send(_ type: StaticString, to target: Object, bubbles: Bool = false) throws(ScriptError) -> Bool {
        try send("flash.events.Event", type, to: target, bubbles: bubbles)
    }

    /// Sends an event to all that listen for its type, in the order in which they first did.
    public func broadcast(_ type: StaticString) {
        guard haltReason == nil, let atom = broadcastAtom(type), let list = services.events.broadcasts[atom] else {
            return
        }
        let isOfFrames = !atom.string.equals("activate") && !atom.string.equals("deactivate")
        let held = ValueBuffer(machine.heap)
        for object in list { held.append(Value(object)) }
        var isStale = false
        for object in list {
            guard let state = object.native(as: EventTargetState.self), state.hasListener(atom) else {
                isStale = true
                continue
            }
            if isOfFrames && !state.isDisplayObject { continue }
            perform { () throws(ScriptError) in
                let event = try makeEvent("flash.events.Event", atom.string)
                _ = try dispatch(event, to: object, state, path: [])
            }
        }
        guard isStale else { return }
        services.events.broadcasts[atom]?.removeAll {
            !($0.native(as: EventTargetState.self)?.hasListener(atom) ?? false)
        }
    }

    private func broadcastAtom(_ type: StaticString) -> Atom? {
        for atom in services.events.broadcasts.keys where atom.string.equals(type) { return atom }
        return nil
    }

    /// Takes an event along its path: down to the target, at it, and up again. True: nothing has prevented its
    /// default.
    public func dispatch(_ event: Object, to object: Object) throws(ScriptError) -> Bool {
        guard let state = object.native(as: EventTargetState.self),
            let type = event.cell.slots[EventSlot.type].string
        else { return true }
        let atom = machine.heap.strings.intern(type)
        guard willTrigger(atom, object) else { return !EventFlags(of: event).contains(.prevented) }
        var path: [Object] = []
        var parent = eventTarget(of: object, state).flatMap { eventParent(of: $0) }
        while let next = parent, path.count < 4096 {
            path.append(next)
            parent = eventParent(of: next)
        }
        return try dispatch(event, to: object, state, path: path)
    }

    /// `path`: what lies above the target, the nearest first.
    private func dispatch(
        _ event: Object, to object: Object, _ state: EventTargetState, path: [Object]
    ) throws(ScriptError) -> Bool {
        let slots = event.cell.slots
        guard let type = slots[EventSlot.type].string else { return true }
        let atom = machine.heap.strings.intern(type)
        let held = ValueBuffer(machine.heap)
        for above in path { held.append(Value(above)) }
        held.append(Value(object))
        held.append(Value(event))
        slots[EventSlot.target] = state.dispatchTarget.isObject ? state.dispatchTarget : Value(object)

        for above in path.reversed() {
            guard let there = above.native(as: EventTargetState.self),
                let list = there.list(atom, isCapture: true)
            else { continue }
            if EventFlags(of: event).contains(.stopped) { break }
            slots[EventSlot.phase] = Value(Int32(1))
            slots[EventSlot.currentTarget] = Value(above)
            try call(list, event)
        }
        if !EventFlags(of: event).contains(.stopped) {
            slots[EventSlot.phase] = Value(Int32(2))
            if let list = state.list(atom, isCapture: false) {
                slots[EventSlot.currentTarget] = slots[EventSlot.target]
                try call(list, event)
            }
        }
        if slots[EventSlot.bubbles] == .true {
            for above in path {
                guard let there = above.native(as: EventTargetState.self),
                    let list = there.list(atom, isCapture: false)
                else { continue }
                if EventFlags(of: event).contains(.stopped) { break }
                slots[EventSlot.phase] = Value(Int32(3))
                slots[EventSlot.currentTarget] = Value(above)
                try call(list, event)
            }
        }
        return !EventFlags(of: event).contains(.prevented)
    }

    /// Calls listeners as they were when the event came to the object. What one throws, the others do not notice.
    private func call(_ list: ListenerList, _ event: Object) throws(ScriptError) {
        let held = ValueBuffer(machine.heap)
        for listener in list.listeners { held.append(listener.function) }
        for listener in list.listeners {
            if EventFlags(of: event).contains(.stoppedAtOnce) { return }
            var function = listener.function
            if function.isUndefined, let method = listener.weakMethod { function = Value(machine.closure(method)) }
            do throws(ScriptError) {
                _ = try machine.call(function, this: .null, Value(event))
            } catch {
                guard case .thrown = error else { throw error }
                perform { () throws(ScriptError) in throw error }
            }
        }
    }

    private func eventTarget(of object: Object, _ state: EventTargetState) -> Object? {
        state.dispatchTarget.isObject ? state.dispatchTarget.unsafeObject : object
    }

    private func eventParent(of object: Object) -> Object? {
        object.native(as: EventTargetState.self)?.eventParent(machine)
    }
}
