import AVM

extension Machine {
    /// Calls a method of every listener of a broadcaster, the broadcaster's `_listeners` array, as AsBroadcaster does.
    public func broadcast(_ broadcaster: Object, _ name: Atom, _ arguments: [Value]) throws(ScriptError) {
        // The second listener gets them as the first did, whatever has been collected between them.
        let held = ValueBuffer(heap, capacity: arguments.count)
        for argument in arguments { held.append(argument) }
        guard let listeners = try get(broadcaster, "_listeners").object else { return }
        let count = Int(try toInt32(try get(listeners, names.length)))
        // A listener may change the list: those that are there now are called.
        let current = ValueBuffer(heap, capacity: max(4, min(count, 1024)))
        for index in 0..<max(0, min(count, 65_536)) { current.append(try get(listeners, atom(String(index)))) }
        for index in 0..<current.count {
            // Without a name the listener itself is called.
            if name == names.empty {
                try call(current[index], this: .undefined, arguments)
                continue
            }
            // Clips that have been removed hear nothing.
            if let listener = current[index].object.flatMap(meant) { try callMethod(listener, name, arguments) }
        }
    }

    /// Runs native code with a clip as its target and the clip's version as its dialect.
    public func asCode(of clip: Object?, _ body: () throws(ScriptError) -> Void) throws(ScriptError) {
        let savedDialect = dialect
        let savedTarget = target
        defer {
            dialect = savedDialect
            target = savedTarget
        }
        if let clip { dialect = Dialect(swfVersion: host.swfVersion(of: clip)) }
        target = clip
        try body()
    }
}

extension Machine {
    /// Makes an object a broadcaster, as `AsBroadcaster.initialize` does.
    public func makeBroadcaster(_ object: Object) { AsBroadcasterClass.initialize(object, self) }

    /// The clip that a value names: the clip itself, or a path from the clip whose code runs.
    public func clip(for value: Value) throws(ScriptError) -> Object? {
        if let object = value.object, host.isClip(object) { return host.liveClip(object) }
        guard let target, let frameClip = liveClip(target) else { return nil }
        let path = try toString(value)
        return try resolveTarget(path, from: frameClip)
    }
}
