import CX11
import Foundation
import Library
import Player
import SWF
import Testing

@testable import RuffleX11

@Suite("What comes from the network")
struct NetworkTests {
    private func finish(_ host: WindowHost, _ isDone: () -> Bool) {
        _ = wait(seconds: 10) {
            host.completeLoads()
            return isDone()
        }
    }

    private func host(_ access: Options.Consent, webHost: String? = nil) throws -> WindowHost {
        var launch = Launch(movie: try Movie(Movies.still()), url: "http://127.0.0.1/m.swf", name: "m")
        launch.networkAccess = access
        launch.webHost = webHost
        return WindowHost(launch)
    }

    private func get(_ host: WindowHost, _ request: FetchRequest) -> Result<FetchResponse, FetchError>? {
        var answer: Result<FetchResponse, FetchError>?
        host.fetch(request) { answer = $0 }
        #expect(answer == nil)
        finish(host) { answer != nil || !host.questions.isEmpty }
        return answer
    }

    @Test("answers, redirections, errors and bodies that are sent")
    func fetching() throws {
        let server = try WebServer([
            "/a": .init(body: [1, 2, 3]), "/old": .init(status: 302, headers: ["Location: /a"]),
        ])
        defer { server.stop() }
        let host = try host(.allow)
        #expect(
            get(host, FetchRequest(url: server.url("/a")))
                == .success(FetchResponse(url: server.url("/a"), status: 200, body: [1, 2, 3])))
        #expect(
            get(host, FetchRequest(url: server.url("/old")))
                == .success(FetchResponse(url: server.url("/a"), status: 200, body: [1, 2, 3], wasRedirected: true)))
        #expect(
            get(host, FetchRequest(url: server.url("/none")))
                == .failure(.badStatus(url: server.url("/none"), 404)))
        _ = get(host, FetchRequest(url: server.url("/a"), method: .post, body: Array("x=1".utf8)))
        #expect(server.requests.last == "POST /a HTTP/1.1 x=1")
        #expect(get(host, FetchRequest(url: "http://127.0.0.1:1/")) == .failure(.notFound(url: "http://127.0.0.1:1/")))
    }

    @Test("a bundle may point to a movie on the network, with options of its own")
    func bundle() throws {
        let server = try WebServer(["/m.swf": .init(body: Movies.still())])
        defer { server.stop() }
        var writer = ZipWriter()
        let text = "[bundle]\nname='n'\nurl='\(server.url("/m.swf"))'\n[player]\nquality='low'\n"
        try writer.add("ruffle-bundle.toml", Array(text.utf8))
        let file = try TemporaryFile(writer.finish(), name: "web.ruf")
        let launch = try Launch(
            opening: file.path.utf8CString.map { $0 }, name: "web",
            try Options(arguments: ["--storage", "memory", "x"]))
        #expect(launch.url == server.url("/m.swf") && launch.webHost == "127.0.0.1")
        #expect(launch.options.quality == .low)
    }

    @Test("what is on its way is told of")
    func progress() throws {
        let body = [UInt8](repeating: 1, count: 10_000)
        let server = try WebServer(["/slow": .init(body: body, pause: 0.4)])
        defer { server.stop() }
        let host = try host(.allow)
        var parts: [FetchProgress] = []
        var answer: Result<FetchResponse, FetchError>?
        host.fetch(FetchRequest(url: server.url("/slow")), progress: { parts.append($0) }) { answer = $0 }
        finish(host) { answer != nil }
        #expect((try? answer?.get())?.body == body)
        #expect(parts.contains(FetchProgress(received: 5000, total: 10_000)))
        #expect(parts.map(\.received) == parts.map(\.received).sorted())
    }

    @Test("what is wanted as it comes is handed over piece by piece; what an error says is not")
    func streamed() throws {
        let body = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let server = try WebServer([
            "/slow": .init(body: body, pause: 0.1, piece: 4000),
            "/gone": .init(status: 500, body: body, pause: 0.1, piece: 4000),
        ])
        defer { server.stop() }
        for path in ["/slow", "/gone"] {
            let host = try host(.allow)
            var request = FetchRequest(url: server.url(path))
            request.isStreamed = true
            var pieces: [[UInt8]] = []
            var answer: Result<FetchResponse, FetchError>?
            host.fetch(request, progress: { pieces.append($0.bytes) }) { answer = $0 }
            finish(host) { answer != nil }
            if path == "/gone" {
                #expect(answer == .failure(.badStatus(url: server.url(path), 500)))
                let isSilent = pieces.allSatisfy { $0.isEmpty }
                #expect(isSilent)
            } else {
                #expect(pieces.count >= 4)
                let rest = try #require(try answer?.get()).body
                #expect(pieces.flatMap { $0 } + rest == body)
            }
        }
    }

    @Test("what is called off ends soon, and nobody is told that it failed")
    func cancelled() throws {
        let server = try WebServer(["/slow": .init(body: [UInt8](repeating: 1, count: 100_000), pause: 0.2, piece: 500)]
        )
        defer { server.stop() }
        let host = try host(.allow)
        let lines = host.log.lines.count
        var request = FetchRequest(url: server.url("/slow"))
        request.isStreamed = true
        let token = FetchToken()
        request.token = token
        var hasBegun = false
        var answer: Result<FetchResponse, FetchError>?
        host.fetch(request, progress: { _ in hasBegun = true }) { answer = $0 }
        finish(host) { hasBegun }
        #expect(hasBegun && answer == nil)
        token.cancel()
        finish(host) { answer != nil }
        #expect(answer == .failure(.notFound(url: request.url)))
        #expect(host.log.lines.count == lines)
    }

    @Test("a movie may load from where it came; else the person is asked, or it gets nothing")
    func consent() throws {
        let server = try WebServer(["/a": .init(body: [7])])
        defer { server.stop() }
        let request = FetchRequest(url: server.url("/a"))
        #expect(get(try host(.ask, webHost: "127.0.0.1"), request) != nil)
        #expect(server.requests.count == 1)
        for access in [Options.Consent.ask, .deny] {
            #expect(get(try host(access), request) == .failure(.notFound(url: request.url)))
        }
        #expect(server.requests.count == 1)
        let asking = try host(.ask)
        asking.asks = true
        var answer: Result<FetchResponse, FetchError>?
        asking.fetch(request) { answer = $0 }
        #expect(asking.questions.first?.subject == "net:127.0.0.1")
        asking.answerQuestion(.allowOnce)
        finish(asking) { answer != nil }
        #expect((try? answer?.get())?.body == [7])
        let refused = try host(.ask)
        refused.asks = true
        answer = nil
        refused.fetch(request) { answer = $0 }
        refused.answerQuestion(.deny)
        finish(refused) { answer != nil }
        #expect(answer == .failure(.notFound(url: request.url)))
    }

    @Test("a movie from the network has no folder on this machine")
    func files() {
        #expect(throws: MovieFiles.Denial.outside) {
            _ = try MovieFiles(folderOf: "http://example.org/etc/m.swf").read("file:///etc/passwd")
        }
    }

    @Test("an address is a movie on the command line and in the library")
    func launching() throws {
        let movie = Movies.still()
        let server = try WebServer(["/m.swf": .init(body: movie), "/x": .init(body: [1, 2])])
        defer { server.stop() }
        let options = try Options(arguments: ["--storage", "memory", "x"])
        let launch = try Launch(opening: server.url("/m.swf").utf8CString.map { $0 }, name: "m", options)
        #expect(launch.url == server.url("/m.swf") && launch.webHost == "127.0.0.1")
        #expect(throws: Complaint.self) {
            _ = try Launch(opening: server.url("/x").utf8CString.map { $0 }, name: "x", options)
        }
        #expect(throws: Complaint.self) {
            _ = try Launch(opening: server.url("/none").utf8CString.map { $0 }, name: "x", options)
        }
        let root = NSTemporaryDirectory() + "web-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: root) }
        let library = try MovieLibrary(root: root)
        guard case .added(var item) = try library.link(url: server.url("/m.swf")) else { return }
        item.options.quality = .low
        try library.update(item)
        let stored = try Launch(try #require(library.item(item.id)), of: library, try Options(arguments: ["x"]))
        #expect(stored.options.quality == .low && stored.url == server.url("/m.swf"))
        #expect(stored.saves?.path == library.folder(of: item.id) + "/app_data")
    }
}

