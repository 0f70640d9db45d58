import Player
import Testing

@testable import RuffleX11

@Suite("Window host")
struct HostTests {
    private let host = WindowHost()

    @Test("fscommand quits and changes full screen, once each")
    func commands() {
        host.fscommand("fullscreen", "true")
        host.fscommand("FullScreen", "false")
        host.fscommand("exec", "rm")
        host.fscommand("quit", "")
        #expect(host.takeRequests() == [.fullScreen(true), .fullScreen(false), .quit])
        #expect(host.takeRequests().isEmpty)
    }

    @Test("a load is answered later, once")
    func loads() {
        var answers: [Result<FetchResponse, FetchError>] = []
        host.fetch(FetchRequest(url: "file:///a.txt")) { answers.append($0) }
        #expect(answers.isEmpty && host.hasLoads)
        host.completeLoads()
        host.completeLoads()
        #expect(answers == [.failure(.notFound(url: "file:///a.txt"))])
        #expect(!host.hasLoads)
    }

    @Test("a load that starts another in its answer does not wait for ever")
    func chain() {
        var count = 0
        func load() {
            host.fetch(FetchRequest(url: "file:///a.txt")) { _ in
                count += 1
                load()
            }
        }
        load()
        host.completeLoads()
        #expect(count == 1 && host.hasLoads)
    }

    @Test("shared objects live as long as the movie plays")
    func store() {
        #expect(host.storedObject("a") == nil)
        #expect(host.store([1, 2], as: "a"))
        #expect(host.storedObject("a") == [1, 2])
        #expect(host.store(nil, as: "a"))
        #expect(host.storedObject("a") == nil)
    }

    @Test("time is the machine's", arguments: [0, 1.7e12, -1.7e12, .infinity, .nan, 1e300])
    func time(_ moment: Double) {
        #expect(host.wallClock > 1.6e12)
        #expect(host.localOffset(at: moment).magnitude <= 24 * 60)
    }
}
