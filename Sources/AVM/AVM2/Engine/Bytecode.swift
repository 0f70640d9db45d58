/// The opcodes of ABC, by their codes. Source: AVM2 Overview (2007), chapter 5; the memory opcodes: Adobe's Alchemy.
enum ABCOp: UInt8 {
    case bkpt = 0x01, nop, `throw`, getsuper, setsuper, dxns, dxnslate, kill, label, lf32x, lf64x
    case ifnlt = 0x0C, ifnle, ifngt, ifnge, jump, iftrue, iffalse, ifeq, ifne, iflt, ifle, ifgt, ifge, ifstricteq,
        ifstrictne, lookupswitch, pushwith, popscope, nextname, hasnext, pushnull, pushundefined
    case nextvalue = 0x23, pushbyte, pushshort, pushtrue, pushfalse, pushnan, pop, dup, swap, pushstring, pushint,
        pushuint, pushdouble, pushscope, pushnamespace, hasnext2
    case li8 = 0x35, li16, li32, lf32, lf64, si8, si16, si32, sf32, sf64
    case newfunction = 0x40, call, construct, callmethod, callstatic, callsuper, callproperty, returnvoid,
        returnvalue, constructsuper, constructprop
    case callproplex = 0x4C
    case callsupervoid = 0x4E, callpropvoid
    case sxi1 = 0x50, sxi8, sxi16, applytype
    case newobject = 0x55, newarray, newactivation, newclass, getdescendants, newcatch, findpropglobalstrict,
        findpropglobal, findpropstrict, findproperty, finddef, getlex, setproperty, getlocal, setlocal, getglobalscope,
        getscopeobject, getproperty, getouterscope, initproperty
    case deleteproperty = 0x6A
    case getslot = 0x6C, setslot, getglobalslot, setglobalslot, convertS, escXelem, escXattr, convertI, convertU,
        convertD, convertB, convertO, checkfilter
    case coerce = 0x80, coerceB, coerceA, coerceI, coerceD, coerceS, astype, astypelate, coerceU, coerceO
    case negate = 0x90, increment, inclocal, decrement, declocal, typeof, not, bitnot
    case add = 0xA0, subtract, multiply, divide, modulo, lshift, rshift, urshift, bitand, bitor, bitxor, equals,
        strictequals, lessthan, lessequals, greaterthan, greaterequals, `instanceof`, istype, istypelate, `in`
    case incrementI = 0xC0, decrementI, inclocalI, declocalI, negateI, addI, subtractI, multiplyI
    case getlocal0 = 0xD0, getlocal1, getlocal2, getlocal3, setlocal0, setlocal1, setlocal2, setlocal3
    case debug = 0xEF, debugline, debugfile, bkptline, timestamp

    /// Whether an instruction can raise an error. A handler that guards none that can is never verified.
    var canThrow: Bool {
        switch self {
        case .nop, .kill, .label, .jump, .iftrue, .iffalse, .ifstricteq, .ifstrictne, .lookupswitch, .popscope,
            .pushnull, .pushundefined, .pushbyte, .pushshort, .pushtrue, .pushfalse, .pushnan, .pop, .dup, .swap,
            .pushstring, .pushint, .pushuint, .pushdouble, .pushnamespace, .returnvoid, .getlocal, .setlocal,
            .getscopeobject, .getouterscope, .getglobalscope, .convertB, .coerceB, .coerceA, .typeof, .not,
            .strictequals, .getlocal0, .getlocal1, .getlocal2, .getlocal3, .setlocal0, .setlocal1, .setlocal2,
            .setlocal3, .debug, .debugline, .debugfile, .bkptline, .timestamp:
            false
        default: true
        }
    }
}

/// One instruction of ABC code. Offsets are bytes from the start of the code.
struct BytecodeStep {
    var op: ABCOp
    /// The operands as they stand there; branch targets as offsets.
    var first = 0
    var second = 0
    /// lookupswitch: the targets, the default last.
    var targets: [Int] = []
    var offset: Int
    var next: Int
}

/// Reads ABC code. Reading beyond the end gives nil.
struct BytecodeReader {
    /// The file, and where the code lies in it.
    let file: [UInt8]
    let range: Range<Int>

