import Glibc
import Library
import Player

/// What a movie may read: the files of its bundle, or those of its own folder and below. Everything else needs the
/// person's word.
struct MovieFiles {
    let bundle: Bundle?
    /// The folder whose files may be read, links resolved; nil: none.
    private let folder: String?
    /// Whether the person has allowed every file of the machine.
    var allowsAll = false
    private let disk = Disk()

    private static let largestFile = 512 << 20

    /// Why there is nothing to read.
    enum Denial: Error, Equatable {
        case notFound
        /// A file outside the movie's folder.
        case outside
        /// Another machine.
        case network
        case unreadable(String)
    }

    init(_ bundle: Bundle) {
        self.bundle = bundle
        folder = nil
    }

    /// Files beside the movie at `url`.
    init(folderOf url: String) {
        bundle = nil
        // What came from the network has no folder on this machine.
        guard URLReference.scheme(of: url)?.lowercased() == "file", let path = Self.path(of: url),
            let slash = path.lastIndex(of: "/")
        else {
            folder = nil
            return
        }
        folder = Paths.resolved(slash == path.startIndex ? "/" : String(path[..<slash]))
    }

    /// The folder of the file that `url` names where the person must allow that it is read: it is there, and outside
    /// the movie's own folder. Nil for all others.
    func outsidePlace(of url: String) -> String? {
        guard bundle == nil, !allowsAll, URLReference.scheme(of: url)?.lowercased() == "file",
            let path = Self.path(of: url), let file = Paths.resolved(path), !isInside(file)
        else { return nil }
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        return folder.isEmpty ? "/" : folder
    }

    private func isInside(_ file: String) -> Bool {
        folder.map { file.hasPrefix($0 == "/" ? "/" : $0 + "/") } ?? false
    }

    /// `isAllowed`: the person has allowed this file.
    func read(_ url: String, isAllowed: Bool = false) throws(Denial) -> [UInt8] {
        guard URLReference.scheme(of: url)?.lowercased() == "file" else { throw .network }
        do throws(LibraryProblem) {
            if let bundle {
                if let path = BundleURL.path(of: url), let bytes = try bundle.content(at: path) { return bytes }
            } else if let path = Self.path(of: url), let file = Paths.resolved(path) {
                guard isAllowed || allowsAll || isInside(file) else { throw LibraryProblem("") }
                return try disk.read(file, limit: Self.largestFile)
            }
        } catch {
            throw error.message.isEmpty ? .outside : .unreadable(error.message)
        }
        throw .notFound
    }

    /// The path that a `file` URL names on this machine.
    private static func path(of url: String) -> String? {
        let path = URLReference.path(of: url)
        return path.isEmpty ? nil : BundleURL.decoded(path[...])
    }
}

/// What a save is called on the disk.
///
/// Flash puts the movie's whole path into the name, so that a movie that is moved loses its saves. Saves are in a folder
/// of their movie alone here, so the folder of the movie is left out.
struct SaveKeys {
    private let prefix: String

    init(movieURL: String) {
        let path = URLReference.path(of: movieURL)
        let isLocal = URLReference.scheme(of: movieURL) == "file"
        prefix = isLocal ? "localhost" + (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "") + "/" : ""
    }

    func name(of key: String) -> String {
        if prefix.isEmpty || !key.hasPrefix(prefix) { return key }
        return "localhost/" + key.dropFirst(prefix.count)
    }
}