extension WindowTests.LibraryTests {
    @Test("a movie on the network is played when it has come; the notice can be left with Esc")
    func web() throws {
        let data = NSTemporaryDirectory() + "library-web-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: data) }
        let movie = Movies.still(width: 640, height: 480)
        let server = try WebServer(["/m.swf": .init(body: movie, pause: 1.5)])
        defer { server.stop() }
        _ = try MovieLibrary(root: data + "/ruffle-x11").link(url: server.url("/m.swf"))
        let library = try OpenLibrary(data: data)
        let (desk, window) = (library.desk, library.window)
        library.play()
        #expect(wait { server.requests.count == 1 })
        // The notice darkens what is behind it.
        #expect(wait(seconds: 1.2) { library.color != OpenLibrary.background })
        desk.type(["Escape"])
        #expect(library.showsLibrary())
        library.play()
        #expect(desk.sees(Movies.red, window, 160, 200))
        #expect(try library.quit().status == 0)
    }

    @Test("load_behavior blocking: no notice while the movie is on its way")
    func blocking() throws {
        let data = NSTemporaryDirectory() + "library-blocking-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: data) }
        let server = try WebServer(["/m.swf": .init(body: Movies.still(width: 640, height: 480), pause: 1)])
        defer { server.stop() }
        let store = try MovieLibrary(root: data + "/ruffle-x11")
        guard case .added(var item) = try store.link(url: server.url("/m.swf")) else { return }
        item.options.loadBehavior = .blocking
        try store.update(item)
        let library = try OpenLibrary(data: data)
        let (desk, window) = (library.desk, library.window)
        library.play()
        #expect(wait { server.requests.count == 1 })
        usleep(400_000)
        #expect(library.color == OpenLibrary.background)
        #expect(desk.sees(Movies.red, window, 160, 200))
        #expect(try library.quit().status == 0)
    }

