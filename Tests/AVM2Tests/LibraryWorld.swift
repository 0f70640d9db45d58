import AVM
import Glibc

@testable import AVM2

/// A machine without a movie: classes are used through the calls that natives use.
final class LibraryWorld: AVM2Host {
    let heap = Heap()
    private let kept = KeptValues()
    private(set) var machine: AVM2Machine!
    private(set) var traced: [String] = []
    var wallClock = 981_176_106_000.0

    /// With STRESS_COLLECTOR set, every test of this kind collects at every allocation.
    static let isStressedAlways = getenv("STRESS_COLLECTOR") != nil

    /// `isStressed`: collects garbage at every allocation.
    init(isStressed: Bool = false) {
        machine = AVM2Machine(host: self, heap: heap)
        machine.swfVersion = 30
        heap.addRoots(kept)
        heap.isStressed = isStressed || Self.isStressedAlways
    }

    /// Holds what a test has got: an array of Swift's does not.
    private func keep(_ value: Value) -> Value {
        kept.values.append(value)
        return value
    }

    func trace(_ text: StringRef) { traced.append(text.text) }
    var milliseconds: Double { 0 }
    func localOffset(at moment: Double) -> Double { 345 }
    func nextRandom() -> UInt32 { 1 << 31 }
    func missing(_ feature: String) {}
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
    var isDebugger: Bool { true }

    // MARK: Values

    func text(_ text: String) -> Value { keep(machine.string(text)) }

    func new(_ name: String, _ arguments: Value...) throws -> Value {
        guard let traits = machine.traits(named: name) else { throw ScriptError.halted(.outOfMemory) }
        return keep(try machine.construct(Value(try machine.classObject(traits)), arguments))
    }

    func array(_ values: Value...) -> Value { keep(Value(machine.makeArray(values))) }
    func object() -> Value { keep(Value(machine.makeObject())) }

    func call(_ value: Value, _ method: String, _ arguments: Value...) throws -> Value {
        keep(try machine.callMethod(machine.publicName(machine.atom(method)), of: value, arguments))
    }

    func get(_ value: Value, _ name: String) throws -> Value {
        keep(try machine.get(try machine.publicName(text(name)), of: value))
    }

    func set(_ value: Value, _ name: String, _ new: Value) throws {
        try machine.set(try machine.publicName(text(name)), of: value, to: new)
    }

    /// Calls a static method.
    func call(class name: String, _ method: String, _ arguments: Value...) throws -> Value {
        guard let traits = machine.traits(named: name) else { throw ScriptError.halted(.outOfMemory) }
        let object = Value(try machine.classObject(traits))
        return keep(try machine.callMethod(machine.publicName(machine.atom(method)), of: object, arguments))
    }

    func function(_ body: @escaping NativeBody) -> Value {
        keep(Value(machine.makeFunction("test", length: 0, body)))
    }

    func string(_ value: Value) throws -> String { try machine.toString(value).text }

    /// The number of the error that `body` throws, nil where it throws nothing.
    func error(_ body: () throws -> Void) -> Int? {
        do { try body() } catch ScriptError.thrown(let value) {
            return value.object.flatMap { machine.errorNumber(of: $0) }
        } catch { return -1 }
        return nil
    }
}

private final class KeptValues: RootProvider {
    var values: [Value] = []
    func visitRoots(_ marker: inout Marker) { marker.visit(values) }
}
