import AVM

/// A function of a file or of a native table, without its scope. Plain data at one place, see ``Traits``.
struct Method {
    struct Flags: FlagSet {
        let rawValue: UInt16
        static let native = Flags(rawValue: 1)
        /// The code has been verified and lowered.
        static let lowered = Flags(rawValue: 2)
        static let needsRest = Flags(rawValue: 4)
        static let needsArguments = Flags(rawValue: 8)
        /// Parameters and return type are known.
        static let resolved = Flags(rawValue: 16)
        /// More arguments than parameters are no error.
        static let takesMore = Flags(rawValue: 32)
        /// All parameters are of type `any`, and there are no optional ones.
        static let untyped = Flags(rawValue: 64)
        static let activation = Flags(rawValue: 128)
        static let isConstructor = Flags(rawValue: 256)
        static let isSetter = Flags(rawValue: 512)
        static let isGetter = Flags(rawValue: 1024)
        /// Lowered code that is called with its arguments as they lie.
        static let plain = Flags(rawValue: 2048)
    }
    var flags: Flags
    /// Parameters declared, and those without a default.
    var parameterCount: UInt16 = 0
    var requiredCount: UInt16 = 0
    /// Registers of a frame: locals, scopes, operand stack.
    var frameSize: Int32 = 0
    /// Registers from the first that is not a parameter to this one are undefined at the start; 0 where the code
    /// stores in each of its locals before it reads it.
    var localCount: Int32 = 0
    var code: UnsafeMutablePointer<Instruction>?
    var parameters: UnsafeMutablePointer<Parameter>?
    var returnType: TypeRef = .any
    let details: Unmanaged<MethodDetails>
    /// Native methods: how to call them.
    var body: Unmanaged<NativeFunctionBox>?

    init(details: MethodDetails, flags: Flags) {
        self.details = .passUnretained(details)
        self.flags = flags
    }
}

typealias MethodRef = UnsafeMutablePointer<Method>

struct Parameter {
    var type: TypeRef
    /// Undefined where there is none.
    var defaultValue: Value
}

/// A closure of native code. Held by the machine for ever, so that calls need not retain it.
final class NativeFunctionBox {
    let body: NativeBody
    init(_ body: @escaping NativeBody) { self.body = body }
}

/// The seldom used part of ``Method``.
final class MethodDetails {
    enum Source {
        case file(ABCUnit, index: Int)
        case native(signature: StaticString, owner: NativeClassTable)
    }
    let source: Source
    /// As stack traces name it: `flash.geom::Point/add`.
    var name: String = ""
    /// The class whose method it is, instance or class side.
    var owner: TraitsRef?
    /// Scope outside the function. Nil: a function that no `newfunction` has been verified for.
    var outerScope: [ScopeType]?
    /// What code refers to; freed with the machine.
    var lowered: LoweredCode?
    /// `length` of a function object, where it is not the number of parameters.
    var declaredLength: Int?
    /// More than one class claims it: it is never run.
    var isShared = false
    var activationTraits: TraitsRef?

    /// A function expression without types: Flash lets it be called with any number of arguments.
    var isUnchecked = false
    /// "flash.geom::Point/add()".
    var traceName: String { name.isEmpty ? "Function/<anonymous>()" : "\(name)()" }

    init(_ source: Source) { self.source = source }
}

extension UnsafeMutablePointer where Pointee == Method {
    var details: MethodDetails { pointee.details.takeUnretainedValue() }
}

/// A method with the scope it was made in: what can be called.
struct MethodEnvironment {
    let method: MethodRef
    /// The scopes around it, outermost first, then their `with` marks are known from the types. Nil: none.
    var scope: UnsafeMutablePointer<ValuesCell>?
    /// The class whose `super` it means.
    var owner: TraitsRef?
}

typealias MethodEnv = UnsafeMutablePointer<MethodEnvironment>

/// What makes an object callable: a method, and the `this` it is tied to.
public final class FunctionState: NativeState {
    let environment: MethodEnv
    /// A method taken off its object has one; a function expression has none.
    let boundThis: Value
    let isBound: Bool
    /// `prototype` of a function expression; undefined until asked for.
    var prototype = Value.undefined
    /// The environment is this object's own.
    private let ownsEnvironment: Bool

    init(_ environment: MethodEnv, boundThis: Value? = nil, ownsEnvironment: Bool) {
        self.environment = environment
        self.boundThis = boundThis ?? .undefined
        isBound = boundThis != nil
        self.ownsEnvironment = ownsEnvironment
    }

    deinit { if ownsEnvironment { environment.deallocate() } }

    public override func visit(_ marker: inout Marker) {
        marker.visit(boundThis)
        marker.visit(prototype)
        marker.visit(environment.pointee.scope)
    }
}
