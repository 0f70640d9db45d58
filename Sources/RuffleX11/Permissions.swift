import Library

/// What a person has allowed a movie to do beyond itself, or forbidden it, for now and for always.
///
/// What counts for always is kept in the item's settings, or for a movie outside the library beside its saves.
final class Permissions {
    enum Answer: Equatable { case deny, allowOnce, allowAlways, denyAlways }

    private var allowed: Set<String> = []
    private var denied: Set<String> = []
    private let path: String?
    private let disk: Disk
    private static let largest = 1 << 20
    private static let table = "permissions"

    /// `path`: the file, nil where nothing can be kept.
    init(path: String?, disk: Disk = Disk()) throws(LibraryProblem) {
        self.path = path
        self.disk = disk
        guard let path, disk.kind(of: path) == .file else { return }
        let document = try TOMLDocument(try disk.read(path, limit: Self.largest))
        allowed = Self.list(document, "allow")
        denied = Self.list(document, "deny")
    }

    /// Nothing known, nothing kept.
    init() {
        path = nil
        disk = Disk()
    }

    private static func list(_ document: TOMLDocument, _ key: String) -> Set<String> {
        guard case .array(let values)? = document.value(at: [table, key]) else { return [] }
        return Set(values.compactMap { if case .string(let text) = $0 { text } else { nil } })
    }

    /// Whether answers for always can be kept.
    var canKeep: Bool { path != nil }

    /// What is known about `subject`, such as `file:/home/me` or `link:example.org`; nil: the person is to be asked.
    subscript(subject: String) -> Bool? {
        if denied.contains(subject) { return false }
        return allowed.contains(subject) ? true : nil
    }

    /// Notes an answer. A denial counts until the movie ends: it would ask again and again.
    func note(_ answer: Answer, about subject: String) throws(LibraryProblem) {
        switch answer {
        case .allowOnce: return
        case .deny: denied.insert(subject)
        case .allowAlways:
            allowed.insert(subject)
            try keep("allow", subject)
        case .denyAlways:
            denied.insert(subject)
            try keep("deny", subject)
        }
    }

    private func keep(_ key: String, _ subject: String) throws(LibraryProblem) {
        guard let path else { return }
        var document = TOMLDocument()
        if disk.kind(of: path) == .file { document = try TOMLDocument(try disk.read(path, limit: Self.largest)) }
        let subjects = Self.list(document, key).union([subject]).sorted()
        try document.set([Self.table, key], to: .array(subjects.map { .string($0) }))
        try disk.write(document.bytes, to: path)
    }
}

/// Something that a movie wants and that only the person can allow.
struct Question {
    /// What it is about, see ``Permissions``.
    let subject: String
    let title: String
    let text: String
    /// Called with whether it is allowed.
    let answer: (Bool) -> Void
}
