import Testing

@testable import RuffleX11

@Suite("Options")
struct OptionsTests {
    @Test("the file alone gives what a person expects")
    func plain() throws {
        let options = try Options(arguments: ["a.swf"])
        #expect(options.file == "a.swf")
        #expect(options.exitAfter == nil && options.size == nil)
        #expect(!options.timing && options.strip && !options.fullScreen)
        #expect(options.quality == .high)
        #expect(options.request == .play)
    }

    @Test("every option, before and after the file, with a space or an equals sign")
    func all() throws {
        let options = try Options(
            arguments: ["--exit-after", "7", "--size=320x240", "a.swf", "--quality", "low", "--timing", "--no-strip"])
        #expect(options.exitAfter == 7)
        #expect(options.size == Options.Size(width: 320, height: 240))
        #expect(options.quality == .low)
        #expect(options.timing && !options.strip && options.file == "a.swf")
        #expect(try Options(arguments: ["a.swf", "--fullscreen"]).fullScreen)
    }

    @Test("what follows -- is a file")
    func dashes() throws {
        #expect(try Options(arguments: ["--", "--timing"]).file == "--timing")
    }

    @Test("--help and --version need no file", arguments: ["--help", "-h", "--version"])
    func requests(_ option: String) throws {
        #expect(try Options(arguments: [option]).request == (option == "--version" ? .version : .help))
    }

    static let sizes: [(text: String, size: Options.Size?)] = [
        ("550x400", Options.Size(width: 550, height: 400)), ("1x1", Options.Size(width: 1, height: 1)),
        ("32767x32767", Options.Size(width: 32767, height: 32767)), ("32768x1", nil), ("0x1", nil), ("x", nil),
        ("10", nil), ("10x", nil), ("10x10x10", nil), ("-5x5", nil), ("99999999999999999999x1", nil),
    ]

    @Test("sizes", arguments: sizes)
    func size(_ row: (text: String, size: Options.Size?)) {
        #expect(Options.Size(row.text) == row.size)
    }

    @Test("a path becomes a file URL")
    func url() {
        #expect(fileURL(of: Array("/tmp".utf8CString)) == "file:///tmp")
        #expect(fileURL(of: Array("/no such/é.swf".utf8CString)) == "file:///no%20such/%C3%A9.swf")
    }

    static let wrong: [[String]] = [
        ["--stubs"], ["--info"], ["a.swf", "b.swf"], ["--no-such"], ["-x", "a.swf"], ["--exit-after"],
        ["--exit-after", "many", "a.swf"],
        ["--exit-after=-1", "a.swf"], ["--seconds", "0", "a.swf"], ["--stubs", "--seconds", "a.swf"],
        ["--quality", "good", "a.swf"], ["--size", "10", "a.swf"],
        ["--timing=yes", "a.swf"],
    ]

    @Test("what makes no sense is refused with status 2", arguments: wrong)
    func refused(_ arguments: [String]) {
        #expect { try Options(arguments: arguments) } throws: { ($0 as? Complaint)?.status == 2 }
    }
}
