import Base
import Fonts
import Glibc
import Library
import Player
import Renderer
import UI

/// The program while no movie is open: the library in the window, and the loop that drives it.
final class LibraryFront {
    /// How the library was left.
    enum Outcome {
        case quit
        case play(LibraryItem)
        /// Its movie has been fetched.
        case playDownloaded(LibraryItem, bytes: [UInt8], url: String)

        /// What is to be played, nil: nothing.
        var movie: (item: LibraryItem, downloaded: (bytes: [UInt8], url: String)?)? {
            switch self {
            case .quit: nil
            case .play(let item): (item, nil)
            case .playDownloaded(let item, let bytes, let url): (item, (bytes, url))
            }
        }
    }

    let window: Window
    let settings: ProgramSettings
    let desktop: Desktop
    var isFocusElsewhere = false
    private let library: MovieLibrary
    private let resources = RenderResources()
    private let renderer: Renderer
    let screen: LibraryScreen
    private let loop = EventLoop()
    private let shownDamage = DamageTracker()
    private let shelf: PictureShelf
    private var importing: ImportRunner?
    /// The movie that is on its way.
    private var loading: (item: LibraryItem, transfer: Transfer)?
    /// How far the search for items without a picture is.
    private var lookedAt = 0
    private var thumbnails = Thumbnails()
    /// Nil where there is no sync.
    private let sync: SyncRunner?
    private var trashed: [String] = []
    var outcome: Outcome?
    private var resumes: String?
    private var isWindowLost = false
    private var needsDrawing = true
    /// Pictures that are to be seen are still to be read.
    private var needsPictures = false

    /// Milliseconds between two looks whether a picture has been made.
    private static let lookPause = 200.0
    private static let importPause = 60.0
    /// So many files at once are worth telling how far it is.
    private static let longSync = 20
    /// Milliseconds that go into reading pictures before a drawing.
    private static let readingTime = 5.0
    /// Milliseconds between two drawings while pictures are still to be read.
    private static let readingPause = 4.0
    /// So many items are looked at in a row for whether they have a picture.
    private static let lookedAtOnce = 50

    init(
        window: Window, library: MovieLibrary, settings: ProgramSettings, desktop: Desktop, sync: SyncRunner? = nil
    ) {
        self.window = window
        (self.settings, self.desktop) = (settings, desktop)
        self.sync = sync
        self.library = library
        renderer = Renderer(resources: resources)
        let scale = window.scale
        shelf = PictureShelf(resources: resources) { [library] id in
            do throws(LibraryProblem) {
                guard let picture = try ItemPicture.read(library.picture(of: id)) else { return .none }
                return .picture(picture.shrunk(toFit: LibraryScreen.pictureWidth(scale: scale), Int.max))
            } catch {
                report(error.message)
                return .none
            }
        }
        let home = getenv("HOME").map { String(cString: $0) } ?? "/"
        screen = LibraryScreen(
            toolkit: UIToolkit(resources: resources), width: window.width, height: window.height,
            scale: window.scale, startFolder: Paths.resolved(home) ?? "/")
        for warning in library.warnings { report(warning) }
        if !library.warnings.isEmpty {
            screen.tell("\(library.warnings.count) things in the library could not be read", isProblem: true)
        }
        showItems()
    }

    func showItems() { screen.show(library.items, pictures: shelf.pictures) }

