import AVM
import Base

/// The bytes that scripts of one movie run from, and what of them has been decoded.
///
/// Any byte of the file may be jumped to, in the middle of another action and outside of any script tag: what is
/// decoded is found by its offset, and decoded when first reached.
public final class CodeSource {
    let bytes: [UInt8]
    public let swfVersion: UInt8
    unowned(unsafe) let machine: Machine
    /// Strings and numbers that the code pushes.
    private(set) var values: UnsafeMutablePointer<Value>
    private var valueCount = 0
    private var valueCapacity = 256
    private var valueIndices: [Value: Int32] = [:]
    private(set) var jumps: UnsafeMutablePointer<JumpTarget>
    private var jumpCount = 0
    private var jumpCapacity = 256
    private(set) var functions: [FunctionDefinition] = []
    private(set) var tries: [TryDefinition] = []
    private(set) var pools: [UnsafeMutableBufferPointer<Value>] = []
    /// Caches of GetMember and SetMember, by their `b`.
    private(set) var caches: UnsafeMutablePointer<MemberCache>
    private var cacheCount = 0
    private var cacheCapacity = 256
    /// Decoded actions by offset, one map for all blocks.
    private var decoded: [Int: UnsafeMutablePointer<Action>] = [:]
    private var chunks: [UnsafeMutablePointer<Action>] = []
    /// The decoded form of a block that starts at the offset, by its end: a function's body may start where a block does.
    private var blocks: [Range<Int>: UnsafeMutablePointer<Action>] = [:]

    public init(bytes: [UInt8], swfVersion: UInt8, machine: Machine, isKept: Bool = true) {
        self.bytes = bytes
        self.swfVersion = swfVersion
        self.machine = machine
        values = .allocate(capacity: valueCapacity)
        jumps = .allocate(capacity: jumpCapacity)
        caches = .allocate(capacity: cacheCapacity)
        if isKept { machine.addSource(self) }
    }

    deinit {
        values.deallocate()
        jumps.deallocate()
        caches.deallocate()
        for chunk in chunks { chunk.deallocate() }
        for pool in pools { pool.deallocate() }
    }

    func visit(_ marker: inout Marker) {
        marker.visit(UnsafeBufferPointer(start: values, count: valueCount))
        for pool in pools { marker.visit(UnsafeBufferPointer(pool)) }
        for function in functions {
            marker.visit(function.name)
            for parameter in function.parameters { marker.visit(parameter.name) }
        }
        for definition in tries { marker.visit(definition.variable) }
    }

    // MARK: Code

    /// The actions of a block: a DoAction's body, a function's.
    func code(of block: Range<Int>) -> UnsafeMutablePointer<Action> {
        if let known = blocks[block] { return known }
        let block = block.clamped(to: 0..<bytes.count)
        let code = decode(from: block.lowerBound, limit: block.upperBound, sharesPlaces: true)
        blocks[block] = code
        return code
    }

    /// The action at any offset. `block` is where the jump comes from: it ends the code within it.
    func code(at offset: Int, block: Range<Int>) -> UnsafeMutablePointer<Action> {
        // The end of the block is its end, even where other code begins there.
        if offset == block.upperBound { return endAction }
        if let known = decoded[offset] { return known }
        guard offset >= 0, offset < bytes.count else { return endAction }
        let limit = block.contains(offset) ? block.upperBound : bytes.count
        return decode(from: offset, limit: limit, sharesPlaces: true)
    }

    /// An End action for jumps out of the file.
    private lazy var endAction: UnsafeMutablePointer<Action> = {
        let action = UnsafeMutablePointer<Action>.allocate(capacity: 1)
        action.initialize(to: Action(op: .end))
        chunks.append(action)
        return action
    }()

    private func decode(from start: Int, limit: Int, sharesPlaces: Bool) -> UnsafeMutablePointer<Action> {
        // Names of a pool or of parameters are held by nothing until their action is whole.
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        var decoder = ActionDecoder(source: self, start: start, limit: limit)
        let (actions, places) = decoder.run()
        let chunk = UnsafeMutablePointer<Action>.allocate(capacity: actions.count)
        chunk.initialize(from: actions, count: actions.count)
        chunks.append(chunk)
        for (offset, index) in places where decoded[offset] == nil { decoded[offset] = chunk + index }
        return chunk
    }

    /// Whether an action has been decoded at the offset.
    func isDecoded(_ offset: Int) -> Bool { decoded[offset] != nil }

    // MARK: Tables

    func add(_ value: Value) -> Int32 {
        if let known = valueIndices[value] { return known }
        if valueCount == valueCapacity {
            values = Self.grown(values, count: valueCount, capacity: valueCapacity * 2)
            valueCapacity *= 2
        }
        values[valueCount] = value
        valueCount += 1
        valueIndices[value] = Int32(valueCount - 1)
        return Int32(valueCount - 1)
    }

    func addJump(to offset: Int) -> Int32 {
        if jumpCount == jumpCapacity {
            jumps = Self.grown(jumps, count: jumpCount, capacity: jumpCapacity * 2)
            jumpCapacity *= 2
        }
        jumps[jumpCount] = JumpTarget(offset: offset, action: nil)
        jumpCount += 1
        return Int32(jumpCount - 1)
    }

    func addCache() -> Int32 {
        if cacheCount == cacheCapacity {
            caches = Self.grown(caches, count: cacheCount, capacity: cacheCapacity * 2)
            cacheCapacity *= 2
        }
        caches[cacheCount] = MemberCache()
        cacheCount += 1
        return Int32(cacheCount - 1)
    }

    func add(_ function: FunctionDefinition) -> Int32 {
        functions.append(function)
        return Int32(functions.count - 1)
    }

    func add(_ definition: TryDefinition) -> Int32 {
        tries.append(definition)
        return Int32(tries.count - 1)
    }

    func addPool(_ pool: [Value]) -> Int32 {
        let stored = UnsafeMutableBufferPointer<Value>.allocate(capacity: pool.count)
        _ = stored.initialize(from: pool)
        pools.append(stored)
        return Int32(pools.count - 1)
    }

    private static func grown<Item>(
        _ items: UnsafeMutablePointer<Item>, count: Int, capacity: Int
    ) -> UnsafeMutablePointer<Item> {
        let larger = UnsafeMutablePointer<Item>.allocate(capacity: capacity)
        larger.moveInitialize(from: items, count: count)
        items.deallocate()
        return larger
    }

    // MARK: Strings

    /// A string of the file: UTF-8 from SWF 6 on, one unit a byte before.
    func string(_ text: [UInt8]) -> Atom {
        let heap = machine.heap
        if swfVersion >= 6 { return heap.strings.intern(heap.makeString(utf8: text)) }
        return heap.strings.intern(text.withUnsafeBufferPointer { heap.makeString(latin1: $0) })
    }
}

/// What a GetMember or SetMember found last time: objects of the shape have the name in the slot.
struct MemberCache {
    var shapeID: UInt32 = 0
    var slot: Int32 = 0
    /// Bits of the name's cell.
    var name: UInt = 0
}
