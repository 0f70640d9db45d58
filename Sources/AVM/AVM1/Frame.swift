import AVM

/// One script function (or block of actions) that is running.
struct Frame {
    /// The code's movie. Held by the machine for as long as the player lives.
    unowned(unsafe) let source: CodeSource
    /// The bytes of the block or function: code falls out of it at its end.
    let block: Range<Int>
    /// Registers in use, and how many.
    let registers: UnsafeMutablePointer<Value>
    let registerCount: Int
    /// The innermost scope.
    var scope: Scope
    /// The local variables, made when first needed. Nil in code of a timeline, whose variables are the clip's.
    var locals: Object?
    let isFunction: Bool
    let this: Value
    /// The clip that the code belongs to.
    let baseClip: Object?
    /// The clip that SetTarget has chosen, else the base clip. Nil where SetTarget named none.
    var target: Object?
    var pool: UnsafeBufferPointer<Value>
    let callee: Object?
    /// How far up the prototype chain of `this` the function was found: where `super` starts.
    let superDepth: Int
    /// Bounds of the `with` blocks around the code, innermost last.
    var withs = WithBlocks()
    /// Bottom of the operand stack: what is popped below is undefined.
    let stackBase: UnsafeMutablePointer<Value>

    var isTargetChanged = false
    /// What the name `this` means.
    var namedThis: Value

    init(
        source: CodeSource, block: Range<Int>, registers: UnsafeMutablePointer<Value>, registerCount: Int, scope: Scope,
        locals: Object?, isFunction: Bool, this: Value, baseClip: Object?, target: Object?,
        pool: UnsafeBufferPointer<Value>, callee: Object?, superDepth: Int, stackBase: UnsafeMutablePointer<Value>
    ) {
        self.source = source
        self.block = block
        self.registers = registers
        self.registerCount = registerCount
        self.scope = scope
        self.locals = locals
        self.isFunction = isFunction
        self.this = this
        self.baseClip = baseClip
        self.target = target
        self.pool = pool
        self.callee = callee
        self.superDepth = superDepth
        self.stackBase = stackBase
        namedThis = this
    }
}

/// A link of a scope chain: an object whose properties are variables, and the scope around it.
///
/// A heap object with two fixed slots: the scope outside (undefined at the end) and the variables. Its flag tells a
/// clip's scope from others.
struct Scope: Equatable {
    let cell: Object

    /// The object whose properties are the variables.
    var variables: Object { cell.cell.slots[1].unsafeObject }
    var outer: Scope? { cell.cell.slots[0].object.map { Scope(cell: $0) } }
    var kind: Kind {
        if cell.flags.contains(.machine1) { return .clip }
        return cell.flags.contains(.machine2) ? .with : .local
    }

    enum Kind { case local, with, clip }
}

extension Heap {
    func makeScope(_ variables: Object, outer: Scope?, kind: Scope.Kind) -> Scope {
        let flags: CellFlags =
            switch kind {
            case .local: []
            case .with: .machine2
            case .clip: .machine1
            }
        let cell = makeObject(proto: .undefined, slotCount: 2, inlineValues: 0, flags: flags)
        cell.cell.slots[0] = Value(orUndefined: outer?.cell)
        cell.cell.slots[1] = Value(variables)
        return Scope(cell: cell)
    }
}

/// A function that a script has defined.
public final class ScriptFunction: FunctionState {
    let definition: FunctionDefinition
    let source: CodeSource
    let scope: Scope
    let pool: UnsafeBufferPointer<Value>
    /// The clip that defined it.
    let baseClip: Object?
    /// The decoded body, once it has been called.
    var code: UnsafeMutablePointer<Action>?

    init(
        definition: FunctionDefinition, source: CodeSource, scope: Scope, pool: UnsafeBufferPointer<Value>,
        baseClip: Object?
    ) {
        self.definition = definition
        self.source = source
        self.scope = scope
        self.pool = pool
        self.baseClip = baseClip
        super.init(isScript: true)
    }

    public override func visit(_ marker: inout Marker) {
        marker.visit(scope.cell)
        marker.visit(baseClip)
    }
}

/// What `super` is: method lookups start above the prototype that the running function was found on.
final class SuperState: NativeState {
    let this: Value
    /// Prototype steps from `this` to where the running function was found.
    let depth: Int

    init(this: Value, depth: Int) {
        self.this = this
        self.depth = depth
    }

    override func visit(_ marker: inout Marker) { marker.visit(this) }
}

/// Bounds of nested `with` blocks. Plain data, so that frames without any, which are nearly all, cost nothing: whoever
/// makes a frame calls ``removeAll()`` when the frame ends.
struct WithBlocks {
    private var bounds: UnsafeMutablePointer<Range<Int>>?
    private(set) var count = 0

    /// Flash skips the bodies of `with` blocks that are nested deeper.
    static let maximumCount = 13

    var isEmpty: Bool { count == 0 }
    var last: Range<Int>? { count > 0 ? bounds.unsafelyUnwrapped[count - 1] : nil }
    var all: [Range<Int>] { (0..<count).map { bounds.unsafelyUnwrapped[$0] } }

    /// At most ``maximumCount`` fit; `count` is to be asked before.
    mutating func append(_ range: Range<Int>) {
        let place = bounds ?? .allocate(capacity: Self.maximumCount)
        bounds = place
        place[count] = range
        count += 1
    }

    mutating func removeLast() { count = max(0, count - 1) }

    mutating func replaceAll(by ranges: [Range<Int>]) {
        count = 0
        for range in ranges { append(range) }
    }

    mutating func removeAll() {
        bounds?.deallocate()
        bounds = nil
        count = 0
    }
}
