import Base
import Fonts
import Glibc
import Library
import Media
import Renderer
import UI

/// The program while no movie is open: the library in the window, and the loop that drives it.
final class LibraryFront {
    /// How the library was left.
    enum Outcome {
        case quit
        case play(LibraryItem)
    }

    private let window: Window
    private let keys: KeyBindings
    private let library: MovieLibrary
    private let resources = RenderResources()
    private let renderer: Renderer
    private let screen: LibraryScreen
    private let loop = EventLoop()
    private let shownDamage = DamageTracker()
    private var pictures: [String: BitmapID] = [:]
    private var thumbnails = Thumbnails()
    /// Nil where there is no sync.
    private let sync: SyncRunner?
    private var trashed: [String] = []
    private var outcome: Outcome?
    private var resumes: String?
    private var isWindowLost = false
    private var needsDrawing = true

    /// Milliseconds between two looks whether a picture has been made.
    private static let lookPause = 200.0
    /// So many files at once are worth telling how far it is.
    private static let longSync = 20
    private static let largestPicture = 16 << 20

    init(window: Window, library: MovieLibrary, keys: KeyBindings, sync: SyncRunner? = nil) {
        self.window = window
        self.keys = keys
        self.sync = sync
        self.library = library
        renderer = Renderer(resources: resources)
        let home = getenv("HOME").map { String(cString: $0) } ?? "/"
        screen = LibraryScreen(
            toolkit: UIToolkit(resources: resources), width: window.width, height: window.height,
            scale: window.scale, startFolder: Paths.resolved(home) ?? "/")
        for warning in library.warnings { report(warning) }
        if !library.warnings.isEmpty {
            screen.tell("\(library.warnings.count) things in the library could not be read", isProblem: true)
        }
        for item in library.items { loadPicture(of: item) }
        screen.show(library.items, pictures: pictures)
    }

    /// Opens the file browser, as Ctrl+O in a movie wants it.
    func beginAdding() { screen.beginAdding() }

    /// Opens the settings of an item, which plays when they are closed.
    func edit(_ id: String) {
        guard library.item(id) != nil else { return }
        screen.edit(id)
        resumes = id
    }

    /// Plays what was left for its settings, once they are closed.
    private func resumeIfDone() {
        guard let id = resumes, !screen.isEditing, outcome == nil else { return }
        resumes = nil
        if let item = library.item(id) { outcome = .play(item) }
    }

    /// Shows a message, such as why a movie could not be opened.
    func tell(_ message: String) { screen.tell(message, isProblem: true) }

    func run() throws(Complaint) -> Outcome {
        window.setTitle("RuffleX11")
        window.pointer = .arrow
        window.show()
        while outcome == nil && !loop.isInterrupted {
            while outcome == nil && window.hasEvents && !isWindowLost { window.takeEvent(handle) }
            if isWindowLost { throw Complaint(message: XErrors.windowDestroyed) }
            makePictures()
            showSync()
            try drawIfNeeded()
            window.flush()
            if outcome != nil || window.hasEvents { continue }
            loop.wait(
                for: window.descriptor, until: thumbnails.isBusy || sync != nil ? Clock.now + Self.lookPause : nil)
        }
        thumbnails.stop()
        return outcome ?? .quit
    }

    private func handle(_ event: WindowEvent) {
        switch event {
        case .resized(let width, let height):
            screen.resize(width: width, height: height, scale: window.scale)
            needsDrawing = true
        case .viewable(let isViewable): if isViewable { needsDrawing = true }
        case .closeRequested: outcome = .quit
        case .destroyed: isWindowLost = true
        case .keyDown(let key) where keys.action(of: key) == .toggleFullScreen:
            window.setFullScreen(!window.isFullScreen)
        case .keyDown(let key) where key.control && key.code == 86:
            // V: the answer comes as an event.
            if let pasted = window.selections.requestText() { handle(pasted) }
        case .pasted(let text): addPasted(text)
        case .dropped(let places):
            for place in places { addPlace(place) }
            screen.show(library.items, pictures: pictures)
        default:
            if let input = UIInput(event), let request = screen.handle(input) { serve(request) }
        }
        resumeIfDone()
    }

    // MARK: - What the person wants

