import AVM
import Glibc

/// The actions that are not worth a place in the main loop. Operands lie on the machine's stack.
extension Machine {
    @inline(never)
    func executeRarely(_ action: Action, _ frame: inout Frame) throws(ScriptError) {
        switch action.op {
        case .add, .divide, .modulo, .equals, .less, .and, .or, .stringEquals, .stringLess, .stringGreater, .stringAdd:
            try executeBinary(action.op, frame)
        case .stringLength, .stringExtract, .toInteger, .mbStringLength, .charToAscii, .asciiToChar, .mbStringExtract,
            .mbCharToAscii, .mbAsciiToChar, .toNumber, .toString, .typeOf, .randomNumber:
            try executeConversion(action.op, frame)
        case .defineLocal, .defineLocal2, .delete, .delete2, .initArray, .initObject, .enumerate, .enumerate2,
            .instanceOf, .castOp, .implementsOp, .extends:
            try executeObjects(action.op, &frame)
        default: try executeClips(action, &frame)
        }
    }

    // MARK: Two operands

    private func executeBinary(_ op: ActionOp, _ frame: Frame) throws(ScriptError) {
        let b = popValue(frame)
        let a = popValue(frame)
        switch op {
        case .add: try pushValue(try arithmetic(a, b) { $0 + $1 })
        case .divide: try pushValue(try divide(a, b))
        case .modulo: try pushValue(try arithmetic(a, b) { fmod($0, $1) })
        case .equals:
            let y = try toNumber(b)
            let x = try toNumber(a)
            try pushValue(fromBool(x == y))
        case .less:
            let x = try toNumber(a)
            try pushValue(fromBool(try x < toNumber(b)))
        case .and: try pushValue(fromBool(toBool(a) && toBool(b)))
        case .or: try pushValue(fromBool(toBool(a) || toBool(b)))
        case .stringEquals:
            let y = try toString(b)
            try pushValue(fromBool(try toString(a) == y))
        case .stringLess:
            let y = try toString(b)
            try pushValue(fromBool(try toString(a).compare(y) < 0))
        case .stringGreater:
            let y = try toString(b)
            try pushValue(fromBool(try toString(a).compare(y) > 0))
        default:
            // The parts must stay reachable while they become strings.
            stack.top += 2
            let y = try toString(b)
            let x = try toString(a)
            stack.top -= 2
            try pushValue(try join(x, y))
        }
    }

    // MARK: Conversions and text

    private func executeConversion(_ op: ActionOp, _ frame: Frame) throws(ScriptError) {
        switch op {
        case .stringLength, .mbStringLength:
            try pushValue(Value(try toString(popValue(frame)).count))
        case .stringExtract, .mbStringExtract:
            let count = Int(try toInt32(popValue(frame)))
            let index = Int(try toInt32(popValue(frame)))
            let text = try toString(popValue(frame))
            // The first unit has index 1; what lies outside of the text is cut off.
            let start = min(max(0, index - 1), text.count)
            let end = count < 0 ? text.count : min(text.count, start + count)
            try pushValue(Value(heap.substring(text, start..<end)))
        case .toInteger: try pushValue(Value(try toInt32(popValue(frame))))
        case .charToAscii, .mbCharToAscii:
            let text = try toString(popValue(frame))

            // Half of a pair is no character.
            let unit = text.isEmpty ? 0 : text[0]
            try pushValue(Value(Int32((0xD800...0xDFFF).contains(unit) ? 0xFFFD : unit)))
        case .asciiToChar, .mbAsciiToChar:
            let code = UInt16(truncatingIfNeeded: try toInt32(popValue(frame)))
            try pushValue(Value(code == 0 ? heap.emptyString : heap.strings.single(code)))
        case .toNumber: try pushValue(Value(try toNumber(popValue(frame))))
        case .toString: try pushValue(Value(try toString(popValue(frame))))
        case .typeOf: try pushValue(Value(typeName(popValue(frame))))
        default:
            let maximum = try toInt32(popValue(frame))
            try pushValue(maximum > 0 ? Value(Int32(host.nextRandom() % UInt32(maximum))) : .zero)
        }
    }

    // MARK: Objects

