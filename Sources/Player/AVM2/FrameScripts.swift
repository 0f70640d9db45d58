import AVM

/// The scripts of a clip's frames (`addFrameScript`), and which is due.
struct FrameScripts {
    private var functions: [Int: Value] = [:]
    /// The frame whose script runs next.
    private var arrivedFrame = 0
    /// The frame whose script has run, while the playhead has not left it.
    private var lastRun: Int?
    private var gotoFrame: Int?
    /// The frame had a script when the frame was constructed. One that comes later waits for the end of the scripts.
    var isPending = false
    var isRunning = false

    mutating func set(_ function: Value, ofFrame frame: Int) {
        functions[frame] = function.isNullish ? nil : function
    }

    func hasScript(ofFrame frame: Int) -> Bool { functions[frame] != nil }
    var values: Dictionary<Int, Value>.Values { functions.values }

    /// The playhead has come to a frame. Where it already was there, its script does not run again.
    mutating func arrive(at frame: Int) {
        arrivedFrame = frame
        if lastRun != frame { lastRun = nil }
    }

    /// The script of the current frame is new: it is due although another may have run.
    mutating func makeDue() {
        lastRun = nil
        isPending = true
    }

    /// The script to run now, nil where none is due.
    mutating func takeDue() -> Value? {
        guard isPending, !isRunning, lastRun != arrivedFrame, let function = functions[arrivedFrame] else { return nil }
        lastRun = arrivedFrame
        isPending = false
        return function
    }

    mutating func postpone(goto frame: Int) { gotoFrame = frame }
    mutating func forgetGoto() { gotoFrame = nil }
    mutating func takeGoto() -> Int? {
        defer { gotoFrame = nil }
        return gotoFrame
    }
}
