import AVM

/// What a `Dictionary` object is: values by key, objects by what they are. In order of arrival.
public final class DictionaryState: ExoticState {
    private struct Entry {
        var key: Value
        var value: Value
    }

    /// Nil: taken out. Steps of an enumeration are places in this, so that they stay what they are.
    private var entries: [Entry?] = []
    private var places: [Value: Int] = [:]
    /// A key that is an object does not keep it alive.
    private(set) var isWeak = false
    private var registry: WeakDictionaries?

    func makeWeak(_ registry: WeakDictionaries) {
        isWeak = true
        self.registry = registry
        registry.add(self)
    }

    deinit { registry?.remove(self) }

    public override func visit(_ marker: inout Marker) {
        for entry in entries {
            guard let entry else { continue }
            if !isWeak || !entry.key.isObject { marker.visit(entry.key) }
            marker.visit(entry.value)
        }
    }

    public override var externalSize: Int { entries.count * 48 }

    /// Forgets the keys that nothing else holds.
    fileprivate func dropUnmarked(_ heap: Heap) {
        for (place, entry) in entries.enumerated() {
            if let entry, entry.key.isObject, !heap.isMarked(entry.key) {
                entries[place] = nil
                places[entry.key] = nil
            }
        }
    }

    /// Numbers that are indices are the same key as their text.
    private func key(_ name: PropertyName, _ machine: AVM2Machine) -> Value? {
        if name.known == nil, name.index < 0 { return name.key.isObject ? name.key : nil }
        guard name.isPublic else { return nil }
        if let index = name.arrayIndex { return Value(index) }
        return name.known.map { Value($0.string) }
    }

    public var keys: [Value] { entries.compactMap { $0?.key } }
    public func value(of key: Value) -> Value? { places[key].flatMap { entries[$0]?.value } }

    public func set(_ key: Value, _ value: Value, _ heap: Heap) {
        if let place = places[key] {
            entries[place]?.value = value
            return
        }
        places[key] = entries.count
        entries.append(Entry(key: key, value: value))
        heap.noteExternal(48, of: self)
    }

    // MARK: As properties

    public override func get(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        guard let key = key(name, machine) else { return nil }
        return value(of: key)
    }

    public override func set(
        _ name: PropertyName, _ value: Value, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool {
        guard let key = key(name, machine) else { return false }
        set(key, value, machine.heap)
        return true
    }

    public override func has(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard let key = key(name, machine) else { return nil }
        return places[key] != nil ? true : nil
    }

    public override func delete(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard let key = key(name, machine) else { return nil }
        if let place = places.removeValue(forKey: key) {
            entries[place] = nil
            compactIfEmpty()
        }
        return true
    }

    private func compactIfEmpty() { if places.isEmpty { entries.removeAll() } }

    public override func nextIndex(
        after: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int32? {
        var place = Int(after)
        while place < entries.count {
            if entries[place] != nil { return Int32(place + 1) }
            place += 1
        }
        return 0
    }

    public override func nextName(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { entry(index)?.key ?? .undefined }

    public override func nextValue(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { entry(index)?.value ?? .undefined }

    private func entry(_ step: Int32) -> Entry? {
        let place = Int(step) - 1
        return place >= 0 && place < entries.count ? entries[place] : nil
    }
}

/// The Dictionaries with weak keys of a machine.
final class WeakDictionaries: WeakProcessor {
    private var all: [ObjectIdentifier: Unmanaged<DictionaryState>] = [:]

    func add(_ state: DictionaryState) { all[ObjectIdentifier(state)] = .passUnretained(state) }
    func remove(_ state: DictionaryState) { all[ObjectIdentifier(state)] = nil }

    func process(_ heap: Heap) {
        for state in all.values { state._withUnsafeGuaranteedRef { $0.dropUnmarked(heap) } }
    }
}

/// `flash.utils.Dictionary`.
enum DictionaryClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.utils.Dictionary", base: "Object", [.dynamic, .exotic],
            constructor: "(weakKeys:Boolean = false)")
        table.makeState = { _, _ in DictionaryState() }
        table.initialize = { (call) throws(ScriptError) in
            if call.bool(0) { try call.state(DictionaryState.self).makeWeak(call.machine.weakDictionaries) }
            return .undefined
        }
        table.members = {
            [NativeMember(prototype: "toJSON", length: 1) { (call) throws(ScriptError) in call.text("Dictionary") }]
        }
        return table
    }()
}