    /// The bytes of the code, by offset from its start.
    struct Bytes {
        let file: [UInt8]
        let start: Int
        let count: Int
        subscript(offset: Int) -> UInt8 { file[start + offset] }
    }
    var bytes: Bytes { Bytes(file: file, start: range.lowerBound, count: range.count) }

    enum Failure { case illegalOpcode(UInt8), truncated }

    private func u8(_ position: inout Int) -> Int? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return Int(bytes[position])
    }

    private func u30(_ position: inout Int) -> Int? {
        var value: UInt32 = 0
        var shift: UInt32 = 0
        while true {
            guard let byte = u8(&position) else { return nil }
            value |= UInt32(byte & 0x7F) << shift
            if byte & 0x80 == 0 || shift == 28 { return Int(value) }
            shift += 7
        }
    }

    private func s24(_ position: inout Int) -> Int? {
        guard position + 3 <= bytes.count else { return nil }
        defer { position += 3 }
        let raw = UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8 | UInt32(bytes[position + 2]) << 16
        return Int(Int32(bitPattern: raw << 8) >> 8)
    }

    func step(at offset: Int) -> Result<BytecodeStep, DecodeFailure> {
        var position = offset
        guard let code = u8(&position) else { return .failure(DecodeFailure(.truncated)) }
        guard let op = ABCOp(rawValue: UInt8(code)) else {
            return .failure(DecodeFailure(.illegalOpcode(UInt8(code))))
        }
        var step = BytecodeStep(op: op, offset: offset, next: 0)
        guard readOperands(&step, &position) else { return .failure(DecodeFailure(.truncated)) }
        step.next = position
        return .success(step)
    }

    struct DecodeFailure: Error {
        let failure: Failure
        init(_ failure: Failure) { self.failure = failure }
    }

    private func readOperands(_ step: inout BytecodeStep, _ position: inout Int) -> Bool {
        func take(_ value: Int?, _ place: WritableKeyPath<BytecodeStep, Int>) -> Bool {
            guard let value else { return false }
            step[keyPath: place] = value
            return true
        }
        switch step.op {
        case .pushbyte:
            guard let byte = u8(&position) else { return false }
            step.first = Int(Int8(truncatingIfNeeded: byte))
        case .getscopeobject: return take(u8(&position), \.first)
        case .pushshort:
            guard let value = u30(&position) else { return false }
            step.first = Int(Int16(truncatingIfNeeded: value))
        case .ifnlt, .ifnle, .ifngt, .ifnge, .jump, .iftrue, .iffalse, .ifeq, .ifne, .iflt, .ifle, .ifgt, .ifge,
            .ifstricteq, .ifstrictne:
            guard let relative = s24(&position) else { return false }
            step.first = position + relative
        case .lookupswitch:
            guard let fallback = s24(&position), let count = u30(&position), count < bytes.count else { return false }
            for _ in 0...count {
                guard let relative = s24(&position) else { return false }
                step.targets.append(step.offset + relative)
            }
            step.targets.append(step.offset + fallback)
        case .debug:
            position += 1
            guard let name = u30(&position) else { return false }
            step.first = name
            position += 1
            return u30(&position) != nil
        case .hasnext2, .callmethod, .callstatic, .callsuper, .callproperty, .constructprop, .callproplex,
            .callsupervoid, .callpropvoid:
            return take(u30(&position), \.first) && take(u30(&position), \.second)
        case .getsuper, .setsuper, .dxns, .kill, .pushstring, .pushint, .pushuint, .pushdouble, .pushnamespace,
            .newfunction, .call, .construct, .constructsuper, .applytype, .newobject, .newarray, .newclass,
            .getdescendants, .newcatch, .findpropglobalstrict, .findpropglobal, .findpropstrict, .findproperty,
            .finddef, .getlex, .setproperty, .getlocal, .setlocal, .getproperty, .getouterscope, .initproperty,
            .deleteproperty, .getslot, .setslot, .getglobalslot, .setglobalslot, .coerce, .astype, .inclocal,
            .declocal, .istype, .inclocalI, .declocalI, .debugline, .debugfile, .bkptline:
            return take(u30(&position), \.first)
        default: break
        }
        return true
    }
}