    private func executeObjects(_ op: ActionOp, _ frame: inout Frame) throws(ScriptError) {
        switch op {
        case .defineLocal:
            let value = popValue(frame)
            let name = try memberName(popValue(frame))
            try defineLocal(name, value, &frame)
        case .defineLocal2: try declareLocal(try memberName(popValue(frame)), &frame)
        case .delete:
            let name = try memberName(popValue(frame))
            let owner = popValue(frame)
            if owner.isUndefined, dialect.deletesVariablesWithoutOwner {
                return try pushValue(Value(try deleteVariable(Value(name.string), &frame)))
            }
            try pushValue(Value(owner.object.map { delete($0, name) } ?? false))
        case .delete2: try pushValue(Value(try deleteVariable(popValue(frame), &frame)))
        case .initArray:
            let count = try count(popValue(frame))
            // More than there is on the stack makes nothing.
            guard count >= 0, count <= stack.top - frame.stackBase else { return try pushValue(.undefined) }
            var elements: [Value] = []
            elements.reserveCapacity(count)
            for index in 0..<count { elements.append((stack.top - 1 - index).pointee) }
            let array = makeArray(elements)
            stack.top -= count
            try pushValue(Value(array))
        case .initObject:
            let count = try count(popValue(frame))
            guard count >= 0, count <= (stack.top - frame.stackBase) / 2 else { return try pushValue(.undefined) }
            let object = makeObject()
            for _ in 0..<count {
                let value = popValue(frame)
                let name = popValue(frame)
                try set(object, try memberName(name), value)
            }
            try pushValue(Value(object))
        case .enumerate:
            let value = try getVariable(popValue(frame), &frame).value
            try pushNames(of: value)
        case .enumerate2: try pushNames(of: popValue(frame))
        case .instanceOf:
            let constructor = popValue(frame)
            let value = popValue(frame)
            try pushValue(
                Value(try constructor.object.map { (c) throws(ScriptError) in try isInstance(value, of: c) } ?? false))
        case .castOp:
            let value = popValue(frame)
            let constructor = popValue(frame)
            let fits = try constructor.object.map { (c) throws(ScriptError) in try isInstance(value, of: c) } ?? false
            try pushValue(fits ? value : .null)
        case .implementsOp:
            let constructor = popValue(frame)
            let count = max(0, min(Int(try toInt32(popValue(frame))), stack.top - frame.stackBase))
            var implemented: [Object] = []
            for _ in 0..<count {
                if let prototype = storedPrototype(popValue(frame)) { implemented.append(prototype) }
            }
            addInterfaces(implemented, to: constructor)
        default:
            let superclass = popValue(frame)
            let subclass = popValue(frame)
            try extend(subclass, by: superclass)
        }
    }

    /// How many operands follow: a number as it is, not modulo 2³².
    func count(_ value: Value) throws(ScriptError) -> Int {
        let number = try toNumber(value)
        return number.isNaN ? 0 : Int(max(-1, min(number, 4_294_967_296)))
    }

    /// Pushes null and then the names that `for … in` shows, the first one topmost.
    private func pushNames(of value: Value) throws(ScriptError) {
        try pushValue(.undefined)
        guard let object = value.object else { return }
        // Names of elements are made for this: nothing holds them before they are on the stack.
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        for name in enumerate(object).reversed() { try pushValue(Value(name.string)) }
    }

    /// A class says once what it implements.
    private func addInterfaces(_ implemented: [Object], to constructor: Value) {
        guard !implemented.isEmpty, let prototype = storedPrototype(constructor), interfaces[prototype.identity] == nil
        else { return }
        interfaces[prototype.identity] = implemented
        interfaceRoots.append(prototype)
        interfaceRoots.append(contentsOf: implemented)
    }

    /// The prototype that a class has itself; no getter runs.
    func storedPrototype(_ constructor: Value) -> Object? {
        guard let object = constructor.object, let slot = anySlot(names.prototype, of: object) else { return nil }
        let stored = (object.accessorCell(slot)?.pointee.stored ?? object.value(slot)).object
        return stored.flatMap { host.isClip($0) ? nil : $0 }
    }

    /// `class A extends B`: A's prototype becomes an object whose prototype is B's.
    private func extend(_ subclass: Value, by superclass: Value) throws(ScriptError) {
        guard let sub = subclass.object, let base = superclass.object else { return }
        let basePrototype = try get(base, names.prototype)
        let prototype = heap.makeObject(proto: basePrototype)
        if !dialect.hasOwnConstructor { heap.add(names.constructor, superclass, .dontEnum, to: prototype) }
        heap.add(names.hiddenConstructor, superclass, [.dontEnum, .version6], to: prototype)
        try set(sub, names.prototype, Value(prototype))
    }
}
