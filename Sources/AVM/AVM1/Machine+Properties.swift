import AVM

extension Machine {
    /// Prototype chains longer than this are cut, as Flash does.
    static let maximumProtoDepth = 255

    // MARK: Lookup

    /// The slot of an own property that the running code may see, nil where there is none.
    @inline(__always)
    func visibleSlot(_ name: Atom, of object: Object) -> Int? {
        if let slot = object.slot(of: name) { return isVisible(slot, of: object) ? slot : nil }
        return dialect.isCaseSensitive ? nil : foldedSlot(name, of: object)
    }

    @inline(never)
    private func foldedSlot(_ name: Atom, of object: Object) -> Int? {
        guard let slot = object.shape.slot(folded: heap.strings.folded(name), strings: heap.strings) else { return nil }
        return isVisible(slot, of: object) ? slot : nil
    }

    @inline(__always)
    private func isVisible(_ slot: Int, of object: Object) -> Bool {
        let attributes = object.attributes(slot)
        return attributes.rawValue & 0xFF80 == 0 || attributes.isDisjoint(with: dialect.hidingAttributes)
    }

    /// The slot of an own property whether or not the running code may see it.
    func anySlot(_ name: Atom, of object: Object) -> Int? {
        if let slot = object.slot(of: name) { return slot }
        if dialect.isCaseSensitive { return nil }
        return object.shape.slot(folded: heap.strings.folded(name), strings: heap.strings)
    }

    /// Whether `name` is `__proto__` in the running dialect.
    @inline(__always)
    func isProto(_ name: Atom) -> Bool {
        name == names.proto || (!dialect.isCaseSensitive && heap.strings.folded(name) == names.proto)
    }

    // MARK: Reading

    /// The value of a property, from the object or its prototypes; runs getters and `__resolve`. Undefined where
    /// there is none.
    public func get(_ object: Object, _ name: Atom) throws(ScriptError) -> Value {
        if let value = try find(object, name) { return value }
        return try resolve(object, name)
    }

    /// The same for an ASCII name.
    public func get(_ object: Object, _ name: StaticString) throws(ScriptError) -> Value {
        try get(object, heap.strings.pinned(name))
    }

    /// The value of a property of any value; that of a primitive is looked up on its class's prototype.
    public func get(_ value: Value, _ name: Atom) throws(ScriptError) -> Value {
        if let object = value.object { return try get(object, name) }
        guard hasOriginalClass(value) else {
            return try makeBox(of: value).map { (box) throws(ScriptError) in try get(box, name) } ?? .undefined
        }
        guard let prototype = primitivePrototype(value) else { return .undefined }
        if isProto(name) { return Value(prototype) }
        // As on the box that `new` would make.
        if name == names.hiddenConstructor { return prototype.ownValue(names.constructor) ?? .undefined }
        if let string = value.string, name == names.length { return Value(string.count) }
        return try find(prototype, name, receiver: value) ?? .undefined
    }

    /// The value of a property without asking `__resolve`, nil where there is none.
    public func find(_ object: Object, _ name: Atom) throws(ScriptError) -> Value? {
        try find(object, name, receiver: Value(object))
    }

    /// Looks from `start` on, running getters on `receiver`.
    func find(_ start: Object, _ name: Atom, receiver: Value) throws(ScriptError) -> Value? {
        if isProto(name) {
            return !dialect.hasFunctionClass && start.flags.contains(.callable) ? .undefined : start.proto
        }
        var holder = start
        for _ in 0..<Self.maximumProtoDepth {
            if let slot = visibleSlot(name, of: holder) {
                if let accessor = holder.accessorCell(slot) { return try read(accessor, receiver) }
                return holder.value(slot)
            }
            if holder.flags.contains(.exotic), let state = holder.native(as: ExoticState.self),
                let value = try state.get(name, holder, self)
            {
                return value
            }
            guard let next = prototype(of: holder) else { return nil }
            holder = next
        }
        // A chain without an end ends all scripts.
        throw .halted(.tooDeep)
    }

