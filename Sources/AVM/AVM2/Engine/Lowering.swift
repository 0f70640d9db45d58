import AVM

/// Verifies the reachable code of one method and turns it into register code.
///
/// Two walks over the same transfer function (`Lowering+Ops`): the first finds the types at every block's start by
/// abstract interpretation to a fixed point, the second emits instructions.
///
/// Registers of a frame: the locals, the scopes, two for scratch, the operand stack. A call's arguments lie on top of
/// the operand stack, so the callee's frame begins right there.
final class Lowering {
    unowned(unsafe) let machine: AVM2Machine
    let method: MethodRef
    let unit: ABCUnit
    let body: BodyRecord
    let record: MethodRecord
    let reader: BytecodeReader
    let outer: [ScopeType]

    let localCount: Int
    /// Whether a local may be read before something is stored in it.
    var readsUnset = false
    let firstScope: Int
    let scratch: Int
    let firstStack: Int

    /// What is known where a block begins.
    struct State {
        var locals: [Known]
        var scopes: [Scope]
        var stack: [Operand]
    }

    /// What is known of a register.
    struct Known: Equatable {
        var type: TypeRef
        var isNotNull = false
        /// Of a local: something was stored in it, on all ways here.
        var isSet = true
    }

    struct Scope {
        var known: Known
        var isWith: Bool
    }

    /// Where an entry of the operand stack is.
    enum Place {
        /// In the register of its place on the stack.
        case own
        /// In a local's or a scope's register, unchanged since it was pushed.
        case register(Int)
        /// A scope around the function, by number.
        case outer(UInt16)
        case int(Int32)
        case constant(Value)
        /// Built-in definitions' global object: what is wanted is the definition.
        case native(QName, Definition)
    }

    struct Operand {
        var known: Known
        var place: Place
        init(_ known: Known, _ place: Place) {
            self.known = known
            self.place = place
        }
        init(_ type: TypeRef, _ place: Place = .own, isNotNull: Bool = false) {
            self.init(Known(type: type, isNotNull: isNotNull), place)
        }
        var type: TypeRef { known.type }
    }

    struct Handler {
        var record: ExceptionRecord
        var type: TypeRef
    }

    var handlers: [Handler] = []
    /// Scopes of catch blocks, by handler.
    var catchTraits: [Int: TraitsRef] = [:]
    var isLeader: [Bool]
    var isReached: [Bool]
    var entries: [Int: State] = [:]
    var current: State
    /// Blocks whose entry has changed.
    var worklist: [Int] = []
    var isQueued: Set<Int> = []

    // Emission
    var isEmitting = false
    var code: [Instruction] = []
    var blockStarts: [Int: Int] = [:]
    struct Fix {
        /// Instruction that branches, whether the offset is in its word, and where offsets count from.
        var index: Int
        var isInWord: Bool
        var origin: Int
        var target: Int
    }
    /// Lines of the source, from which instruction on.
    var lines: [(index: Int32, line: Int32)] = []
    var fileName: String?
    var fixes: [Fix] = []
    var switchFixes: [(table: UnsafeMutablePointer<Int32>, place: Int, origin: Int, target: Int)] = []
    /// The last instruction emitted, whose result may be sent elsewhere; −1 where it may not.
    var lastResult = -1
    /// The last instruction emitted in this block, and the one before it; −1 where there is none.
    var last = -1
    var beforeLast = -1
    /// Whether `current` has ended: no fall through.
    var hasEnded = false

