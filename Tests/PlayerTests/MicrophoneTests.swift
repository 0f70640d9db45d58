import AVM
import FlashAPI
import Media
import SWF
import TestSupport
import Testing

@testable import Player

/// A machine with microphones that hear what a test says, and a person who answers when the test does.
private final class ListeningHost: PlayerHost {
    final class Device: HostMicrophone {
        var heard: [Float] = []
        var isThere = true
        var isClosed = false
        let rate: Int
        init(rate: Int) { self.rate = rate }
        func read(into samples: inout [Float]) -> Bool {
            samples += heard
            heard = []
            return isThere
        }
        func close() { isClosed = true }
    }

    var microphoneNames = ["Built in", "Headset"]
    var mayListen: Bool?
    var questions: [(Bool) -> Void] = []
    var opened: [(index: Int, device: Device)] = []
    var isBusy = false
    var traced: [String] = []
    var wallClock = 0.0
    var clipboard = ""

    func askToListen(_ answer: @escaping (Bool) -> Void) { questions.append(answer) }
    func openMicrophone(_ index: Int, rate: Int) -> (any HostMicrophone)? {
        if isBusy { return nil }
        let device = Device(rate: rate)
        opened.append((index, device))
        return device
    }

    /// The person answers what has been asked.
    func answer(_ isAllowed: Bool) {
        mayListen = isAllowed
        let asked = questions
        questions = []
        for question in asked { question(isAllowed) }
    }

    func trace(_ text: String) { traced.append(text) }
    func warn(_ text: String) {}
    func localOffset(at moment: Double) -> Double { 0 }
    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {}
    func navigate(_ request: FetchRequest, target: String) {}
    func fscommand(_ command: String, _ argument: String) {}
    func storedObject(_ key: String) -> [UInt8]? { nil }
    func store(_ bytes: [UInt8]?, as key: String) -> Bool { true }
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
}

@Suite("Microphones")
struct MicrophoneTests {
    /// A movie of ActionScript 3 and the class object of Microphone.
    private func stage(_ host: any PlayerHost) throws -> (Stage3, Value) {
        let stage = try Stage3(host: host) { $0.showFrame() }
        _ = stage.run()
        let traits = try #require(stage.machine.traits(named: "flash.media.Microphone"))
        return (stage, Value(try stage.machine.classObject(traits)))
    }

    @Test("a machine without any has no names and gives none")
    func none() throws {
        let (stage, type) = try stage(NullHost())
        #expect(try stage.call(type, "getMicrophone") == .null)
        #expect(try stage.get(try stage.get(type, "names"), "length") == Value(Int32(0)))
        #expect(try stage.get(type, "isSupported") == .false)
    }

