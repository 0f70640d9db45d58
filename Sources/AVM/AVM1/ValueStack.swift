import AVM
import Glibc

/// The machine's stack of values: operands, registers and arguments of all calls in progress.
final class ValueStack: RegisterStack {
    /// Room for this many values.
    static let capacity = 1 << 18
    let base: UnsafeMutablePointer<Value>
    let end: UnsafeMutablePointer<Value>
    /// One past the topmost value in use.
    var top: UnsafeMutablePointer<Value>

    init() {
        base = .allocate(capacity: Self.capacity)
        base.initialize(repeating: .undefined, count: Self.capacity)
        end = base + Self.capacity
        top = base
    }

    deinit { base.deallocate() }

    var liveWords: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base, count: (top - base) * MemoryLayout<Value>.stride)
    }
}
