import Base
import CX11
import Foundation
import Library
import Player
import SWF
import TestSupport
import Testing

@testable import RuffleX11

extension WindowTests {
    /// Every key, every control of the strip and every row of its menu, in a window of the test's own.
    @Suite("Everything that can be asked for") struct EveryActionTests {}
}

extension WindowTests.EveryActionTests {
    /// The program while a movie is open, fed with events in place of its loop.
    final class Bench {
        let front: Front
        let desk: Desk
        private let home: String
        private let server: XServer

        init(_ movie: [UInt8] = Movies.steps(width: 1200, height: 700)) throws {
            server = try XServer(width: 1280, height: 800)
            desk = try Desk(server)
            home = NSTemporaryDirectory() + "every-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            setenv("DISPLAY", server.display, 1)
            setenv("LC_ALL", "C.UTF-8", 1)
            let options = try Options(arguments: ["--storage", "memory", "movie.swf"])
            var launch = Launch(movie: try Movie(movie), url: "file:///movie.swf", name: "movie.swf")
            launch.itemID = "an item"
            launch.pictureFile = home + "/item.png"
            front = try Front(
                options: options, launch: launch, settings: ProgramSettings(folder: home), desktop: Desktop())
            unsetenv("DISPLAY")
            front.window.show()
            front.player.runFrame()
            front.window.flush()
            let isThere = WindowTests.waitFor(seconds: 10) { [self] in
                pump()
                return front.window.isViewable
            }
            if !isThere { throw Failure("no window appeared") }
            desk.focus(front.window.handle)
            pump()
        }

        deinit {
            front.window.close()
            try? FileManager.default.removeItem(atPath: home)
        }

        /// Lets the window tell what has happened.
        func pump() {
            for _ in 0..<20 {
                while front.window.hasEvents { front.window.takeEvent(front.handle) }
                front.window.flush()
                usleep(2000)
            }
        }

        func press(_ key: Key) {
            front.handle(.keyDown(key))
            var up = key
            up.text = ""
            front.handle(.keyUp(up))
            pump()
        }

        func click(_ x: Int, _ y: Int) {
            front.handle(.pointerMoved(x: x, y: y))
            front.handle(.buttonDown(.left, x: x, y: y, time: 0))
            front.handle(.buttonUp(.left, x: x, y: y))
            pump()
        }

        /// Brings the strip out, whole.
        func showStrip() throws -> Strip {
            let strip = try #require(front.strip)
            front.handle(.pointerMoved(x: 600, y: 20))
            strip.facts.frameCount = front.player.totalFrames
            strip.advance(to: Clock.now + 500)
            return strip
        }

