import AVM
import Glibc

extension AVM2Machine {
    /// Runs a method of a file from its entry to its return.
    ///
    /// `base[0]` is the receiver, `count` arguments follow. Errors that handlers catch go no further than this.
    func run(
        _ environment: MethodEnv, _ base: UnsafeMutablePointer<Value>, count: Int, callee: Value
    ) throws(ScriptError) -> Value {
        let entry = frames.top
        let savedTop = registers.top
        runDepth += 1
        defer {
            runDepth -= 1
            frames.top = entry
            registers.top = savedTop
        }
        if runDepth == 1 {
            scriptStart = MonotonicClock.seconds
            checksLeft = checksPerClock
        }
        // The result goes to the receiver's place.
        try begin(environment, base, count, base, callee: callee, isEntry: true)
        while true {
            do throws(ScriptError) {
                try loop()
                return base.pointee
            } catch {
                try unwind(error, to: entry)
            }
        }
    }

    /// Finds the handler of an error among the frames of this run, and makes it go on there; throws on where there is
    /// none.
    private func unwind(_ error: ScriptError, to entry: UnsafeMutablePointer<Frame>) throws(ScriptError) {
        guard case .thrown(let value) = error else { throw error }
        while frames.top > entry {
            let frame = frames.top - 1
            let method = frame.pointee.environment.pointee.method
            if let lowered = method.details.lowered, !lowered.handlers.isEmpty {
                let index = Int32(frame.pointee.pc - lowered.code) - 1
                for handler in lowered.handlers where index >= handler.from && index < handler.to {
                    if handler.type.kind != .any, let traits = baseTraits(of: handler.type),
                        !isInstance(value, of: traits)
                    {
                        continue
                    }
                    frame.pointee.base[Int(handler.register)] = value
                    frame.pointee.pc = lowered.code + Int(handler.target)
                    registers.top = frame.pointee.end
                    return
                }
            }
            frames.top = frame
        }
        throw error
    }

    /// One step of a native loop whose length a script decides: such loops end when scripts must.
    @inline(__always)
    public func noteStep() throws(ScriptError) {
        checksLeft &-= 1
        if checksLeft < 0 && runDepth > 0 { try checkTime() }
    }

    /// The clock is looked at: the script may have run for too long. For natives whose single steps take long.
    @inline(never)
    public func checkTime() throws(ScriptError) {
        checksLeft = checksPerClock
        if heap.isOverLimit { throw .halted(.outOfMemory) }
        let seconds = MonotonicClock.seconds - scriptStart
        guard seconds > scriptTimeout else { return }
        guard host.mayContinue(afterSeconds: seconds) else { throw .halted(.timeout) }
        scriptStart = MonotonicClock.seconds
    }

    // MARK: The loop