    init(_ machine: AVM2Machine, _ method: MethodRef, _ unit: ABCUnit, _ index: Int, _ body: BodyRecord)
        throws(ScriptError)
    {
        self.machine = machine
        self.method = method
        self.unit = unit
        self.body = body
        record = unit.file.methods[index]
        let range = body.code
        reader = BytecodeReader(file: unit.file.bytes, range: range)
        outer = method.details.outerScope ?? []
        let extra = method.pointee.flags.isDisjoint(with: [.needsRest, .needsArguments]) ? 0 : 1
        localCount = body.localCount
        let scopeCount = max(0, body.maxScopeDepth - body.initScopeDepth)
        guard body.localCount >= 1 + record.parameters.count + extra,
            body.localCount + scopeCount + body.maxStack < 50_000, body.maxStack >= 0, !range.isEmpty
        else {
            throw range.isEmpty ? machine.verifyError(1043, machine.heap.makeString("0")) : machine.verifyError(1107)
        }
        firstScope = localCount
        scratch = firstScope + scopeCount
        firstStack = scratch + 2
        isLeader = Array(repeating: false, count: range.count + 1)
        isReached = Array(repeating: false, count: range.count + 1)
        current = State(locals: [], scopes: [], stack: [])
    }

    // MARK: The walks

    func lower() throws(ScriptError) -> LoweredCode {
        try findLeaders()
        try settleTypes()
        return try emitBlocks()
    }

    func error(_ number: Int, _ parts: String...) -> ScriptError {
        let texts = parts.map { machine.heap.makeString($0) }
        switch texts.count {
        case 0: return machine.verifyError(number)
        case 1: return machine.verifyError(number, texts[0])
        case 2: return machine.verifyError(number, texts[0], texts[1])
        default: return machine.verifyError(number, texts[0], texts[1], texts[2])
        }
    }

    func step(at offset: Int) throws(ScriptError) -> BytecodeStep {
        switch reader.step(at: offset) {
        case .success(let step): return step
        case .failure(let failure):
            switch failure.failure {
            case .illegalOpcode(let code):
                throw error(1011, method.details.traceName, String(code), String(offset))
            case .truncated: throw error(1020)
            }
        }
    }

    /// Finds the instructions that can be reached, and where blocks begin.
    private func findLeaders() throws(ScriptError) {
        let count = reader.bytes.count
        for record in body.exceptions {
            guard record.from <= record.to, record.to <= count, record.target < count else { throw error(1054) }
            let type: TypeRef = record.type == 0 ? .any : try machine.type(record.type, in: unit)
            handlers.append(Handler(record: record, type: type))
            isLeader[record.from] = true
            isLeader[record.to] = true
            isLeader[record.target] = true
        }
        var pending = [0]
        var isHandler = Array(repeating: false, count: count)
        for handler in handlers { isHandler[handler.record.target] = true }
        var isInside = Array(repeating: false, count: count)
        isLeader[0] = true
        var firstBranch = Array(repeating: Int.max, count: count)
        var backward: [Int] = []
        func branch(from offset: Int, to target: Int) throws(ScriptError) {
            guard target >= 0, target < count else { throw error(1021) }
            isLeader[target] = true
            pending.append(target)
            firstBranch[target] = min(firstBranch[target], offset)
            if target <= offset { backward.append(target) }
        }
        while var offset = pending.popLast() {
            while true {
                guard offset < count else { throw error(1020) }
                if isReached[offset] { break }
                isReached[offset] = true
                let step = try step(at: offset)
                for handler in handlers
                where step.op.canThrow && offset >= handler.record.from && offset < handler.record.to
                    && !isReached[handler.record.target]
                {
                    pending.append(handler.record.target)
                }
                for inner in offset + 1..<min(step.next, count) { isInside[inner] = true }
                let start = offset
                offset = step.next
                switch step.op {
                case .jump: try branch(from: start, to: step.first)
                case .ifnlt, .ifnle, .ifngt, .ifnge, .iftrue, .iffalse, .ifeq, .ifne, .iflt, .ifle, .ifgt, .ifge,
                    .ifstricteq, .ifstrictne:
                    try branch(from: start, to: step.first)
                    if offset < count { isLeader[offset] = true }
                    continue
                case .lookupswitch: for target in step.targets { try branch(from: start, to: target) }
                case .returnvalue, .returnvoid, .throw: break
                default: continue
                }
                break
            }
        }
        // No instruction may begin within another.
        for offset in 0..<count where isInside[offset] && isReached[offset] { throw error(1021) }
        // A branch backwards ends at a `label`, or where a block was known to begin already.
        for target in backward where firstBranch[target] >= target && !isHandler[target] {
            guard try step(at: target).op == .label else { throw error(1021) }
        }
    }

