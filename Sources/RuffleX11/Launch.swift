import Base
import Library
import Player
import SWF

/// A movie that is to be played, with all that belongs to it.
struct Launch {
    var movie: Movie
    /// What scripts see as the movie's own address.
    var url: String
    /// Where the movie really lies: relative addresses start there.
    var baseURL: String
    /// What the window's title says.
    var name: String
    /// The person's wishes over the bundle's.
    var options = PlayerOptions()
    /// What the movie may read.
    var files: MovieFiles
    /// Nil: saves are forgotten when the movie ends.
    var saves: SaveFolder?
    /// What a save's key begins with and what stands for it on the disk, see ``SaveKeys``.
    var saveKeys = SaveKeys(movieURL: "")
    /// 0...1; nil: as the movie has it.
    var volume: Double?
    /// What the person has allowed it before.
    var permissions = Permissions()
    /// The item of the library that this is, where it is one.
    var itemID: String?
    /// That item's folder, below which nothing is written once it is gone.
    var itemFolder: String?
    /// Where a movie that is no item was opened from; nil: nobody knows.
    var place: Place?
    /// Where that item's picture is kept.
    var pictureFile: String?
    /// What it does while another window has the keyboard.
    var background = LibraryItem.Background.plays
    /// What the movie gets for the keys of the keyboard.
    var keys = MovieKeys()
    /// Whether the movie may load from the network.
    var networkAccess = Options.Consent.ask
    /// The server that the movie came from.
    var webHost: String?

    /// What tells this movie from others: SHA-256 of what it is unpacked.
    var movieHash: String { SHA256.hex(movie.bytes) }

    /// A movie alone.
    init(movie: Movie, url: String, name: String) {
        self.movie = movie
        self.url = url
        baseURL = url
        self.name = name
        files = MovieFiles(folderOf: url)
    }
}

