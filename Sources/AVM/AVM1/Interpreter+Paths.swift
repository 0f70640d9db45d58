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
    ///
    /// The last ":" or "." parts the variable from its owner, which is looked for from every scope on, innermost
    /// first, until one has the variable.
    func getByPath(_ path: StringRef, _ frame: inout Frame) throws(ScriptError) -> (value: Value, owner: Value?)? {
        let units = path.units
        guard let (owner, variable) = splitPath(units) else {
            // "/a/b" without a variable names a clip.
            guard units.contains(0x2F) else { return nil }
            var next: Scope? = frame.scope
            while let scope = next {
                if let start = variables(of: scope, frame),
                    let found = try followPath(units[...], from: start, isFirst: false, frame)
                {
                    // Slashes lead to clips only.
                    return (host.isClip(found) ? Value(found) : .undefined, nil)
                }
                next = scope.outer
            }
            return nil
        }
        var next: Scope? = frame.scope
        while let scope = next {
            if !owner.isEmpty, let start = variables(of: scope, frame),
                let found = try followPath(owner, from: start, frame), let value = try find(found, variable)
            {
                return (value, Value(found))
            }
            next = scope.outer
        }
        if !owner.isEmpty, dialect.hasGlobalScope, let found = try followPath(owner, from: global, frame) {
            return (try find(found, variable) ?? .undefined, Value(found))
        }
        return (.undefined, nil)
    }

    /// A path's owner and variable: what stands before and after the last ":" or ".". Nil where there is none.
    func splitPath(_ units: [UInt16]) -> (owner: ArraySlice<UInt16>, variable: Atom)? {
        guard let split = units.lastIndex(where: { $0 == 0x3A || $0 == 0x2E }) else { return nil }
        return (units[..<split], heap.strings.intern(heap.makeString(utf16: Array(units[(split + 1)...]))))
    }

    /// The object that a path's owner names, from the first scope from which it names one. Nil: there is none.
    func pathOwner(_ owner: ArraySlice<UInt16>, _ frame: inout Frame) throws(ScriptError) -> Object? {
        var next: Scope? = frame.scope
        while let scope = next {
            if let start = variables(of: scope, frame), let found = try followPath(owner, from: start, frame) {
                return found
            }
            next = scope.outer
        }
        return dialect.hasGlobalScope ? try followPath(owner, from: global, frame) : nil
    }

    /// The clip or object that a target path names, from the frame's target. Nil where there is none.
    func resolveTarget(_ path: StringRef, _ frame: inout Frame) throws(ScriptError) -> Object? {
        guard let start = targetOrRoot(frame) else { return nil }
        return try followPath(path.units[...], from: start, isFirst: false, frame, warns: true)
    }

    /// The clip or object that a path names from a clip, without any variables of running code.
    func resolveTarget(_ path: StringRef, from clip: Object) throws(ScriptError) -> Object? {
        try followPath(path.units[...], from: clip, isFirst: false, nil)
    }

    /// Takes the steps of a path one by one from `start` on.
    ///
    /// ":", "." and "/" all part steps, but behind a "/" the "." is a letter like any other. A "/" at the start means
    /// the root. `warns`: a step to a primitive is noted in the log, as the debug player of Flash does.
    private func followPath(
        _ path: ArraySlice<UInt16>, from start: Object, isFirst: Bool = true, _ frame: Frame?, warns: Bool = false
    ) throws(ScriptError) -> Object? {
        // Behind two ":" there is nothing to name.
        if path.count >= 2, path.last == 0x3A, path[path.endIndex - 2] == 0x3A { return nil }
        let isOwner = isFirst
        var rest = path
        var object = start
        var isFirst = isFirst
        var hasSlash = false
        // What ended the step before.
        var delimiter: UInt16 = 0
        if rest.first == 0x2F {
            rest.removeFirst()
            let clip = frame.flatMap { targetOrRoot($0) } ?? start
            guard host.isClip(clip), let root = host.root(of: clip) else { return nil }
            object = root
            hasSlash = true
            delimiter = 0x2F
        }
        while !rest.isEmpty {
            // What follows the last ":" is a step of its own, even where nothing does.
            rest = rest.drop { $0 == 0x3A }
            if delimiter != 0x2E, rest.starts(with: [0x2E, 0x2E]),
                rest.count == 2 || rest[rest.startIndex + 2] == 0x2F
                    || rest[rest.startIndex + 2] == 0x3A
            {
                if rest.count > 2 {
                    delimiter = rest[rest.startIndex + 2]
                    if delimiter == 0x2F { hasSlash = true }
                }
                rest = rest.dropFirst(3)
                guard host.isClip(object), let parent = host.parent(of: object) else { return nil }
                object = parent
                isFirst = false
                continue
            }
            let end = rest.firstIndex { $0 == 0x3A || $0 == 0x2F || ($0 == 0x2E && !hasSlash) } ?? rest.endIndex
            if end < rest.endIndex, rest[end] == 0x2F { hasSlash = true }
            let step = heap.strings.intern(heap.makeString(utf16: Array(rest[..<end])))
            // Nothing between two delimiters is no step, but for "//".
            let isNone = step == names.empty && delimiter != 0x2F && delimiter != 0
            // The owner of a variable has no empty steps before others; a target may.
            if isNone, delimiter == 0x2E, isOwner, end + 1 < rest.endIndex, rest[end + 1] != 0x2E { return nil }
            if end < rest.endIndex { delimiter = rest[end] }
            rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
            if isNone { continue }
            let value = try take(step, from: object, isFirst: isFirst, frame)
            isFirst = false
            guard let next = value.object else {
                if warns && !value.isNullish { warnOfPrimitive() }
                return nil
            }
            object = next
        }
        return object
    }

    /// Flash's own words, which its debug player writes where a path leads to a primitive.
    private func warnOfPrimitive() {
        host.trace(
            heap.makeString(
                "Parameters of primitive types are no longer coerced into the required type - Object."))
    }

    /// One step: a name that every clip knows, a child, or a property.
    private func take(
        _ step: Atom, from object: Object, isFirst: Bool, _ frame: Frame?
    ) throws(ScriptError) -> Value {
        if isFirst {
            let folded = dialect.isCaseSensitive ? step : heap.strings.folded(step)
            if folded == names.this { return frame?.namedThis ?? Value(object) }
            if folded == names.root, let clip = frame.flatMap({ targetOrRoot($0) }) {
                return Value(orUndefined: host.root(of: clip))
            }
        }
        if host.isClip(object) {
            if let child = host.child(named: step.string, of: object, ignoresCase: !dialect.isCaseSensitive) {
                return Value(child)
            }
            if let value = clipName(step, object) { return value }
        }
        return try find(object, step) ?? .undefined
    }

    /// The clip that names and paths start from: the target, the code's own clip where the target has been removed
    /// since, and the root where that has gone too or `tellTarget` found nothing.
    func targetOrRoot(_ frame: Frame) -> Object? {
        if let target = frame.target, host.liveClip(target) == target { return target }
        guard let base = frame.baseClip, host.liveClip(base) == base else { return host.level(0) }
        return frame.target == nil ? host.root(of: base) : base
    }

    /// The number in "_level12", or in its older form "_flash12"; nil where it is none.
    public func levelNumber(_ units: ArraySlice<UInt16>) -> Int? {
        let level: [UInt16] = [0x5F, 0x6C, 0x65, 0x76, 0x65, 0x6C]
        let flash: [UInt16] = [0x5F, 0x66, 0x6C, 0x61, 0x73, 0x68]
        guard units.count > 6, units.count < 16, units.starts(with: level) || units.starts(with: flash) else {
            return nil
        }
        var number = 0
        for unit in units.dropFirst(6) {
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
