import FlashAPI
import Foundation
import Library
import Player
import TestSupport
import Testing

@testable import RuffleX11

/// Every option that a bundle can carry: what the player does by itself, what the bundle makes it do, and that the
/// person's word on the command line wins.
@Suite("Options of a bundle")
struct LaunchOptionsTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "options-" + UUID().uuidString
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Starts a bundle with these lines under `[player]` as the program would.
    private func launch(_ lines: String, _ arguments: [String] = [], movie: [UInt8] = Movies.still()) throws -> Launch {
        let folder = Folder()
        let library = try MovieLibrary(root: folder.path)
        let text = "[bundle]\nname = \"n\"\nurl = \"file:///m.swf\"\n[player]\n" + lines
        var writer = ZipWriter()
        try writer.add("content/m.swf", movie)
        try writer.add("content/sub/data.bin", [7])
        try writer.add("ruffle-bundle.toml", Array(text.utf8))
        guard case .added(let item) = try library.add(try Bundle(archive: writer.finish())) else {
            throw Failure("not added")
        }
        let options = try Options(arguments: arguments + ["--storage", "memory", "x.swf"])
        let launch = try Launch(item, of: library, options)
        kept.append(folder)
        return launch
    }

    /// Folders must live as long as what was started from them.
    private final class Kept { var folders: [Folder] = [] }
    private let box = Kept()
    private var kept: [Folder] {
        get { box.folders }
        nonmutating set { box.folders = newValue }
    }

    private func player(_ launch: Launch) -> Player {
        var settings = launch.settings
        settings.installAVM1 = FlashAPI.installAVM1
        settings.installAVM2 = FlashAPI.installAVM2
        let player = Player(
            movie: launch.movie, viewport: Viewport(width: 400, height: 100), host: WindowHost(launch),
            options: settings)
        launch.configure(player)
        return player
    }

    /// What a movie traces that traces these variables.
    private func traces(_ names: [String], _ launch: Launch) -> [String] {
        let host = NullHost()
        var settings = launch.settings
        settings.installAVM1 = FlashAPI.installAVM1
        let player = Player(
            movie: launch.movie, viewport: Viewport(width: 10, height: 10), host: host, options: settings)
        launch.configure(player)
        player.runFrame()
        return host.traced
    }

    private func tracer(_ build: (inout ActionAssembler) -> Void) -> [UInt8] {
        var code = ActionAssembler()
        build(&code)
        code.op(.end)
        var movie = SWFWriter(version: 8, width: 40, height: 40, frameRate: 24)
        movie.doAction(code.bytes)
        movie.showFrame()
        return movie.file(.none)
    }

    /// Traces `a.b.c`.
    private func path(_ names: [String], _ code: inout ActionAssembler) {
        code.push(.text(names[0]))
        code.op(.getVariable)
        for name in names.dropFirst() {
            code.push(.text(name))
            code.op(.getMember)
        }
        code.op(.trace)
    }

    @Test("quality") func quality() throws {
        #expect(player(try launch("")).quality == .high)
        #expect(player(try launch("quality = \"8x8linear\"")).quality == .high8x8linear)
        #expect(player(try launch("quality = \"low\"", ["-q", "best"])).quality == .best)
    }

    @Test("scale_mode and force_scale_mode") func scale() throws {
        #expect(player(try launch("")).viewport.scaleMode == .showAll)
        let bundle = try launch("scale_mode = \"no_border\"")
        let free = player(bundle)
        #expect(free.viewport.scaleMode == .noBorder)
        free.viewport.scaleMode = .noScale
        bundle.enforce(on: free)
        #expect(free.viewport.scaleMode == .noScale)
        let forced = try launch("scale_mode = \"no_border\"\nforce_scale_mode = true", ["-s", "exact-fit"])
        let held = player(forced)
        #expect(held.viewport.scaleMode == .exactFit)
        held.viewport.scaleMode = .noScale
        forced.enforce(on: held)
        #expect(held.viewport.scaleMode == .exactFit)
    }

    @Test("align and force_align") func align() throws {
        #expect(player(try launch("")).viewport.align == [])
        let bundle = try launch("align = \"bottom_right\"\nforce_align = true")
        let held = player(bundle)
        #expect(held.viewport.align == [.bottom, .right])
        held.viewport.align = [.top]
        bundle.enforce(on: held)
        #expect(held.viewport.align == [.bottom, .right])
        #expect(player(try launch("align = \"bottom\"", ["-a", "top"])).viewport.align == [.top])
    }

    @Test("letterbox") func letterbox() throws {
        let standard = try launch("")
        #expect(standard.hasLetterbox(inFullScreen: false) && standard.hasLetterbox(inFullScreen: true))
        let full = try launch("letterbox = \"fullscreen\"")
        #expect(!player(full).viewport.hasLetterbox && full.hasLetterbox(inFullScreen: true))
        let off = try launch("letterbox = \"on\"", ["--letterbox", "off"])
        #expect(!player(off).viewport.hasLetterbox && !off.hasLetterbox(inFullScreen: true))
    }

    @Test("frame_rate is fixed where it is given") func frameRate() throws {
        let own = player(try launch("")).frameRate
        let bundle = try launch("frame_rate = 7.5")
        let held = player(bundle)
        #expect(held.frameRate == 7.5 && own != 7.5)
        held.setFrameRate(60)
        bundle.enforce(on: held)
        #expect(held.frameRate == 7.5)
        #expect(player(try launch("frame_rate = 7.5", ["--frame-rate", "9"])).frameRate == 9)
    }

    @Test("script_timeout") func timeout() throws {
        func limit(_ launch: Launch) -> [Bool] {
            [1.0, 3, 14, 16].map { WindowHost(launch).mayContinue(afterSeconds: $0) }
        }
        #expect(limit(try launch("")) == [true, true, true, false])
        #expect(limit(try launch("script_timeout = 2")) == [true, false, false, false])
        #expect(limit(try launch("script_timeout = 2", ["-m", "10"])) == [true, true, false, false])
    }

    @Test("base_url is where relative addresses start") func base() throws {
        func body(_ launch: Launch) -> [UInt8]? {
            let host = WindowHost(launch)
            var request = FetchRequest(url: "file:///data.bin")
            request.reference = "data.bin"
            var body: [UInt8]?
            host.fetch(request) { body = try? $0.get().body }
            host.completeLoads()
            return body
        }
        #expect(body(try launch("")) == nil)
        #expect(body(try launch("base_url = \"file:///sub/\"")) == [7])
        #expect(body(try launch("base_url = \"file:///sub/\"", ["--base", "file:///"])) == nil)
    }

    @Test("spoof_url is what scripts see") func spoof() throws {
        let movie = tracer { path(["_url"], &$0) }
        #expect(traces([], try launch("", movie: movie)) == ["file:///m.swf"])
        let line = "spoof_url = \"http://example.org/a.swf\""
        #expect(traces([], try launch(line, movie: movie)) == ["http://example.org/a.swf"])
        #expect(
            traces([], try launch(line, ["--spoof-url", "http://example.com/b.swf"], movie: movie))
                == ["http://example.com/b.swf"])
    }

    @Test("parameters, the person's over the bundle's") func parameters() throws {
        let movie = tracer {
            path(["a"], &$0)
            path(["b"], &$0)
        }
        #expect(traces([], try launch("", movie: movie)) == ["undefined", "undefined"])
        let line = "parameters = { a = \"1\", b = \"2\" }"
        #expect(traces([], try launch(line, movie: movie)) == ["1", "2"])
        #expect(traces([], try launch(line, ["-P", "b=3"], movie: movie)) == ["1", "3"])
    }

    @Test("version and runtime are what scripts see") func version() throws {
        let movie = tracer {
            path(["$version"], &$0)
            path(["System", "capabilities", "version"], &$0)
            path(["System", "capabilities", "playerType"], &$0)
        }
        #expect(traces([], try launch("", movie: movie)) == ["LNX 32,0,0,0", "LNX 32,0,0,0", "StandAlone"])
        #expect(
            traces([], try launch("version = 9\nruntime = \"air\"", movie: movie))
                == ["LNX 9,0,0,0", "LNX 9,0,0,0", "Desktop"])
        #expect(
            traces(
                [],
                try launch(
                    "version = 9\nruntime = \"air\"",
                    ["--player-version", "11", "--player-runtime", "flash-player"], movie: movie))
                == ["LNX 11,0,0,0", "LNX 11,0,0,0", "StandAlone"])
    }

    @Test("mock_external_interface: a page that knows its address") func externalInterface() throws {
        let movie = tracer { code in
            path(["flash", "external", "ExternalInterface", "available"], &code)
            code.push(.text("window.location.href"), .text("eval"), .int(2))
            code.push(.text("flash"))
            code.op(.getVariable)
            code.push(.text("external"))
            code.op(.getMember)
            code.push(.text("ExternalInterface"))
            code.op(.getMember)
            code.push(.text("call"))
            code.op(.callMethod)
            code.op(.trace)
        }
        #expect(traces([], try launch("", movie: movie)) == ["false", "null"])
        #expect(
            traces([], try launch("mock_external_interface = true", movie: movie)) == ["true", "file:///m.swf"])
        #expect(
            traces([], try launch("mock_external_interface = false", ["--dummy-external-interface"], movie: movie))
                == ["true", "file:///m.swf"])
    }

    @Test("upgrade_http_to_https") func https() throws {
        #expect(WindowHost(try launch("")).secured("http://a/b") == "http://a/b")
        let host = WindowHost(try launch("upgrade_http_to_https = true"))
        #expect(host.secured("http://a/b") == "https://a/b" && host.secured("HTTP://a") == "https://a")
        #expect(host.secured("file:///a") == "file:///a" && host.secured("https://a/b") == "https://a/b")
        let person = try launch("upgrade_http_to_https = false", ["--upgrade-to-https"])
        #expect(WindowHost(person).secured("http://a/b") == "https://a/b")
    }

    @Test("the item's own settings stand between bundle and command line") func order() throws {
        let folder = Folder()
        let library = try MovieLibrary(root: folder.path)
        var writer = ZipWriter()
        try writer.add("content/m.swf", Movies.still())
        let text = "[bundle]\nname='n'\nurl='file:///m.swf'\n[player]\nquality='low'\nframe_rate=5\nversion=9\n"
        try writer.add("ruffle-bundle.toml", Array(text.utf8))
        guard case .added(var item) = try library.add(try Bundle(archive: writer.finish())) else { return }
        item.options.quality = .medium
        item.options.frameRate = 6
        try library.update(item)
        let stored = try #require(library.item(item.id))
        let options = try Options(arguments: ["--quality", "best", "--storage", "memory", "x"])
        let launch = try Launch(stored, of: library, options)
        #expect(launch.options.quality == .best && launch.options.frameRate == 6 && launch.options.version == 9)
    }

    @Test("a linked item plays its file with its own settings, a lost one and an address say why not") func links()
        throws
    {
        let folder = Folder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data(Movies.still()).write(to: URL(fileURLWithPath: folder.path + "/m.swf"))
        let library = try MovieLibrary(root: folder.path + "/root")
        guard case .added(var item) = try library.link(file: folder.path + "/m.swf") else { return }
        item.options.quality = .low
        try library.update(item)
        let options = try Options(arguments: ["x"])
        let launch = try Launch(try #require(library.item(item.id)), of: library, options)
        #expect(launch.options.quality == .low && launch.url == "file://\(folder.path)/m.swf")
        #expect(launch.saves?.path == library.folder(of: item.id) + "/app_data")
        try FileManager.default.removeItem(atPath: folder.path + "/m.swf")
        #expect(throws: Complaint.self) { _ = try Launch(item, of: library, options) }
        guard case .added(let web) = try library.link(url: "http://example.org/m.swf") else { return }
        #expect(throws: Complaint.self) { _ = try Launch(web, of: library, options) }
    }
}