    private func entryState() throws(ScriptError) -> State {
        var locals = Array(repeating: Known(type: .any, isSet: false), count: localCount)
        if let owner = method.details.owner {
            locals[0] = Known(type: machine.type(of: owner), isNotNull: true)
        }
        locals[0].isSet = true
        let count = Int(method.pointee.parameterCount)
        for index in 0..<count {
            if let parameters = method.pointee.parameters { locals[index + 1] = Known(type: parameters[index].type) }
            locals[index + 1].isSet = true
        }
        if !method.pointee.flags.isDisjoint(with: [.needsRest, .needsArguments]) {
            locals[count + 1] = Known(type: .instance(machine.types.array), isNotNull: true)
        }
        return State(locals: locals, scopes: [], stack: [])
    }

    private func settleTypes() throws(ScriptError) {
        entries[0] = try entryState()
        queue(0)
        var budget = 64 * (reader.bytes.count + 64)
        while let start = worklist.popLast() {
            isQueued.remove(start)
            guard let entry = entries[start] else { continue }
            current = entry
            try walkBlock(start)
            budget -= 1
            // A movie cannot keep the verifier busy for ever; types only ever widen, so this is never met in earnest.
            if budget < 0 { throw error(1107) }
        }
    }

    func queue(_ offset: Int) {
        if isQueued.insert(offset).inserted { worklist.append(offset) }
    }

    private func emitBlocks() throws(ScriptError) -> LoweredCode {
        isEmitting = true
        let starts = entries.keys.sorted()
        for (place, start) in starts.enumerated() {
            guard let entry = entries[start] else { continue }
            current = entry
            blockStarts[start] = code.count
            lastResult = -1
            last = -1
            beforeLast = -1
            let end = try walkBlock(start)
            // Where the code falls into a block that does not come next, it jumps.
            if !hasEnded, place + 1 >= starts.count || starts[place + 1] != end { emitJump(.jump, 0, to: end) }
        }
        let lowered = LoweredCode(patched())
        lowered.lines = lines
        lowered.fileName = fileName
        for handler in handlers {
            guard let target = blockStarts[handler.record.target] else { continue }
            // Blocks in the range, which may not lie together.
            for (place, start) in starts.enumerated()
            where start >= handler.record.from && start < handler.record.to {
                let from = blockStarts[start] ?? 0
                let to = place + 1 < starts.count ? blockStarts[starts[place + 1]] ?? code.count : code.count
                lowered.handlers.append(
                    LoweredCode.Handler(
                        from: Int32(from), to: Int32(to), target: Int32(target), type: handler.type,
                        register: Int32(firstStack)))
            }
        }
        return lowered
    }

    /// Walks one block with `current` as its state. Gives the offset that follows it.
    @discardableResult
    private func walkBlock(_ start: Int) throws(ScriptError) -> Int {
        var offset = start
        hasEnded = false
        repeat {
            let step = try step(at: offset)
            if step.op.canThrow { flowIntoHandlers(offset) }
            try transfer(step)
            offset = step.next
            if hasEnded { return offset }
            guard offset < reader.bytes.count else { throw error(1020) }
        } while !isLeader[offset]
        settleStack()
        try flow(into: offset)
        return offset
    }

    // MARK: Joining

    /// What is known here is known at the start of each handler that may catch.
    private func flowIntoHandlers(_ offset: Int) {
        guard !isEmitting else { return }
        for handler in handlers where offset >= handler.record.from && offset < handler.record.to {
            let stack = [Operand(handler.type)]
            let state = State(locals: current.locals, scopes: [], stack: stack)
            if let known = entries[handler.record.target] {
                var merged = known
                var changed = false
                for index in merged.locals.indices {
                    let joined = join(merged.locals[index], state.locals[index])
                    if joined != merged.locals[index] {
                        merged.locals[index] = joined
                        changed = true
                    }
                }
                if changed {
                    entries[handler.record.target] = merged
                    queue(handler.record.target)
                }
            } else {
                entries[handler.record.target] = state
                queue(handler.record.target)
            }
        }
    }

