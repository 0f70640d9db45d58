import AVM
import AVM1
import Player

/// A script object that something outside the heap, such as a pending load, needs: it lives until it is released.
final class HeldObject {
    private let runtime: AVM1Runtime
    private let key: String
    nonisolated(unsafe) private static var count = 0

    init(_ object: Object, _ runtime: AVM1Runtime) {
        self.runtime = runtime
        Self.count += 1
        key = "held \(Self.count)"
        runtime.keptObjects[key] = object
    }

    var object: Object? { runtime.keptObjects[key] }

    func release() { runtime.keptObjects[key] = nil }
}

/// Lets natives, which are sendable closures, name the runtime that installed them. It outlives its machine.
struct Unowned: @unchecked Sendable {
    unowned(unsafe) let runtime: AVM1Runtime
    init(_ runtime: AVM1Runtime) { self.runtime = runtime }
}
