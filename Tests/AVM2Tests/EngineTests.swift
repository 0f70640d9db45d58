import AVM
import TestSupport
import Testing

@testable import AVM2

/// A host for a machine without a player.
final class TestHost: AVM2Host {
    var traced: [String] = []
    func trace(_ text: StringRef) { traced.append(text.text) }
    var milliseconds = 0.0
    var wallClock = 0.0
    func localOffset(at moment: Double) -> Double { 0 }
    func nextRandom() -> UInt32 { 4 }
    func missing(_ feature: String) {}
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
    var isDebugger: Bool { true }
}

/// Verifier, lowering and interpreter, on ABC made here.
@Suite struct EngineTests {
    /// `trace` of what `body` leaves on the stack.
    private static func tracing(
        _ assembler: inout ABCAssembler, locals: Int = 4, _ body: (inout ABCAssembler.Code, inout ABCAssembler) -> Void
    ) {
        var code = ABCAssembler.Code()
        code.op(0xD0)
        code.op(0x30)
        code.op(0x5D, assembler.qname("trace"))
        body(&code, &assembler)
        code.op(0x4F, assembler.qname("trace"), 1)
        code.op(0x47)
        let method = assembler.method(locals: locals, code)
        assembler.script(initializer: method, traits: [])
    }

    /// What a file traces when its scripts are run.
    static func run(_ bytes: [UInt8], stressed: Bool = false, timeout: Double = 15) throws -> [String] {
        let host = TestHost()
        let heap = Heap()
        let machine = AVM2Machine(host: host, heap: heap)
        heap.isStressed = stressed
        machine.scriptTimeout = timeout
        let file = try ABCFile(bytes, in: 0..<bytes.count)
        let unit = try machine.load(file, in: Domain(parent: machine.systemDomain))
        for script in unit.scripts { _ = try machine.globalObject(of: script) }
        heap.isStressed = false
        heap.dispose()
        return host.traced
    }

    @Test("ints add up in a loop", arguments: [false, true])
    func loop(stressed: Bool) throws {
        var assembler = ABCAssembler()
        Self.tracing(&assembler) { code, _ in
            code.pushByte(0)
            code.op(0xD5)  // setlocal_1
            code.pushByte(0)
            code.op(0xD6)  // setlocal_2
            code.branch(0x10, to: "test")
            code.label("body")
            code.op(0x09)
            code.op(0xD1)
            code.op(0xD2)
            code.op(0xC5)  // add_i
            code.op(0xD5)
            code.op(0xC2, 2)  // inclocal_i
            code.label("test")
            code.op(0xD2)
            code.pushByte(100)
            code.branch(0x15, to: "body")  // iflt
            code.op(0xD1)
        }
        #expect(try Self.run(assembler.file(), stressed: stressed) == ["4950"])
    }

    @Test("a local that nothing was stored in is undefined, whatever lay in its register", arguments: [false, true])
    func unsetLocal(isSetOnOneWay: Bool) throws {
        var assembler = ABCAssembler()
        // Leaves a 5 in each of its locals.
        var filling = ABCAssembler.Code()
        for local in 1...6 {
            filling.pushByte(5)
            filling.op(0x63, local)  // setlocal
        }
        filling.op(0x47)
        let fill = assembler.method(locals: 7, filling)
        var reading = ABCAssembler.Code()
        if isSetOnOneWay {
            reading.op(0x27)  // pushfalse
            reading.branch(0x12, to: "end")  // iffalse
            reading.pushByte(1)
            reading.op(0xD5)
            reading.label("end")
        }
        reading.op(0xD1)
        reading.op(0x48)
        let read = assembler.method(locals: 2, reading)
        Self.tracing(&assembler) { code, _ in
            for (function, isLast) in [(fill, false), (read, true)] {
                code.op(0x40, function)  // newfunction
                code.op(0x20)
                code.op(0x41, 0)  // call
                if !isLast { code.op(0x29) }
            }
        }
        #expect(try Self.run(assembler.file()) == ["undefined"])
    }

