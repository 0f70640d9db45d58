import AVM

/// A property that `Object.watch` observes.
struct WatchKey: Hashable {
    let object: UInt
    let name: Atom
}

struct Watch {
    /// Keeps the object alive while it is watched, so that its identity stays its own.
    let object: Object
    let name: Atom
    let callback: Value
    let userData: Value
    /// How often the watcher is running now.
    var depth: UInt32 = 0

    func visit(_ marker: inout Marker) {
        marker.visit(object)
        marker.visit(name)
        marker.visit(callback)
        marker.visit(userData)
    }
}

extension Machine {
    /// Lets a watcher of the property, if there is one, change the value that is about to be set.
    func watched(_ object: Object, _ name: Atom, _ value: Value) throws(ScriptError) -> Value {
        let key = WatchKey(object: object.identity, name: watchName(name))
        guard let watch = watches[key] else { return value }
        // The getter and the setter of the property, and its watcher, nest in one another only so far.
        let found = holder(of: name, from: object)
        let accessor = found.flatMap { $0.object.accessorCell($0.slot) }
        guard max(watch.depth, accessor?.pointee.depth ?? 0) < dialect.accessorDepth else { return value }
        let old: Value
        if let accessor {
            old = accessor.pointee.stored
        } else if let found {
            old = found.object.value(found.slot)
        } else {
            old = try find(object, name) ?? .undefined
        }
        watches[key]?.depth += 1
        accessor?.pointee.depth += 1
        defer {
            if let depth = watches[key]?.depth, depth > 0 { watches[key]?.depth = depth - 1 }
            accessor?.pointee.depth -= 1
        }
        do throws(ScriptError) {
            return try call(watch.callback, this: Value(object), [Value(name.string), old, value, watch.userData])
        } catch {
            // The property is lost to a watcher that throws.
            if case .thrown = error { heap.define(name, .undefined, on: object) }
            throw error
        }
    }

    /// Begins to observe a property. False where the callback is no function.
    public func watch(_ object: Object, _ name: Atom, _ callback: Value, userData: Value) -> Bool {
        guard callback.object?.flags.contains(.callable) == true else { return false }
        watches[WatchKey(object: object.identity, name: watchName(name))] = Watch(
            object: object, name: name, callback: callback, userData: userData)
        object.flags.insert(.watched)
        return true
    }

    /// Ends the observation. False where there was none, and where the property is one that functions read and write:
    /// its observation goes on.
    public func unwatch(_ object: Object, _ name: Atom) -> Bool {
        if let slot = anySlot(name, of: object), object.accessorCell(slot) != nil { return false }
        return watches.removeValue(forKey: WatchKey(object: object.identity, name: watchName(name))) != nil
    }

    private func watchName(_ name: Atom) -> Atom { dialect.isCaseSensitive ? name : heap.strings.folded(name) }
}
