import Fonts
import Foundation
import Player

/// The world around a movie under test: one folder of files, no network, a wall clock that stands still.
final class World: PlayerHost {
    private let settings: Case
    private(set) var traced = ""
    /// `fscommand`s not yet handled.
    var commands: [(command: String, argument: String)] = []
    /// Loads that wait for the end of the iteration.
    private var loads: [() -> Void] = []
    private var sockets: [ScriptedSocket] = []
    private(set) var stored: [String: [UInt8]] = [:]
    var clipboard = ""

    let deviceFonts: (any DeviceFonts)?

    init(_ settings: Case) throws {
        self.settings = settings
        deviceFonts = try Self.fonts(settings)
    }

    private static func fonts(_ settings: Case) throws -> ChosenFonts {
        let entries = try settings.fonts.map {
            ChosenFonts.Entry(
                family: $0.family, isBold: $0.bold ?? false, isItalic: $0.italic ?? false,
                face: try FontFace(path: settings.dir + "/" + $0.path))
        }
        let names: [String: GenericFamily] = [
            "sans": .sans, "serif": .serif, "typewriter": .typewriter, "japanese_gothic": .japaneseGothic,
            "japanese_gothic_mono": .japaneseGothicMono, "japanese_mincho": .japaneseMincho,
        ]
        var generic: [GenericFamily: [String]] = [:]
        for (name, families) in settings.defaultFonts { if let known = names[name] { generic[known] = families } }
        var sorts: [FontRequest: [String]] = [:]
        for sort in settings.fontSorts {
            sorts[FontRequest(sort.family, isBold: sort.bold ?? false, isItalic: sort.italic ?? false)] = sort.sort
        }
        return ChosenFonts(
            entries, generic: generic, sorts: sorts,
            fallback: settings.player.defaultFont ? try FontFace(path: settings.defaultFont) : nil)
    }

    func trace(_ text: String) { traced += text + "\n" }
    func warn(_ text: String) { if settings.warnings { traced += "Warning: " + text + "\n" } }

    /// 2001-02-03 04:05:06 in Nepal.
    let wallClock = 981_152_406_000.0
    func localOffset(at moment: Double) -> Double { 345 }

    // MARK: Network

    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        if settings.logFetch && !Self.isDebug(request.url) { log(request) }
        let result = answer(request)
        loads.append { completion(result) }
    }

    /// Completes what has been asked for so far, and what that asks for.
    func completeLoads() {
        while !loads.isEmpty {
            let due = loads
            loads.removeAll()
            for load in due { load() }
        }
        for socket in sockets { socket.run() }
        sockets.removeAll { $0.isClosed }
    }

    private static func isDebug(_ url: String) -> Bool {
        url.contains("?debug-success") || url.contains("?debug-error-statuscode") || url.contains("?debug-error-dns")
    }

    private func answer(_ request: FetchRequest) -> Result<FetchResponse, FetchError> {
        let url = request.url
        if url.contains("?debug-success") {
            return .success(FetchResponse(url: url, status: 200, body: Array("Hello, World!".utf8)))
        }
        if url.contains("?debug-error-statuscode") { return .failure(.badStatus(url: url, 404)) }
        if url.contains("?debug-error-dns") { return .failure(.notFound(url: url)) }
        guard let path = localPath(url), let data = FileManager.default.contents(atPath: path) else {
            return .failure(.notFound(url: url))
        }
        return .success(FetchResponse(url: url, status: 0, body: [UInt8](data)))
    }

    /// `file:///a.txt` is DIR/a.txt, `http://host/a.txt` DIR/host/a.txt; nothing outside of DIR.
    private func localPath(_ url: String) -> String? {
        var path =
            url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
        if let scheme = path.range(of: "://") { path = String(path[scheme.upperBound...]) }
        path = path.removingPercentEncoding ?? path
        let steps = path.split(separator: "/").filter { $0 != "." }
        if steps.contains("..") { return nil }
        return settings.dir + "/" + steps.joined(separator: "/")
    }

    private func log(_ request: FetchRequest) {
        trace("Navigator::fetch:")
        trace("  URL: \(request.reference ?? request.url)")
        trace("  Method: \(request.method.rawValue)")
        if !request.headers.isEmpty {
            trace("  Headers:")
            for header in request.headers { trace("\(header.name): \(header.value)") }
        }
        guard let body = request.body else { return }
        trace("  Mime-Type: \(request.contentType)")
        if request.contentType == "application/x-www-form-urlencoded" {
            trace("  Body: \(String(decoding: body, as: UTF8.self))")
        } else {
            trace("  Body: [\(body.map { String(format: "%02X", $0) }.joined(separator: ", "))]")
        }
    }

    func navigate(_ request: FetchRequest, target: String) {
        guard settings.logFetch else { return }
        trace("Navigator::navigate_to_url:")
        trace("  URL: \(request.url)")
        trace("  Target: \(target)")
        guard let body = request.body else { return }
        trace("  Method: \(request.method.rawValue)")
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String($0) }
            trace("  Param: \(texts.first ?? "")=\(texts.dropFirst().first ?? "")")
        }
    }

    // MARK: Sockets and dialogs

    func openSocket(host: String, port: Int, _ deliver: @escaping (SocketEvent) -> Void) -> (any HostSocket)? {
        if settings.logFetch {
            trace("Navigator::connect_socket")
            trace("    Host: \(host); Port: \(port)")
        }
        guard let name = settings.socket, let data = FileManager.default.contents(atPath: settings.dir + "/" + name),
            let steps = try? JSONDecoder().decode([SocketStep].self, from: data)
        else { return nil }
        let socket = ScriptedSocket(steps, deliver)
        sockets.append(socket)
        return socket
    }

    /// An open dialog is cancelled, unless a filter asks for success.
    func openFiles(_ filters: [FileFilter], isMultiple: Bool, completion: @escaping ([PickedFile]) -> Void) {
        let succeeds = filters.contains { $0.description == "debug-select-success" }
        let names = isMultiple ? ["test1.txt", "test2.txt", "test3.txt"] : ["test.txt"]
        let files = names.map { PickedFile(name: $0, type: ".txt", bytes: Array("Hello, World!".utf8)) }
        loads.append { completion(succeeds ? files : []) }
    }

    func chooseSaveFile(_ proposedName: String, completion: @escaping (PickedFile?) -> Void) {
        let file = PickedFile(name: proposedName, type: ".txt")
        loads.append { completion(proposedName == "debug-success.txt" ? file : nil) }
    }

    func fscommand(_ command: String, _ argument: String) { commands.append((command, argument)) }

    // MARK: Storage

    func storedObject(_ key: String) -> [UInt8]? { stored[key] }

    func store(_ bytes: [UInt8]?, as key: String) -> Bool {
        stored[key] = bytes
        return true
    }

    func mayContinue(afterSeconds seconds: Double) -> Bool { seconds < (settings.player.maxExecutionSeconds ?? 300) }
}
