import AVM

extension AVM2Machine {
    /// Flash lists no more calls than these: an error deep in a recursion costs no more than another.
    private static let listedCalls = 64

    /// The calls in progress, innermost first, as the debugger player prints them behind an error:
    /// `\n\tat flash.geom::Point/add()[file:line]` each.
    public func stackTrace() -> String {
        var text = scriptedCalls.map { "\n\tat \($0)()" }.joined()
        var frame = frames.top
        var isFirst = true
        var listed = 0
        while frame > frames.base, listed < Self.listedCalls {
            frame -= 1
            let method = frame.pointee.environment.pointee.method
            // The constructor of the error itself does not count.
            let isOfError = isFirst && method.pointee.flags.contains([.native, .isConstructor])
            isFirst = false
            if isOfError { continue }
            listed += 1
            text += "\n\tat \(method.details.traceName)"
            guard let lowered = method.details.lowered, let file = lowered.fileName else { continue }
            let index = Int32(frame.pointee.pc - lowered.code) - 1
            if let line = lowered.lines.last(where: { $0.index <= index }) {
                text += "[\(Self.shownPath(file)):\(line.line)]"
            }
        }
        return text
    }

    /// A file of a debug opcode is "folder;package;name".
    private static func shownPath(_ file: String) -> String {
        let parts = file.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return file }
        return [parts[0], parts[1], parts[2]].filter { !$0.isEmpty }.joined(separator: "\\")
    }
}
