import AVM
import Base

/// Decodes actions from an offset on. Lengths are believed only where the action itself does not tell: obfuscated
/// movies carry bogus ones, and Flash plays them.
struct ActionDecoder {
    private let source: CodeSource
    private let limit: Int
    private var reader: ByteReader
    private var actions: [Action] = []
    /// Offsets of actions and their indices.
    private var places: [(offset: Int, index: Int)] = []
    /// Offsets at which a `with` or a part of a `try` ends.
    private var rangeEnds: Set<Int> = []
    /// So many actions at most are decoded in one go; the rest when they are reached.
    private static let maximumActions = 1 << 18

    init(source: CodeSource, start: Int, limit: Int) {
        self.source = source
        self.limit = limit
        reader = ByteReader(source.bytes, in: start..<max(start, source.bytes.count))
    }

    /// The actions from the start to the limit, and where each one stands.
    mutating func run() -> ([Action], [(offset: Int, index: Int)]) {
        var isFirst = true
        while reader.position < limit, actions.count < Self.maximumActions {
            let offset = reader.position
            if rangeEnds.contains(offset) { emit(.rangeEnd, b: Int32(truncatingIfNeeded: offset)) }
            if !isFirst, source.isDecoded(offset) {
                emit(.link, b: source.addJump(to: offset))
                return (actions, places)
            }
            isFirst = false
            places.append((offset, actions.count))
            do {
                if try !decodeAction() { break }
            } catch {
                // Cut short: the file ends here.
                break
            }
        }
        if reader.position < limit && actions.count >= Self.maximumActions {
            emit(.link, b: source.addJump(to: reader.position))
        } else {
            if rangeEnds.contains(reader.position) { emit(.rangeEnd, b: Int32(truncatingIfNeeded: reader.position)) }
            emit(.endOfBlock)
        }
        return (actions, places)
    }

    private mutating func emit(_ op: ActionOp, flags: UInt8 = 0, a: UInt16 = 0, b: Int32 = 0) {
        actions.append(Action(op: op, flags: flags, a: a, b: b))
    }

    /// Decodes one action. False: outside of the block, nothing after this one is reached by going on.
    private mutating func decodeAction() throws(DecodeError) -> Bool {
        let code = try reader.u8()
        guard code >= 0x80 else {
            decodeShort(code)
            return code != 0 || reader.position < limit && limit != source.bytes.count
        }
        let length = Int(try reader.u16())
        let body = reader.position
        let end = body + length
        if code == 0x96 {
            try decodePush(end)
            reader.seek(to: end)
        } else {
            try decodeLong(code, end: end)
        }
        // Outside of any block nothing but jumps leads past a jump.
        return code != ActionOp.jump.rawValue || limit != source.bytes.count
    }

    private mutating func decodeShort(_ code: UInt8) {
        guard let op = ActionOp(rawValue: code) else { return emit(.unknown) }
        switch op {
        case .getMember, .setMember, .getVariable, .callMethod: emit(op, b: source.addCache())
        default: emit(op)
        }
    }

    /// Decodes an action with a body. Afterwards the reader stands where execution goes on.
    private mutating func decodeLong(_ code: UInt8, end: Int) throws(DecodeError) {
        guard code < ActionOp.pushValue.rawValue, let op = ActionOp(rawValue: code) else {
            emit(.unknown)
            return reader.seek(to: end)
        }
        switch op {
        case .gotoFrame: emit(op, b: Int32(try reader.u16()))
        case .getURL:
            let url = source.add(Value(try string().string))
            let target = source.add(Value(try string().string))
            emit(.pushValue, b: url)
            emit(.pushValue, b: target)
            emit(op)
        case .storeRegister: emit(op, b: Int32(try reader.u8()))
        case .constantPool: try decodePool(end)
        case .waitForFrame:
            let frame = try reader.u16()
            try decodeSkip(op, count: Int(try reader.u8()), frame: frame, end: end)
            return
        case .waitForFrame2:
            try decodeSkip(op, count: Int(try reader.u8()), frame: 0, end: end)
            return
        case .setTarget, .gotoLabel: emit(op, b: source.add(Value(try string().string)))
        case .defineFunction: return try decodeFunction(isVersion2: false, end: end)
        case .defineFunction2: return try decodeFunction(isVersion2: true, end: end)
        case .try: return try decodeTry(end)
        case .with:
            let size = Int(try reader.u16())
            reader.seek(to: end)
            rangeEnds.insert(end + size)
            emit(op, a: UInt16(size), b: Int32(truncatingIfNeeded: end + size))
            return
        case .jump, .if:
            let distance = Int(try reader.s16())
            emit(op, b: source.addJump(to: end + distance))
        case .getURL2: emit(op, flags: try reader.u8())
        case .gotoFrame2:
            let flags = try reader.u8()
            emit(op, flags: flags, a: flags & 2 != 0 ? try reader.u16() : 0)
        case .call: emit(op)
        default: emit(.unknown)
        }
        reader.seek(to: end)
    }

