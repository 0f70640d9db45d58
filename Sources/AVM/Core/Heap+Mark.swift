import CStack
import Glibc

/// Cells found but not yet looked into.
struct MarkStack {
    private var cells: UnsafeMutablePointer<UnsafeMutablePointer<CellHeader>>
    private(set) var count = 0
    private var capacity = 4096

    init() { cells = .allocate(capacity: capacity) }

    func deallocate() { cells.deallocate() }

    @inline(__always)
    mutating func push(_ cell: UnsafeMutablePointer<CellHeader>) {
        if count == capacity { grow() }
        cells[count] = cell
        count &+= 1
    }

    @inline(__always)
    mutating func pop() -> UnsafeMutablePointer<CellHeader>? {
        if count == 0 { return nil }
        count &-= 1
        return cells[count]
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<UnsafeMutablePointer<CellHeader>>.allocate(capacity: capacity * 2)
        larger.update(from: cells, count: count)
        cells.deallocate()
        cells = larger
        capacity *= 2
    }
}

/// Shown every cell that is reachable; what it is shown stays alive.
public struct Marker {
    let heap: Unmanaged<Heap>
    let mark: UInt8
    var stack: MarkStack
    /// What native state holds outside the heap more than was counted.
    var externalGrowth = 0

    @inline(__always)
    public mutating func visit(_ value: Value) {
        if let cell = value.cell { visit(cell) }
    }

    @inline(__always)
    public mutating func visit(_ object: Object?) {
        guard let object else { return }
        visit(UnsafeMutableRawPointer(object.cell).assumingMemoryBound(to: CellHeader.self))
    }

    @inline(__always)
    public mutating func visit(_ string: StringRef?) {
        guard let string else { return }
        visit(UnsafeMutableRawPointer(string.cell).assumingMemoryBound(to: CellHeader.self))
    }

    @inline(__always)
    public mutating func visit(_ atom: Atom?) {
        guard let atom else { return }
        visit(UnsafeMutableRawPointer(atom.cell).assumingMemoryBound(to: CellHeader.self))
    }

    @inline(__always)
    public mutating func visit(_ values: UnsafeMutablePointer<ValuesCell>?) {
        guard let values else { return }
        visit(UnsafeMutableRawPointer(values).assumingMemoryBound(to: CellHeader.self))
    }

    @inline(__always)
    public mutating func visit(_ namespace: UnsafeMutablePointer<NamespaceCell>?) {
        guard let namespace else { return }
        visit(UnsafeMutableRawPointer(namespace).assumingMemoryBound(to: CellHeader.self))
    }

    public mutating func visit(_ values: [Value]) {
        for value in values { visit(value) }
    }

    public mutating func visit(_ values: UnsafeBufferPointer<Value>) {
        for value in values { visit(value) }
    }

    @inline(__always)
    mutating func visit(_ cell: UnsafeMutablePointer<CellHeader>) {
        if cell.pointee.mark == mark { return }
        cell.pointee.mark = mark
        // A flat string holds nothing, unless it is an atom, which holds its lower-case form.
        if cell.pointee.kind == .string && cell.pointee.flags.isDisjoint(with: [.rope, .atom]) { return }
        stack.push(cell)
    }

    /// Looks into cells until none is left.
    mutating func drain() {
        while let cell = stack.pop() { visitContents(of: cell) }
    }

    private mutating func visitContents(of cell: UnsafeMutablePointer<CellHeader>) {
        let memory = UnsafeMutableRawPointer(cell)
        switch cell.pointee.kind {
        case .object: visitObject(memory.assumingMemoryBound(to: ObjectCell.self))
        case .string:
            let string = memory.assumingMemoryBound(to: StringCell.self)
            if cell.pointee.flags.contains(.rope) { visit(string.pointee.left) }
            visit(string.pointee.right)
        case .accessor:
            let accessor = memory.assumingMemoryBound(to: AccessorCell.self)
            visit(accessor.pointee.getter)
            visit(accessor.pointee.setter)
            visit(accessor.pointee.stored)
        case .namespace:
            let namespace = memory.assumingMemoryBound(to: NamespaceCell.self)
            visit(namespace.pointee.uri)
            visit(namespace.pointee.prefix)
        case .values:
            let values = memory.assumingMemoryBound(to: ValuesCell.self)
            visit(UnsafeBufferPointer(start: values.elements, count: values.pointee.count))
        case .free: break
        }
    }

    private mutating func visitObject(_ object: UnsafeMutablePointer<ObjectCell>) {
        visit(object.pointee.proto)
        let shape = object.pointee.shape
        if shape.pointee.mark != mark { shape.markNames(&self) }
        let values = object.pointee.values
        for index in 0..<Int(shape.pointee.count) { visit(values[index]) }
        let slots = object.slots
        for index in 0..<Int(object.pointee.slotCount) { visit(slots[index]) }
        guard let native = object.pointee.native else { return }
        native._withUnsafeGuaranteedRef { state in
            let size = state.externalSize
            externalGrowth &+= size - state.countedBytes
            state.countedBytes = size
            state.visit(&self)
        }
    }
}

