/// Values that native code collects while it may allocate: the heap knows them, which it does not of a Swift array.
public struct ValueBuffer: ~Copyable {
    private let node: UnsafeMutablePointer<ValueBufferNode>
    private let heap: Unmanaged<Heap>

    public init(_ heap: Heap, capacity: Int = 16) {
        self.heap = Unmanaged.passUnretained(heap)
        node = .allocate(capacity: 1)
        let capacity = max(4, capacity)
        node.initialize(
            to: ValueBufferNode(
                values: .allocate(capacity: capacity), count: 0, capacity: capacity, previous: nil,
                next: heap.firstBuffer))
        heap.firstBuffer?.pointee.previous = node
        heap.firstBuffer = node
    }

    deinit {
        if let previous = node.pointee.previous {
            previous.pointee.next = node.pointee.next
        } else {
            heap._withUnsafeGuaranteedRef { $0.firstBuffer = node.pointee.next }
        }
        node.pointee.next?.pointee.previous = node.pointee.previous
        node.pointee.values.deallocate()
        node.deallocate()
    }

    public var count: Int { node.pointee.count }
    public var isEmpty: Bool { count == 0 }

    public subscript(index: Int) -> Value {
        get {
            precondition(index >= 0 && index < node.pointee.count)
            return node.pointee.values[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < node.pointee.count)
            node.pointee.values[index] = newValue
        }
    }

    public func append(_ value: Value) {
        if node.pointee.count == node.pointee.capacity {
            let larger = UnsafeMutablePointer<Value>.allocate(capacity: node.pointee.capacity * 2)
            larger.update(from: node.pointee.values, count: node.pointee.count)
            node.pointee.values.deallocate()
            node.pointee.values = larger
            node.pointee.capacity *= 2
        }
        node.pointee.values[node.pointee.count] = value
        node.pointee.count += 1
    }

    public func removeAll() { node.pointee.count = 0 }

    /// A copy of the values. The heap knows them for as long as it knows the buffer.
    public var elements: [Value] { Array(window) }

    /// The values themselves, as arguments of a call. Valid until the next append, and only of a buffer that has a name:
    /// one in the middle of an expression is gone before the window is read.
    public var window: UnsafeBufferPointer<Value> {
        UnsafeBufferPointer(start: node.pointee.values, count: node.pointee.count)
    }
}

struct ValueBufferNode {
    var values: UnsafeMutablePointer<Value>
    var count, capacity: Int
    var previous, next: UnsafeMutablePointer<ValueBufferNode>?
}