    private func serve(_ request: UIRequest) {
        do throws(LibraryProblem) {
            switch request {
            case .quit: outcome = .quit
            case .play(let id):
                if let item = library.item(id) { outcome = .play(item) }
            case .add(let path): try add(path)
            case .change(let item):
                try library.update(item)
                sync?.want()
                screen.tell("Saved")
            case .saves(let id): screen.showSaves(try SaveManager(library, id).entries(), of: id)
            case .changeSave(let change, let id):
                let manager = SaveManager(library, id)
                screen.tell(try manager.perform(change))
                screen.showSaves(try manager.entries(), of: id)
            case .trash(let id):
                let name = library.item(id)?.name ?? ""
                try library.trash(id)
                trashed.append(id)
                sync?.want()
                screen.tell("“\(name)” is in the trash. Ctrl+Z brings it back.")
            case .undo:
                defer { sync?.want() }
                guard let id = trashed.popLast() else { break }
                try library.restore(id)
                screen.tell("“\(library.item(id)?.name ?? "")” is back")
            }
        } catch {
            screen.tell(error.message, isProblem: true)
        }
        screen.show(library.items, pictures: pictures)
    }

    /// A path or a file's address in the clipboard is added; anything else is searched for.
    private func addPasted(_ text: String) {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        if line.hasPrefix("/") || line.lowercased().hasPrefix("file:") || line.contains("://") {
            addPlace(line)
            screen.show(library.items, pictures: pictures)
        } else if let request = screen.handle(.key(.text(line))) {
            serve(request)
        }
    }

    private func addPlace(_ place: String) {
        guard let path = DroppedPlace.path(of: place) else {
            return screen.tell("“\(place)” is not on this machine. Save the movie first, then add it.", isProblem: true)
        }
        do throws(LibraryProblem) {
            try add(String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        } catch {
            screen.tell(error.message, isProblem: true)
        }
    }

    private func add(_ path: String) throws(LibraryProblem) {
        let addition: MovieLibrary.Addition
        if let bundle = try Bundle.open(at: path) {
            addition = try library.add(bundle)
        } else {
            addition = try library.add(movie: try Disk().read(path, limit: 512 << 20), fileName: path)
        }
        switch addition {
        case .added(let item):
            sync?.want()
            screen.choose(item.id)
            screen.tell("“\(item.name)” has been added")
        case .known(let item):
            screen.choose(item.id)
            screen.tell("“\(item.name)” is there already")
        }
    }

    // MARK: - Sync

    /// Shows what other devices have changed, and how far a long sync is.
    private func showSync() {
        guard let sync else { return }
        if let (done, total) = sync.progress, total >= Self.longSync { screen.tell("Sync: \(done) of \(total) files") }
        for news in sync.takeNews() {
            switch news {
            case .failed(let message): screen.tell(message, isProblem: true)
            case .done(let outcome):
                for problem in outcome.problems { report(problem) }
                screen.tell(SyncRunner.text(outcome), isProblem: !outcome.problems.isEmpty)
                guard outcome.hasChangedLibrary else { continue }
                do throws(LibraryProblem) {
                    try library.reload()
                } catch {
                    screen.tell(error.message, isProblem: true)
                }
                screen.show(library.items, pictures: pictures)
            }
        }
    }

    // MARK: - Pictures

    private func loadPicture(of item: LibraryItem) {
        let disk = Disk()
        let path = library.picture(of: item.id)
        guard disk.kind(of: path) == .file else { return thumbnails.want(item.id) }
        guard let bytes = try? disk.read(path, limit: Self.largestPicture),
            let image = try? ImageDecoder.image(bytes[...]), image.width > 0, image.height > 0
        else { return report("\(path) is no picture") }
        let pixmap = Pixmap(width: image.width, height: image.height)
        for (place, pixel) in image.pixels.enumerated() { pixmap.pixels[place] = pixel }
        if let old = pictures[item.id] { resources.remove(old) }
        pictures[item.id] = resources.add(pixmap)
    }

    /// Goes on with the pictures of items that have none.
    private func makePictures() {
        for item in library.items where pictures[item.id] == nil { thumbnails.want(item.id) }
        guard let id = thumbnails.advance(library) else { return }
        guard let item = library.item(id), Disk().kind(of: library.picture(of: id)) == .file else { return }
        loadPicture(of: item)
        screen.show(library.items, pictures: pictures)
    }

    // MARK: - Drawing

    private func drawIfNeeded() throws(Complaint) {
        guard needsDrawing || screen.hasChanged, window.isViewable else { return }
        guard let surface = try window.freeSurface() else { return }
        let commands = screen.commands()
        needsDrawing = false
        func update(_ tracker: DamageTracker) -> [PixelRect] {
            tracker.update(
                commands, resources: resources,
                bounds: PixelRect(left: 0, top: 0, right: surface.width, bottom: surface.height),
                background: UIColors.deepBlue, quality: .high)
        }
        let changed = update(shownDamage)
        if changed.isEmpty { return }
        let stale = update(surface.damage)
        renderer.draw(
            commands, into: surface.target, background: UIColors.deepBlue, quality: .high, damage: stale)
        surface.finish(stale)
        window.present(surface, changed)
    }
}
