import AVM

/// The actions of SWF 3 to 10 by their codes in the file, and (from 0xF0 on, where the file has none) those that the
/// decoder makes of them.
///
/// Spec: SWF 19, "Actions", pp. 68–113.
enum ActionOp: UInt8 {
    case end = 0x00

    // Made by the decoder. No action of a file has these codes; one that does is unknown.
    /// Pushes a value of the source's constants: `b` is its index.
    case pushValue = 0xF0
    /// Pushes register `b`.
    case pushRegister = 0xF1
    /// Pushes entry `b` of the constant pool in force.
    case pushPool = 0xF2
    /// The block ends here without an End action.
    case endOfBlock = 0xF3
    /// The place `b` bytes into the file, at which a `with` or a part of a `try` may end.
    case rangeEnd = 0xF4
    /// Goes on at another place of the decoded code: `b` indexes the jump table.
    case link = 0xF5
    /// A code that is no action. Skipped, as Flash does.
    case unknown = 0xF6

    case nextFrame = 0x04
    case previousFrame = 0x05
    case play = 0x06
    case stop = 0x07
    case toggleQuality = 0x08
    case stopSounds = 0x09
    case add = 0x0A
    case subtract = 0x0B
    case multiply = 0x0C
    case divide = 0x0D
    case equals = 0x0E
    case less = 0x0F
    case and = 0x10
    case or = 0x11
    case not = 0x12
    case stringEquals = 0x13
    case stringLength = 0x14
    case stringExtract = 0x15
    case pop = 0x17
    case toInteger = 0x18
    case getVariable = 0x1C
    case setVariable = 0x1D
    case setTarget2 = 0x20
    case stringAdd = 0x21
    case getProperty = 0x22
    case setProperty = 0x23
    case cloneSprite = 0x24
    case removeSprite = 0x25
    case trace = 0x26
    case startDrag = 0x27
    case endDrag = 0x28
    case stringLess = 0x29
    case `throw` = 0x2A
    case castOp = 0x2B
    case implementsOp = 0x2C
    case fsCommand2 = 0x2D
    case randomNumber = 0x30
    case mbStringLength = 0x31
    case charToAscii = 0x32
    case asciiToChar = 0x33
    case getTime = 0x34
    case mbStringExtract = 0x35
    case mbCharToAscii = 0x36
    case mbAsciiToChar = 0x37
    case delete = 0x3A
    case delete2 = 0x3B
    case defineLocal = 0x3C
    case callFunction = 0x3D
    case `return` = 0x3E
    case modulo = 0x3F
    case newObject = 0x40
    case defineLocal2 = 0x41
    case initArray = 0x42
    case initObject = 0x43
    case typeOf = 0x44
    case targetPath = 0x45
    case enumerate = 0x46
    case add2 = 0x47
    case less2 = 0x48
    case equals2 = 0x49
    case toNumber = 0x4A
    case toString = 0x4B
    case pushDuplicate = 0x4C
    case stackSwap = 0x4D
    case getMember = 0x4E
    case setMember = 0x4F
    case increment = 0x50
    case decrement = 0x51
    case callMethod = 0x52
    case newMethod = 0x53
    case instanceOf = 0x54
    case enumerate2 = 0x55
    case bitAnd = 0x60
    case bitOr = 0x61
    case bitXor = 0x62
    case bitLShift = 0x63
    case bitRShift = 0x64
    case bitURShift = 0x65
    case strictEquals = 0x66
    case greater = 0x67
    case stringGreater = 0x68
    case extends = 0x69

    case gotoFrame = 0x81
    case getURL = 0x83
    case storeRegister = 0x87
    case constantPool = 0x88
    case waitForFrame = 0x8A
    case setTarget = 0x8B
    case gotoLabel = 0x8C
    case waitForFrame2 = 0x8D
    case defineFunction2 = 0x8E
    case `try` = 0x8F
    case with = 0x94
    case jump = 0x99
    case getURL2 = 0x9A
    case defineFunction = 0x9B
    case `if` = 0x9D
    case call = 0x9E
    case gotoFrame2 = 0x9F
}

/// One decoded action: eight bytes, no references.
struct Action {
    var op: ActionOp
    /// Small operand: flags.
    var flags: UInt8 = 0
    /// Another: an extra number.
    var a: UInt16 = 0
    /// The operand: an index into a table of ``CodeSource``, or a number, as the op says.
    var b: Int32 = 0
}

/// Where a jump goes.
struct JumpTarget {
    /// Byte offset in the file.
    let offset: Int
    /// The action there, nil until it has been decoded.
    var action: UnsafeMutablePointer<Action>?
}

/// DefineFunction and DefineFunction2 as the file has them.
final class FunctionDefinition {
    struct Parameter {
        let name: Atom
        /// The register that takes it; 0: it becomes a local variable.
        let register: UInt8
    }
    let name: Atom
    let parameters: [Parameter]
    let flags: FunctionFlags
    let registerCount: UInt8
    /// DefineFunction2: registers of its own.
    let isVersion2: Bool
    let body: Range<Int>

    init(
        name: Atom, parameters: [Parameter], flags: FunctionFlags, registerCount: UInt8, isVersion2: Bool,
        body: Range<Int>
    ) {
        self.name = name
        self.parameters = parameters
        self.flags = flags
        self.registerCount = registerCount
        self.isVersion2 = isVersion2
        self.body = body
    }
}

/// Spec: SWF 19, "ActionDefineFunction2", p. 110.
struct FunctionFlags: OptionSet {
    let rawValue: UInt16
    static let preloadThis = FunctionFlags(rawValue: 1 << 0)
    static let suppressThis = FunctionFlags(rawValue: 1 << 1)
    static let preloadArguments = FunctionFlags(rawValue: 1 << 2)
    static let suppressArguments = FunctionFlags(rawValue: 1 << 3)
    static let preloadSuper = FunctionFlags(rawValue: 1 << 4)
    static let suppressSuper = FunctionFlags(rawValue: 1 << 5)
    static let preloadRoot = FunctionFlags(rawValue: 1 << 6)
    static let preloadParent = FunctionFlags(rawValue: 1 << 7)
    static let preloadGlobal = FunctionFlags(rawValue: 1 << 8)
}

/// ActionTry as the file has it.
struct TryDefinition {
    let tryBody, catchBody, finallyBody: Range<Int>
    let hasCatch, hasFinally: Bool
    /// Where the caught value goes: a register, or a variable.
    let register: UInt8?
    let variable: Atom
}
