import AVM

/// One step of register code. 8 bytes; some are followed by one more word.
///
/// The opcode is kept as a number so that all eight bytes mean something: a word that is copied as an instruction
/// must come out whole, and the padding behind an enum would not.
struct Instruction {
    private let opcode: UInt8
    private let unused: UInt8 = 0
    /// Nearly always the register that the result goes to.
    var a: UInt16
    var b: UInt16
    var c: UInt16

    init(_ op: Op, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
        opcode = op.rawValue
        self.a = UInt16(truncatingIfNeeded: a)
        self.b = UInt16(truncatingIfNeeded: b)
        self.c = UInt16(truncatingIfNeeded: c)
    }

    /// In the word of a call: the arguments are of the types that the method takes.
    static let typedArguments: UInt64 = 1 << 32

    /// Only for what was made as an instruction.
    @inline(__always)
    var op: Op { unsafeBitCast(opcode, to: Op.self) }

    /// `b` and `c` as one number.
    @inline(__always)
    var wide: Int32 { Int32(bitPattern: UInt32(b) | UInt32(c) << 16) }

    init(_ op: Op, _ a: Int, wide: Int32) {
        let bits = UInt32(bitPattern: wide)
        self.init(op, a, Int(bits & 0xFFFF), Int(bits >> 16))
    }
}

/// The operations of register code. R is the frame's registers; "word" the 8 bytes that follow; "offset" counts
/// words from the end of the instruction, its word included.
///
/// Types of operands are what the verifier has proved: `Int` reads int32s, `Number` doubles, `Any` whatever.
enum Op: UInt8 {
    // Moves
    case move  // R[a] = R[b]
    case loadInt  // R[a] = wide
    case loadValue  // R[a] = word
    case loadOuter  // R[a] = scope around the function, number wide
    case getOuterSlot  // R[a] = slot c of the scope around the function, number b
    case setOuterSlot  // the same slot = R[a]
    // Arithmetic
    case addInt, subtractInt, multiplyInt  // wrapping
    case addIntImmediate  // R[a] = R[b] + Int16(c), wrapping
    case multiplyIntImmediate  // R[a] = R[b] * Int16(c), wrapping
    case moveAndAddInt  // R[a] = R[b], R[b] += Int16(c), wrapping
    case addIntToNumber, subtractIntToNumber, multiplyIntToNumber  // ints in, Number out
    case moduloInt, moduloIntToNumber
    case moduloIntImmediate  // R[a] = R[b] % c
    case addNumber, subtractNumber, multiplyNumber, divideNumber, moduloNumber
    case addAny  // may concatenate
    case subtractAny, multiplyAny, divideAny, moduloAny  // Number out
    case negateNumber, negateInt
    case incrementAny  // R[a] = R[b] + Int16(c) as a Number
    case andInt, orInt, xorInt, shiftLeft, shiftRight, shiftRightUnsigned, notInt
    case andImmediate, shiftLeftImmediate, shiftRightImmediate, shiftRightUnsignedImmediate  // c is the operand
    // Comparisons: R[a] = Boolean
    case lessInt, lessEqualInt, equalInt
    case lessNumber, lessEqualNumber, equalNumber
    case lessAny, lessEqualAny, equalAny, strictEqualAny
    case not, notAny
    // Branches; offset is wide, or the high half of the word
    case jump
    case jumpIfTrue, jumpIfFalse  // Boolean R[a]
    case jumpIfTrueAny, jumpIfFalseAny
    // R[a], R[b] and an offset in the word
    case jumpLessInt, jumpLessEqualInt, jumpEqualInt, jumpNotEqualInt
    // R[a], the low half of the word
    case jumpLessIntImmediate, jumpLessEqualIntImmediate, jumpGreaterIntImmediate, jumpGreaterEqualIntImmediate
    case jumpEqualIntImmediate, jumpNotEqualIntImmediate
    // c = 1: jump where the comparison does not hold (NaN)
    case jumpLessNumber, jumpLessEqualNumber, jumpEqualNumber
    case jumpLessAny, jumpLessEqualAny, jumpEqualAny, jumpStrictEqualAny
    case lookupSwitch  // R[a], word: SwitchTable
    // Conversions R[a] = R[b]
    case intToNumber, numberToInt
    case toInt, toUint, toNumber, toBoolean, convertString, coerceString, coerceObject
    case coerceClass  // word: traits
    case coerceType  // word: type
    case asClass, isClass  // word: traits
    case asLate, isLate  // R[c] the class
    case instanceOf, inOperator, typeOf
    case checkNull  // throws where R[b] is null or undefined
    case escapeElement, escapeAttribute, checkFilter
    // Slots and properties
    case getSlot, getSlotUnchecked  // R[a] = R[b].slots[c]; Unchecked: R[b] is no null
    case setSlot, setSlotUnchecked  // R[a].slots[c] = R[b]
    case getSlotByNumber  // R[b] of any class, slot c
    case setSlotByNumber  // R[a].slots[c] = R[b], coerced
    case getProperty  // R[a] = R[b].site
    case setProperty, initProperty  // R[a].site = R[b]
    case deleteProperty  // R[a] = delete R[b].site
    case getIndex  // R[a] = R[b][R[c]], word: site
    case setIndex  // R[a][R[b]] = R[c], word: site
    case getVector, setVector  // the same of a Vector, by an int, the new value of the elements' type
    case getLate  // R[a] = R[b].site; late parts in R[b+1], R[b+2]
    case setLate  // R[a].site = R[b]; late parts behind R[a]; c 1: initproperty
    case deleteLate
    case getDescendants, getDescendantsLate
    case getSuper, setSuper, getSuperLate, setSuperLate
    case findProperty  // R[a] = scope with site; b: 1 strict
    case findPropertyLate  // late parts in R[c], R[c+1]
    case getDefinition  // R[a] = value of the definition, kept in site
    case getScriptGlobal  // R[a] = the global object of the script that defines site
    // Calls: R[b] receiver, arguments behind it, c how many; R[a] result
    case callMethod  // word: dispatch number, and whether arguments are of the right types
    case callEnvironment  // word: environment
    case callGetter  // R[a] = getter of R[b], word: dispatch number; c: register that a call may start at
    case callSetter  // setter of R[a] with R[b]; word: dispatch number, c: register that a call may start at
    case callProperty, callPropertyLex  // word: site
    case callPropertyLate, callPropertyLexLate  // late parts between receiver and arguments
    case callValue  // R[b] function, R[b+1] receiver
    case callSuper, callSuperLate
    case callInPlace  // the function lies in R[b], where its receiver, of which it has none, goes
    case constructValue, constructTyped, constructProperty, constructPropertyLate
    case constructSuper  // word: owner's traits
    // Making
    case newObject, newArray, newFunction, newClass, newActivation, newCatch, applyType
    // Enumeration
    case hasNext, hasNext2, nextName, nextValue
    // Memory
    case load8, load16, load32, loadFloat, loadDouble, store8, store16, store32, storeFloat, storeDouble
    case signExtend1, signExtend8, signExtend16
    // XML
    case setDefaultNamespace, setDefaultNamespaceLate
    // Ends
    case returnValue, returnVoid, throwValue  // R[a]; a void return writes it too
}