    private func loop() throws(ScriptError) {
        var frame = frames.top - 1
        var pc = frame.pointee.pc
        var R = frame.pointee.base

        // What may throw, collect or call sees where the frame stands.
        @inline(__always) func sync() { frame.pointee.pc = pc }
        @inline(__always) func word() -> UInt64 {
            UnsafeRawPointer(pc).load(as: UInt64.self)
        }
        @inline(__always) func siteWord() -> SiteRef {
            let site = SiteRef(bitPattern: UInt(word())).unsafelyUnwrapped
            pc += 1
            return site
        }
        @inline(__always) func goOn(_ topmost: UnsafeMutablePointer<Frame>) {
            frame = topmost
            pc = frame.pointee.pc
            R = frame.pointee.base
        }
        @inline(__always) func branch(_ offset: Int) throws(ScriptError) {
            pc += offset
            if offset < 0 {
                checksLeft &-= 1
                if checksLeft < 0 {
                    sync()
                    try checkTime()
                }
            }
        }
        /// A branch by the word at pc.
        @inline(__always) func branchByWord(_ isTaken: Bool) throws(ScriptError) {
            let offset = Int(Int32(truncatingIfNeeded: word() >> 32))
            pc += 1
            if isTaken { try branch(offset) }
        }
        /// A call of a method that is known: script code goes on in this loop. No closure of the loop may be too large
        /// to be inlined: what it captures would live in memory. Where the callee begins is not read from its frame:
        /// that was written just now.
        @inline(__always) func call(
            _ environment: MethodEnv, _ start: Int, _ count: Int, _ target: Int, callee: Value = .undefined,
            areTyped: Bool = false, constructed: Value = .undefined
        ) throws(ScriptError) {
            sync()
            let base = R + start
            let method = environment.pointee.method
            if isQuick(method, base, count, after: frame, areTyped: areTyped) {
                frame += 1
                push(
                    frame, environment, method, base, base + count + 1, R + target, callee: callee,
                    constructed: constructed)
                pc = method.pointee.code.unsafelyUnwrapped
                R = base
            } else {
                let topmost = try begin(environment, base, count, R + target, callee: callee, areTyped: areTyped)
                // A native has its result already.
                if !constructed.isUndefined && topmost != frame { topmost.pointee.constructed = constructed }
                goOn(topmost)
            }
        }
        /// The call of a constructor on the new object in its receiver's place: that is what the call gives, whatever
        /// the constructor returns.
        @inline(__always) func beginConstruction(
            _ environment: MethodEnv, _ start: Int, _ count: Int, _ target: Int, areTyped: Bool = false
        ) throws(ScriptError) {
            try call(environment, start, count, target, areTyped: areTyped, constructed: R[start])
        }

        // No case looks at the opcode again: it would take a register from all of them. Operands are read by the case
        // that wants them: what all cases read before the switch would have to be in the same registers at each end of
        // a case, and each end has a jump of its own (see "Dispatch" in Package.swift).
        while true {
            let i = pc
            pc += 1
            var a: Int { Int(i.pointee.a) }
            var b: Int { Int(i.pointee.b) }
            var c: Int { Int(i.pointee.c) }
            switch i.pointee.op {
            // MARK: Moves
            case .move: R[a] = R[b]
            case .loadInt: R[a] = Value(i.pointee.wide)
            case .loadValue:
                R[a] = Value(bits: word())
                pc += 1
            case .loadOuter:
                R[a] = frame.pointee.environment.pointee.scope.unsafelyUnwrapped.elements[Int(i.pointee.wide)]
            case .getOuterSlot:
                let scope = frame.pointee.environment.pointee.scope.unsafelyUnwrapped.elements[b]
                R[a] = scope.unsafeObject.cell.slots[c]
            case .setOuterSlot:
                let scope = frame.pointee.environment.pointee.scope.unsafelyUnwrapped.elements[b]
                scope.unsafeObject.cell.slots[c] = R[a]
            // MARK: Arithmetic
            case .addInt: R[a] = Value(R[b].unsafeInt &+ R[c].unsafeInt)
            case .subtractInt: R[a] = Value(R[b].unsafeInt &- R[c].unsafeInt)
            case .multiplyInt: R[a] = Value(R[b].unsafeInt &* R[c].unsafeInt)
            case .addIntImmediate: R[a] = Value(R[b].unsafeInt &+ Int32(Int16(bitPattern: i.pointee.c)))
            case .multiplyIntImmediate: R[a] = Value(R[b].unsafeInt &* Int32(Int16(bitPattern: i.pointee.c)))
            case .moveAndAddInt:
                let x = R[b].unsafeInt
                R[a] = Value(x)
                R[b] = Value(x &+ Int32(Int16(bitPattern: i.pointee.c)))
            case .addIntToNumber: R[a] = Value(bits: (Double(R[b].unsafeInt) + Double(R[c].unsafeInt)).bitPattern)
            case .subtractIntToNumber:
                R[a] = Value(bits: (Double(R[b].unsafeInt) - Double(R[c].unsafeInt)).bitPattern)
            case .multiplyIntToNumber:
                R[a] = Value(bits: (Double(R[b].unsafeInt) * Double(R[c].unsafeInt)).bitPattern)
            case .addNumber: R[a] = Value(bits: (R[b].unsafeDouble + R[c].unsafeDouble).bitPattern)
            case .subtractNumber: R[a] = Value(bits: (R[b].unsafeDouble - R[c].unsafeDouble).bitPattern)
            case .multiplyNumber: R[a] = Value(bits: (R[b].unsafeDouble * R[c].unsafeDouble).bitPattern)
            case .divideNumber: R[a] = Value(bits: (R[b].unsafeDouble / R[c].unsafeDouble).bitPattern)
            case .moduloInt:
                let divisor = R[c].unsafeInt
                let dividend = R[b].unsafeInt
                R[a] = divisor > 0 ? Value(dividend % divisor) : Value(intRemainder(dividend, divisor))
            case .moduloIntImmediate: R[a] = Value(R[b].unsafeInt % Int32(i.pointee.c))
            case .moduloIntToNumber:
                let divisor = R[c].unsafeInt
                let dividend = R[b].unsafeInt
                if divisor > 0 && dividend >= 0 {
                    R[a] = Value(bits: Double(dividend % divisor).bitPattern)
                } else {
                    R[a] = Value(double: fmod(Double(dividend), Double(divisor)))
                }
            case .moduloNumber: R[a] = Value(double: fmod(R[b].unsafeDouble, R[c].unsafeDouble))
            case .addAny:
                let x = R[b]
                let y = R[c]
                if x.isInt && y.isInt {
                    let (sum, overflow) = x.unsafeInt.addingReportingOverflow(y.unsafeInt)
                    R[a] = overflow ? Value(double: Double(x.unsafeInt) + Double(y.unsafeInt)) : Value(sum)
                } else if x.isNumber && y.isNumber {
                    R[a] = Value(double: x.unsafeNumber + y.unsafeNumber)
                } else {
                    sync()
                    R[a] = try add(x, y)
                }
            case .subtractAny:
                let x = R[b]
                let y = R[c]
                if x.isNumber && y.isNumber {
                    R[a] = Value(double: x.unsafeNumber - y.unsafeNumber)
                } else {
                    sync()
                    R[a] = Value(double: try toNumber(x) - toNumber(y))
                }
            case .multiplyAny:
                let x = R[b]
                let y = R[c]
                if x.isNumber && y.isNumber {
                    R[a] = Value(double: x.unsafeNumber * y.unsafeNumber)
                } else {
                    sync()
                    R[a] = Value(double: try toNumber(x) * toNumber(y))
                }
            case .divideAny:
                let x = R[b]
                let y = R[c]
                if x.isNumber && y.isNumber {
                    R[a] = Value(double: x.unsafeNumber / y.unsafeNumber)
                } else {
                    sync()
                    R[a] = Value(double: try toNumber(x) / toNumber(y))
                }
            case .moduloAny:
                sync()
                R[a] = Value(double: fmod(try toNumber(R[b]), try toNumber(R[c])))
            case .negateNumber: R[a] = Value(double: -R[b].unsafeDouble)
            case .negateInt: R[a] = Value(0 &- R[b].unsafeInt)
            case .incrementAny:
                sync()
                R[a] = Value(double: try toNumber(R[b]) + Double(Int16(bitPattern: i.pointee.c)))
            case .andInt: R[a] = Value(R[b].unsafeInt & R[c].unsafeInt)
            case .orInt: R[a] = Value(R[b].unsafeInt | R[c].unsafeInt)
            case .xorInt: R[a] = Value(R[b].unsafeInt ^ R[c].unsafeInt)
            case .shiftLeft: R[a] = Value(R[b].unsafeInt &<< R[c].unsafeInt)
            case .shiftRight: R[a] = Value(R[b].unsafeInt &>> R[c].unsafeInt)
            case .shiftRightUnsigned:
                R[a] = Value(Int(UInt32(bitPattern: R[b].unsafeInt) &>> UInt32(bitPattern: R[c].unsafeInt)))
            case .notInt: R[a] = Value(~R[b].unsafeInt)
            case .andImmediate: R[a] = Value(R[b].unsafeInt & Int32(i.pointee.c))
            case .shiftLeftImmediate: R[a] = Value(R[b].unsafeInt &<< Int32(i.pointee.c))
            case .shiftRightImmediate: R[a] = Value(R[b].unsafeInt &>> Int32(i.pointee.c))
            case .shiftRightUnsignedImmediate:
                R[a] = Value(Int(UInt32(bitPattern: R[b].unsafeInt) &>> UInt32(i.pointee.c)))
            // MARK: Comparisons
            case .lessInt: R[a] = Value(R[b].unsafeInt < R[c].unsafeInt)
            case .lessEqualInt: R[a] = Value(R[b].unsafeInt <= R[c].unsafeInt)
            case .equalInt: R[a] = Value(R[b].unsafeInt == R[c].unsafeInt)
            case .lessNumber: R[a] = Value(R[b].unsafeDouble < R[c].unsafeDouble)
            case .lessEqualNumber: R[a] = Value(R[b].unsafeDouble <= R[c].unsafeDouble)
            case .equalNumber: R[a] = Value(R[b].unsafeDouble == R[c].unsafeDouble)
            case .lessAny:
                sync()
                R[a] = Value(try less(R[b], R[c]) ?? false)
            case .lessEqualAny:
                sync()
                R[a] = Value(try lessEqual(R[b], R[c]))
            case .equalAny:
                sync()
                R[a] = Value(try looselyEqual(R[b], R[c]))
            case .strictEqualAny:
                sync()
                R[a] = Value(try strictlyEqual(R[b], R[c]))
            case .not: R[a] = Value(bits: R[b].bits ^ 1)
            case .notAny: R[a] = Value(!toBoolean(R[b]))
            // MARK: Branches
            case .jump: try branch(Int(i.pointee.wide))
            case .jumpIfTrue: if R[a] == .true { try branch(Int(i.pointee.wide)) }
            case .jumpIfFalse: if R[a] == .false { try branch(Int(i.pointee.wide)) }
            case .jumpIfTrueAny: if toBoolean(R[a]) { try branch(Int(i.pointee.wide)) }
            case .jumpIfFalseAny: if !toBoolean(R[a]) { try branch(Int(i.pointee.wide)) }
            case .jumpLessInt: try branchByWord(R[a].unsafeInt < R[b].unsafeInt)
            case .jumpLessEqualInt: try branchByWord(R[a].unsafeInt <= R[b].unsafeInt)
            case .jumpEqualInt: try branchByWord(R[a].unsafeInt == R[b].unsafeInt)
            case .jumpNotEqualInt: try branchByWord(R[a].unsafeInt != R[b].unsafeInt)
            case .jumpLessIntImmediate: try branchByWord(R[a].unsafeInt < Int32(truncatingIfNeeded: word()))
            case .jumpLessEqualIntImmediate: try branchByWord(R[a].unsafeInt <= Int32(truncatingIfNeeded: word()))
            case .jumpGreaterIntImmediate: try branchByWord(R[a].unsafeInt > Int32(truncatingIfNeeded: word()))
            case .jumpGreaterEqualIntImmediate: try branchByWord(R[a].unsafeInt >= Int32(truncatingIfNeeded: word()))
            case .jumpEqualIntImmediate: try branchByWord(R[a].unsafeInt == Int32(truncatingIfNeeded: word()))
            case .jumpNotEqualIntImmediate: try branchByWord(R[a].unsafeInt != Int32(truncatingIfNeeded: word()))
            case .jumpLessNumber: try branchByWord((R[a].unsafeDouble < R[b].unsafeDouble) != (c == 1))
            case .jumpLessEqualNumber: try branchByWord((R[a].unsafeDouble <= R[b].unsafeDouble) != (c == 1))
            case .jumpEqualNumber: try branchByWord((R[a].unsafeDouble == R[b].unsafeDouble) != (c == 1))
            case .jumpLessAny:
                let x = R[a]
                let y = R[b]
                if x.isNumber && y.isNumber {
                    try branchByWord((x.unsafeNumber < y.unsafeNumber) != (c == 1))
                } else {
                    sync()
                    try branchByWord((try less(x, y) ?? false) != (c == 1))
                }
            case .jumpLessEqualAny:
                let x = R[a]
                let y = R[b]
                if x.isNumber && y.isNumber {
                    try branchByWord((x.unsafeNumber <= y.unsafeNumber) != (c == 1))
                } else {
                    sync()
                    try branchByWord(try lessEqual(x, y) != (c == 1))
                }
            case .jumpEqualAny:
                sync()
                try branchByWord(try looselyEqual(R[a], R[b]) != (c == 1))
            case .jumpStrictEqualAny:
                sync()
                try branchByWord(try strictlyEqual(R[a], R[b]) != (c == 1))
            case .lookupSwitch:
                let table = UnsafeMutablePointer<SwitchTable>(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                let index = R[a].unsafeInt
                let last = table.pointee.count - 1
                let place = index >= 0 && index < last ? index : last
                try branch(Int(table.pointee.offsets[Int(place)]))
            // MARK: Conversions
            case .intToNumber: R[a] = Value(bits: Double(R[b].unsafeInt).bitPattern)
            case .numberToInt: R[a] = Value(NumberConversion.toInt32(R[b].unsafeDouble))
            case .toInt:
                sync()
                R[a] = Value(try toInt32(R[b]))
            case .toUint:
                let x = R[b]
                if x.isInt && x.unsafeInt >= 0 {
                    R[a] = x
                } else {
                    sync()
                    R[a] = Value(Int(try toUInt32(x)))
                }
            case .toNumber:
                sync()
                R[a] = Value(double: try toNumber(R[b]))
            case .toBoolean: R[a] = Value(toBoolean(R[b]))
            case .convertString:
                let x = R[b]
                if x.isString {
                    R[a] = x
                } else {
                    sync()
                    R[a] = Value(try toString(x))
                }
            case .coerceString:
                let x = R[b]
                if x.isString || x.isNull {
                    R[a] = x
                } else {
                    sync()
                    R[a] = x.isUndefined ? .null : Value(try toString(x))
                }
            case .coerceObject: R[a] = R[b].isUndefined ? .null : R[b]
            case .coerceClass:
                let target = TraitsRef(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                let x = R[b]
                if x.isNull || x.isObject && self.traits(of: x.unsafeObject).pointee.derives(from: target) {
                    R[a] = x
                } else {
                    sync()
                    R[a] = try coerce(x, to: .instance(target))
                }
            case .coerceType:
                let type = UnsafeMutablePointer<TypeRef>(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                sync()
                R[a] = try coerce(R[b], to: type.pointee)
            case .asClass:
                let target = TraitsRef(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                R[a] = isInstance(R[b], of: target) ? R[b] : .null
            case .isClass:
                let target = TraitsRef(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                R[a] = Value(isInstance(R[b], of: target))
            case .asLate:
                sync()
                R[a] = try isLate(R[b], R[c]) ? R[b] : .null
            case .isLate:
                sync()
                R[a] = Value(try isLate(R[b], R[c]))
            case .instanceOf:
                sync()
                R[a] = Value(try isInstanceOf(R[b], R[c]))
            case .inOperator:
                sync()
                R[a] = Value(try has(try publicName(R[b], for: R[c]), in: try notNull(R[c])))
            case .typeOf: R[a] = Value(typeof(R[b]))
            case .checkNull:
                let x = R[b]
                if x.isNullish {
                    sync()
                    throw nullReference(x)
                }
                R[a] = x
            case .escapeElement, .escapeAttribute, .checkFilter:
                sync()
                R[a] = try xmlOperation(R[b], frame)
            // MARK: Slots and properties
            case .getSlot:
                let x = R[b]
                if !x.isObject {
                    sync()
                    throw nullReference(x)
                }
                R[a] = x.unsafeObject.cell.slots[c]
            case .getSlotUnchecked: R[a] = R[b].unsafeObject.cell.slots[c]
            case .setSlot:
                let x = R[a]
                if !x.isObject {
                    sync()
                    throw nullReference(x)
                }
                x.unsafeObject.cell.slots[c] = R[b]
            case .setSlotUnchecked: R[a].unsafeObject.cell.slots[c] = R[b]
            case .getSlotByNumber:
                sync()
                R[a] = try slot(c, of: R[b])
            case .setSlotByNumber:
                sync()
                try setSlot(c, of: R[a], to: R[b])
            case .getProperty:
                let site = siteWord()
                let x = R[b]
                if x.isObject {
                    let object = x.unsafeObject
                    if site.pointee.kind == .dynamic && object.shapeID == site.pointee.shapeID
                        && object.cell.pointee.classInfo == UnsafeMutableRawPointer(site.pointee.traits)
                    {
                        R[a] = object.value(Int(site.pointee.index))
                        break
                    }
                    if site.pointee.kind == .slot
                        && object.cell.pointee.classInfo == UnsafeMutableRawPointer(site.pointee.traits)
                    {
                        R[a] = object.cell.slots[Int(site.pointee.index)]
                        break
                    }
                }
                sync()
                R[a] = try getSlowly(site, x)
            case .setProperty:
                let site = siteWord()
                let x = R[a]
                if setKnown(site, x, R[b]) { break }
                sync()
                try setSlowly(site, x, R[b])
            case .initProperty:
                let site = siteWord()
                let x = R[a]
                if setKnown(site, x, R[b]) { break }
                sync()
                if noteDynamic(site, x) {
                    x.unsafeObject.setValue(Int(site.pointee.index), R[b])
                    break
                }
                try set(propertyName(site.pointee.name), of: R[a], to: R[b], isInitializing: true)
            case .deleteProperty:
                let site = siteWord()
                sync()
                R[a] = Value(try delete(propertyName(site.pointee.name), of: R[b]))
            case .getIndex:
                let site = siteWord()
                let x = R[b]
                let key = R[c]
                if x.isObject {
                    let flags = x.unsafeObject.flags
                    let index = wholeIndex(key)
                    if index >= 0 {
                        if flags.contains(.array) {
                            if let value = element(x.unsafeObject, index) {
                                R[a] = value
                                break
                            }
                        } else if flags.contains(.machine0) {
                            if let value = vectorElement(x.unsafeObject, index) {
                                R[a] = value
                                break
                            }
                        } else if flags.contains(.machine2), let value = byteElement(x.unsafeObject, index) {
                            R[a] = value
                            break
                        }
                    } else if flags.contains(.machine1), key.isObject,
                        let value = dictionaryValue(x.unsafeObject, key)
                    {
                        R[a] = value
                        break
                    }
                }
                sync()
                R[a] = try getIndexSlowly(site, x, key)
            case .getVector:
                let site = siteWord()
                let x = R[b]
                let key = R[c]
                if x.isObject, let value = vectorElement(x.unsafeObject, Int(key.unsafeInt)) {
                    R[a] = value
                    break
                }
                sync()
                R[a] = try getIndexSlowly(site, x, key)
            case .setVector:
                let site = siteWord()
                let x = R[a]
                let key = R[b]
                if x.isObject, putVectorElement(x.unsafeObject, Int(key.unsafeInt), R[c]) { break }
                sync()
                try setIndexSlowly(site, x, key, R[c])
            case .setIndex:
                let site = siteWord()
                let x = R[a]
                let key = R[b]
                let value = R[c]
                if x.isObject {
                    let flags = x.unsafeObject.flags
                    let index = wholeIndex(key)
                    if index >= 0 {
                        if flags.contains(.array) {
                            if setElement(x.unsafeObject, index, value) { break }
                        } else if flags.contains(.machine0) {
                            if setVectorElement(x.unsafeObject, index, value) { break }
                        } else if flags.contains(.machine2) {
                            if setByteElement(x.unsafeObject, index, value) { break }
                        }
                    } else if flags.contains(.machine1), key.isObject {
                        if setDictionaryValue(x.unsafeObject, key, value) { break }
                    }
                }
                sync()
                try setIndexSlowly(site, x, key, value)
            case .getLate:
                let site = siteWord()
                sync()
                R[a] = try get(try lateName(site, R + b + 1, of: R[b]), of: R[b])
            case .setLate:
                let site = siteWord()
                sync()
                try set(try lateName(site, R + a + 1, of: R[a]), of: R[a], to: R[b], isInitializing: c == 1)
            case .deleteLate:
                let site = siteWord()
                sync()
                R[a] = Value(try deleteLate(site, R + b + 1, of: R[b]))
            case .getDescendants:
                let site = siteWord()
                sync()
                R[a] = try descendants(propertyName(site.pointee.name), of: R[b])
            case .getDescendantsLate:
                let site = siteWord()
                sync()
                R[a] = try descendants(try lateName(site, R + b + 1), of: R[b])
            case .getSuper:
                let site = siteWord()
                sync()
                R[a] = try getSuper(site, propertyName(site.pointee.name), R[b])
            case .getSuperLate:
                let site = siteWord()
                sync()
                R[a] = try getSuper(site, try lateName(site, R + b + 1), R[b])
            case .setSuper:
                let site = siteWord()
                sync()
                try setSuper(site, propertyName(site.pointee.name), R[a], R[b])
            case .setSuperLate:
                let site = siteWord()
                sync()
                try setSuper(site, try lateName(site, R + a + 1), R[a], R[b])
            case .findProperty:
                let site = siteWord()
                sync()
                R[a] = try findProperty(site, propertyName(site.pointee.name), frame, isStrict: b == 1)
            case .findPropertyLate:
                let site = siteWord()
                sync()
                R[a] = try findProperty(site, try lateName(site, R + c), frame, isStrict: b == 1)
            case .getDefinition:
                let site = siteWord()
                if site.pointee.value.isUndefined {
                    sync()
                    R[a] = try definition(site)
                } else {
                    R[a] = site.pointee.value
                }
            case .getScriptGlobal:
                let site = siteWord()
                if site.pointee.value.isUndefined {
                    sync()
                    R[a] = try scriptGlobal(site)
                } else {
                    R[a] = site.pointee.value
                }
            // MARK: Calls
            case .callMethod:
                let known = word()
                pc += 1
                let x = R[b]
                if !x.isObject {
                    sync()
                    throw nullReference(x)
                }
                let traits = x.unsafeObject.cell.pointee.classInfo.unsafelyUnwrapped.assumingMemoryBound(
                    to: Traits.self)
                let index = Int(UInt32(truncatingIfNeeded: known))
                guard let environment = traits.pointee.methods.unsafelyUnwrapped[index] else {
                    sync()
                    throw verifyError(1027)
                }
                try call(environment, b, c, a, areTyped: known & Instruction.typedArguments != 0)
            case .callEnvironment:
                let environment = MethodEnv(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                try call(environment, b, c, a)
            case .callGetter:
                let index = Int(truncatingIfNeeded: word())
                pc += 1
                let x = R[b]
                sync()
                guard let traits = self.traits(of: x) else { throw nullReference(x) }
                guard let environment = try self.environment(index, of: traits) else {
                    R[a] = .undefined
                    break
                }
                R[c] = x
                try call(environment, c, 0, a)
            case .callSetter:
                let index = Int(truncatingIfNeeded: word())
                pc += 1
                let x = R[a]
                let value = R[b]
                sync()
                guard let traits = self.traits(of: x) else { throw nullReference(x) }
                guard let environment = try self.environment(index, of: traits) else { break }
                R[c] = x
                R[c + 1] = value
                try call(environment, c, 1, c)
            case .callProperty:
                let site = siteWord()
                let x = R[b]
                if x.isObject, site.pointee.kind == .method,
                    x.unsafeObject.cell.pointee.classInfo == UnsafeMutableRawPointer(site.pointee.traits),
                    let environment = site.pointee.traits.unsafelyUnwrapped.pointee.methods.unsafelyUnwrapped[
                        Int(site.pointee.index)]
                {
                    try call(environment, b, c, a)
                    break
                }
                sync()
                if let environment = try lookUpMethod(site, x) {
                    try call(environment, b, c, a)
                } else if let function = functionProperty(site, R + b) {
                    try call(function.0, b, c, a, callee: function.1)
                } else {
                    R[a] = try callProperty(propertyName(site.pointee.name), R + b, count: c)
                }
            case .callPropertyLex:
                let site = siteWord()
                sync()
                R[a] = try callProperty(propertyName(site.pointee.name), R + b, count: c, isLex: true)
            case .callPropertyLate:
                let site = siteWord()
                sync()
                R[a] = try callLate(site, R + b, c, isLex: false)
            case .callPropertyLexLate:
                let site = siteWord()
                sync()
                R[a] = try callLate(site, R + b, c, isLex: true)
            case .callValue:
                sync()
                let function = R[b]
                if let environment = scriptFunction(function, R + b + 1) {
                    try call(environment, b + 1, c, a, callee: function)
                } else {
                    R[a] = try invoke(function, R + b + 1, count: c)
                }
            case .callInPlace:
                // The function lies where the receiver goes.
                sync()
                let function = R[b]
                R[b] = .undefined
                R[a] = try invoke(function, R + b, count: c)
            case .callSuper:
                let site = siteWord()
                sync()
                if let environment = try superMethod(site, propertyName(site.pointee.name), R[b]) {
                    try call(environment, b, c, a)
                } else {
                    R[a] = try callSuperValue(site, propertyName(site.pointee.name), R + b, c)
                }
            case .callSuperLate:
                let site = siteWord()
                sync()
                R[a] = try callSuperLate(site, R + b, c)
            case .constructValue:
                sync()
                if let environment = try prepareConstruction(R[b], R + b) {
                    try beginConstruction(environment, b, c, a)
                } else {
                    R[a] = try construct(R[b], R + b, count: c)
                }
            case .constructTyped:
                sync()
                if let environment = try prepareConstruction(R[b], R + b) {
                    try beginConstruction(environment, b, c, a, areTyped: true)
                } else {
                    R[a] = try construct(R[b], R + b, count: c)
                }
            case .constructProperty:
                let site = siteWord()
                sync()
                let value = try constructor(site, R[b])
                if let environment = try prepareConstruction(value, R + b) {
                    try beginConstruction(environment, b, c, a)
                } else {
                    R[a] = try constructNamed(site, value, R + b, c)
                }
            case .constructPropertyLate:
                let site = siteWord()
                sync()
                R[a] = try constructLate(site, R + b, c)
            case .constructSuper:
                let owner = TraitsRef(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                sync()
                try checkSuperReceiver(owner, R[b])
                if let parent = owner.base, let environment = parent.pointee.initializer {
                    // The result is of no use: it goes to the receiver's place.
                    try call(environment, b, c, b)
                }
            // MARK: Making
            case .newObject:
                sync()
                R[a] = try newObject(R + b, c)
            case .newArray:
                sync()
                R[a] = Value(makeArray(UnsafeBufferPointer(start: R + b, count: c)))
            case .newFunction:
                let site = siteWord()
                sync()
                R[a] = newFunction(site, frame)
            case .newClass:
                let site = siteWord()
                sync()
                R[a] = try newClass(site, frame, base: R[b])
            case .newActivation, .newCatch:
                let traits = TraitsRef(bitPattern: UInt(word())).unsafelyUnwrapped
                pc += 1
                sync()
                R[a] = Value(instantiate(traits))
            case .applyType:
                sync()
                R[a] = try applyType(R + b, c)
            // MARK: Enumeration
            case .hasNext:
                sync()
                R[a] = Value(try nextIndex(of: R[b], after: try toInt32(R[c])))
            case .hasNext2:
                sync()
                var object = R[b]
                var index = R[c].isInt ? R[c].unsafeInt : 0
                let found = try hasNext(&object, &index)
                R[b] = object
                R[c] = Value(index)
                R[a] = Value(found)
            case .nextName:
                sync()
                R[a] = try nextName(of: R[b], try toInt32(R[c]))
            case .nextValue:
                sync()
                R[a] = try nextValue(of: R[b], try toInt32(R[c]))
            // MARK: Memory
            case .load8, .load16, .load32, .loadFloat, .loadDouble:
                sync()
                R[a] = try loadMemory(R[b].unsafeInt, frame)
            case .store8, .store16, .store32, .storeFloat, .storeDouble:
                sync()
                try storeMemory(R[b].unsafeInt, R[a], frame)
            case .signExtend1: R[a] = Value((R[b].unsafeInt << 31) >> 31)
            case .signExtend8: R[a] = Value(Int32(Int8(truncatingIfNeeded: R[b].unsafeInt)))
            case .signExtend16: R[a] = Value(Int32(Int16(truncatingIfNeeded: R[b].unsafeInt)))
            // MARK: XML
            case .setDefaultNamespace:
                let value = Value(bits: word())
                pc += 1
                sync()
                try setDefaultXMLNamespace(value, frame)
            case .setDefaultNamespaceLate:
                sync()
                try setDefaultXMLNamespace(R[a], frame)
            // MARK: Ends
            case .returnVoid:
                R[a] = .undefined
                fallthrough
            case .returnValue:
                let isConstructing = !frame.pointee.constructed.isUndefined
                frame.pointee.result.pointee = isConstructing ? frame.pointee.constructed : R[a]
                let isEntry = frame.pointee.isEntry
                frames.top = frame
                if isEntry { return }
                goOn(frame - 1)
                registers.top = frame.pointee.end
            case .throwValue:
                sync()
                throw .thrown(R[a])
            }
        }
    }
}