    private mutating func string() throws(DecodeError) -> Atom { source.string(try reader.stringBytes()) }

    private mutating func decodePool(_ end: Int) throws(DecodeError) {
        var pool: [Value] = []
        let count = Int(try reader.u16())
        while pool.count < count, reader.position < end, !reader.isAtEnd { pool.append(Value(try string().string)) }
        emit(.constantPool, b: source.addPool(pool))
    }

    private mutating func decodePush(_ end: Int) throws(DecodeError) {
        while reader.position < end, !reader.isAtEnd {
            switch try reader.u8() {
            case 0: emit(.pushValue, b: source.add(Value(try string().string)))
            case 1: emit(.pushValue, b: source.add(Value(Double(try reader.float()))))
            case 2: emit(.pushValue, b: source.add(.null))
            case 3: emit(.pushValue, b: source.add(.undefined))
            case 4: emit(.pushRegister, b: Int32(try reader.u8()))
            case 5: emit(.pushValue, b: source.add(Value(try reader.u8() != 0)))
            case 6:
                // The halves are swapped: high word first.
                let high = UInt64(try reader.u32())
                let low = UInt64(try reader.u32())
                emit(.pushValue, b: source.add(Value(Double(bitPattern: high << 32 | low))))
            case 7: emit(.pushValue, b: source.add(Value(try reader.s32())))
            case 8: emit(.pushPool, b: Int32(try reader.u8()))
            case 9: emit(.pushPool, b: Int32(try reader.u16()))
            default: return
            }
        }
    }

    /// WaitForFrame skips so many actions where the frame is not loaded. They are counted now.
    private mutating func decodeSkip(_ op: ActionOp, count: Int, frame: UInt16, end: Int) throws(DecodeError) {
        reader.seek(to: end)
        var place = reader
        for _ in 0..<count {
            guard let code = try? place.u8() else { break }
            if code >= 0x80, let length = try? place.u16() { place.seek(to: place.position + Int(length)) }
        }
        emit(op, a: frame, b: source.addJump(to: place.position))
    }

    private mutating func decodeFunction(isVersion2: Bool, end: Int) throws(DecodeError) {
        let name = try string()
        let count = Int(try reader.u16())
        let registerCount = isVersion2 ? try reader.u8() : 0
        let flags = FunctionFlags(rawValue: isVersion2 ? try reader.u16() : 0)
        var parameters: [FunctionDefinition.Parameter] = []
        for _ in 0..<count {
            let register = isVersion2 ? try reader.u8() : 0
            parameters.append(.init(name: try string(), register: register))
        }
        let size = Int(try reader.u16())
        // The body follows the header as read; code goes on behind the header as the length has it.
        let start = reader.position
        let body = start..<min(start + size, source.bytes.count)
        emit(
            .defineFunction,
            b: source.add(
                FunctionDefinition(
                    name: name, parameters: parameters, flags: flags, registerCount: registerCount,
                    isVersion2: isVersion2, body: body)))
        reader.seek(to: end + size)
    }

    private mutating func decodeTry(_ end: Int) throws(DecodeError) {
        let flags = try reader.u8()
        let trySize = Int(try reader.u16())
        let catchSize = Int(try reader.u16())
        let finallySize = Int(try reader.u16())
        let isRegister = flags & 4 != 0
        let register = isRegister ? try reader.u8() : nil
        let variable = isRegister ? source.machine.names.empty : try string()
        let (hasCatch, hasFinally) = (flags & 1 != 0, flags & 2 != 0)
        let tryEnd = end + trySize
        let catchEnd = tryEnd + catchSize
        let finallyEnd = catchEnd + finallySize
        rangeEnds.formUnion([tryEnd, catchEnd, finallyEnd])
        emit(
            .try,
            b: source.add(
                TryDefinition(
                    tryBody: end..<tryEnd, catchBody: tryEnd..<catchEnd, finallyBody: catchEnd..<finallyEnd,
                    hasCatch: hasCatch, hasFinally: hasFinally, register: register, variable: variable)))
        reader.seek(to: end)
    }
}
