import Base
import Library
import Renderer

/// Lets the person pick a movie on the disk, by keyboard or mouse.
final class FileBrowser {
    private let disk: Disk
    /// How the names end that are shown.
    private let finds: [String]
    private(set) var folder: String
    private(set) var entries: [Entry] = []
    private(set) var problem: String?
    private var list = UIRows(height: 34)
    var chosen: Int { list.chosen }
    /// What has been typed: only names that hold it are shown.
    private(set) var filter = ""
    private var all: [Entry] = []

    struct Entry: Equatable {
        var name: String
        var isFolder: Bool
    }

    /// What a key or click came to.
    enum Outcome: Equatable {
        case stays, cancelled, picked(String)
        /// All movies below this folder.
        case pickedAll(String)
    }

    static let endings = [".swf", ".spl", ".ruf"]
    static let saves = [".sol"]
    static let pictures = [".png", ".jpg", ".jpeg", ".gif"]

    /// Whether a folder can be taken as a whole.
    private var picksFolders: Bool { finds == Self.endings }

    private var title: String {
        switch finds {
        case Self.saves: "Import a save"
        case Self.pictures: "Choose a picture"
        default: "Add a movie"
        }
    }

    init(folder: String, finds: [String] = FileBrowser.endings, disk: Disk = Disk()) {
        self.finds = finds
        self.folder = folder
        self.disk = disk
        read()
    }

    private func read() {
        filter = ""
        list.restart()
        all = folder == "/" ? [] : [Entry(name: "..", isFolder: true)]
        problem = nil
        do throws(LibraryProblem) {
            let names = try disk.names(in: folder).filter { !$0.hasPrefix(".") }
            var folders: [Entry] = []
            var files: [Entry] = []
            for name in names {
                let isMovie = finds.contains { name.lowercased().hasSuffix($0) }
                switch disk.kind(of: Paths.resolved("\(folder)/\(name)") ?? "") {
                case .folder: folders.append(Entry(name: name, isFolder: true))
                case .file where isMovie: files.append(Entry(name: name, isFolder: false))
                default: break
                }
            }
            all += folders + files
        } catch {
            problem = error.message
        }
        entries = all
    }

    private func search() {
        let wanted = filter.lowercased()
        entries = wanted.isEmpty ? all : all.filter { $0.name.lowercased().contains(wanted) }
        list.restart()
    }

    private func open(_ index: Int) -> Outcome {
        guard entries.indices.contains(index) else { return .stays }
        let entry = entries[index]
        if entry.name == ".." {
            goUp()
            return .stays
        }
        let path = folder == "/" ? "/\(entry.name)" : "\(folder)/\(entry.name)"
        guard entry.isFolder else { return .picked(path) }
        // A folder may be a bundle.
        if disk.kind(of: "\(path)/\(BundleInformation.fileName)") == .file { return .picked(path) }
        folder = path
        read()
        return .stays
    }

    private func goUp() {
        guard folder != "/", let slash = folder.lastIndex(of: "/") else { return }
        folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        read()
    }

    func handle(_ input: UIInput, in area: PixelRect, scale: Double) -> Outcome {
        switch input {
        case .key(let key): return self.key(key)
        case .pressed(let x, let y): return pressed(x: x, y: y, in: area, scale: scale)
        case .wheel(let lines): wheel(lines, scale: scale)
        default: break
        }
        return .stays
    }

    func key(_ key: UIKey) -> Outcome {
        if list.take(key, of: entries.count) { return .stays }
        switch key {
        case .escape: return .cancelled
        case .command("a") where picksFolders: return .pickedAll(folder)
        case .enter: return open(chosen)
        case .backspace where filter.isEmpty: goUp()
        case .backspace:
            filter.removeLast()
            search()
        case .text(let text):
            filter += text
            search()
        default: break
        }
        list.reveal()
        return .stays
    }

    func wheel(_ lines: Int, scale: Double) { list.wheel(lines, scale: scale) }

    func pressed(x: Int, y: Int, in area: PixelRect, scale: Double) -> Outcome {
        if picksFolders, allButton(area, scale).holds(x, y) { return .pickedAll(folder) }
        let inner = listArea(area, scale)
        guard inner.holds(x, y) else { return area.holds(x, y) ? .stays : .cancelled }
        return list.row(atX: x, y: y, in: inner, of: entries.count, scale: scale).map { open($0) } ?? .stays
    }

    private func allButton(_ area: PixelRect, _ scale: Double) -> PixelRect {
        let inner = area.inset(Int(20 * scale))
        return PixelRect(
            left: inner.right - Int(130 * scale), top: inner.top - Int(4 * scale), right: inner.right,
            bottom: inner.top + Int(26 * scale))
    }

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(58 * scale)
        list.bottom -= Int(30 * scale)
        return list
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        let title = PixelRect(
            left: inner.left, top: inner.top, right: inner.right, bottom: inner.top + canvas.pixels(24))
        canvas.write(self.title, in: title, size: 18, isBold: true, UIColors.white)
        if picksFolders {
            let button = allButton(area, canvas.scale)
            canvas.panel(button, radius: 6, UIColors.lightBlue)
            canvas.write("Add all in here", in: button, size: 13, align: .center, UIColors.white)
        }
        let line = title.shifted(by: 0, canvas.pixels(28))
        canvas.write(
            filter.isEmpty ? folder : "\(folder)   with “\(filter)”", in: line, size: 13, UIColors.paleBlue)
        list.draw(
            &canvas, in: listArea(area, canvas.scale), count: entries.count, chosenColor: UIColors.orange
        ) { canvas, index, row, isChosen in
            let entry = entries[index]
            let icon = PixelRect(left: row.left, top: row.top, right: row.left + row.height, bottom: row.bottom)
            let picture: UIIcon = entry.name == ".." ? .up : entry.isFolder ? .folder : .movie
            canvas.icon(picture, in: icon, isChosen ? UIColors.ink : UIColors.orange)
            var name = row
            name.left = icon.right + canvas.pixels(4)
            canvas.write(
                entry.name == ".." ? "Up" : entry.name, in: name, isChosen ? UIColors.ink : UIColors.white)
        }
        let note = PixelRect(
            left: inner.left, top: inner.bottom - canvas.pixels(20), right: inner.right, bottom: inner.bottom)
        let all = picksFolders ? ", Ctrl+A adds all" : ""
        let hint = "Enter opens, Backspace goes up, typing searches\(all), Esc cancels"
        canvas.write(problem ?? hint, in: note, size: 12, problem == nil ? UIColors.paleBlue : UIColors.orange)
    }
}