    @Test(
        "an operand in the instruction counts as one in a register",
        arguments: [
            (7, 0xA4, 3, 1), (-7, 0xA4, 3, -1), (7, 0xA4, -3, 1), (-7, 0xA2, 6, -42), (7, 0xA2, -6, -42),
            (100, 0xA2, 0, 0), (100, 0xA1, 127, -27),
        ] as [(Int8, UInt8, Int8, Int32)])
    func immediates(left: Int8, operation: UInt8, right: Int8, result: Int32) throws {
        var assembler = ABCAssembler()
        Self.tracing(&assembler) { code, _ in
            code.pushByte(left)
            code.op(0xD5)
            code.op(0xD1)
            code.pushByte(right)
            code.op(operation)
            code.op(0x73)  // convert_i
            code.op(0xD6)
            code.op(0xD2)
        }
        #expect(try Self.run(assembler.file()) == ["\(result)"])
    }

    @Test("the value before a step is kept, the stepped one stays in its local")
    func postIncrement() throws {
        var assembler = ABCAssembler()
        Self.tracing(&assembler) { code, _ in
            code.pushByte(5)
            code.op(0xD5)
            code.op(0xD1)
            code.op(0xC2, 1)  // inclocal_i 1
            code.op(0x73)
            code.op(0xD6)
            code.op(0xD2)
            code.pushByte(10)
            code.op(0xC7)  // multiply_i
            code.op(0xD1)
            code.op(0xC5)  // add_i
        }
        #expect(try Self.run(assembler.file()) == ["56"])
    }

    @Test("what is thrown is caught, and the scopes are empty then")
    func exceptions() throws {
        var assembler = ABCAssembler()
        var code = ABCAssembler.Code()
        code.op(0xD0)
        code.op(0x30)
        let from = code.position
        code.op(0x2C, assembler.string("thrown"))
        code.op(0x03)
        let to = code.position
        code.op(0x80, 0)
        code.op(0xD5)
        code.op(0xD0)
        code.op(0x30)
        code.op(0x5D, assembler.qname("trace"))
        code.op(0xD1)
        code.op(0x4F, assembler.qname("trace"), 1)
        code.op(0x47)
        // coerce * is 0x82, without an operand.
        var bytes = code.bytes
        if let index = bytes.firstIndex(of: 0x80) { bytes.replaceSubrange(index...index + 1, with: [0x82]) }
        var fixed = ABCAssembler.Code()
        fixed.raw(bytes)
        let method = assembler.method(locals: 3, fixed, handlers: [(from, to, to)])
        assembler.script(initializer: method, traits: [])
        #expect(try Self.run(assembler.file()) == ["thrown"])
    }

    @Test("a class is made, constructed and called", arguments: [false, true])
    func classes(stressed: Bool) throws {
        #expect(try Self.run(Self.classMovie(), stressed: stressed) == ["42"])
    }

    /// `class C { var x:int; function C(v) { x = v } function double() { return x + x } }`, and a script that uses it.
    static func classMovie() -> [UInt8] {
        var assembler = ABCAssembler()
        let (object, name, x, double) = (
            assembler.qname("Object"), assembler.qname("C"), assembler.qname("x"), assembler.qname("double")
        )
        let int = assembler.qname("int")
        var constructor = ABCAssembler.Code()
        constructor.op(0xD0)
        constructor.op(0x49, 0)
        constructor.op(0xD0)
        constructor.op(0xD1)
        constructor.op(0x68, x)
        constructor.op(0x47)
        let initializer = assembler.method(parameters: 1, locals: 2, constructor)
        var doubling = ABCAssembler.Code()
        doubling.op(0xD0)
        doubling.op(0x66, x)
        doubling.op(0xD0)
        doubling.op(0x66, x)
        doubling.op(0xA0)
        doubling.op(0x48)
        let method = assembler.method(locals: 1, doubling)
        var nothing = ABCAssembler.Code()
        nothing.op(0x47)
        let classInitializer = assembler.method(locals: 1, nothing)
        let index = assembler.addClass(
            name: name, base: object, initializer: initializer, classInitializer: classInitializer,
            traits: [.slot(name: x, type: int), .method(name: double, method: method)])
        var code = ABCAssembler.Code()
        code.op(0xD0)
        code.op(0x30)
        code.op(0xD0)
        code.op(0x60, object)
        code.op(0x58, index)
        code.op(0x68, name)
        code.op(0x5D, assembler.qname("trace"))
        code.op(0x5D, name)
        code.pushByte(21)
        code.op(0x4A, name, 1)
        code.op(0x46, double, 0)
        code.op(0x4F, assembler.qname("trace"), 1)
        code.op(0x47)
        let script = assembler.method(locals: 1, code)
        assembler.script(initializer: script, traits: [.class(name: name, index: index)])
        return assembler.file()
    }

