/// Writes actions: the body of a DoAction tag, of a clip event or of a function.
///
///     var code = ActionAssembler()
///     code.push(.text("x"), .int(1))
///     code.op(.setVariable)
///
/// Spec: SWF 19, "Actions", pp. 68–113.
public struct ActionAssembler {
    /// Actions without a body, by their codes.
    public enum Op: UInt8 {
        case end = 0x00
        case nextFrame = 0x04, previousFrame, play, stop, toggleQuality, stopSounds
        case add = 0x0A, subtract, multiply, divide, equals, less, and, or, not
        case stringEquals = 0x13, stringLength, stringExtract
        case pop = 0x17, toInteger = 0x18
        case getVariable = 0x1C, setVariable = 0x1D
        case setTarget2 = 0x20, stringAdd, getProperty, setProperty, cloneSprite, removeSprite, trace, startDrag,
            endDrag
        case stringLess = 0x29, `throw`, castOp, implementsOp
        case randomNumber = 0x30
        case charToAscii = 0x32, asciiToChar, getTime
        case delete = 0x3A, delete2, defineLocal, callFunction, `return`, modulo, newObject, defineLocal2
        case initArray = 0x42, initObject, typeOf, targetPath, enumerate, add2, less2, equals2, toNumber, toString
        case pushDuplicate = 0x4C, stackSwap, getMember, setMember, increment, decrement, callMethod, newMethod
        case instanceOf = 0x54, enumerate2
        case bitAnd = 0x60, bitOr, bitXor, bitLShift, bitRShift, bitURShift, strictEquals, greater, stringGreater,
            extends
    }

    public enum Operand: Sendable {
        case text(String)
        case int(Int32)
        case double(Double)
        case bool(Bool)
        case null
        case undefined
        case register(UInt8)
        /// An entry of the constant pool.
        case pool(UInt16)
    }

    /// A place in the code that jumps may name before it is there.
    public struct Label: Hashable {
        fileprivate let number: Int
    }

    public private(set) var bytes: [UInt8] = []
    private var labels: [Int: Int] = [:]
    private var labelCount = 0
    private var jumps: [(place: Int, label: Int)] = []

    public init() {}

    // MARK: Actions

    public mutating func op(_ op: Op) { bytes.append(op.rawValue) }

    /// An action with a body. `length` overrides the true length, as obfuscators do.
    public mutating func action(_ code: UInt8, _ body: [UInt8], length: UInt16? = nil) {
        bytes.append(code)
        append(length ?? UInt16(body.count))
        bytes += body
    }

    /// Bytes as they are.
    public mutating func raw(_ raw: [UInt8]) { bytes += raw }

    public mutating func push(_ operands: Operand...) {
        var body: [UInt8] = []
        for operand in operands { body += Self.encode(operand) }
        action(0x96, body)
    }

    public mutating func constantPool(_ texts: [String]) {
        action(0x88, Self.word(UInt16(texts.count)) + texts.flatMap { Array($0.utf8) + [0] })
    }

    public mutating func storeRegister(_ register: UInt8) { action(0x87, [register]) }
    public mutating func gotoFrame(_ frame: UInt16) { action(0x81, Self.word(frame)) }
    public mutating func setTarget(_ path: String) { action(0x8B, Array(path.utf8) + [0]) }

    /// `trace(text)`.
    public mutating func trace(_ text: String) {
        push(.text(text))
        op(.trace)
    }

    // MARK: Jumps

    public mutating func label() -> Label {
        labelCount += 1
        return Label(number: labelCount)
    }

    /// Puts `label` here.
    public mutating func place(_ label: Label) { labels[label.number] = bytes.count }

    public mutating func jump(_ label: Label) { branch(0x99, label) }
    /// Pops a value and jumps where it is true.
    public mutating func jumpIf(_ label: Label) { branch(0x9D, label) }

