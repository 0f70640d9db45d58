import Testing
import TestSupport

/// Code as obfuscators leave it: Flash plays it, for its program counter runs over the whole file.
@Suite("AVM1 obfuscated code")
struct ObfuscationTests {
    /// A block, then bytes of another tag, with code of their own.
    private func obfuscated() -> (bytes: [UInt8], block: Range<Int>) {
        var private_ = ActionAssembler()
        private_.trace("in the private tag")
        var head = ActionAssembler()
        head.trace("begin")
        // Over the end of the block and the head of the next tag (two bytes) into that tag.
        head.jump(by: 0)
        let jumpEnd = head.bytes.count
        var tail = ActionAssembler()
        tail.trace("back")
        tail.op(.end)
        let tagHead: [UInt8] = [0xFF, 0x3F]
        let start = jumpEnd + tail.bytes.count + tagHead.count
        var bytes = head.bytes
        Self.patch(&bytes, jumpEnd - 2, start - jumpEnd)
        bytes += tail.bytes + tagHead
        let block = 0..<(jumpEnd + tail.bytes.count)
        bytes += private_.bytes
        var back = ActionAssembler()
        back.jump(by: 0)
        bytes += back.bytes
        Self.patch(&bytes, bytes.count - 2, jumpEnd - bytes.count)
        return (bytes, block)
    }

    private static func patch(_ bytes: inout [UInt8], _ place: Int, _ distance: Int) {
        let value = UInt16(bitPattern: Int16(distance))
        bytes[place] = UInt8(value & 0xFF)
        bytes[place + 1] = UInt8(value >> 8)
    }

    @Test("a jump out of its tag into another and back", arguments: [false, true])
    func jumpOut(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let (bytes, block) = obfuscated()
        #expect(try world.run(bytes: bytes, part: block) == ["begin", "in the private tag", "back"])
    }

    @Test("actions that do not exist are passed over")
    func unknownActions() throws {
        let world = ScriptWorld()
        let traced = try world.run { code in
            code.raw([0x7F, 0x01, 0x5F])
            code.action(0xEE, [1, 2, 3])
            code.trace("after")
        }
        #expect(traced == ["after"])
    }

    @Test("a function whose length is wrong runs by what is in it")
    func wrongLengths() throws {
        let world = ScriptWorld()
        // StoreRegister with a length that is too long swallows nothing that is not there.
        let traced = try world.run { code in
            code.push(.text("value"))
            code.action(0x87, [0, 0xAA, 0xBB])
            code.op(.trace)
            code.push(.register(0))
            code.op(.trace)
        }
        #expect(traced == ["value", "value"])
    }

    @Test("a jump to the end of a function ends it, whatever stands behind")
    func jumpToEnd() throws {
        let world = ScriptWorld()
        let traced = try world.run { code in
            code.function("f", []) { code in
                let end = code.label()
                code.trace("in f")
                code.jump(end)
                code.trace("never")
                code.place(end)
            }
            code.trace("behind f")
            code.call("f")
            code.op(.pop)
        }
        #expect(traced == ["behind f", "in f"])
    }

    @Test("code that ends in the middle of an action ends there", arguments: 1..<12)
    func truncated(count: Int) throws {
        var code = ActionAssembler()
        code.trace("whole")
        code.push(.double(1))
        let bytes = Array(code.finished().prefix(code.bytes.count - count))
        #expect(try ScriptWorld().run(bytes: bytes).count <= 1)
    }
}