    @Test("no two flags of traits share a bit")
    func flags() {
        let union = Traits.Flags.all.reduce(into: Traits.Flags()) { $0.formUnion($1) }
        #expect(union.rawValue.nonzeroBitCount == Traits.Flags.all.count)
    }

    @Test("a branch out of the code is a VerifyError, not a trap")
    func badBranch() throws {
        var assembler = ABCAssembler()
        var code = ABCAssembler.Code()
        code.raw([0x10, 0xFF, 0xFF, 0x00])
        let method = assembler.method(locals: 1, code)
        assembler.script(initializer: method, traits: [])
        #expect(throws: ScriptError.self) { try Self.run(assembler.file()) }
    }

    @Test("touching classes makes those and their bases only")
    func laziness() throws {
        let host = TestHost()
        let heap = Heap()
        let machine = AVM2Machine(host: host, heap: heap)
        let before = Set(machine.materializedClasses)
        #expect(before.isSubset(of: ["Object", "Class", "Function"]))
        for name in ["Math", "RangeError"] {
            let traits = try #require(machine.traits(named: name))
            _ = try machine.classObject(traits)
        }
        #expect(Set(machine.materializedClasses).subtracting(before) == ["Math", "RangeError", "Error"])
        heap.dispose()
    }

    @Test("a native loop of a length that a script made up ends when scripts must")
    func nativeLoop() throws {
        var assembler = ABCAssembler()
        Self.tracing(&assembler) { code, assembler in
            let late = assembler.lateName()
            code.op(0x56, 0)
            code.op(0xD5)
            code.op(0xD1)
            code.op(0x2D, assembler.integer(200_000_000))
            code.pushByte(1)
            code.op(0x61, late)
            code.op(0xD1)
        }
        #expect(throws: ScriptError.self) { try Self.run(assembler.file(), timeout: 0.01) }
    }

    /// A movie is untrusted code: whatever the bytes are, there is an error or a result, and soon.
    @Test("20,000 bent ABC files neither crash nor hang the verifier and the interpreter")
    func fuzz() throws {
        let originals = [Self.classMovie(), Self.loopMovie()]
        var random = SeededRandom(seed: 7)
        var host = TestHost()
        var heap = Heap()
        var machine = AVM2Machine(host: host, heap: heap)
        var loaded = 0
        for number in 0..<20_000 {
            if number % 250 == 249 {
                heap.dispose()
                host = TestHost()
                heap = Heap()
                machine = AVM2Machine(host: host, heap: heap)
            }
            machine.scriptTimeout = 0.002
            machine.checksPerClock = 200
            var bytes = originals[random.below(originals.count)]
            for _ in 0...random.below(4) {
                // Most change bytes of the code in place: the file can still be read, and the verifier has to judge.
                let isCode = random.below(4) > 0
                let start = isCode ? bytes.count / 2 : 4
                let place = start + random.below(bytes.count - start)
                switch random.below(isCode ? 2 : 4) {
                case 0: bytes[place] ^= 1 << UInt8(random.below(8))
                case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 2: bytes.remove(at: place)
                default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                }
            }
            guard let file = try? ABCFile(bytes, in: 0..<bytes.count) else { continue }
            loaded += 1
            guard let unit = try? machine.load(file, in: Domain(parent: machine.systemDomain)) else { continue }
            for script in unit.scripts { _ = try? machine.globalObject(of: script) }
        }
        heap.dispose()
        #expect(loaded > 5000)
    }

    private static func loopMovie() -> [UInt8] {
        var assembler = ABCAssembler()
        tracing(&assembler) { code, assembler in
            let late = assembler.lateName()
            code.pushByte(1)
            code.pushByte(2)
            code.op(0x56, 2)
            code.op(0xD5)
            code.pushByte(0)
            code.op(0xD6)
            code.branch(0x10, to: "test")
            code.label("body")
            code.op(0x09)
            code.op(0xD1)
            code.op(0xD2)
            code.op(0xD1)
            code.op(0xD2)
            code.op(0x66, late)
            code.op(0x2F, assembler.double(1.5))
            code.op(0xA0)
            code.op(0x61, late)
            code.op(0xC2, 2)
            code.label("test")
            code.op(0xD2)
            code.pushByte(9)
            code.branch(0x15, to: "body")
            code.op(0xD1)
            code.pushByte(0)
            code.op(0x66, late)
        }
        return assembler.file()
    }
}
