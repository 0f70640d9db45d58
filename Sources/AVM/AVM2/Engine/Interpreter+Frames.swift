import AVM

/// How a call of the loop begins: its frame, its arguments.
extension AVM2Machine {
    /// Begins a call, as `begin` does. The usual one is done here, in the loop: all the arguments there are, and
    /// nothing to be made of them.
    @inline(__always)
    func enter(
        _ environment: MethodEnv, _ base: UnsafeMutablePointer<Value>, _ count: Int,
        _ result: UnsafeMutablePointer<Value>, callee: Value = .undefined, areTyped: Bool = false
    ) throws(ScriptError) -> UnsafeMutablePointer<Frame> {
        let method = environment.pointee.method
        let flags = method.pointee.flags
        let end = base + Int(method.pointee.frameSize)
        let frame = frames.top
        guard flags.contains(.plain), count == Int(method.pointee.parameterCount), checksLeft > 0,
            areTyped || flags.contains(.untyped) || count == 1 && isFitting(base[1], method),
            end + 64 < registers.end, frame + 1 < frames.end
        else {
            return try begin(environment, base, count, result, callee: callee, areTyped: areTyped)
        }
        checksLeft &-= 1
        push(frame, environment, method, base, base + count + 1, end, result, callee, isEntry: false)
        return frame
    }

    /// Makes a frame the running one. Its registers from `firstLocal` on are undefined, up to the operand stack.
    @inline(__always)
    private func push(
        _ frame: UnsafeMutablePointer<Frame>, _ environment: MethodEnv, _ method: MethodRef,
        _ base: UnsafeMutablePointer<Value>, _ firstLocal: UnsafeMutablePointer<Value>,
        _ end: UnsafeMutablePointer<Value>, _ result: UnsafeMutablePointer<Value>, _ callee: Value, isEntry: Bool
    ) {
        var register = firstLocal
        let operands = base + Int(method.pointee.localCount)
        while register < operands {
            register.pointee = .undefined
            register += 1
        }
        frame.pointee = Frame(
            pc: method.pointee.code.unsafelyUnwrapped, base: base, end: end, environment: environment,
            callee: callee, isEntry: isEntry, result: result, constructed: .undefined)
        frames.top = frame + 1
        registers.top = end
    }

    /// Begins a call. Script code gets its frame: arguments coerced, defaults filled in, locals undefined; a native's
    /// result is put in its place. Gives the topmost frame then: the loop goes on where that stands.
    @inline(never)
    @discardableResult
    func begin(
        _ environment: MethodEnv, _ base: UnsafeMutablePointer<Value>, _ count: Int,
        _ result: UnsafeMutablePointer<Value>, callee: Value = .undefined, isEntry: Bool = false,
        areTyped: Bool = false
    ) throws(ScriptError) -> UnsafeMutablePointer<Frame> {
        let method = environment.pointee.method
        let kind = method.pointee.flags
        if kind.contains(.native) {
            result.pointee = try invokeNative(environment, base, count: count)
            return frames.top - 1
        }
        checksLeft &-= 1
        if checksLeft < 0 { try checkTime() }
        if !kind.contains(.lowered) { try prepare(method) }
        let size = Int(method.pointee.frameSize)
        if base + size + 64 >= registers.end || frames.top + 1 >= frames.end || (isEntry && stackGuard.isExhausted) {
            throw makeError(.error, 1023)
        }
        var filled = count
        if count != Int(method.pointee.parameterCount) || !kind.isDisjoint(with: [.needsRest, .needsArguments]) {
            filled = try prepareArguments(method, base, count, callee)
        } else if !areTyped && !kind.contains(.untyped) {
            // Most functions that are called as values take one argument, which fits.
            if count != 1 || !isFitting(base[1], method) { try coerceParameters(method, base, count) }
        }
        let frame = frames.top
        push(frame, environment, method, base, base + filled + 1, base + size, result, callee, isEntry: isEntry)
        return frame
    }

    /// Begins the call of a constructor on the new object in `base`: that is what the call gives, whatever the
    /// constructor returns.
    @inline(__always)
    func beginConstruction(
        _ environment: MethodEnv, _ base: UnsafeMutablePointer<Value>, _ count: Int,
        _ result: UnsafeMutablePointer<Value>, areTyped: Bool = false
    ) throws(ScriptError) -> UnsafeMutablePointer<Frame> {
        let made = base.pointee
        let frame = try enter(environment, base, count, result, areTyped: areTyped)
        frame.pointee.constructed = made
        return frame
    }

    /// Whether a value is what the first parameter, of a simple type, holds.
    @inline(__always)
    private func isFitting(_ value: Value, _ method: MethodRef) -> Bool {
        switch method.pointee.parameters.unsafelyUnwrapped.pointee.type.kind {
        case .any: true
        case .int: value.isInt
        case .number: value.isDouble
        default: false
        }
    }

    /// Arguments that fit already, as nearly all do, are left as they are.
    @inline(__always)
    private func coerceParameters(
        _ method: MethodRef, _ base: UnsafeMutablePointer<Value>, _ count: Int
    ) throws(ScriptError) {
        let parameters = method.pointee.parameters.unsafelyUnwrapped
        var index = 0
        while index < count {
            let value = base[index + 1]
            let type = parameters[index].type
            index += 1
            switch type.kind {
            case .any: continue
            case .int: if value.isInt { continue }
            case .number:
                if value.isDouble { continue }
                if value.isInt {
                    base[index] = Value(double: Double(value.unsafeInt))
                    continue
                }
            case .boolean: if value.isBool { continue }
            case .string: if value.isString || value.isNull { continue }
            case .instance:
                if value.isNull { continue }
                if value.isObject, traits(of: value.unsafeObject).pointee.derives(from: type.traits.unsafelyUnwrapped) {
                    continue
                }
            default: break
            }
            registers.top = max(registers.top, base + count + 1)
            base[index] = try coerce(value, to: type)
        }
    }

    @inline(never)
    private func prepareArguments(
        _ method: MethodRef, _ base: UnsafeMutablePointer<Value>, _ count: Int, _ callee: Value
    ) throws(ScriptError) -> Int {
        registers.top = max(registers.top, base + count + 1)
        let declared = Int(method.pointee.parameterCount)
        if method.pointee.flags.contains(.needsArguments) {
            let array = makeArray(UnsafeBufferPointer(start: base + 1, count: count))
            heap.define(heap.strings.common.callee, callee, .dontEnum, on: array)
            _ = try coerceArguments(method, base, count: count)
            base[declared + 1] = Value(array)
            return declared + 1
        }
        if method.pointee.flags.contains(.needsRest) {
            let filled = try coerceArguments(method, base, count: count)
            let rest = max(0, filled - declared)
            base[declared + 1] = Value(makeArray(UnsafeBufferPointer(start: base + 1 + declared, count: rest)))
            return declared + 1
        }
        return min(try coerceArguments(method, base, count: count), declared)
    }
}
