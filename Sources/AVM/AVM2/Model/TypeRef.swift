import AVM

/// A type as signatures, slots and the verifier know it. What registers and slots of it hold:
///
/// - `int`: a value tagged as int32, always.
/// - `uint`: a number, tagged as int32 where it fits one, else a double.
/// - `number`: a double, never tagged as int32.
/// - `boolean`: true or false.
/// - `string`: a string or null. `object`: anything but undefined. `instance`: an object of the class, or null.
/// - `any`: anything.
///
/// So a register of whatever type is also a good register of type `any`.
public struct TypeRef: Hashable, @unchecked Sendable {
    public enum Kind: UInt8, Sendable {
        case any, void, int, uint, number, boolean, string, namespace, object, instance, null
    }
    public var kind: Kind
    /// Of `instance`: the class's traits.
    public var traits: TraitsRef?

    init(_ kind: Kind, _ traits: TraitsRef? = nil) {
        self.kind = kind
        self.traits = traits
    }

    public static let any = TypeRef(.any)
    public static let void = TypeRef(.void)
    public static let int = TypeRef(.int)
    public static let uint = TypeRef(.uint)
    public static let number = TypeRef(.number)
    public static let boolean = TypeRef(.boolean)
    public static let string = TypeRef(.string)
    public static let object = TypeRef(.object)
    static let namespace = TypeRef(.namespace)
    static let null = TypeRef(.null)
    public static func instance(_ traits: TraitsRef) -> TypeRef { TypeRef(.instance, traits) }

    var isNumeric: Bool { kind == .int || kind == .uint || kind == .number }

    /// What a slot of the type holds at first.
    var defaultValue: Value {
        switch kind {
        case .any, .void: .undefined
        case .int, .uint: .zero
        case .number: .nan
        case .boolean: .false
        case .string, .namespace, .object, .instance, .null: .null
        }
    }
}
