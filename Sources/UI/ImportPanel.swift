import Base
import Renderer

/// How far an import of a whole folder is, and what it came to.
public struct ImportProgress: Equatable, Sendable {
    public var folder: String
    public var done = 0
    /// 0: the folder is still being looked through.
    public var total = 0
    /// Movies a second.
    public var rate = 0.0
    /// Nil while it goes on.
    public var result: Result?

    /// What an import came to.
    public struct Result: Equatable, Sendable {
        public var added: Int
        public var known: Int
        /// Files that could not be added, the first of them with the reason.
        public var problems: [String]
        public var problemCount: Int
        public var isCancelled: Bool

        public init(added: Int, known: Int, problems: [String], problemCount: Int, isCancelled: Bool) {
            (self.added, self.known, self.problems) = (added, known, problems)
            (self.problemCount, self.isCancelled) = (problemCount, isCancelled)
        }
    }

    public init(folder: String) { self.folder = folder }
}

/// The import of a folder as the person sees it: a bar that fills, and a way to stop it.
final class ImportPanel {
    enum Outcome: Equatable { case stays, stopped, closed }

    var progress: ImportProgress
    private var isStopping = false
    private static let shownProblems = 8

    init(_ progress: ImportProgress) { self.progress = progress }

    func handle(_ input: UIInput, in area: PixelRect, scale: Double) -> Outcome {
        switch input {
        case .key(.escape): return leave()
        case .key(.enter) where progress.result != nil: return leave()
        case .pressed(let x, let y) where button(area, scale).holds(x, y): return leave()
        default: return .stays
        }
    }

    private func leave() -> Outcome {
        if progress.result != nil { return .closed }
        if isStopping { return .stays }
        isStopping = true
        return .stopped
    }

    private func button(_ area: PixelRect, _ scale: Double) -> PixelRect {
        let inner = area.inset(Int(20 * scale))
        return PixelRect(
            left: inner.right - Int(110 * scale), top: inner.bottom - Int(36 * scale), right: inner.right,
            bottom: inner.bottom)
    }

    /// What is going on, in a line.
    var text: String {
        guard let result = progress.result else {
            if isStopping { return "Stopping. What has been added stays." }
            if progress.total == 0 { return "Looking for movies" }
            return "\(progress.done) of \(progress.total), \(Int(progress.rate.rounded())) a second"
        }
        var parts = ["\(result.added) added"]
        if result.known > 0 { parts.append("\(result.known) there already") }
        if result.problemCount > 0 { parts.append("\(result.problemCount) could not be added") }
        return parts.joined(separator: ", ") + (result.isCancelled ? "; stopped" : "")
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        var line = PixelRect(
            left: inner.left, top: inner.top, right: inner.right, bottom: inner.top + canvas.pixels(24))
        canvas.write(
            progress.result == nil ? "Adding movies" : "Movies added", in: line, size: 18, isBold: true,
            UIColors.white)
        line = line.shifted(by: 0, canvas.pixels(28))
        canvas.write(progress.folder, in: line, size: 13, UIColors.paleBlue)
        let bar = PixelRect(
            left: inner.left, top: line.bottom + canvas.pixels(20), right: inner.right,
            bottom: line.bottom + canvas.pixels(32))
        canvas.panel(bar, radius: 6, UIColors.darkBlue)
        let share = progress.total > 0 ? Double(progress.done) / Double(progress.total) : 0
        var filled = bar
        filled.right = bar.left + Int(Double(bar.width) * min(1, max(0, share)))
        if filled.width > canvas.pixels(2) { canvas.panel(filled, radius: 6, UIColors.orange) }
        line.top = bar.bottom + canvas.pixels(14)
        line.bottom = line.top + canvas.pixels(22)
        canvas.write(text, in: line, UIColors.white)
        let end = button(area, canvas.scale)
        for problem in progress.result?.problems.prefix(Self.shownProblems) ?? [] {
            line = line.shifted(by: 0, canvas.pixels(24))
            if line.bottom > end.top { break }
            canvas.write(problem, in: line, size: 12, UIColors.orange)
        }
        canvas.panel(end, radius: 6, progress.result == nil ? UIColors.lightBlue : UIColors.orange)
        canvas.write(
            progress.result == nil ? "Stop" : "Close", in: end, isBold: true, align: .center,
            progress.result == nil ? UIColors.white : UIColors.ink)
    }
}
