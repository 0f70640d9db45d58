import AVM

extension Machine {
    // MARK: GetVariable

    /// The value of a variable by its name or path, and the object it was found on where that is the `this` of a call.
    func getVariable(_ name: Value, _ frame: inout Frame) throws(ScriptError) -> (value: Value, owner: Value?) {
        let string = try toString(name)
        let atom = string.asAtom ?? heap.strings.intern(string)
        if mayBePath(atom), let found = try getByPath(string, &frame) { return found }
        return try lookUp(atom, &frame)
    }

    /// The value of a variable by a plain name: from the scopes, innermost first.
    func lookUp(_ name: Atom, _ frame: inout Frame) throws(ScriptError) -> (value: Value, owner: Value?) {
        if dialect.hasThis, name == names.this || isFolded(name, names.this) { return (frame.namedThis, nil) }
        var next: Scope? = frame.scope
        while let scope = next {
            let variables = variables(of: scope, frame)
            if let variables, let value = try find(variables, name) {
                return (value, Value(variables))
            }
            next = scope.outer
        }
        if dialect.hasThis, let target = targetOrRoot(frame), let value = clipName(name, target) { return (value, nil) }
        if dialect.hasGlobalScope, let value = try find(global, name) { return (value, nil) }
        return (.undefined, nil)
    }

    /// The object of a scope's variables. A clip's scope is that of the clip that SetTarget has chosen.
    func variables(of scope: Scope, _ frame: Frame) -> Object? {
        guard scope.kind == .clip else { return scope.variables }
        if frame.isTargetChanged { return targetOrRoot(frame) }
        return scope.variables.isLiveClip ? scope.variables : targetOrRoot(frame)
    }

    /// The clip itself, or what stands at its path today where it has been removed.
    func liveClip(_ clip: Object) -> Object? { host.isClip(clip) ? host.liveClip(clip) : clip }

    /// `_root`, `_level3` and the like, which every scope knows.
    func clipName(_ name: Atom, _ clip: Object) -> Value? {
        let folded = dialect.isCaseSensitive ? name : heap.strings.folded(name)
        if folded == names.root { return Value(orUndefined: host.root(of: clip)) }
        if folded == names.parent { return Value(orUndefined: host.parent(of: clip)) }
        if folded == names.global, dialect.hasGlobal { return Value(global) }
        guard let level = levelNumber(folded.string.units[...]) else { return nil }
        return Value(orUndefined: host.level(level))
    }

    func isFolded(_ name: Atom, _ known: Atom) -> Bool {
        !dialect.isCaseSensitive && heap.strings.folded(name) == known
    }

    // MARK: SetVariable

    func setVariable(_ name: Value, _ value: Value, _ frame: inout Frame) throws(ScriptError) {
        let string = try toString(name)
        let atom = string.asAtom ?? heap.strings.intern(string)
        if atom == names.empty { return }
        if mayBePath(atom), let (owner, variable) = splitPath(string.units) {
            if let owner = try pathOwner(owner, &frame) { try set(owner, variable, value) }
            return
        }
        var next: Scope? = frame.scope
        while let scope = next {
            guard let variables = variables(of: scope, frame) else { return }
            if try takesVariable(scope, variables, atom) {
                return try set(variables, atom, value)
            }
            next = scope.outer
        }
        if let target = targetOrRoot(frame) { try set(target, atom, value) }
    }

    /// Whether a scope takes a value for the variable: that of a clip always does, others where they have it.
    ///
    /// Quirk: a clip in a `with` takes its own variables and built-in properties only; its children and the plain
    /// variables of its prototypes are read there, but not written.
    private func takesVariable(_ scope: Scope, _ variables: Object, _ name: Atom) throws(ScriptError) -> Bool {
        if scope.kind == .clip { return true }
        guard scope.kind == .with, host.isClip(variables) else { return hasProperty(variables, name) }
        if visibleSlot(name, of: variables) != nil { return true }
        if let state = variables.native(as: ExoticState.self), state.has(name, variables, self) {
            let value = try state.get(name, variables, self)
            return value?.object.map { !host.isClip($0) } ?? true
        }
        guard let (holder, slot) = holder(of: name, from: variables) else { return false }
        return holder.accessorCell(slot) != nil
    }