    /// The next object in a prototype chain. A clip hands down nothing: it ends the chain that leads to it.
    @inline(__always)
    func prototype(of object: Object) -> Object? {
        guard let next = object.proto.object else { return nil }
        // Without a class of their own functions inherit nothing.
        if object.flags.contains(.callable), !dialect.hasFunctionClass { return nil }
        return next.flags.contains(.exotic) && !next.flags.contains(.array) && host.isClip(next) ? nil : next
    }

    /// Asks the object's `__resolve`, if it has one, for a property that is missing.
    private func resolve(_ object: Object, _ name: Atom) throws(ScriptError) -> Value {
        guard let resolver = try find(object, names.resolve), resolver.object?.flags.contains(.callable) == true else {
            return .undefined
        }
        return try call(resolver, this: Value(object), [Value(name.string)])
    }

    /// The object in the chain from `object` on that has the property as its own, with its slot; exotic ones aside.
    public func holder(of name: Atom, from object: Object) -> (object: Object, slot: Int)? {
        var holder = object
        for _ in 0..<Self.maximumProtoDepth {
            if let slot = visibleSlot(name, of: holder) { return (holder, slot) }
            guard let next = holder.proto.object else { return nil }
            holder = next
        }
        return nil
    }

    public func hasOwnProperty(_ object: Object, _ name: Atom) -> Bool {
        if anySlot(name, of: object) != nil { return true }
        if isProto(name) { return !object.proto.isUndefined }
        guard object.flags.contains(.exotic), let state = object.native(as: ExoticState.self) else { return false }
        return state.has(name, object, self)
    }

    public func hasProperty(_ object: Object, _ name: Atom) -> Bool {
        var holder = object
        for _ in 0..<Self.maximumProtoDepth {
            if hasOwnProperty(holder, name) { return true }
            guard let next = prototype(of: holder) else { return false }
            holder = next
        }
        return false
    }

    // MARK: Writing

    /// Sets a property: through a setter of the object or its prototypes, else as the object's own.
    public func set(_ object: Object, _ name: Atom, _ value: Value) throws(ScriptError) {
        if isProto(name) {
            object.proto = value
            return
        }
        var value = value
        if object.flags.contains(.watched) { value = try watched(object, name, value) }
        if let slot = visibleSlot(name, of: object) {
            if let accessor = object.accessorCell(slot) { return try write(accessor, value, Value(object)) }
            if !object.attributes(slot).contains(.readOnly) { object.setValue(slot, value) }
            return
        }
        if object.flags.contains(.exotic), let state = object.native(as: ExoticState.self),
            try state.set(name, value, object, self)
        {
            return
        }
        // A property that is there but hidden from this version is overwritten where it is.
        if let slot = object.slot(of: name) {
            heap.define(name, value, object.attributes(slot).subtracting([.versions, .accessor]), on: object)
            return
        }
        if try setInherited(object, name, value) { return }
        heap.add(name, value, to: object)
    }

    public func set(_ object: Object, _ name: StaticString, _ value: Value) throws(ScriptError) {
        try set(object, heap.strings.pinned(name), value)
    }

    /// Runs a getter. One that is running already gives the stored value.
    private func read(_ accessor: UnsafeMutablePointer<AccessorCell>, _ this: Value) throws(ScriptError) -> Value {
        guard accessor.pointee.depth < dialect.accessorDepth else { return accessor.pointee.stored }
        accessor.pointee.depth += 1
        defer { accessor.pointee.depth -= 1 }
        return try call(accessor.pointee.getter, this: this, [])
    }

    /// Runs a setter and stores the value. One that is running already only stores it.
    private func write(
        _ accessor: UnsafeMutablePointer<AccessorCell>, _ value: Value, _ this: Value
    ) throws(ScriptError) {
        if !accessor.pointee.setter.isUndefined, accessor.pointee.depth < dialect.accessorDepth {
            accessor.pointee.depth += 1
            defer { accessor.pointee.depth -= 1 }
            _ = try call(accessor.pointee.setter, this: this, [value])
        }
        accessor.pointee.stored = value
    }

