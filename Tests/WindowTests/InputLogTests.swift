import CX11
import Foundation
import SWF
import TestSupport
import Testing

@testable import RuffleX11

extension WindowTests {
    /// What a movie is told is written down and played again.
    @Suite("Input that is recorded") struct InputLogTests {}
}

extension WindowTests.InputLogTests {
    static let entries: [InputLog.Entry] = [
        .time(41.25), .action(.rewind), .seek(7), .fullScreen(true), .clipboard("a b\n😀"), .clipboard(""),
        .view(
            .init(
                width: 300, height: 200, scale: 1.5, mode: .noScale, isWhole: true, zoom: 2, panX: -3.5, panY: 4,
                hasLetterbox: false)),
        .input(.mouseMove(x: 1.5, y: -2)), .input(.mouseDown(x: 1, y: 2, button: .right, clickIndex: 1)),
        .input(.mouseUp(x: 1, y: 2, button: .middle)), .input(.mouseWheel(x: 1, y: 2, lines: -3)), .input(.mouseLeave),
        .input(.keyDown(keyCode: 65, character: 97)), .input(.keyUp(keyCode: 255, character: 0)),
        .input(.textInput("é x")), .input(.imeCommit("желе")), .input(.imePreedit("жe", cursor: 1..<2)),
        .input(.imePreedit("", cursor: nil)), .input(.textControl(.selectLeftWord)), .input(.focusGained),
        .input(.focusLost),
    ]

    @Test("every entry reads as it was written", arguments: entries)
    func lines(_ entry: InputLog.Entry) { #expect(InputLog.Entry(Substring(entry.text)) == entry) }

    @Test(
        "a line that is no entry is told of",
        arguments: [
            "fly", "time", "time -1", "time nan", "time 1e99", "seek 0", "action quit", "keydown 300 0", "move 1 1e99",
            "down 1 1 9 0", "view 0 1 1 showAll true 1 0 0 true", "compose 3 1 61", "text zz",
        ])
    func wrong(_ line: String) {
        #expect(InputLog.Entry(Substring(line)) == nil)
        let text = "\(InputLog.heading)\nmovie x\n\(line)\n"
        #expect(throws: Complaint.self) { try InputReplay(text: text, name: "log") }
        #expect(throws: Complaint.self) { try InputReplay(text: "something else", name: "log") }
    }

    /// Traces in every frame chance, time and where the pointer is, and each key.
    private static func movie() -> [UInt8] {
        var code = ActionAssembler()
        func call(_ code: inout ActionAssembler, _ object: String, _ name: String) {
            code.push(.int(0), .text(object))
            code.op(.getVariable)
            code.push(.text(name))
            code.op(.callMethod)
            code.op(.trace)
        }
        call(&code, "Math", "random")
        code.push(.int(0), .text("getTimer"))
        code.op(.callFunction)
        code.op(.trace)
        code.push(.text("_xmouse"))
        code.op(.getVariable)
        code.op(.trace)
        call(&code, "Key", "getCode")
        code.op(.end)
        var movie = SWFWriter(version: 6, width: 300, height: 200, frameRate: 20)
        movie.doAction(code.bytes)
        movie.showFrame()
        movie.doAction(code.bytes)
        movie.showFrame()
        return movie.file(.none)
    }

    @Test("what was recorded does the same again without a window, and in one; another movie is refused")
    func again() throws {
        let log = NSTemporaryDirectory() + "input-\(UUID().uuidString).txt"
        let picture = log + ".png"
        defer {
            try? FileManager.default.removeItem(atPath: log)
            try? FileManager.default.removeItem(atPath: picture)
        }
        let scene = try WindowTests.Scene(Self.movie(), ["--record", log])
        usleep(400_000)
        for x in stride(from: 20, to: 200, by: 15) {
            scene.desk.movePointer(x, 100)
            usleep(20_000)
        }
        scene.desk.type(["x"])
        // The movie looks at the last key once a frame.
        usleep(300_000)
        scene.desk.type(["Right"])
        usleep(300_000)
        scene.desk.type(["Control_L", "q"])
        let first = try scene.program.end()
        #expect(first.status == 0 && first.errors == "")
        let lines = first.output.split(separator: "\n")
        #expect(lines.count > 60 && lines.contains("88") && lines.contains("39"))
        let silent = try RunningProgram(["--replay", log, "--screenshot", picture, scene.file.path], display: nil).end(
            seconds: 30)
        #expect(silent.status == 0 && silent.output == first.output && silent.errors == "")
        #expect(FileManager.default.fileExists(atPath: picture))
        let shown = try RunningProgram(["--replay", log, scene.file.path], display: scene.server.display).end(
            seconds: 30)
        #expect(shown.status == 0 && shown.output == first.output)
        let other = try TemporaryFile(Movies.still())
        let refused = try RunningProgram(["--replay", log, other.path], display: scene.server.display).end()
        #expect(refused.status == 1 && refused.errors.contains("is not the movie"))
        let missing = try RunningProgram(["--replay", log + "x", other.path], display: scene.server.display).end()
        #expect(missing.status == 1 && missing.errors.contains("cannot read"))
    }
}
