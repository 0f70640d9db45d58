import AVM
import AVM1
import SWF

/// A piece of script that waits for its turn in the frame.
struct QueuedAction {
    enum Work {
        /// Actions of a frame or of a clip event.
        case code(Range<Int>, MovieAssets)
        /// A handler that was looked up when it was queued.
        case function(Object, [Value])
        /// A handler such as `onEnterFrame`, looked up when its turn comes.
        case method(Atom, [Value])
        /// The constructor of a registered class, then the clip's own construct handlers.
        case construct(handlers: [Range<Int>], MovieAssets)
        /// A message to the listeners of a broadcaster such as `Key`.
        case broadcast(Object, Atom, [Value])
    }

    let object: DisplayObject
    let work: Work
    /// Runs even where the object has left the stage by then (`onUnload`).
    var runsAfterRemoval = false
    /// Runs even where the object waits for its end, which it does not outlive (`onLoad`).
    var isArrival = false
    var runsWhileLeaving: Bool { runsAfterRemoval || isArrival }
    /// The frame whose actions these are, nil where they are no frame's.
    var frame: Int?
}

/// When a piece of script runs, earliest last: within a frame all of a higher one run before any of a lower.
enum ActionPriority: Int, CaseIterable {
    case normal
    case construct
    case initialize
}

/// The scripts of a frame in the order in which Flash runs them.
struct ActionQueue {
    private var queues: [[QueuedAction]] = Array(repeating: [], count: ActionPriority.allCases.count)
    private var heads = [0, 0, 0]

    mutating func add(_ action: QueuedAction, _ priority: ActionPriority = .normal) {
        queues[priority.rawValue].append(action)
    }

    /// The next one to run, nil where none waits.
    mutating func next() -> QueuedAction? {
        for index in queues.indices.reversed() where heads[index] < queues[index].count {
            let action = queues[index][heads[index]]
            heads[index] += 1
            if heads[index] == queues[index].count {
                queues[index].removeAll(keepingCapacity: true)
                heads[index] = 0
            }
            return action
        }
        return nil
    }

    /// Whether actions of a clip's frame still wait. Flash then does not queue them again: a clip that leaves its
    /// frame and comes back while the frame's own actions run does not run them anew.
    func isWaiting(for frame: Int, of object: DisplayObject) -> Bool {
        let normal = ActionPriority.normal.rawValue
        return queues[normal][heads[normal]...].contains { $0.frame == frame && $0.object === object }
    }

    mutating func removeAll() {
        for index in queues.indices {
            queues[index].removeAll()
            heads[index] = 0
        }
    }

    func visit(_ marker: inout Marker) {
        for queue in queues {
            for action in queue {
                action.object.visitScripts(&marker)
                switch action.work {
                case .code, .construct: break
                case .function(let function, let arguments):
                    marker.visit(function)
                    marker.visit(arguments)
                case .method(let name, let arguments):
                    marker.visit(name)
                    marker.visit(arguments)
                case .broadcast(let object, let name, let arguments):
                    marker.visit(object)
                    marker.visit(name)
                    marker.visit(arguments)
                }
            }
        }
    }
}
