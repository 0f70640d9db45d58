import AVM
import Glibc

/// What the loop does less often: making functions and classes, type tests, enumeration, memory.
extension AVM2Machine {
    // MARK: Functions and classes

    /// The scopes of a frame, those around its function first.
    private func capture(
        _ site: SiteRef, _ frame: UnsafeMutablePointer<Frame>, extra: Int = 0
    ) -> UnsafeMutablePointer<ValuesCell> {
        let outer = frame.pointee.environment.pointee.scope
        let outerCount = outer?.pointee.count ?? 0
        let count = Int(site.pointee.scopeCount)
        let cell = heap.makeValues(count: outerCount + count + extra)
        if let outer {
            for index in 0..<outerCount { cell.elements[index] = outer.elements[index] }
        }
        let registers = frame.pointee.base + Int(site.pointee.firstScope)
        for index in 0..<count { cell.elements[outerCount + index] = registers[index] }
        return cell
    }

    func newFunction(_ site: SiteRef, _ frame: UnsafeMutablePointer<Frame>) -> Value {
        let scope = capture(site, frame)
        let environment = MethodEnv.allocate(capacity: 1)
        environment.initialize(
            to: MethodEnvironment(method: site.pointee.method.unsafelyUnwrapped, scope: scope, owner: nil))
        return Value(makeFunction(environment, boundThis: nil, ownsEnvironment: true))
    }

    func newClass(
        _ site: SiteRef, _ frame: UnsafeMutablePointer<Frame>, base: Value
    ) throws(ScriptError) -> Value {
        let traits = site.pointee.owner.unsafelyUnwrapped
        let side = traits.details.classSide.unsafelyUnwrapped
        if let wanted = traits.base {
            // The base must exist by now, and be the one that the file names.
            guard let object = base.object else { throw makeError(.verify, 1109) }
            guard self.traits(of: object) == wanted.details.classSide else { throw makeError(.type, 1009) }
            if wanted.pointee.classObject.isNull { _ = try classObject(wanted) }
        }
        let scope = capture(site, frame)
        // The class object itself is the innermost scope of its methods.
        let inner = capture(site, frame, extra: 1)
        let object = makeClassObject(traits, side)
        inner.elements[inner.pointee.count - 1] = Value(object)
        close(side, scope: scope)
        close(traits, scope: inner)
        if let environment = side.pointee.initializer { _ = try call(environment, this: Value(object)) }
        return Value(object)
    }

    /// The traits that `new` of the value makes an ordinary object of; nil where making one takes more.
    @inline(__always)
    func scriptClass(_ object: Object) -> TraitsRef? {
        guard let side = object.cell.pointee.classInfo?.assumingMemoryBound(to: Traits.self),
            side.pointee.flags.contains(.classSide)
        else { return nil }
        let details = side.pointee.details._withUnsafeGuaranteedRef { $0.instanceSide }
        guard let traits = details,
            traits.pointee.flags.isDisjoint(with: .needsMoreThanNew),
            traits.pointee.classObject.isObject
        else { return nil }
        return traits
    }

    /// Makes the object of an ordinary class of script code where its constructor's receiver goes. Gives the
    /// constructor; nil where constructing takes more than running it.
    @inline(__always)
    func prepareConstruction(
        _ value: Value, _ receiver: UnsafeMutablePointer<Value>
    ) throws(ScriptError) -> MethodEnv? {
        guard value.isObject, let traits = scriptClass(value.unsafeObject),
            let environment = traits.pointee.initializer,
            !environment.pointee.method.pointee.flags.contains(.native)
        else { return nil }
        receiver.pointee = Value(instantiate(traits))
        return environment
    }

    func newObject(_ pairs: UnsafeMutablePointer<Value>, _ count: Int) throws(ScriptError) -> Value {
        if types.object.pointee.prototype.isNull { _ = try classObject(types.object) }
        let object = makeObject()
        for index in 0..<count {
            let name = heap.strings.intern(try toString(pairs[index * 2]))
            setDynamic(name, pairs[index * 2 + 1], on: object)
        }
        return Value(object)
    }

