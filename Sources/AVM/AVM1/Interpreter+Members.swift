import AVM

extension Machine {
    // MARK: GetMember, SetMember

    /// The value of a member; notes in `cache` where it was found.
    @inline(never)
    func getMember(
        _ owner: Value, _ name: Value, _ cache: UnsafeMutablePointer<MemberCache>
    ) throws(ScriptError) -> Value {
        guard var object = owner.object else { return try get(owner, try memberName(name)) }
        if name.isInt, object.flags.contains(.array), let array = object.native(as: ArrayState.self),
            array.hasElement(Int(name.unsafeInt))
        {
            return array[Int(name.unsafeInt)]
        }
        let atom = try memberName(name)
        if object.flags.contains(.exotic) {
            guard let meant = meant(by: object) else { return .undefined }
            object = meant
        }
        if let superState = superState(object) { return try getSuper(superState, atom).value }
        if let slot = cacheableSlot(atom, of: object) {
            cache.pointee = MemberCache(
                shapeID: object.shapeID, slot: Int32(truncatingIfNeeded: slot), name: atom.string.identity)
            return object.value(slot)
        }
        return try get(object, atom)
    }

    @inline(never)
    func setMember(
        _ owner: Value, _ name: Value, _ value: Value, _ cache: UnsafeMutablePointer<MemberCache>
    ) throws(ScriptError) {
        guard var object = owner.object else { return }
        if name.isInt, name.unsafeInt >= 0, object.flags.contains(.array), !object.flags.contains(.watched),
            let array = object.native(as: ArrayState.self), array.set(Int(name.unsafeInt), value)
        {
            return
        }
        let atom = try memberName(name)
        if object.flags.contains(.exotic) {
            guard let meant = meant(by: object) else { return }
            object = meant
        }
        if let superState = superState(object) {
            if let target = superState.this.object { try set(target, atom, value) }
            return
        }
        if let slot = cacheableSlot(atom, of: object), !object.attributes(slot).contains(.readOnly),
            !object.flags.contains(.watched)
        {
            cache.pointee = MemberCache(
                shapeID: object.shapeID, slot: Int32(truncatingIfNeeded: slot), name: atom.string.identity)
        }
        try set(object, atom, value)
    }

    /// What a reference to a clip means now, see ``MachineHost/liveClip(_:)``; any other object means itself.
    func meant(by object: Object) -> Object? {
        if object.flags.contains(.array) || object.isLiveClip || !host.isClip(object) { return object }
        return host.liveClip(object)
    }

    func memberName(_ name: Value) throws(ScriptError) -> Atom {
        if let string = name.string { return string.asAtom ?? heap.strings.intern(string) }
        return try toAtom(name)
    }

    /// The slot of an own property that a cache may remember: exactly that name, seen by every version, no accessor,
    /// and nothing that comes before it or watches it.
    private func cacheableSlot(_ name: Atom, of object: Object) -> Int? {
        guard !object.flags.contains(.exotic), !object.flags.contains(.watched), name != names.proto,
            let slot = object.slot(of: name)
        else { return nil }
        let attributes = object.attributes(slot)
        return attributes.isDisjoint(with: [.accessor, .readOnly]) && attributes.rawValue & 0xFF80 == 0 ? slot : nil
    }

    // MARK: super

    func superState(_ object: Object) -> SuperState? {
        object.flags.contains(.machine1) ? object.native(as: SuperState.self) : nil
    }

    /// The object that stands for `super` in a function that was found `depth` prototypes above `this`.
    func makeSuper(this: Value, depth: Int) -> Value {
        let object = heap.makeObject(proto: .undefined, inlineValues: 0, flags: [.callable, .machine1])
        let state = SuperState(this: this, depth: depth)
        object.setNative(state)
        // Its members are those of the prototype above, which is itself what `super` is.
        let start = prototypeBelowSuper(state)
        // In a function that is the object's own it is that of a function of the object's class.
        let isOwn = depth == 0 && this.isObject
        object.proto = isOwn ? start?.proto ?? .undefined : Value(orUndefined: start)
        return Value(object)
    }

    /// The prototype on which the running function was found; nil where that is a primitive itself.
    private func basePrototype(_ state: SuperState) -> Object? {
        var prototype = state.this.object
        var steps = state.depth
        if prototype == nil, steps > 0 {
            prototype = primitivePrototype(state.this)
            steps -= 1
        }
        for _ in 0..<steps { prototype = prototype?.proto.object }
        return prototype
    }

    private func prototypeOfThis(_ state: SuperState) -> Object? {
        state.this.object.map { $0.proto.object } ?? primitivePrototype(state.this)
    }

    /// The prototype above which `super` begins.
    private func prototypeBelowSuper(_ state: SuperState) -> Object? {
        if state.depth == 0, !state.this.isObject { return primitivePrototype(state.this) }
        return basePrototype(state)?.proto.object
    }

    /// A method of `super`, with the depth at which it was found.
    func getSuper(_ state: SuperState, _ name: Atom) throws(ScriptError) -> (value: Value, depth: Int) {
        // A clip is no class.
        guard let start = prototypeBelowSuper(state), !host.isClip(start) else { return (.undefined, 0) }
        let (value, depth) = try findWithDepth(start, name, receiver: state.this)
        return (value ?? .undefined, state.depth + 1 + (dialect.superFollowsHolder ? depth : 0))
    }

    /// The constructor that `super(…)` calls.
    func superConstructor(_ state: SuperState) throws(ScriptError) -> Value {
        // A function that is the object's own calls the constructor of the object's class.
        let start = state.depth == 0 ? prototypeOfThis(state) : basePrototype(state)
        guard let start, !host.isClip(start) else { return .undefined }
        return try find(start, names.hiddenConstructor, receiver: state.this) ?? .undefined
    }

    /// The value of a property and how many prototypes up it was found.
    func findWithDepth(
        _ start: Object, _ name: Atom, receiver: Value
    ) throws(ScriptError) -> (value: Value?, depth: Int) {
        if isProto(name) { return (start.proto, 0) }
        var holder = start
        for depth in 0..<Self.maximumProtoDepth {
            if visibleSlot(name, of: holder) != nil { return (try find(holder, name, receiver: receiver), depth) }
            if holder.flags.contains(.exotic), let state = holder.native(as: ExoticState.self),
                let value = try state.get(name, holder, self)
            {
                return (value, depth)
            }
            guard let next = prototype(of: holder) else { break }
            holder = next
        }
        return (nil, 0)
    }
}