    @Test("what one is like before anything listens, and what scripts may set")
    func properties() throws {
        let host = ListeningHost()
        let (stage, type) = try stage(host)
        #expect(try stage.get(try stage.get(type, "names"), "length") == Value(Int32(2)))
        let microphone = try stage.call(type, "getMicrophone", Value(Int32(1)))
        #expect(try stage.call(type, "getMicrophone", Value(Int32(1))) == microphone)
        #expect(try stage.call(type, "getMicrophone", Value(Int32(2))) == .null)
        func text(_ name: StaticString) throws -> String {
            try stage.machine.toString(try stage.get(microphone, name)).text
        }
        let names: [StaticString] = [
            "name", "index", "rate", "gain", "activityLevel", "silenceLevel", "silenceTimeout", "muted", "codec",
            "useEchoSuppression", "framesPerPacket", "encodeQuality",
        ]
        #expect(
            try names.map { try text($0) } == [
                "Headset", "1", "8", "50", "-1", "10", "2000", "true", "NellyMoser", "false", "2", "6",
            ])
        func set(_ name: StaticString, _ value: Value) throws {
            try stage.machine.set(stage.machine.publicName(name), of: microphone, to: value)
        }
        for (wanted, rate) in [(44, "44"), (12, "16"), (0, "5"), (100, "44"), (-3, "5")] {
            try set("rate", Value(Int32(wanted)))
            #expect(try text("rate") == rate)
        }
        try set("gain", Value(Int32(300)))
        try set("codec", stage.machine.string("Speex"))
        _ = try stage.call(microphone, "setSilenceLevel", Value(Int32(20)), Value(Int32(500)))
        _ = try stage.call(microphone, "setUseEchoSuppression", .true)
        #expect(
            try ["gain", "codec", "silenceLevel", "silenceTimeout", "useEchoSuppression"].map { try text($0) } == [
                "100", "Speex", "20", "500", "true",
            ])
        // Nobody is asked before something listens.
        stage.player.advance(by: 100)
        #expect(host.questions.isEmpty && host.opened.isEmpty)
    }

    @Test("who listens to its samples is asked for, and hears them once the person allows it")
    func samples() throws {
        let host = ListeningHost()
        let (stage, type) = try stage(host)
        let microphone = try stage.call(type, "getMicrophone")
        _ = try stage.call(microphone, "setSilenceLevel", Value(Int32(0)))
        for name in ["status", "activity", "sampleData"] {
            _ = try stage.call(microphone, "addEventListener", stage.machine.string(name), stage.script(name))
        }
        stage.player.advance(by: 20)
        stage.player.advance(by: 20)
        #expect(host.questions.count == 1 && host.opened.isEmpty)
        host.answer(true)
        #expect(stage.takeLog() == ["status"])
        #expect(try stage.get(microphone, "muted") == .false)
        stage.player.advance(by: 20)
        let device = try #require(host.opened.first)
        #expect(device.index == 0 && device.device.rate == 8000)
        device.device.heard = Array(repeating: 0.25, count: 160)
        stage.player.advance(by: 20)
        #expect(stage.takeLog() == ["activity", "sampleData"])
        #expect(try stage.machine.toNumber(try stage.get(microphone, "activityLevel")) == 25)
        // Nothing new, no event.
        stage.player.advance(by: 20)
        #expect(stage.takeLog() == [])
        // Another rate is another device.
        try stage.machine.set(stage.machine.publicName("rate"), of: microphone, to: Value(Int32(44)))
        #expect(device.device.isClosed)
        stage.player.advance(by: 2100)
        #expect(host.opened.last?.device.rate == 44_100)
    }

    @Test("the data of an event is one float a sample, as it was heard and amplified")
    func data() throws {
        let host = ListeningHost()
        host.mayListen = true
        let (stage, type) = try stage(host)
        let microphone = try stage.call(type, "getMicrophone")
        _ = try stage.call(microphone, "setSilenceLevel", Value(Int32(0)))
        try stage.machine.set(stage.machine.publicName("gain"), of: microphone, to: Value(Int32(100)))
        nonisolated(unsafe) var read: [Double] = []
        let listener = Value(
            stage.machine.makeFunction("heard", length: 1) { (call) throws(ScriptError) in
                let data = try call.machine.get(call.machine.publicName("data"), of: call[0])
                for _ in 0..<3 {
                    read.append(
                        try call.machine.toNumber(
                            try call.machine.callMethod(call.machine.publicName("readFloat"), of: data, [])))
                }
                let left = try call.machine.get(call.machine.publicName("bytesAvailable"), of: data)
                read.append(try call.machine.toNumber(left))
                return .undefined
            })
        _ = try stage.call(microphone, "addEventListener", stage.machine.string("sampleData"), listener)
        stage.player.advance(by: 20)
        try #require(host.opened.first).device.heard = [0.25, -0.125, 0.9]
        stage.player.advance(by: 20)
        #expect(read == [0.5, -0.25, 1, 0])
    }

    @Test("a denial is told, and nothing is opened; showSettings asks too")
    func denied() throws {
        let host = ListeningHost()
        let (stage, type) = try stage(host)
        let microphone = try stage.call(type, "getMicrophone")
        let security = Value(
            try stage.machine.classObject(try #require(stage.machine.traits(named: "flash.system.Security"))))
        _ = try stage.call(microphone, "addEventListener", stage.machine.string("status"), stage.script("status"))
        _ = try stage.call(security, "showSettings", stage.machine.string("privacy"))
        #expect(host.questions.count == 1)
        host.answer(false)
        #expect(stage.takeLog() == ["status"])
        _ = try stage.call(microphone, "setLoopBack", .true)
        for _ in 0..<5 { stage.player.advance(by: 50) }
        #expect(host.opened.isEmpty && host.questions.isEmpty)
        #expect(try stage.get(microphone, "muted") == .true)
    }

    @Test("it becomes silent after its timeout; then scripts hear nothing of it")
    func silence() throws {
        let host = ListeningHost()
        host.mayListen = true
        let (stage, type) = try stage(host)
        let microphone = try stage.call(type, "getMicrophone")
        _ = try stage.call(microphone, "setSilenceLevel", Value(Int32(10)), Value(Int32(300)))
        for name in ["activity", "sampleData"] {
            _ = try stage.call(microphone, "addEventListener", stage.machine.string(name), stage.script(name))
        }
        stage.player.advance(by: 20)
        let device = try #require(host.opened.first).device
        func hear(_ level: Float) -> [String] {
            device.heard = Array(repeating: level, count: 100)
            stage.player.advance(by: 100)
            return stage.takeLog()
        }
        #expect(hear(0.05) == [])
        #expect(hear(0.5) == ["activity", "sampleData"])
        #expect(hear(0.01) == ["sampleData"])
        #expect(hear(0.01) == ["sampleData"])
        #expect(hear(0.01) == ["sampleData", "activity"])
        #expect(hear(0.01) == [])
        #expect(hear(-0.3) == ["activity", "sampleData"])
    }

    @Test("looped back it is heard; a device that goes away is tried again, one that is busy too")
    func loop() throws {
        let host = ListeningHost()
        host.mayListen = true
        host.isBusy = true
        let (stage, type) = try stage(host)
        let microphone = try stage.call(type, "getMicrophone")
        _ = try stage.call(microphone, "setLoopBack")
        stage.player.advance(by: 20)
        #expect(host.opened.isEmpty)
        host.isBusy = false
        stage.player.advance(by: 2100)
        let device = try #require(host.opened.first).device
        for _ in 0..<10 {
            device.heard = Array(repeating: 0.5, count: 400)
            stage.player.advance(by: 50)
        }
        #expect(abs(stage.player.sound.takePeak() - 0.5) < 0.1)
        device.isThere = false
        stage.player.advance(by: 50)
        #expect(device.isClosed)
        stage.player.advance(by: 2100)
        #expect(host.opened.count == 2)
        _ = try stage.call(microphone, "setLoopBack", .false)
        stage.player.advance(by: 50)
        #expect(host.opened[1].device.isClosed)
        #expect(stage.player.sound.mixer.voiceCount == 0)
    }

    @Test("a device that gives numbers that are none, and floods, does no harm")
    func flood() throws {
        let host = ListeningHost()
        host.mayListen = true
        let (stage, type) = try stage(host)
        let microphone = try stage.call(type, "getMicrophone")
        _ = try stage.call(microphone, "setLoopBack")
        stage.player.advance(by: 20)
        let device = try #require(host.opened.first).device
        for _ in 0..<50 {
            device.heard = [.nan, .infinity, -.infinity, 1e30] + Array(repeating: 1, count: 8000)
            stage.player.advance(by: 10)
        }
        #expect(stage.player.sound.takePeak() <= 1)
        #expect(try stage.machine.toNumber(try stage.get(microphone, "activityLevel")) == 100)
    }

    @Test("ActionScript 2: attached to a clip it is heard with the clip's volume, and says what happens")
    func script2() throws {
        let host = ListeningHost()
        var writer = SWFWriter(version: 8, width: 20, height: 20, frameRate: 10)
        writer.doAction(
            actions { code in
                code.push(.text("m"), .int(0), .text("Microphone"))
                code.op(.getVariable)
                code.push(.text("get"))
                code.op(.callMethod)
                code.op(.setVariable)
                for name in ["onActivity", "onStatus"] {
                    code.push(.text("m"))
                    code.op(.getVariable)
                    code.push(.text(name))
                    code.function("", ["x"]) { body in
                        body.push(.text("x"))
                        body.op(.getVariable)
                        if name == "onStatus" {
                            body.push(.text("code"))
                            body.op(.getMember)
                        }
                        body.op(.trace)
                    }
                    code.op(.setMember)
                }
                for name in ["name", "rate", "muted", "activityLevel"] {
                    code.push(.text("m"))
                    code.op(.getVariable)
                    code.push(.text(name))
                    code.op(.getMember)
                    code.op(.trace)
                }
                code.push(.text("m"))
                code.op(.getVariable)
                code.push(.int(1), .text("this"))
                code.op(.getVariable)
                code.push(.text("attachAudio"))
                code.op(.callMethod)
                code.op(.pop)
            })
        writer.showFrame()
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        let player = Player(
            movie: try Movie(writer.file()), viewport: Viewport(width: 20, height: 20), host: host, options: options)
        player.advance(by: 100)
        #expect(host.traced == ["Built in", "8", "true", "-1"])
        player.advance(by: 100)
        #expect(host.questions.count == 1)
        host.answer(true)
        player.advance(by: 100)
        let device = try #require(host.opened.first).device
        for _ in 0..<6 {
            device.heard = Array(repeating: 0.5, count: 800)
            player.advance(by: 100)
        }
        #expect(host.traced.suffix(2) == ["Microphone.Unmuted", "true"])
        #expect(abs(player.sound.takePeak() - 0.5) < 0.1)
        player.rewind()
        #expect(device.isClosed && player.microphones.isEmpty)
    }
}