    /// `Vector.<T>`: the class that the generic class and the parameter make.
    func applyType(_ base: UnsafeMutablePointer<Value>, _ count: Int) throws(ScriptError) -> Value {
        guard let generic = base[0].object else { throw nullReference(base[0]) }
        guard let vector = types.vector, traits(of: generic) == vector.details.classSide else {
            throw makeError(.type, 1127)
        }
        guard count == 1 else {
            throw makeError(.type, 1128, describe(vector.name), intString(1), intString(Int32(count)))
        }
        let element: TypeRef
        if base[1].isNull || base[1].isUndefined {
            element = .any
        } else {
            guard let object = base[1].object, let traits = traits(of: object).details.instanceSide else {
                throw makeError(.type, 1107)
            }
            element = type(of: traits)
        }
        guard let traits = vectorTraits(of: element) else { throw verifyError(1014) }
        return Value(try classObject(traits))
    }

    // MARK: Tests

    func lessEqual(_ a: Value, _ b: Value) throws(ScriptError) -> Bool {
        if a.isNumber && b.isNumber { return a.unsafeNumber <= b.unsafeNumber }
        // a <= b is !(b < a), but a is asked for its primitive first.
        let x = try toPrimitive(a, .number)
        let y = try toPrimitive(b, .number)
        guard let isGreater = try less(y, x) else { return false }
        return !isGreater
    }

    func notNull(_ value: Value) throws(ScriptError) -> Value {
        if value.isNullish { throw nullReference(value) }
        return value
    }

    func isLate(_ value: Value, _ type: Value) throws(ScriptError) -> Bool {
        guard let object = type.object, let traits = traits(of: object).details.instanceSide else {
            if type.isNullish { throw nullReference(type) }
            throw makeError(.type, 1041)
        }
        return isInstance(value, of: traits)
    }

    func isInstanceOf(_ value: Value, _ type: Value) throws(ScriptError) -> Bool {
        guard let object = type.object, isCallable(type) else { throw makeError(.type, 1040) }
        let prototype: Value
        if let traits = traits(of: object).details.instanceSide {
            prototype = try self.prototype(of: traits)
        } else {
            prototype = functionPrototype(object)
        }
        var chain: Value
        if let instance = value.object {
            chain = instance.proto
        } else {
            guard let traits = traits(of: value) else { return false }
            chain = try primitivePrototype(traits)
        }
        while let link = chain.object {
            if chain == prototype { return true }
            chain = link.proto
        }
        return false
    }

    // MARK: Enumeration

    /// The step after `after`; 0 at the end. Elements come first, then dynamic properties.
    func nextIndex(of value: Value, after: Int32) throws(ScriptError) -> Int32 {
        guard let object = value.object else { return 0 }
        var start = Int(after)
        if after < Self.dynamicSteps {
            if traits(of: object).pointee.flags.contains(.exotic), let state = object.native(as: ExoticState.self),
                let next = try state.nextIndex(after: after, object, self), next > 0
            {
                return next
            }
            start = 0
        } else {
            start -= Int(Self.dynamicSteps)
        }
        let count = object.slotCount
        while start < count {
            let entry = object.shape.entry(start)
            if entry.name != nil && !entry.attributes.contains(.dontEnum) {
                return Self.dynamicSteps + Int32(start) + 1
            }
            start += 1
        }
        return 0
    }

    /// Steps from here on are dynamic properties.
    private static let dynamicSteps: Int32 = 1 << 29

    /// hasnext2: goes on to the prototypes where the object has no more.
    func hasNext(_ object: inout Value, _ index: inout Int32) throws(ScriptError) -> Bool {
        if !object.isObject, let traits = traits(of: object) { object = try primitivePrototype(traits) }
        while true {
            guard object.isObject else {
                index = 0
                object = .null
                return false
            }
            index = try nextIndex(of: object, after: index)
            if index > 0 { return true }
            object = object.unsafeObject.proto
        }
    }

