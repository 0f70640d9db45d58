import AVM

/// How a call of the loop begins: its frame, its arguments.
extension AVM2Machine {
    /// Whether a call is a usual one: all the arguments there are, and nothing to be made of them. The loop begins
    /// such a call itself, by `push`; all others go by `begin`. `frame` is the running one.
    @inline(__always)
    func isQuick(
        _ method: MethodRef, _ base: UnsafeMutablePointer<Value>, _ count: Int,
        after frame: UnsafeMutablePointer<Frame>,
        areTyped: Bool
    ) -> Bool {
        checksLeft &-= 1
        let flags = method.pointee.flags
        return checksLeft >= 0 && flags.contains(.plain) && count == Int(method.pointee.parameterCount)
            && (areTyped || flags.contains(.untyped) || count == 1 && isFitting(base[1], method))
            && base + Int(method.pointee.frameSize) + 64 < registers.end && frame + 2 < frames.end
    }

    /// Makes a frame the running one. Its registers from `firstLocal` on are undefined, up to the operand stack.
    @inline(__always)
    func push(
        _ frame: UnsafeMutablePointer<Frame>, _ environment: MethodEnv, _ method: MethodRef,
        _ base: UnsafeMutablePointer<Value>, _ firstLocal: UnsafeMutablePointer<Value>,
        _ result: UnsafeMutablePointer<Value>, callee: Value, isEntry: Bool = false, constructed: Value = .undefined
    ) {
        let end = base + Int(method.pointee.frameSize)
        let operands = base + Int(method.pointee.localCount)
        if firstLocal < operands { clear(firstLocal, operands) }
        frame.pointee = Frame(
            pc: method.pointee.code.unsafelyUnwrapped, base: base, end: end, environment: environment,
            callee: callee, isEntry: isEntry, result: result, constructed: constructed)
        frames.top = frame + 1
        registers.top = end
    }

    /// Out of line: few methods want it, and in the loop it would take registers from all calls.
    @inline(never)
    private func clear(_ first: UnsafeMutablePointer<Value>, _ end: UnsafeMutablePointer<Value>) {
        first.update(repeating: .undefined, count: end - first)
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
        push(frame, environment, method, base, base + filled + 1, result, callee: callee, isEntry: isEntry)
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