    /// A jump by a number of bytes, wherever that leads.
    public mutating func jump(by distance: Int16) { action(0x99, Self.word(UInt16(bitPattern: distance))) }

    private mutating func branch(_ code: UInt8, _ label: Label) {
        action(code, [0, 0])
        jumps.append((bytes.count - 2, label.number))
    }

    // MARK: Blocks

    /// DefineFunction; an empty name leaves the function on the stack.
    public mutating func function(_ name: String, _ parameters: [String], _ body: (inout ActionAssembler) -> Void) {
        let code = Self.assembled(body)
        var head = Array(name.utf8) + [0] + Self.word(UInt16(parameters.count))
        for parameter in parameters { head += Array(parameter.utf8) + [0] }
        action(0x9B, head + Self.word(UInt16(code.count)))
        bytes += code
    }

    /// DefineFunction2. A parameter with register 0 becomes a local variable. Flags as in the file: 1 preloads this, 4
    /// arguments, 16 super; 2, 8 and 32 suppress them; 64 preloads _root, 128 _parent, 256 _global.
    public mutating func function2(
        _ name: String, _ parameters: [(register: UInt8, name: String)], registers: UInt8, flags: UInt16 = 0x2A,
        _ body: (inout ActionAssembler) -> Void
    ) {
        let code = Self.assembled(body)
        var head = Array(name.utf8) + [0] + Self.word(UInt16(parameters.count)) + [registers] + Self.word(flags)
        for parameter in parameters { head += [parameter.register] + Array(parameter.name.utf8) + [0] }
        action(0x8E, head + Self.word(UInt16(code.count)))
        bytes += code
    }

    public mutating func with(_ body: (inout ActionAssembler) -> Void) {
        let code = Self.assembled(body)
        action(0x94, Self.word(UInt16(code.count)))
        bytes += code
    }

    /// `try`, with what is caught in a variable of that name.
    public mutating func tryCatch(
        _ body: (inout ActionAssembler) -> Void, catch name: String, _ handler: (inout ActionAssembler) -> Void,
        finally: ((inout ActionAssembler) -> Void)? = nil
    ) {
        let parts = [Self.assembled(body), Self.assembled(handler), finally.map { Self.assembled($0) } ?? []]
        let flags: UInt8 = finally == nil ? 1 : 3
        action(0x8F, [flags] + parts.flatMap { Self.word(UInt16($0.count)) } + Array(name.utf8) + [0])
        for part in parts { bytes += part }
    }

    private static func assembled(_ body: (inout ActionAssembler) -> Void) -> [UInt8] {
        var code = ActionAssembler()
        body(&code)
        return code.finished()
    }

    /// The bytes with all jumps filled in. Labels that were never placed are a fault of the test.
    public func finished() -> [UInt8] {
        var bytes = bytes
        for jump in jumps {
            guard let target = labels[jump.label] else { preconditionFailure("label without a place") }
            let distance = UInt16(bitPattern: Int16(target - (jump.place + 2)))
            bytes[jump.place] = UInt8(distance & 0xFF)
            bytes[jump.place + 1] = UInt8(distance >> 8)
        }
        return bytes
    }

    // MARK: Encoding

    private mutating func append(_ value: UInt16) { bytes += Self.word(value) }

    private static func word(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    private static func encode(_ operand: Operand) -> [UInt8] {
        switch operand {
        case .text(let text): return [0] + Array(text.utf8) + [0]
        case .null: return [2]
        case .undefined: return [3]
        case .register(let register): return [4, register]
        case .bool(let bool): return [5, bool ? 1 : 0]
        case .double(let number):
            // The high word comes first.
            let bits = number.bitPattern
            return [6] + little(UInt32(bits >> 32)) + little(UInt32(truncatingIfNeeded: bits))
        case .int(let number): return [7] + little(UInt32(bitPattern: number))
        case .pool(let index): return index < 256 ? [8, UInt8(index)] : [9] + word(index)
        }
    }

    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