    func nextName(of value: Value, _ index: Int32) throws(ScriptError) -> Value {
        guard let object = value.object else { return .null }
        if index <= Self.dynamicSteps {
            guard let state = object.native(as: ExoticState.self) else { return .null }
            return try state.nextName(index, object, self)
        }
        let slot = Int(index - Self.dynamicSteps) - 1
        guard slot < object.slotCount, let name = object.shape.entry(slot).name else { return .null }
        // Names that are numbers are given as such.
        if let number = name.arrayIndex { return Value(number) }
        return Value(name.string)
    }

    func nextValue(of value: Value, _ index: Int32) throws(ScriptError) -> Value {
        guard let object = value.object else { return .undefined }
        if index <= Self.dynamicSteps {
            guard let state = object.native(as: ExoticState.self) else { return .undefined }
            return try state.nextValue(index, object, self)
        }
        let slot = Int(index - Self.dynamicSteps) - 1
        guard slot < object.slotCount else { return .undefined }
        return object.value(slot)
    }

    // MARK: Memory

    private func memory(
        _ frame: UnsafeMutablePointer<Frame>, _ address: Int32, _ size: Int
    ) throws(ScriptError) -> UnsafeMutableRawPointer {
        guard case .file(let unit, _) = frame.pointee.environment.pointee.method.details.source,
            case let memory = unit.domain.memoryInUse, let base = memory.memoryBase, address >= 0,
            Int(address) + size <= memory.memoryCount
        else { throw makeError(.range, 1506) }
        return base + Int(address)
    }

    func loadMemory(_ address: Int32, _ frame: UnsafeMutablePointer<Frame>) throws(ScriptError) -> Value {
        switch frame.pointee.pc[-1].op {
        case .load8: return Value(Int32(try memory(frame, address, 1).load(as: UInt8.self)))
        case .load16: return Value(Int32(try memory(frame, address, 2).loadUnaligned(as: UInt16.self)))
        case .load32: return Value(try memory(frame, address, 4).loadUnaligned(as: Int32.self))
        case .loadFloat: return Value(double: Double(try memory(frame, address, 4).loadUnaligned(as: Float.self)))
        default: return Value(double: try memory(frame, address, 8).loadUnaligned(as: Double.self))
        }
    }

    func storeMemory(
        _ address: Int32, _ value: Value, _ frame: UnsafeMutablePointer<Frame>
    ) throws(ScriptError) {
        switch frame.pointee.pc[-1].op {
        case .store8:
            try memory(frame, address, 1).storeBytes(of: UInt8(truncatingIfNeeded: value.unsafeInt), as: UInt8.self)
        case .store16:
            try memory(frame, address, 2).storeBytes(of: UInt16(truncatingIfNeeded: value.unsafeInt), as: UInt16.self)
        case .store32: try memory(frame, address, 4).storeBytes(of: value.unsafeInt, as: Int32.self)
        case .storeFloat: try memory(frame, address, 4).storeBytes(of: Float(value.unsafeDouble), as: Float.self)
        default: try memory(frame, address, 8).storeBytes(of: value.unsafeDouble, as: Double.self)
        }
    }

    // MARK: XML

    func xmlOperation(_ value: Value, _ frame: UnsafeMutablePointer<Frame>) throws(ScriptError) -> Value {
        let hooks = xml
        switch frame.pointee.pc[-1].op {
        case .escapeElement: return try hooks.escapeElement(value)
        case .escapeAttribute: return try hooks.escapeAttribute(value)
        default: return try hooks.checkFilter(value)
        }
    }

    /// `default xml namespace = …` of the running function.
    func setDefaultXMLNamespace(_ value: Value, _ frame: UnsafeMutablePointer<Frame>) throws(ScriptError) {
        try xml.setDefaultNamespace(value, frame)
    }
}
