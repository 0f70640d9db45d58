import Foundation
import Library
import Player
import SWF
import Testing

@testable import RuffleX11

@Suite("Questions")
struct PermissionTests {
    /// A movie in a folder, and a file that is not in it.
    private final class Place {
        let root = NSTemporaryDirectory() + "permissions-\(UUID().uuidString)"
        var movie: String { root + "/inside/movie.swf" }
        var secret: String { root + "/outside/secret.txt" }
        var settings: String { root + "/settings.toml" }

        init() throws {
            try Disk().write(Movies.still(), to: movie)
            try Disk().write([1, 2, 3], to: secret)
            try Disk().write([4], to: root + "/inside/beside.txt")
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func host() throws -> WindowHost {
            var launch = Launch(movie: try Movie(Movies.still()), url: "file://\(movie)", name: "movie")
            launch.permissions = try Permissions(path: settings)
            let host = WindowHost(launch, openURLMode: .ask)
            host.isQuiet = true
            host.asks = true
            return host
        }
    }

    private typealias Answer = Result<FetchResponse, FetchError>

    private func load(_ path: String, _ host: WindowHost, _ take: @escaping (Answer) -> Void) {
        host.fetch(FetchRequest(url: "file://\(path)"), completion: take)
        host.completeLoads()
    }

    @Test("a file beside the movie is read without a question, one elsewhere only when allowed")
    func files() throws {
        let place = try Place()
        let host = try place.host()
        var answers: [[UInt8]?] = []
        func take(_ answer: Answer) { answers.append(try? answer.get().body) }
        load(place.root + "/inside/beside.txt", host, take)
        #expect(answers == [[4]] && host.questions.isEmpty)
        load(place.secret, host, take)
        #expect(answers.count == 1 && host.questions.count == 1)
        host.answerQuestion(.allowOnce)
        host.completeLoads()
        #expect(answers == [[4], [1, 2, 3]])
        // Once is once.
        load(place.secret, host, take)
        #expect(host.questions.count == 1)
        host.answerQuestion(.deny)
        host.completeLoads()
        #expect(answers.count == 3 && answers[2] == nil)
        // A movie does not ask again and again.
        load(place.secret, host, take)
        host.completeLoads()
        #expect(answers.count == 4 && answers[3] == nil && host.questions.isEmpty)
        // A file that is not there is no secret.
        load(place.root + "/outside/none.txt", host, take)
        #expect(answers.count == 5 && host.questions.isEmpty)
    }

    @Test("what counts for always is kept, and leaves the rest of the settings alone", arguments: [true, false])
    func always(_ isAllowed: Bool) throws {
        let place = try Place()
        try Disk().write(Array("# mine\n[item]\nname = \"x\"\n".utf8), to: place.settings)
        let first = try place.host()
        var body: [UInt8]?
        load(place.secret, first) { body = try? $0.get().body }
        first.answerQuestion(isAllowed ? .allowAlways : .denyAlways)
        first.completeLoads()
        #expect(body == (isAllowed ? [1, 2, 3] : nil))
        let text = String(decoding: try Disk().read(place.settings, limit: 4096), as: UTF8.self)
        #expect(text.hasPrefix("# mine\n[item]\nname = \"x\"\n"))
        let second = try place.host()
        body = nil
        load(place.secret, second) { body = try? $0.get().body }
        second.completeLoads()
        #expect(second.questions.isEmpty)
        #expect(body == (isAllowed ? [1, 2, 3] : nil))
    }

    @Test("links are asked about once a place, and what is no link never")
    func links() throws {
        let host = try Place().host()
        for path in ["a", "b", "c"] {
            host.navigate(FetchRequest(url: "https://example.org/\(path)"), target: "_blank")
        }
        host.navigate(FetchRequest(url: "javascript:alert(1)"), target: "_blank")
        host.navigate(FetchRequest(url: "file:///etc/passwd"), target: "_blank")
        #expect(host.questions.map(\.subject) == ["link:example.org"])
        #expect(host.questions[0].text.contains("https://example.org/a"))
        host.answerQuestion(.deny)
        host.navigate(FetchRequest(url: "https://example.org/d"), target: "_blank")
        #expect(host.questions.isEmpty)
    }

    @Test("a movie cannot pile up questions")
    func flood() throws {
        let host = try Place().host()
        for number in 0..<1000 {
            host.navigate(FetchRequest(url: "https://example\(number).org/"), target: "_blank")
        }
        #expect(host.questions.count <= 16)
    }

    @Test("where nobody answers, everything is denied")
    func nobody() throws {
        let place = try Place()
        let host = try place.host()
        host.asks = false
        var isDenied = false
        load(place.secret, host) { if case .failure = $0 { isDenied = true } }
        host.navigate(FetchRequest(url: "https://example.org/"), target: "_blank")
        #expect(isDenied && host.questions.isEmpty)
    }
}