    /// `var name = value`: a local variable of a function, else a variable of the clip.
    func defineLocal(_ name: Atom, _ value: Value, _ frame: inout Frame) throws(ScriptError) {
        if frame.isFunction {
            // A `with` that has the name takes the value.
            var next: Scope? = frame.scope
            while let scope = next, scope.kind == .with {
                if hasProperty(scope.variables, name) { return try set(scope.variables, name, value) }
                next = scope.outer
            }
            let locals = makeLocals(&frame)
            if let slot = visibleSlot(name, of: locals) {
                locals.setValue(slot, value)
            } else {
                heap.add(name, value, to: locals)
            }
            return
        }
        if mayBePath(name) { return try setVariable(Value(name.string), value, &frame) }
        guard let variables = variables(of: frame.scope, frame) else { return }
        try set(variables, name, value)
    }

    /// `var name`: makes it where it is missing, undefined.
    func declareLocal(_ name: Atom, _ frame: inout Frame) throws(ScriptError) {
        if frame.isFunction {
            let locals = makeLocals(&frame)
            if visibleSlot(name, of: locals) == nil { heap.add(name, .undefined, to: locals) }
        } else if mayBePath(name), let (owner, variable) = splitPath(name.string.units) {
            if let owner = try pathOwner(owner, &frame), !hasProperty(owner, variable) {
                try set(owner, variable, .undefined)
            }
        } else if let target = targetOrRoot(frame), !hasProperty(target, name) {
            try set(target, name, .undefined)
        }
    }

    /// The function's local variables, which are made when first needed.
    func makeLocals(_ frame: inout Frame) -> Object {
        if let locals = frame.locals { return locals }
        let locals = heap.makeObject(proto: .undefined, inlineValues: 6)
        frame.locals = locals
        if frame.withs.isEmpty {
            frame.scope = heap.makeScope(locals, outer: frame.scope, kind: .local)
        } else {
            // The scope belongs below those of the `with` blocks: they are made anew above it.
            var objects: [Object] = []
            var outer: Scope? = frame.scope
            for _ in 0..<frame.withs.count {
                if let scope = outer { objects.append(scope.variables) }
                outer = outer?.outer
            }
            var scope = heap.makeScope(locals, outer: outer, kind: .local)
            for object in objects.reversed() { scope = heap.makeScope(object, outer: scope, kind: .with) }
            frame.scope = scope
        }
        return locals
    }

    /// ActionDelete2: deletes a variable. True where it is gone.
    func deleteVariable(_ name: Value, _ frame: inout Frame) throws(ScriptError) -> Bool {
        let string = try toString(name)
        let atom = string.asAtom ?? heap.strings.intern(string)
        if mayBePath(atom), let (path, variable) = splitPath(string.units) {
            let owner = try resolveTarget(heap.makeString(utf16: Array(path)), &frame)
            return owner.map { delete($0, variable) } ?? false
        }
        var next: Scope? = frame.scope
        while let scope = next {
            if let variables = variables(of: scope, frame), hasOwnProperty(variables, atom) {
                // What belongs to a call cannot be deleted.
                if scope.kind == .local { return false }
                return delete(variables, atom)
            }
            next = scope.outer
        }
        return hasOwnProperty(global, atom) ? delete(global, atom) : false
    }

    // MARK: with

    /// False: the value is no object.
    func enterWith(_ value: Value, body: Range<Int>, _ frame: inout Frame) -> Bool {
        guard frame.withs.count < WithBlocks.maximumCount, let object = toObject(value) else { return false }
        frame.scope = heap.makeScope(object, outer: frame.scope, kind: .with)
        frame.withs.append(body)
        return true
    }

    /// Leaves the `with` blocks that end at an offset.
    func leaveWiths(endingAt offset: Int, _ frame: inout Frame) {
        while let last = frame.withs.last, last.upperBound == offset { leaveWith(&frame) }
    }

    /// Leaves the `with` blocks that a jump leads out of.
    func leaveWiths(jumpingTo offset: Int, _ frame: inout Frame) {
        while let last = frame.withs.last, !last.contains(offset) { leaveWith(&frame) }
    }

    private func leaveWith(_ frame: inout Frame) {
        frame.withs.removeLast()
        if let outer = frame.scope.outer { frame.scope = outer }
    }
}
