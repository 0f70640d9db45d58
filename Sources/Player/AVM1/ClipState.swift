import AVM
import AVM1

/// What ties a script object to its display object: `_x` and its like, children by name, `_root`, `_parent`, levels.
public final class ClipState: ExoticState {
    public let displayObject: DisplayObject
    /// The same, for looks that count no reference.
    private unowned(unsafe) let unretained: DisplayObject
    /// Where it stood when it was made, whatever its name has become since: once it has been removed, a reference to
    /// it means what stands there.
    let path: StringRef

    init(_ displayObject: DisplayObject) {
        self.displayObject = displayObject
        unretained = displayObject
        path = displayObject.player.heap.makeString(displayObject.dotPath)
    }

    public override var isLiveClip: Bool { !unretained.isRemoved }

    public override func visit(_ marker: inout Marker) {
        marker.visit(path)
        displayObject.visitScripts(&marker)
    }

    public override func get(_ name: Atom, _ object: Object, _ machine: Machine) throws(ScriptError) -> Value? {
        guard displayObject.isOnStage || displayObject.parent != nil else { return nil }
        let player = displayObject.player
        if let value = player.avm1.pathName(name, of: displayObject, machine) { return value }
        if let script = (displayObject as? Container)?.childScript(
            named: name.string, ignoresCase: !machine.dialect.isCaseSensitive)
        {
            return Value(script)
        }
        guard let property = player.avm1.properties.property(name, machine) else { return nil }
        return try property.get(displayObject, machine)
    }

    public override func set(
        _ name: Atom, _ value: Value, _ object: Object, _ machine: Machine
    ) throws(ScriptError) -> Bool {
        guard let property = displayObject.player.avm1.properties.property(name, machine) else { return false }
        try property.set?(displayObject, value, machine)
        return true
    }

    public override func has(_ name: Atom, _ object: Object, _ machine: Machine) -> Bool {
        if displayObject.player.avm1.properties.property(name, machine) != nil { return true }
        return (displayObject as? Container)?.child(
            named: name.string, ignoresCase: !machine.dialect.isCaseSensitive) != nil
    }

    public override func enumerate(_ object: Object, _ machine: Machine) -> [Atom] {
        guard let container = displayObject as? Container else { return [] }
        return container.children.reversed().compactMap { $0.name.map { machine.atom($0) } }
    }
}

extension Object {
    /// The display object behind a script object of ActionScript 1 or 2.
    public var displayObject: DisplayObject? {
        withClipState { $0?.displayObject }
    }

    /// The state of a clip, nil of what is none, without a count of its own.
    @inline(__always)
    func withClipState<Result>(_ body: (ClipState?) -> Result) -> Result {
        guard flags.contains(.exotic), let native = unmanagedNative else { return body(nil) }
        return native._withUnsafeGuaranteedRef { state in
            body(type(of: state) == ClipState.self ? unsafeDowncast(state, to: ClipState.self) : nil)
        }
    }
}

extension DisplayObject {
    /// The object of the nearest ancestor that has one.
    var scriptParent: Object? {
        if isOldRoot { return nil }
        var ancestor = parent
        while let object = ancestor {
            if let script = object.avm1Object() { return script }
            ancestor = object.parent
        }
        return nil
    }
}

extension Container {
    /// The object that a child's name stands for. What is no object itself, such as a static text, means this.
    func childScript(named name: StringRef, ignoresCase: Bool) -> Object? {
        child(named: name, ignoresCase: ignoresCase).flatMap { $0.avm1Object() ?? avm1Object() }
    }

    /// The first child of that name, in depth order.
    func child(named name: StringRef, ignoresCase: Bool) -> DisplayObject? {
        if children.isEmpty { return nil }
        let text = name.text
        if let exact = children.first(where: { $0.name == text }) { return exact }
        guard ignoresCase else { return nil }
        let folded = text.lowercased()
        return children.first { $0.name?.lowercased() == folded }
    }
}
