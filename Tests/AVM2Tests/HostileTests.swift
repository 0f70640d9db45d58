import AVM
import TestSupport
import Testing

@testable import AVM2

/// Scripts that ask for more than there is, and callbacks that take away what natives work on.
@Suite("AVM2 under hostile scripts")
struct HostileTests {
    /// What a movie traces whose function `f` calls itself for ever, the error being caught; `body` makes a text of the
    /// error that lies in register 1.
    private static func traceOfOverflow(
        _ body: (inout ABCAssembler.Code, inout ABCAssembler) -> Void
    ) throws -> [String] {
        var assembler = ABCAssembler()
        let name = assembler.qname("f")
        var endless = ABCAssembler.Code()
        endless.op(0xD0)
        endless.op(0x30)
        endless.op(0x5D, name)
        endless.op(0x46, name, 0)
        endless.op(0x48)
        let function = assembler.method(locals: 1, endless)
        var code = ABCAssembler.Code()
        code.op(0xD0)
        code.op(0x30)
        let from = code.position
        code.op(0x5D, name)
        code.op(0x4F, name, 0)
        let to = code.position
        code.op(0x47)
        let target = code.position
        code.op(0xD5)
        code.op(0xD0)
        code.op(0x30)
        code.op(0x5D, assembler.qname("trace"))
        body(&code, &assembler)
        code.op(0x4F, assembler.qname("trace"), 1)
        code.op(0x47)
        let start = assembler.method(locals: 2, code, handlers: [(from, to, target)])
        assembler.script(initializer: start, traits: [.method(name: name, method: function)])
        return try EngineTests.run(assembler.file())
    }

    @Test("endless recursion is an error that the script can catch")
    func overflow() throws {
        let traced = try Self.traceOfOverflow { code, _ in code.op(0xD1) }
        #expect(traced == ["Error: Error #1023: Stack overflow occurred."])
    }

    @Test("an error deep in a recursion lists as many calls as Flash does")
    func listedCalls() throws {
        let traced = try Self.traceOfOverflow { code, assembler in
            code.op(0xD1)
            code.op(0x46, assembler.qname("getStackTrace"), 0)
        }
        #expect(traced.first?.split(separator: "\n").count == 1 + 64)
    }

    @Test("a function that compares may empty what is being sorted", arguments: ["Array", "Vector"])
    func sorting(kind: String) throws {
        let world = LibraryWorld(isStressed: true)
        let list: Value
        if kind == "Array" {
            list = world.array()
        } else {
            let (object, state) = try world.machine.makeVector(of: TypeRef.string, count: 0)
            list = world.array(Value(object))
            _ = state
        }
        let sorted = kind == "Array" ? list : try world.get(list, "0")
        // Only the list holds these.
        for index in 0..<20 {
            let text = Value(world.heap.makeString("element \(index * 7 % 20)"))
            _ = try world.machine.callMethod("push", of: sorted, text)
        }
        nonisolated(unsafe) var seen: Set<String> = []
        let compare = world.function { (call) throws(ScriptError) in
            try call.machine.set(
                try call.machine.publicName(Value(call.heap.makeString("length"))), of: sorted, to: .zero)
            let (a, b) = (try call.machine.toString(call[0]).text, try call.machine.toString(call[1]).text)
            seen.formUnion([a, b])
            return Value(a < b ? -1 : a > b ? 1 : 0)
        }
        _ = try world.call(sorted, "sort", compare)
        #expect(seen == Set((0..<20).map { "element \($0)" }))
    }

    @Test("numbers are sorted as their texts")
    func numbersAsTexts() throws {
        let world = LibraryWorld(isStressed: true)
        let list = world.array(Value(10), Value(9), Value(1), .undefined, Value(100))
        _ = try world.call(list, "sort")
        #expect(try world.string(list) == "1,10,100,9,")
    }

    @Test("bytes, vectors and arrays beyond the movie's memory are Error #1000")
    func memory() throws {
        let world = LibraryWorld()
        world.heap.limit = world.heap.bytesInUse + (64 << 20)
        let bytes = try world.new("flash.utils.ByteArray")
        #expect(world.error { try world.set(bytes, "length", Value(100 << 20)) } == 1000)
        let (vector, _) = try world.machine.makeVector(of: TypeRef.int, count: 0)
        let held = world.array(Value(vector))
        #expect(world.error { try world.set(try world.get(held, "0"), "length", Value(20 << 20)) } == 1000)
        // What has been given back may be used again.
        for _ in 0..<10 {
            try world.set(bytes, "length", Value(40 << 20))
            _ = try world.call(bytes, "clear")
        }
    }
}