        /// Prepares what an action needs, does it, and says whether it has done its work.
        func works(_ action: Action, _ perform: () throws -> Void) rethrows -> Bool {
            let player = front.player
            switch action {
            case .back, .open, .itemSettings, .quit:
                try perform()
                defer { front.isDone = false }
                switch (action, front.outcome) {
                case (.back, .library), (.open, .adding), (.quit, .quit): return front.isDone
                case (.itemSettings, .settings(let id)): return front.isDone && id == "an item"
                default: return false
                }
            case .togglePause: return try changes({ player.isPlaying }, perform)
            case .rewind:
                player.seek(toFrame: 4)
                try perform()
                return player.currentFrame == 1
            case .stepForward:
                player.isPlaying = false
                player.seek(toFrame: 2)
                try perform()
                return player.currentFrame == 3
            case .stepBack:
                player.isPlaying = false
                player.seek(toFrame: 4)
                try perform()
                return player.currentFrame == 3
            case .toggleLoop: return try changes({ player.loopsRoot }, perform)
            case .fastForward:
                // While the key is held: the release ends it.
                front.perform(.fastForward)
                let isFast = front.shownSpeed == Speed.fastForward
                try perform()
                return isFast && front.shownSpeed == 1
            case .faster: return try becomes(1.25, from: 1, perform)
            case .slower: return try becomes(0.75, from: 1, perform)
            case .normalSpeed: return try becomes(1, from: 2, perform)
            case .chooseSpeed: return try becomes(1.25, from: 1, perform)
            case .cycleScale: return try changes({ player.viewport.choice }, perform)
            case .actualSize: return try shows(ScaleChoice(mode: .noScale), perform)
            case .showAll: return try shows(ScaleChoice(mode: .showAll), perform)
            case .wholeScale: return try shows(ScaleChoice(mode: .showAll, isWhole: true), perform)
            case .exactFit: return try shows(ScaleChoice(mode: .exactFit), perform)
            case .noBorder: return try shows(ScaleChoice(mode: .noBorder), perform)
            case .zoomIn, .zoomOut:
                player.viewport.zoom = 1
                try perform()
                defer { player.viewport.choice = ScaleChoice(mode: .showAll) }
                return action == .zoomIn ? player.viewport.zoom > 1 : player.viewport.zoom < 1
            case .toggleFullScreen: return try changes({ desk.frame(front.window.handle) }, perform)
            case .cycleQuality: return try changes({ player.quality }, perform)
            case .lowQuality, .mediumQuality, .highQuality:
                player.quality = .best
                try perform()
                let wanted: [Action: Quality] = [.lowQuality: .low, .mediumQuality: .medium, .highQuality: .high]
                return player.quality == wanted[action]
            case .mute:
                player.soundTransform.volume = 70
                front.volumeBeforeMuting = nil
                try perform()
                return player.soundTransform.volume == 0 && front.volumeBeforeMuting == 70
            case .louder, .softer:
                front.volumeBeforeMuting = nil
                player.soundTransform.volume = 50
                try perform()
                return player.soundTransform.volume == (action == .louder ? 60 : 40)
            case .passKeys:
                let isChanged = try changes({ front.passesKeys }, perform)
                front.passesKeys = false
                return isChanged
            case .screenshot:
                setenv("HOME", home, 1)
                try perform()
                return FileManager.default.fileExists(atPath: home + "/movie.swf-1.png")
            case .usePicture:
                try perform()
                return FileManager.default.fileExists(atPath: home + "/item.png")
            case .addToLibrary:
                let data = home + "/data"
                setenv("XDG_DATA_HOME", data, 1)
                defer { unsetenv("XDG_DATA_HOME") }
                let before = front.launch
                front.launch.itemID = nil
                front.launch.place = .file(home + "/movie.swf")
                defer { front.launch = before }
                _ = FileManager.default.createFile(
                    atPath: home + "/movie.swf", contents: Data(Movies.steps(width: 1200, height: 700)))
                try perform()
                guard let folder = front.launch.itemFolder else { return false }
                return folder.hasPrefix(data) && Disk().kind(of: folder + "/bundle.ruf/content/movie.swf") == .file
            case .toggleKeyboard: return try changes({ front.keyboard == nil }, perform)
            case .console: return try changes({ front.console == nil }, perform)
            case .editKeys:
                try perform()
                defer { front.keysPanel = nil }
                return front.keysPanel != nil
            case .help:
                try perform()
                defer { front.showsHelp = false }
                return front.showsHelp
            case .about:
                try perform()
                return front.toast.text.contains(Options.version)
            case .toggleMenu: return try changes({ front.strip?.isMenuOpen }, perform)
            // Tried in the field of a movie, see TypingTests.
            case .cut, .copy, .paste, .selectAll: return true
            }
        }

        private func changes<T: Equatable>(_ value: () -> T, _ perform: () throws -> Void) rethrows -> Bool {
            let before = value()
            try perform()
            let after = value()
            // And back to how it was, for what is tried next.
            return before != after
        }

        private func becomes(_ speed: Double, from start: Double, _ perform: () throws -> Void) rethrows -> Bool {
            front.speed = start
            try perform()
            defer { front.speed = 1 }
            return front.speed == speed
        }

        private func shows(_ choice: ScaleChoice, _ perform: () throws -> Void) rethrows -> Bool {
            front.player.viewport.choice = choice.next
            try perform()
            defer { front.player.viewport.choice = ScaleChoice(mode: .showAll) }
            return front.player.viewport.choice == choice
        }
    }

    private func key(_ shortcut: Shortcut) -> Key {
        Key(code: shortcut.code, control: shortcut.control, shift: shortcut.shift, alt: shortcut.alt)
    }

    @Test("every key does its work", arguments: Action.allCases.filter { !$0.defaultKeys.isEmpty })
    func keys(_ action: Action) throws {
        let bench = try Bench()
        for shortcut in action.defaultKeys {
            let isDone = bench.works(action) { bench.press(key(shortcut)) }
            #expect(isDone, "\(shortcut.label)")
            // An overlay that the key has opened is closed by it as well.
            if [.console, .toggleKeyboard, .toggleMenu].contains(action) { bench.press(key(shortcut)) }
        }
    }

