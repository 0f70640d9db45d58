import AVM

/// Slash paths ("/a/b:x", "../c"), dot paths ("_root.a.b") and mixtures of both.
extension Machine {
    /// Whether a name has a character that makes it a path. Noted in the atom, so that it is looked for only once.
    @inline(__always)
    func mayBePath(_ name: Atom) -> Bool {
        let flags = name.string.flags
        if flags.contains(.machine1) { return flags.contains(.machine2) }
        return notePath(name)
    }

    @inline(never)
    private func notePath(_ name: Atom) -> Bool {
        var isPath = false
        for index in 0..<name.string.count {
            switch name.string[index] {
            case 0x2E, 0x2F, 0x3A: isPath = true  // . / :
            default: break
            }
        }
        name.string.flags.insert(isPath ? [.machine1, .machine2] : .machine1)
        return isPath
    }

    /// The value that a path names. Nil: it is no path after all, or names no clip; it is then a plain name.
    func getByPath(_ path: StringRef, _ frame: inout Frame) throws(ScriptError) -> (value: Value, owner: Value?)? {
        guard let (owner, variable) = try splitPath(path, &frame) else {
            // "/a/b" without a variable names a clip.
            guard path.units.contains(0x2F), let clip = try resolveTarget(path, &frame) else { return nil }
            return (Value(clip), nil)
        }
        guard let owner else { return (.undefined, nil) }
        return (try find(owner, variable) ?? .undefined, Value(owner))
    }

    /// A path's owner and variable: what stands before and after the last ":" or ".". Nil where there is none.
    func splitPath(
        _ path: StringRef, _ frame: inout Frame
    ) throws(ScriptError) -> (owner: Object?, variable: Atom)? {
        let units = path.units
        guard let split = units.lastIndex(where: { $0 == 0x3A || $0 == 0x2E }) else { return nil }
        // ".." is a step up, not an empty variable.
        if units[split] == 0x2E, split > 0, units[split - 1] == 0x2E { return nil }
        let owner = try resolvePath(units[..<split], &frame)
        let variable = heap.strings.intern(heap.makeString(utf16: Array(units[(split + 1)...])))
        return (owner, variable)
    }

    /// The clip or object that a target path names, from the frame's target. Nil where there is none.
    func resolveTarget(_ path: StringRef, _ frame: inout Frame) throws(ScriptError) -> Object? {
        if path.isEmpty { return frame.target.flatMap(liveClip) }
        return try resolvePath(path.units[...], &frame)
    }

    /// The clip or object that a path names from a clip, without any variables of running code.
    func resolveTarget(_ path: StringRef, from clip: Object) throws(ScriptError) -> Object? {
        var object: Object? = clip
        var rest = path.units[...]
        if rest.first == 0x2F { object = host.root(of: clip) }
        while let current = object, !rest.isEmpty {
            if rest.starts(with: [0x2E, 0x2E]) {
                rest = rest.dropFirst(2)
                object = host.isClip(current) ? host.parent(of: current) : nil
                continue
            }
            let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3A || $0 == 0x2E } ?? rest.endIndex
            let step = heap.strings.intern(heap.makeString(utf16: Array(rest[..<end])))
            rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
            if step == names.empty { continue }
            object = try take(step, from: current)
        }
        return object
    }

    private func take(_ step: Atom, from object: Object) throws(ScriptError) -> Object? {
        let folded = dialect.isCaseSensitive ? step : heap.strings.folded(step)
        if folded == names.this { return object }
        if let value = clipName(step, object) { return value.object }
        if let child = host.child(named: step.string, of: object, ignoresCase: !dialect.isCaseSensitive) {
            return child
        }
        return try find(object, step)?.object
    }

    /// Takes the steps of a path one by one.
    private func resolvePath(_ path: ArraySlice<UInt16>, _ frame: inout Frame) throws(ScriptError) -> Object? {
        var rest = path
        guard let start = frame.target.flatMap(liveClip) else { return nil }
        var object: Object? = start
        var isFirst = true
        if rest.first == 0x2F {
            rest.removeFirst()
            object = host.root(of: start)
            isFirst = false
        }
        while !rest.isEmpty, let current = object {
            if rest.starts(with: [0x2E, 0x2E]) {
                // ".." alone or before a "/".
                rest = rest.dropFirst(2)
                if rest.first == 0x2F { rest.removeFirst() }
                object = host.isClip(current) ? host.parent(of: current) : nil
                isFirst = false
                continue
            }
            let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3A || $0 == 0x2E } ?? rest.endIndex
            let step = heap.strings.intern(heap.makeString(utf16: Array(rest[..<end])))
            rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
            if step == names.empty { continue }
            object = try take(step, from: current, isFirst: isFirst, &frame)
            isFirst = false
        }
        return object
    }

    /// One step: a name that every clip knows, a child, or a property that is an object.
    private func take(
        _ step: Atom, from object: Object, isFirst: Bool, _ frame: inout Frame
    ) throws(ScriptError) -> Object? {
        let folded = dialect.isCaseSensitive ? step : heap.strings.folded(step)
        if folded == names.this { return isFirst ? frame.namedThis.object : object }
        if host.isClip(object) {
            if folded == names.root { return host.root(of: object) }
            if folded == names.parent { return host.parent(of: object) }
            if let level = levelNumber(folded.string.units[...]) { return host.level(level) }
            if let child = host.child(named: step.string, of: object, ignoresCase: !dialect.isCaseSensitive) {
                return child
            }
        }
        let value = isFirst ? try lookUp(step, &frame).value : try find(object, step) ?? .undefined
        return value.object
    }

    /// The number in "_level12", nil where it is none.
    func levelNumber(_ units: ArraySlice<UInt16>) -> Int? {
        let prefix: [UInt16] = [0x5F, 0x6C, 0x65, 0x76, 0x65, 0x6C]  // _level
        guard units.count > prefix.count, units.count < 16, units.starts(with: prefix) else { return nil }
        var number = 0
        for unit in units.dropFirst(prefix.count) {
            guard (0x30...0x39).contains(unit) else { return nil }
            number = number * 10 + Int(unit) - 0x30
        }
        return number
    }
}

extension Machine {
    /// The clip that a path names, seen from `clip`, for natives. Nil where there is none.
    public func clip(atPath path: StringRef, from clip: Object) throws(ScriptError) -> Object? {
        guard let found = try object(atPath: path, from: clip), host.isClip(found) else { return nil }
        return host.liveClip(found)
    }

    /// The object that a path names, seen from `clip`. Nil where there is none.
    public func object(atPath path: StringRef, from clip: Object) throws(ScriptError) -> Object? {
        let emptySource = CodeSource(bytes: [], swfVersion: dialect.swfVersion, machine: self, isKept: false)
        return try withExtendedLifetime(emptySource) { () throws(ScriptError) -> Object? in
            var frame = Frame(
                source: emptySource, block: 0..<0, registers: globalRegisters, registerCount: 4,
                scope: heap.makeScope(clip, outer: nil, kind: .clip), locals: nil, isFunction: false,
                this: Value(clip), baseClip: clip, target: clip, pool: UnsafeBufferPointer(start: nil, count: 0),
                callee: nil, superDepth: 0, stackBase: stack.top)
            return try resolveTarget(path, &frame)
        }
    }
}
