import Library

/// What a person has allowed a movie to do beyond itself, or forbidden it, for now and for always.
///
/// What counts for always is kept in the item's settings, or for a movie outside the library beside its saves.
final class Permissions {
    enum Answer: Equatable { case deny, allowOnce, allowAlways, denyAlways }

    private var allowed: Set<String> = []
    private var denied: Set<String> = []
    private var path: String?
    /// The item's folder, which must be there.
    private var owner: String?
    private let disk: Disk
    private static let largest = 1 << 20
    private static let table = "permissions"

    /// `path`: the file, nil where nothing can be kept.
    init(path: String?, below owner: String? = nil, disk: Disk = Disk()) throws(LibraryProblem) {
        self.path = path
        self.owner = owner
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
        try write(key, [subject])
    }

    /// From now on answers are kept in another file, and those for always that are known too.
    func move(to path: String, below owner: String) throws(LibraryProblem) {
        let old = self.path
        (self.path, self.owner) = (path, owner)
        guard let old, old != path, disk.kind(of: old) == .file else { return }
        let document = try TOMLDocument(try disk.read(old, limit: Self.largest))
        for key in ["allow", "deny"] { try write(key, Self.list(document, key)) }
    }

    private func write(_ key: String, _ new: Set<String>) throws(LibraryProblem) {
        guard let path, !new.isEmpty else { return }
        var document = TOMLDocument()
        if disk.kind(of: path) == .file { document = try TOMLDocument(try disk.read(path, limit: Self.largest)) }
        let subjects = Self.list(document, key).union(new).sorted()
        try document.set([Self.table, key], to: .array(subjects.map { .string($0) }))
        try disk.write(document.bytes, to: path, below: owner)
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