    @Test("every control of the strip does its work")
    func controls() throws {
        let bench = try Bench()
        let strip = try bench.showStrip()
        let actions = strip.layout.controls.map(\.action)
        #expect(
            Set(actions).isSuperset(of: [
                .back, .togglePause, .rewind, .stepBack, .stepForward, .mute, .chooseSpeed, .screenshot,
                .toggleKeyboard, .itemSettings, .cycleScale, .toggleFullScreen, .toggleMenu,
            ]))
        for action in actions where action != .toggleFullScreen {
            let isDone = try bench.works(action) {
                let rect = try #require(bench.showStrip().layout.controls.first { $0.action == action }).rect
                bench.click((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
            }
            #expect(isDone, "\(action)")
            if action == .toggleKeyboard { bench.front.toggleKeyboard() }
        }
    }

    @Test("every row of the strip's menu does its work", arguments: MenuLayout.groups.joined())
    func rows(_ action: Action) throws {
        let bench = try Bench()
        let isDone = try bench.works(action) {
            let strip = try bench.showStrip()
            strip.toggleMenu(now: Clock.now)
            strip.advance(to: Clock.now + 500)
            let rect = try #require(strip.menuLayout.rows.first { $0.action == action }).rect
            bench.click((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
        }
        #expect(isDone)
    }

    @Test("what the movie shows becomes its picture in the library")
    func picture() throws {
        let bench = try Bench()
        #expect(bench.works(.usePicture) { bench.front.perform(.usePicture) })
    }

    @Test("the sliders of the strip set volume and frame")
    func sliders() throws {
        let bench = try Bench()
        var strip = try bench.showStrip()
        let volume = strip.layout.volume
        bench.click(volume.left + volume.width / 2, (volume.top + volume.bottom) / 2)
        #expect(abs(bench.front.player.soundTransform.volume - 50) <= 2)
        strip = try bench.showStrip()
        let seek = strip.layout.seek
        bench.click(seek.right - 1, (seek.top + seek.bottom) / 2)
        #expect(bench.front.player.currentFrame == bench.front.player.totalFrames)
    }

    @Test("keys of the keyboard on the screen reach the movie as long as they are held")
    func screenKeyboard() throws {
        let bench = try Bench(Movies.input())
        bench.front.perform(.toggleKeyboard)
        let front = bench.front
        let keyboard = try #require(front.keyboard)
        // The widest key is the space bar.
        let frame = keyboard.frame(width: front.window.width, height: front.window.height, scale: 1)
        let (x, y) = (frame.left + frame.width / 2 - 20, frame.bottom - 10)
        front.handle(.pointerMoved(x: x, y: y))
        front.handle(.buttonDown(.left, x: x, y: y, time: 0))
        #expect(front.keysInMovie == [32])
        front.handle(.buttonUp(.left, x: x, y: y))
        #expect(front.keysInMovie.isEmpty)
    }

    @Test("a movie's own items stand in the menu of a right click and run its scripts")
    func movieItems() throws {
        var code = ActionAssembler()
        code.push(.text("cm"), .int(0), .text("ContextMenu"))
        code.op(.newObject)
        code.op(.setVariable)
        code.push(.text("cm"))
        code.op(.getVariable)
        code.push(.text("customItems"))
        code.op(.getMember)
        code.push(.int(0))
        code.function("", []) { $0.trace("jumped") }
        code.push(.text("Jump higher"), .int(2), .text("ContextMenuItem"))
        code.op(.newObject)
        code.op(.setMember)
        code.push(.text("_root"))
        code.op(.getVariable)
        code.push(.text("menu"), .text("cm"))
        code.op(.getVariable)
        code.op(.setMember)
        var movie = SWFWriter(version: 8, width: 400, height: 400)
        movie.doAction(code.bytes)
        movie.showFrame()
        let bench = try Bench(movie.file(.zlib))
        let front = bench.front
        front.handle(.pointerMoved(x: 50, y: 200))
        front.handle(.buttonDown(.right, x: 50, y: 200, time: 0))
        let menu = try #require(front.menu)
        #expect(menu.rows.first?.title == "Jump higher")
        front.handle(.keyDown(Key(code: 40)))
        front.handle(.keyDown(Key(code: 13)))
        #expect(front.menu == nil)
        #expect(front.host.log.lines.contains { $0.text == "jumped" })
    }
}
