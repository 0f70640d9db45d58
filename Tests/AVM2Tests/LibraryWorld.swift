import AVM

@testable import AVM2

/// A machine without a movie: classes are used through the calls that natives use.
final class LibraryWorld: AVM2Host {
    let heap = Heap()
    private(set) var machine: AVM2Machine!
    private(set) var traced: [String] = []
    var wallClock = 981_176_106_000.0

    /// `isStressed`: collects garbage at every allocation.
    init(isStressed: Bool = false) {
        machine = AVM2Machine(host: self, heap: heap)
        machine.swfVersion = 30
        heap.isStressed = isStressed
    }

    func trace(_ text: StringRef) { traced.append(text.text) }
    var milliseconds: Double { 0 }
    func localOffset(at moment: Double) -> Double { 345 }
    func nextRandom() -> UInt32 { 1 << 31 }
    func missing(_ feature: String) {}
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
    var isDebugger: Bool { true }

    // MARK: Values

    func text(_ text: String) -> Value { machine.string(text) }

    func new(_ name: String, _ arguments: Value...) throws -> Value {
        guard let traits = machine.traits(named: name) else { throw ScriptError.halted(.outOfMemory) }
        return try machine.construct(Value(try machine.classObject(traits)), arguments)
    }

    func array(_ values: Value...) -> Value { Value(machine.makeArray(values)) }

    func call(_ value: Value, _ method: String, _ arguments: Value...) throws -> Value {
        try machine.callMethod(machine.publicName(machine.atom(method)), of: value, arguments)
    }

    func get(_ value: Value, _ name: String) throws -> Value {
        try machine.get(machine.publicName(machine.atom(name)), of: value)
    }

    func set(_ value: Value, _ name: String, _ new: Value) throws {
        try machine.set(machine.publicName(machine.atom(name)), of: value, to: new)
    }

    /// Calls a static method.
    func call(class name: String, _ method: String, _ arguments: Value...) throws -> Value {
        guard let traits = machine.traits(named: name) else { throw ScriptError.halted(.outOfMemory) }
        let object = Value(try machine.classObject(traits))
        return try machine.callMethod(machine.publicName(machine.atom(method)), of: object, arguments)
    }

    func function(_ body: @escaping NativeBody) -> Value { Value(machine.makeFunction("test", length: 0, body)) }

    func string(_ value: Value) throws -> String { try machine.toString(value).text }

    /// "1034 message" of what `body` throws, nil where it throws nothing.
    func error(_ body: () throws -> Void) -> Int? {
        do { try body() } catch ScriptError.thrown(let value) {
            return value.object.flatMap { machine.errorNumber(of: $0) }
        } catch { return -1 }
        return nil
    }
}