    /// Opens the file browser, as Ctrl+O in a movie wants it.
    func beginAdding() { chooseFiles() }

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
            takePadEvents()
            serveDesktop()
            makePictures()
            showSync()
            showImport()
            showLoading()
            try drawIfNeeded()
            window.flush()
            if outcome != nil || window.hasEvents { continue }
            let isWatching =
                thumbnails.isBusy || sync != nil || importing != nil || loading != nil || lookedAt < library.items.count
            let isReading = needsPictures && window.isViewable
            loop.wait(
                for: [window.descriptor] + desktop.descriptors,
                until: isReading ? Clock.now + Self.readingPause : isWatching ? Clock.now + pause : nil)
        }
        thumbnails.stop()
        loading?.transfer.stop()
        importing?.stop()
        importing?.join()
        return outcome ?? .quit
    }

    private var pause: Double { importing == nil && loading == nil ? Self.lookPause : Self.importPause }

    func handle(_ event: WindowEvent) {
        if screen.isCapturing, capture(event) { return }
        switch event {
        case .resized(let width, let height):
            screen.resize(width: width, height: height, scale: window.scale)
            needsDrawing = true
        case .viewable(let isViewable): if isViewable { needsDrawing = true }
        case .closeRequested: outcome = .quit
        case .shown: desktop.start()
        case .focus(let hasFocus): isFocusElsewhere = !hasFocus
        case .destroyed: isWindowLost = true
        case .keyDown(let key) where settings.keys.action(of: key) == .toggleFullScreen:
            window.setFullScreen(!window.isFullScreen)
        case .keyDown(let key) where key.control && key.code == 86:
            // V: the answer comes as an event.
            if let pasted = window.selections.requestText() { handle(pasted) }
        case .pasted(let text): addPasted(text)
        case .dropped(let places):
            for place in places { addPlace(place) }
            showItems()
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
                if let item = library.item(id) { play(item) }
            case .cancelLoading: endLoading()
            case .chooseFiles: chooseFiles()
            case .add(let path): try add(path)
            case .importFolder(let folder): beginImport(folder)
            case .stopImport: importing?.stop()
            case .setPicture(let path, let id):
                try ItemPicture.set(path, of: id, in: library)
                shelf.forget(id)
                sync?.want()
                screen.tell("This is its picture now")
            case .makePicture(let id):
                thumbnails.wantAnew(id)
                screen.tell("Its picture is being made")
            case .change(let item):
                let refused = try library.update(item)
                sync?.want()
                screen.tell(refused.first.map { "Saved, but \($0)" } ?? "Saved", isProblem: !refused.isEmpty)
            case .saves(let id): screen.showSaves(try SaveManager(library, id).entries(), of: id)
            case .changeSave(let change, let id):
                let manager = SaveManager(library, id)
                screen.tell(try manager.perform(change))
                screen.showSaves(try manager.entries(), of: id)
            case .lookIntoSave(let key, let generation, let id):
                let tree = try SaveManager(library, id).tree(of: key, generation)
                screen.showSaveTree(tree, named: SaveManager.name(of: key))
            case .findSaves(let id):
                let manager = SaveManager(library, id)
                screen.tell(try manager.takeFromOtherPlayers())
                sync?.want()
                screen.showSaves(try manager.entries(), of: id)
            case .trash(let id):
                let name = library.item(id)?.name ?? ""
                try library.trash(id)
                trashed.append(id)
                sync?.want()
                screen.tell("“\(name)” is in the trash. Ctrl+Z brings it back.")
            case .undo: if let id = trashed.last { try restore(id) }
            case .showTrash: screen.showTrash(try library.trashedItems())
            case .restore(let id):
                try restore(id)
                screen.showTrash(try library.trashedItems())
            case .showSharedKeys: screen.showSharedKeys(settings.sharedKeys)
            case .setSharedKeys(let keys):
                if keys == settings.sharedKeys { break }
                settings.sharedKeys = keys
                try settings.save()
                screen.tell("Saved")
            case .emptyTrash:
                try library.emptyTrash()
                trashed = []
                screen.tell("The trash is empty")
                screen.showTrash([])
            }
        } catch {
            screen.tell(error.message, isProblem: true)
        }
        showItems()
    }

    /// Brings an item back from the trash.
    private func restore(_ id: String) throws(LibraryProblem) {
        defer { sync?.want() }
        trashed.removeAll { $0 == id }
        try library.restore(id)
        screen.tell("“\(library.item(id)?.name ?? "")” is back")
    }

    /// A path or a file's address in the clipboard is added; anything else is searched for.
    private func addPasted(_ text: String) {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        if line.hasPrefix("/") || line.lowercased().hasPrefix("file:") || line.contains("://") {
            addPlace(line)
            showItems()
        } else if let request = screen.handle(.key(.text(line))) {
            serve(request)
        }
    }

    func addPlace(_ place: String) {
        if WindowHost.isWeb(place) { return addLink(place) }
        guard let path = DroppedPlace.path(of: place) else {
            return screen.tell("“\(place)” is not on this machine. Save the movie first, then add it.", isProblem: true)
        }
        do throws(LibraryProblem) {
            try add(String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        } catch {
            screen.tell(error.message, isProblem: true)
        }
    }

    private func addLink(_ url: String) {
        do throws(LibraryProblem) {
            tell(try library.link(url: url))
        } catch {
            screen.tell(error.message, isProblem: true)
        }
    }

    private func add(_ path: String) throws(LibraryProblem) {
        let disk = Disk()
        let isFolder = Paths.resolved(path).map { disk.kind(of: $0) == .folder } ?? false
        if isFolder, try Bundle.open(at: path, disk: disk) == nil { return beginImport(path) }
        tell(try library.add(at: path))
    }

    private func tell(_ addition: MovieLibrary.Addition) {
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
                reload()
            }
        }
    }

    // MARK: - The network

    /// Plays an item; one on the network when it has come. Who wants that to block everything gets no notice.
    private func play(_ item: LibraryItem) {
        guard case .web(let url) = item.source, item.options.loadBehavior != .blocking else {
            outcome = .play(item)
            return
        }
        guard let transfer = Transfer(FetchRequest(url: url)) else {
            return screen.tell("There can be no thread to load it", isProblem: true)
        }
        loading = (item, transfer)
        screen.showLoading(url, received: 0, total: nil)
    }

    private func showLoading() {
        guard let (item, transfer) = loading else { return }
        let (received, total) = transfer.progress
        screen.showLoading(transfer.url, received: received, total: total)
        guard transfer.outcome != nil else { return }
        endLoading()
        do throws(Complaint) {
            let (bytes, url) = try transfer.result()
            outcome = .playDownloaded(item, bytes: bytes, url: url)
        } catch {
            screen.tell(error.message, isProblem: true)
        }
    }

    private func endLoading() {
        loading?.transfer.stop()
        loading = nil
        screen.endLoading()
    }

    // MARK: - Import

    private func beginImport(_ folder: String) {
        guard importing == nil else { return screen.tell("Movies are being added already", isProblem: true) }
        importing = ImportRunner(root: library.root, folder: folder)
        if importing == nil { screen.tell("There can be no thread for the import", isProblem: true) }
        showImport()
    }

    private func showImport() {
        guard let importing else { return }
        screen.showImport(importing.progress)
        guard importing.isDone else { return }
        importing.join()
        self.importing = nil
        reload()
        sync?.want()
    }

    /// Reads the library anew: others have changed it.
    private func reload() {
        do throws(LibraryProblem) {
            try library.reload()
        } catch {
            screen.tell(error.message, isProblem: true)
        }
        lookedAt = 0
        showItems()
    }

    // MARK: - Keys

    /// Lets the person name a key by pressing it. Returns whether the event was about that.
    private func capture(_ event: WindowEvent) -> Bool {
        if case .keyDown(let key) = event {
            if key.isRepeat { return true }
            screen.captured(key.code == 27 ? nil : MovieKeys.name(of: event))
            return true
        }
        guard let name = MovieKeys.name(of: event) else { return false }
        screen.captured(name)
        return true
    }

    // MARK: - Pictures

    /// Goes on with the pictures of items that have none: those in view first.
    private func makePictures() {
        let disk = Disk()
        let end = min(library.items.count, lookedAt + Self.lookedAtOnce)
        while lookedAt < end {
            let item = library.items[lookedAt]
            if disk.kind(of: library.picture(of: item.id)) == nil { thumbnails.want(item.id) }
            lookedAt += 1
        }
        for id in screen.itemsInView.reversed() where shelf.isMissing(id) { thumbnails.want(id) }
        guard let id = thumbnails.advance(library) else { return }
        shelf.forget(id)
        screen.showPictures(shelf.pictures)
    }

    /// Reads the pictures that are to be seen, as far as there is time for it before the next drawing.
    private func readPictures() {
        let start = Clock.now
        let reading = shelf.fill(screen.itemsInView) { Clock.now - start > Self.readingTime }
        if reading.hasChanged { screen.showPictures(shelf.pictures) }
        needsPictures = !reading.isDone
    }

    // MARK: - Drawing

    private func drawIfNeeded() throws(Complaint) {
        guard needsDrawing || screen.hasChanged, window.isViewable else { return }
        guard let surface = try window.freeSurface() else { return }
        readPictures()
        let commands = screen.commands()
        needsDrawing = needsPictures
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
