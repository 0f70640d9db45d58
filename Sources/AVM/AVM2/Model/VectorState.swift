import AVM

/// The elements of a `Vector.<T>`, each in the form that registers of the type hold (see ``TypeRef``).
public final class VectorState: ExoticState {
    public private(set) var elements: UnsafeMutablePointer<Value>
    public private(set) var count = 0
    private var capacity: Int
    public let type: TypeRef
    public var isFixed = false

    /// Most elements that a vector may have: what is more is Error #1000.
    static let maximumCount = 1 << 27

    public init(_ type: TypeRef) {
        self.type = type
        capacity = 4
        elements = .allocate(capacity: 4)
    }

    deinit { elements.deallocate() }

    public override func visit(_ marker: inout Marker) {
        switch type.kind {
        case .int, .uint, .number, .boolean: break
        default: marker.visit(UnsafeBufferPointer(start: elements, count: count))
        }
    }

    public override var externalSize: Int { capacity * 8 }

    /// Changes the length; new elements are the type's default. Throws #1126 where it is fixed.
    public func setCount(_ new: Int, _ machine: AVM2Machine) throws(ScriptError) {
        if isFixed && new != count { throw machine.makeError(.range, 1126) }
        try resize(new, machine)
    }

    /// The same, fixed or not.
    public func resize(_ new: Int, _ machine: AVM2Machine) throws(ScriptError) {
        guard new <= Self.maximumCount else { throw machine.makeError(.error, 1000) }
        if new > capacity {
            let grown = max(new, min(capacity * 2, Self.maximumCount))
            guard machine.heap.hasRoom(forExternal: (grown - capacity) * 8) else {
                throw machine.makeError(.error, 1000)
            }
            let larger = UnsafeMutablePointer<Value>.allocate(capacity: grown)
            larger.update(from: elements, count: count)
            elements.deallocate()
            elements = larger
            machine.heap.noteExternal((grown - capacity) * 8, of: self)
            capacity = grown
        }
        if new > count { (elements + count).update(repeating: defaultElement, count: new - count) }
        count = new
    }

    /// What a new element is. A Number is 0 here, not NaN.
    var defaultElement: Value {
        type.kind == .number ? Value(double: 0) : type.kind == .any ? .undefined : type.defaultValue
    }

    public func append(_ value: Value, _ machine: AVM2Machine) throws(ScriptError) {
        let place = count
        try setCount(count + 1, machine)
        elements[place] = value
    }

    // MARK: As properties

    /// The index that a name means: nil where it is none at all, −1 where it is a number but no index.
    private func index(_ name: PropertyName) -> Int? {
        if name.index >= 0 { return name.index }
        if name.key.isNumber { return -1 }
        guard let known = name.known else { return nil }
        if let index = known.arrayIndex { return index }
        // "2.00" is a number as well.
        let number = NumberConversion.avm2Number(known.string)
        if number.isNaN || known.string.isEmpty { return nil }
        return number >= 0 && number < 4_294_967_295 && number == number.rounded(.down) ? Int(number) : -1
    }

    func outOfRange(_ name: PropertyName, _ machine: AVM2Machine) -> ScriptError {
        let shown =
            name.key.isUndefined ? machine.text(of: name) : (try? machine.toString(name.key)) ?? machine.text(of: name)
        return machine.makeError(.range, 1125, shown, machine.heap.makeString(String(count)))
    }

    public override func get(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        guard name.isPublic, let index = index(name) else { return nil }
        guard index >= 0, index < count else { throw outOfRange(name, machine) }
        return elements[index]
    }

    public override func set(
        _ name: PropertyName, _ value: Value, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool {
        guard name.isPublic, let index = index(name) else { return false }
        // One past the end is allowed where the length may change.
        guard index >= 0, index < count || index == count && !isFixed else { throw outOfRange(name, machine) }
        let fitting = try machine.coerce(value, to: type)
        if index >= count { try resize(count + 1, machine) }
        elements[index] = fitting
        return true
    }

    public override func has(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard name.isPublic, let index = index(name) else { return nil }
        return index >= 0 && index < count
    }

    public override func delete(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        // Nothing goes away, and yet it counts as done.
        name.isPublic && index(name) != nil ? true : nil
    }

    public override func nextIndex(
        after: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int32? { Int(after) < count ? after + 1 : 0 }

    public override func nextName(
        _ step: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { Value(step - 1) }

    public override func nextValue(
        _ step: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        let index = Int(step) - 1
        return index >= 0 && index < count ? elements[index] : .undefined
    }
}

extension AVM2Machine {
    /// The traits of `Vector.<element>`, made when first needed. Nil: there is no Vector class.
    public func vectorTraits(of element: TypeRef) -> TraitsRef? {
        if let known = systemDomain.vectors[element] { return known }
        // `Vector.<*>` is what the table describes; the others derive from it, but for their name and elements.
        guard let base = types.vector else { return nil }
        let name: String
        switch element.kind {
        case .any: name = "Vector.<*>"
        case .int: name = "Vector.<int>"
        case .uint: name = "Vector.<uint>"
        case .number: name = "Vector.<Number>"
        case .boolean: name = "Vector.<Boolean>"
        case .string: name = "Vector.<String>"
        case .object: name = "Vector.<Object>"
        case .namespace: name = "Vector.<Namespace>"
        case .void, .null: return nil
        case .instance: name = "Vector.<\(qualifiedText(element.traits.unsafelyUnwrapped))>"
        }
        let details = TraitsDetails(
            name: QName(base.name.namespace, atom(name)), source: .synthetic, domain: systemDomain)
        // Only those of numbers stand apart from `Vector.<*>`.
        let isOfNumbers = element.kind == .int || element.kind == .uint || element.kind == .number
        details.base = element.kind == .any || isOfNumbers ? base : vectorTraits(of: .any) ?? base
        details.elementType = element
        let traits = addTraits(details, [.final, .exotic])
        let sideDetails = TraitsDetails(name: details.name, source: .synthetic, domain: systemDomain)
        sideDetails.base = types.class
        let side = addTraits(sideDetails, [.dynamic, .final, .classSide])
        details.classSide = side
        sideDetails.instanceSide = traits
        systemDomain.vectors[element] = traits
        return traits
    }

    /// The class object of a `Vector.<T>`.
    func vectorClassObject(_ traits: TraitsRef) throws(ScriptError) -> Object {
        if let known = traits.pointee.classObject.object { return known }
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        if let base = traits.base { _ = try classObject(base) }
        try link(traits)
        let side = traits.details.classSide.unsafelyUnwrapped
        try link(side)
        traits.details.initializer = traits.base?.details.initializer
        close(traits, scope: nil)
        close(side, scope: nil)
        let object = makeClassObject(traits, side)
        // Every Vector has the one prototype.
        if let base = traits.base { traits.pointee.prototype = base.pointee.prototype }
        return object
    }

    /// A `Vector.<element>` with `count` default elements.
    public func makeVector(of element: TypeRef, count: Int) throws(ScriptError) -> (Object, VectorState) {
        guard let traits = vectorTraits(of: element) else { throw verifyError(1014) }
        _ = try classObject(traits)
        let object = instantiate(traits)
        guard let state = object.native(as: VectorState.self) else { throw verifyError(1014) }
        try state.resize(count, self)
        return (object, state)
    }
}