/// What a lowered method refers to besides its code.
final class LoweredCode {
    struct Handler {
        /// Instructions, by index.
        var from, to, target: Int32
        /// What it catches; any where that is everything.
        var type: TypeRef
        /// Register that the thrown value goes to.
        var register: Int32
    }
    let code: UnsafeMutablePointer<Instruction>
    let count: Int
    var handlers: [Handler] = []
    /// Where lines of the source begin, and in which file; empty where the code does not say.
    var lines: [(index: Int32, line: Int32)] = []
    var fileName: String?

    init(_ code: [Instruction]) {
        count = code.count
        self.code = .allocate(capacity: max(1, code.count))
        self.code.initialize(from: code, count: code.count)
    }

    deinit { code.deallocate() }
}

/// Targets of a lookupswitch: offsets from the end of the instruction. The last is the default.
struct SwitchTable {
    var count: Int32
    var offsets: UnsafeMutablePointer<Int32>
}

/// What an instruction that names a property knows: the name, and what it found last.
struct PropertySite {
    enum Kind: UInt8 { case empty, slot, getter, method, dynamic }
    var name: MultinameRef
    var domain: Unmanaged<Domain>
    /// The traits that the finding is of.
    var traits: TraitsRef?
    var kind: Kind = .empty
    /// A slot or dispatch number, or the slot of a shape.
    var index: Int32 = 0
    var shapeID: UInt32 = 0
    /// getDefinition: what it found; undefined before.
    var value: Value = .undefined
    /// super: the class whose base is meant. newfunction, newclass: what is made.
    var owner: TraitsRef?
    var method: MethodRef?
    /// Scopes of the running method: first register, how many, which are `with`; and of those around it.
    var firstScope: Int32 = 0
    var scopeCount: Int32 = 0
    var withMask: UInt64 = 0
    var outerWithMask: UInt64 = 0

    init(_ name: MultinameRef, _ domain: Domain) {
        self.name = name
        self.domain = .passUnretained(domain)
    }
}

typealias SiteRef = UnsafeMutablePointer<PropertySite>

/// All sites of a machine, for the values that they keep.
final class SiteList {
    private var sites: [SiteRef] = []

    func add(_ site: SiteRef) { sites.append(site) }

    func visit(_ marker: inout Marker) {
        for site in sites { marker.visit(site.pointee.value) }
    }

    deinit { for site in sites { site.deallocate() } }
}

extension Op {
    /// The operation on ints that takes its second operand, a positive Int16, from the instruction.
    var withImmediate: Op? {
        switch self {
        case .multiplyInt: .multiplyIntImmediate
        case .moduloInt: .moduloIntImmediate
        default: nil
        }
    }
}