    @Test("Ctrl+A in the browser adds a folder of movies; what is no movie is told of")
    func importing() throws {
        let data = NSTemporaryDirectory() + "library-import-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: data) }
        let games = data + "/home/games"
        try FileManager.default.createDirectory(atPath: games, withIntermediateDirectories: true)
        for number in 0..<30 {
            let movie = Movies.still(width: 100 + number, height: 80)
            try Data(movie).write(to: URL(fileURLWithPath: "\(games)/m\(number).swf"))
        }
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(games)/broken.swf"))
        let screen = try XServer()
        let desk = try Desk(screen)
        setenv("HOME", games, 1)
        let program = try RunningProgram([], display: screen.display, data: data)
        let window = try desk.window(of: program)
        desk.focus(window)
        #expect(desk.sees(0x1D2C4F, window, 5, 200))
        desk.type(["Control_L", "o"])
        #expect(wait { desk.pixel(window, 5, 200) != 0x1D2C4F })
        desk.type(["Control_L", "a"])
        #expect(wait(seconds: 20) { (try? MovieLibrary(root: data + "/ruffle-x11").items.count) == 30 })
        // While it still goes on, Esc stops it and leaves what it came to on the screen.
        let isClosed = wait {
            desk.type(["Escape"])
            usleep(100_000)
            return desk.pixel(window, 5, 200) == 0x1D2C4F
        }
        #expect(isClosed)
        desk.type(["Control_L", "q"])
        #expect(try program.end().status == 0)
    }
}