    /// The current state reaches the block at `target`.
    func flow(into target: Int) throws(ScriptError) {
        guard target >= 0, target < reader.bytes.count else { throw error(1021) }
        var state = current
        for index in state.stack.indices { state.stack[index].place = .own }
        guard let known = entries[target] else {
            entries[target] = state
            queue(target)
            return
        }
        guard known.stack.count == state.stack.count else {
            throw error(1030, String(state.stack.count), String(known.stack.count))
        }
        guard known.scopes.count == state.scopes.count else {
            throw error(1031, String(state.scopes.count), String(known.scopes.count))
        }
        if isEmitting { return }
        var merged = known
        var changed = false
        for index in merged.locals.indices {
            let joined = join(merged.locals[index], state.locals[index])
            if joined != merged.locals[index] {
                merged.locals[index] = joined
                changed = true
            }
        }
        for index in merged.stack.indices {
            let joined = join(merged.stack[index].known, state.stack[index].known)
            if joined != merged.stack[index].known {
                merged.stack[index].known = joined
                changed = true
            }
        }
        for index in merged.scopes.indices {
            guard merged.scopes[index].isWith == state.scopes[index].isWith else { throw error(1068) }
            let joined = join(merged.scopes[index].known, state.scopes[index].known)
            if joined != merged.scopes[index].known {
                merged.scopes[index].known = joined
                changed = true
            }
        }
        if changed {
            entries[target] = merged
            queue(target)
        }
    }

    private func join(_ a: Known, _ b: Known) -> Known {
        if a == b { return a }
        return Known(
            type: join(a.type, b.type), isNotNull: a.isNotNull && b.isNotNull, isSet: a.isSet && b.isSet)
    }

    private func join(_ a: TypeRef, _ b: TypeRef) -> TypeRef {
        if a == b { return a }
        if a.kind == .null && mayBeNull(b) { return b }
        if b.kind == .null && mayBeNull(a) { return a }
        guard a.kind == .instance, b.kind == .instance, let x = a.traits, let y = b.traits,
            let chainX = x.pointee.ancestors, let chainY = y.pointee.ancestors
        else { return .any }
        var depth = min(x.pointee.depth, y.pointee.depth)
        while depth > 0 {
            if chainX[Int(depth)] == chainY[Int(depth)] { return machine.type(of: chainX[Int(depth)]) }
            depth -= 1
        }
        return .any
    }

    private func mayBeNull(_ type: TypeRef) -> Bool {
        switch type.kind {
        case .string, .namespace, .object, .instance: true
        default: false
        }
    }
}

extension AVM2Machine {
    /// Makes a method of a file ready to run.
    func prepare(_ method: MethodRef) throws(ScriptError) {
        guard !method.pointee.flags.contains(.lowered) else { return }
        guard case .file(let unit, let index) = method.details.source else { return }
        if method.details.isShared { throw verifyError(1107) }
        try resolve(method)
        guard let body = unit.file.bodies[index] else {
            throw makeError(.verify, 1027, [String(index), String(unit.file.methods.count)])
        }
        let lowering = try Lowering(self, method, unit, index, body)
        let lowered = try lowering.lower()
        method.details.lowered = lowered
        method.pointee.code = lowered.code
        method.pointee.frameSize = Int32(lowering.firstStack + body.maxStack + 2)
        method.pointee.localCount = lowering.readsUnset ? Int32(lowering.localCount) : 0
        method.pointee.flags.insert(.lowered)
        if method.pointee.flags.isDisjoint(with: [.needsRest, .needsArguments]) { method.pointee.flags.insert(.plain) }
    }
}