    /// Runs the setter that a prototype has for the name, even one behind a plain property. False: none has one.
    private func setInherited(_ object: Object, _ name: Atom, _ value: Value) throws(ScriptError) -> Bool {
        var next = prototype(of: object)
        for _ in 0..<Self.maximumProtoDepth {
            guard let holder = next else { return false }
            if let slot = visibleSlot(name, of: holder), let accessor = holder.accessorCell(slot) {
                try write(accessor, value, Value(object))
                return true
            }
            next = prototype(of: holder)
        }
        return false
    }

    /// Defines an own property whatever was there. For natives; calls no setter.
    public func define(
        _ object: Object, _ name: StaticString, _ value: Value, _ attributes: PropertyAttributes = []
    ) {
        heap.define(heap.strings.pinned(name), value, attributes, on: object)
    }

    // MARK: Deleting and listing

    /// Deletes an own property. False where there is none or it may not be deleted.
    public func delete(_ object: Object, _ name: Atom) -> Bool {
        if let slot = anySlot(name, of: object) {
            if object.attributes(slot).contains(.dontDelete) { return false }
            heap.delete(slot: slot, from: object)
            return true
        }
        guard object.flags.contains(.exotic), let state = object.native(as: ExoticState.self) else { return false }
        return state.delete(name, object, self) ?? false
    }

    /// The names that `for … in` shows, in its order: newest first, the object's own before its prototypes'.
    public func enumerate(_ object: Object) -> [Atom] {
        var result: [Atom] = []
        var seen: Set<Atom> = []
        var next: Object? = object
        for _ in 0..<Self.maximumProtoDepth {
            guard let holder = next else { break }
            // A clip shows its children first, an array its elements last: they are older than what was added to it.
            let isArray = holder.flags.contains(.array)
            if !isArray { enumerateExotic(holder, &result, &seen) }
            for slot in (0..<holder.slotCount).reversed() {
                guard let name = holder.shape.entry(slot).name else { continue }
                // A property that is not shown also hides one of the same name further down the chain.
                guard seen.insert(name).inserted else { continue }
                if !holder.attributes(slot).contains(.dontEnum) { result.append(name) }
            }
            if holder.flags.contains(.showsProto), seen.insert(names.proto).inserted { result.append(names.proto) }
            if isArray { enumerateExotic(holder, &result, &seen) }
            next = holder.proto.object
        }
        return result
    }

    private func enumerateExotic(_ object: Object, _ result: inout [Atom], _ seen: inout Set<Atom>) {
        guard object.flags.contains(.exotic), let state = object.native(as: ExoticState.self) else { return }
        for name in state.enumerate(object, self) where seen.insert(name).inserted { result.append(name) }
    }

    // MARK: Primitives

    /// Where properties of a primitive are looked up; nil for undefined and null.
    public func primitivePrototype(_ value: Value) -> Object? {
        if value.isString { return prototypes.string }
        if value.isNumber { return prototypes.number }
        if value.isBool { return prototypes.boolean }
        return nil
    }

    /// Whether `constructor.prototype` is in the chain of `value`, as `instanceof` asks.
    public func isInstance(_ value: Value, of constructor: Object) throws(ScriptError) -> Bool {
        guard let object = value.object, let prototype = storedPrototype(Value(constructor)) else { return false }
        return isAbove(prototype, object.proto.object)
    }

    /// Whether `prototype` is an interface of a class, or of one of its interfaces. What those inherit does not count.
    private func implements(_ holder: Object, _ prototype: Object, depth: Int) -> Bool {
        // Interfaces may name one another in a circle.
        guard depth < 16, let own = interfaces[holder.identity] else { return false }
        return own.contains { $0 == prototype || implements($0, prototype, depth: depth + 1) }
    }

    /// Whether `prototype` is in a chain, or is an interface of one in it.
    private func isAbove(_ prototype: Object, _ start: Object?) -> Bool {
        var next = start
        for _ in 0..<Self.maximumProtoDepth {
            guard let holder = next else { return false }
            if holder == prototype || implements(holder, prototype, depth: 0) { return true }
            next = holder.proto.object
        }
        return false
    }
}

extension CellFlags {
    /// AVM1: some property of the object is watched.
    static let watched = CellFlags.machine0
    /// AVM1: `for … in` shows `__proto__`, because `ASSetPropFlags` has shown all that was hidden.
    static let showsProto = CellFlags.machine2
}