extension Launch {
    /// Opens the file at `path`, bytes that end in 0: a bundle or a SWF file. What is odd about a bundle is reported.
    init(opening path: [CChar], name shown: String, _ options: Options) throws(Complaint) {
        let text = String(validating: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let web = Self.address(path)
        if let text, let bundle = try Self.bundle(at: text) {
            self = try Launch(bundle, name: shown)
        } else if let text = web {
            let (bytes, url) = try Transfer.fetch(text)
            try self.init(web: url, bytes, Self.lastStep(text))
            if options.keepsSaves { saves = try Self.saves(ofMovie: SHA256.hex(bytes), options) }
        } else {
            let bytes = try readFile(at: path)
            let url = fileURL(of: path)
            self.init(movie: try Self.movie(bytes, shown), url: url, name: Self.lastStep(shown))
            saveKeys = SaveKeys(movieURL: url)
            if options.keepsSaves { saves = try Self.saves(ofMovie: SHA256.hex(bytes), options) }
        }
        place = web.map { .web($0) } ?? text.map { .file($0) }
        if files.bundle != nil, options.keepsSaves {
            let bytes = try bundleHash()
            saves = try Self.saves(ofMovie: bytes, options)
        }
        if let saves { permissions = try Self.permissions(at: "\(saves.path)/permissions.toml") }
        if options.fileAccess == .allow { files.allowsAll = true }
        apply(options)
    }

    /// The address that stands where a path may; nil: it is a path.
    private static func address(_ path: [CChar]) -> String? {
        guard let text = String(validating: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self),
            WindowHost.isWeb(text), Disk().kind(of: text) == nil
        else { return nil }
        return text
    }

    /// A movie that came from the network.
    private init(web url: String, _ bytes: [UInt8], _ name: String) throws(Complaint) {
        self.init(movie: try Self.movie(bytes, url), url: url, name: name)
        webHost = URLReference.host(of: url).lowercased()
        saveKeys = SaveKeys(movieURL: url)
    }

    private static func permissions(at path: String, below owner: String? = nil) throws(Complaint) -> Permissions {
        do throws(LibraryProblem) {
            return try Permissions(path: path, below: owner)
        } catch {
            throw Complaint(message: "\(path): \(error.message)")
        }
    }

    private init(_ bundle: Bundle, name shown: String) throws(Complaint) {
        for warning in bundle.information.warnings { report("\(shown): \(warning)") }
        do throws(LibraryProblem) {
            let bytes = try Self.movie(of: bundle)
            self.init(
                movie: try Self.read(bytes), url: bundle.information.url, name: bundle.information.name)
        } catch {
            throw Complaint(message: "\(shown): \(error.message)")
        }
        options = bundle.information.options
        files = MovieFiles(bundle)
        if WindowHost.isWeb(url) { webHost = URLReference.host(of: url).lowercased() }
    }

    /// The movie of a bundle, which may point to one on the network.
    private static func movie(of bundle: Bundle) throws(LibraryProblem) -> [UInt8] {
        let url = bundle.information.url
        guard WindowHost.isWeb(url) else { return try bundle.movie() }
        do throws(Complaint) {
            return try Transfer.fetch(url).bytes
        } catch {
            throw LibraryProblem(error.message)
        }
    }

    /// A file or bundle that an item plays where it lies.
    private init(linked path: String, _ name: String) throws(Complaint) {
        if let bundle = try Self.bundle(at: path) {
            try self.init(bundle, name: name)
        } else {
            let place = Array(path.utf8CString)
            let url = fileURL(of: place)
            self.init(movie: try Self.movie(try readFile(at: place), path), url: url, name: name)
            saveKeys = SaveKeys(movieURL: url)
        }
    }

    /// An item of the library. `downloaded`: its movie, where that has been fetched already, and where it came from.
    init(
        _ item: LibraryItem, of library: MovieLibrary, _ options: Options,
        downloaded: (bytes: [UInt8], url: String)? = nil
    ) throws(Complaint) {
        if case .web(let url) = item.source {
            let (bytes, found) = if let downloaded { downloaded } else { try Transfer.fetch(url) }
            try self.init(web: found, bytes, item.name)
            try take(item, of: library, options)
            return
        }
        let path: String
        do throws(LibraryProblem) {
            switch item.source {
            case .stored:
                _ = try library.bundle(of: item.id)
                path = library.folder(of: item.id) + "/bundle.ruf"
            case .linked: path = try library.locate(item.id)
            case .web: throw LibraryProblem("its movie is on the network")
            }
        } catch {
            throw Complaint(message: "\(item.name): \(error.message)")
        }
        try self.init(linked: path, item.name)
        try take(item, of: library, options)
    }

    /// Takes over what the library knows of an item.
    private mutating func take(
        _ item: LibraryItem, of library: MovieLibrary, _ options: Options
    ) throws(Complaint) {
        name = item.name
        itemID = item.id
        itemFolder = library.folder(of: item.id)
        pictureFile = library.picture(of: item.id)
        keys = MovieKeys(item.keys)
        background = item.background ?? .plays
        self.options = item.options.over(self.options)
        if options.keepsSaves { saves = library.saves(of: item.id) }
        let folder = library.folder(of: item.id)
        permissions = try Self.permissions(at: "\(folder)/settings.toml", below: folder)
        apply(options)
    }

    /// Takes over what the command line says about how to play.
    private mutating func apply(_ options: Options) {
        self.options = options.player.over(self.options)
        networkAccess = options.networkAccess
        if let volume = options.volume { self.volume = volume }
        if let base = self.options.baseURL { baseURL = base }
        if let spoofed = self.options.spoofURL { url = spoofed }
    }

    private static func bundle(at path: String) throws(Complaint) -> Bundle? {
        do throws(LibraryProblem) {
            return try Bundle.open(at: path)
        } catch {
            throw Complaint(message: "cannot open \(path): \(error.message)")
        }
    }

    /// What a bundle's saves are found by: its movie, wherever it came from.
    private func bundleHash() throws(Complaint) -> String {
        guard let bundle = files.bundle else { return SHA256.hex([]) }
        do throws(LibraryProblem) {
            // As the library knows it, see MovieLibrary.add(_:).
            return SHA256.hex(
                WindowHost.isWeb(bundle.information.url) ? try bundle.information.encoded() : try bundle.movie())
        } catch {
            throw Complaint(message: error.message)
        }
    }

    private static func saves(ofMovie hash: String, _ options: Options) throws(Complaint) -> SaveFolder? {
        if let folder = options.saveDirectory { return SaveFolder(at: folder) }
        guard let root = options.dataFolder else { return nil }
        do throws(LibraryProblem) {
            return try MovieLibrary(root: root).saves(ofMovie: hash)
        } catch {
            throw Complaint(message: "cannot open the library: \(error.message)")
        }
    }

    private static func read(_ bytes: [UInt8]) throws(LibraryProblem) -> Movie {
        do throws(MovieError) {
            return try Movie(bytes)
        } catch .notASWF {
            throw LibraryProblem("its movie is not a SWF file")
        } catch {
            throw LibraryProblem("its movie is a SWF file, but its header cannot be read")
        }
    }

    private static func movie(_ bytes: [UInt8], _ shown: String) throws(Complaint) -> Movie {
        do throws(MovieError) {
            return try Movie(bytes)
        } catch .notASWF {
            throw Complaint(message: "\(shown) is not a SWF file")
        } catch {
            throw Complaint(message: "\(shown) is a SWF file, but its header cannot be read")
        }
    }

    private static func lastStep(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension Launch {
    /// What a player is started with.
    var settings: Player.Options {
        var settings = Player.Options()
        settings.url = url
        settings.parameters = options.parameters.map { (name: $0.name, value: $0.value) }
        if let version = options.version { settings.playerVersion = version }
        settings.isAIR = options.runtime == .air
        settings.mocksExternalInterface = options.mockExternalInterface == true
        return settings
    }

    /// Sets what a player can be told only after it was made.
    func configure(_ player: Player) {
        if let quality = options.quality { player.quality = Quality(quality) }
        if let mode = options.scaleMode { player.viewport.scaleMode = StageScaleMode(mode) }
        if let align = options.align { player.viewport.align = StageAlign(align) }
        player.viewport.hasLetterbox = hasLetterbox(inFullScreen: false)
        if let rate = options.frameRate { player.setFrameRate(rate) }
        if let volume { player.soundTransform.volume = Int32((volume * 100).rounded()) }
    }

    /// Sets again what a script has changed although the person wants it fixed.
    func enforce(on player: Player) {
        if options.forceScaleMode == true {
            let mode = options.scaleMode.map { StageScaleMode($0) } ?? .showAll
            if player.viewport.scaleMode != mode { player.viewport.scaleMode = mode }
        }
        if options.forceAlign == true {
            let align = options.align.map { StageAlign($0) } ?? []
            if player.viewport.align != align { player.viewport.align = align }
        }
        if let rate = options.frameRate, player.frameRate != rate { player.setFrameRate(rate) }
    }

    func hasLetterbox(inFullScreen isFull: Bool) -> Bool {
        switch options.letterbox ?? .on {
        case .on: true
        case .fullscreen: isFull
        case .off: false
        }
    }
}

extension Quality {
    init(_ quality: PlayerOptions.Quality) {
        switch quality {
        case .low: self = .low
        case .medium: self = .medium
        case .high: self = .high
        case .best: self = .best
        case .high8x8: self = .high8x8
        case .high8x8linear: self = .high8x8linear
        case .high16x16: self = .high16x16
        case .high16x16linear: self = .high16x16linear
        }
    }
}

extension StageScaleMode {
    init(_ mode: PlayerOptions.ScaleMode) {
        switch mode {
        case .exactFit: self = .exactFit
        case .noBorder: self = .noBorder
        case .noScale: self = .noScale
        case .showAll: self = .showAll
        }
    }
}

extension StageAlign {
    init(_ align: PlayerOptions.Align) {
        switch align {
        case .top: self = .top
        case .bottom: self = .bottom
        case .left: self = .left
        case .right: self = .right
        case .center: self = []
        case .topLeft: self = [.top, .left]
        case .topRight: self = [.top, .right]
        case .bottomLeft: self = [.bottom, .left]
        case .bottomRight: self = [.bottom, .right]
        }
    }
}
