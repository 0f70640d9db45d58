import AVM
import AVM1
import SWF

/// Clip events: handlers of the placing tag (`onClipEvent`) and methods of the script object (`onEnterFrame`).
extension DisplayObject {
    /// The code of the handlers of one event.
    func handlers(of event: ClipEvents) -> [Range<Int>] {
        clipActions.filter { $0.events.contains(event) }.map(\.actions)
    }

    /// Queues an event's handlers and then its method, if there is one.
    func queue(_ event: ClipEvents, priority: ActionPriority = .normal, runsAfterRemoval: Bool = false) {
        guard runsAVM1, assets.movie.header.version >= 5 else { return }
        for handler in handlers(of: event) {
            player.avm1.queue.add(
                QueuedAction(
                    object: self, work: .code(handler, assets), runsAfterRemoval: runsAfterRemoval,
                    isArrival: event == .load || event == .initialize), priority)
        }
        // Methods have no Initialize or Construct, and came with SWF 6.
        guard let method = Self.methodNames[event.rawValue], player.avm1.methodVersion >= 6 else { return }
        guard existingScript != nil || registersClass else { return }
        // Keys go to the methods of what has the focus only.
        if event == .keyDown || event == .keyUp, player.focus.focused !== self { return }
        if event == .unload {
            // By its turn a movie that is taken out of a clip has taken the handler along.
            guard let script = existingScript,
                let function = try? player.avm1.machine.get(script, "onUnload").object
            else { return }
            let action = QueuedAction(object: self, work: .function(function, []), runsAfterRemoval: runsAfterRemoval)
            return player.avm1.queue.add(action, priority)
        }
        player.avm1.queue.add(
            QueuedAction(
                object: self, work: .method(player.heap.strings.pinned(method), []),
                runsAfterRemoval: runsAfterRemoval, isArrival: event == .load), priority)
    }

    /// Whether it, or something that it is in, has been taken out and waits for its end.
    var isLeaving: Bool {
        var object: DisplayObject? = self
        while let current = object {
            if current.isPendingRemoval { return true }
            object = current.parent
        }
        return false
    }

    /// Whether it or anything inside it has a handler that runs when it is unloaded.
    var handlesUnload: Bool {
        guard runsAVM1 else { return false }
        if clipActions.contains(where: { $0.events.contains(.unload) }) { return true }
        if let script = existingScript, player.avm1.methodVersion >= 6,
            player.avm1.machine.hasProperty(script, player.heap.strings.pinned("onUnload"))
        {
            return true
        }
        return (self as? Container)?.children.contains { $0.handlesUnload } ?? false
    }

    private var registersClass: Bool { !player.avm1.registeredClasses.isEmpty }

    /// Queues `onUnload` while the object is still in its place.
    func queueUnload() {
        guard runsAVM1 else { return }
        // What is inside goes first.
        if let container = self as? Container {
            for child in container.children { child.queueUnload() }
        }
        queue(.unload, runsAfterRemoval: true)
    }

    private static let methodNames: [UInt32: StaticString] = [
        ClipEvents.load.rawValue: "onLoad", ClipEvents.enterFrame.rawValue: "onEnterFrame",
        ClipEvents.unload.rawValue: "onUnload", ClipEvents.mouseMove.rawValue: "onMouseMove",
        ClipEvents.mouseDown.rawValue: "onMouseDown", ClipEvents.mouseUp.rawValue: "onMouseUp",
        ClipEvents.keyDown.rawValue: "onKeyDown", ClipEvents.keyUp.rawValue: "onKeyUp",
        ClipEvents.data.rawValue: "onData", ClipEvents.press.rawValue: "onPress",
        ClipEvents.release.rawValue: "onRelease", ClipEvents.releaseOutside.rawValue: "onReleaseOutside",
        ClipEvents.rollOver.rawValue: "onRollOver", ClipEvents.rollOut.rawValue: "onRollOut",
        ClipEvents.dragOver.rawValue: "onDragOver", ClipEvents.dragOut.rawValue: "onDragOut",
    ]
}