extension Heap {
    func markFromRoots() {
        var marker = Marker(heap: Unmanaged.passUnretained(self), mark: mark, stack: self.marker)
        for provider in rootProviders { provider.visitRoots(&marker) }
        var buffer = firstBuffer
        while let node = buffer {
            marker.visit(UnsafeBufferPointer(start: node.pointee.values, count: node.pointee.count))
            buffer = node.pointee.next
        }
        strings.visitPinned(&marker)
        shapes.visitPinned(&marker)
        for stack in registerStacks { scan(stack.liveWords, &marker) }
        scanNativeStack(&marker)
        marker.drain()
        self.marker = marker.stack
        noteFreed(-marker.externalGrowth)
    }

    /// Marks what the words of a stack may point at: boxed values, cell pointers, pointers into cells.
    private func scan(_ words: UnsafeRawBufferPointer, _ marker: inout Marker) {
        guard let base = words.baseAddress else { return }
        let pointer = base.assumingMemoryBound(to: UInt.self)
        for index in 0..<words.count / MemoryLayout<UInt>.size {
            if let cell = cell(for: pointer[index]) { marker.visit(cell) }
        }
    }

    private func scanNativeStack(_ marker: inout Marker) {
        guard let base = stackBase else { return }
        withUnsafeMutablePointer(to: &marker) { marker in
            var context = StackScan(heap: Unmanaged.passUnretained(self), marker: marker)
            cstack_scan(
                { low, high, context in
                    guard let low, let high, let context, low < high else { return }
                    let scan = context.assumingMemoryBound(to: StackScan.self).pointee
                    let words = UnsafeRawBufferPointer(
                        start: low, count: UnsafeRawPointer(high) - UnsafeRawPointer(low))
                    scan.heap._withUnsafeGuaranteedRef { $0.scan(words, &scan.marker.pointee) }
                }, &context, base)
        }
    }

    private struct StackScan {
        let heap: Unmanaged<Heap>
        let marker: UnsafeMutablePointer<Marker>
    }

    /// The cell in use that `word` may mean, nil where it means none.
    @inline(__always)
    private func cell(for word: UInt) -> UnsafeMutablePointer<CellHeader>? {
        let tag = UInt64(word) & Value.tagMask
        let address: UInt
        if tag == 0 {
            address = word
        } else if tag >= Value.stringTag {
            address = word & UInt(Value.payloadMask)
        } else {
            return nil
        }
        let number = address / UInt(Self.blockSize)
        if number >= lowestBlock && number <= highestBlock, let size = blockCellSizes[number] {
            let offset = Int(address % UInt(Self.blockSize)) / Int(size) * Int(size)
            guard offset + Int(size) <= Self.blockSize else { return nil }
            let start = UnsafeMutableRawPointer(bitPattern: number * UInt(Self.blockSize)).unsafelyUnwrapped + offset
            let cell = start.assumingMemoryBound(to: CellHeader.self)
            return cell.pointee.kind == .free ? nil : cell
        }
        guard !largeCells.isEmpty, let exact = UnsafeMutableRawPointer(bitPattern: address) else { return nil }
        if largeCells[exact] != nil { return exact.assumingMemoryBound(to: CellHeader.self) }
        for (start, size) in largeCells where exact >= start && exact < start + size {
            return start.assumingMemoryBound(to: CellHeader.self)
        }
        return nil
    }

    /// Whether the collection in progress, or the last one, found the object. For weak tables.
    public func isMarked(_ value: Value) -> Bool {
        guard let cell = value.cell else { return true }
        return cell.pointee.mark == mark || cell.pointee.flags.contains(.pinned)
    }
}

/// The base of this thread's stack.
func nativeStackBase() -> UnsafeMutableRawPointer? { cstack_base() }

/// Bytes left on this thread's stack, so that deep native recursion can be ended in time.
public struct StackGuard: Sendable {
    private var lowest: UInt
    /// Half of what is kept free, for making the error that says that the stack is exhausted.
    private let reserve: UInt
    /// Whether that half may be used.
    public var isReserveOpen = false {
        didSet {
            if isReserveOpen != oldValue { lowest = isReserveOpen ? lowest - reserve : lowest + reserve }
        }
    }

    /// For the calling thread. `reserve` bytes are kept free for what is not asked.
    public init(reserve: Int = 256 << 10) {
        lowest = UInt(bitPattern: cstack_limit()) + UInt(reserve)
        self.reserve = UInt(reserve) / 2
    }

    /// Whether no more should be called.
    @inline(__always)
    public var isExhausted: Bool { UInt(bitPattern: cstack_pointer()) < lowest }
}
