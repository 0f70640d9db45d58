import Base
import Player
import Renderer
import Testing

@testable import RuffleX11

@Suite("Strip")
struct StripTests {
    private let strip = Strip(resources: RenderResources(), width: 550, height: 400, scale: 1)

    /// The middle of a control.
    private func place(_ action: Action) throws -> (x: Int, y: Int) {
        let rect = try #require(strip.layout.controls.first { $0.action == action }).rect
        return ((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
    }

    private func click(_ x: Int, _ y: Int, now: Double) -> Action? {
        #expect(strip.buttonDown(x: x, y: y, isLeft: true, now: now))
        return strip.buttonUp(x: x, y: y, now: now).action
    }

    @Test("at first there is nothing to see and nothing to wait for")
    func hidden() {
        #expect(strip.commands().isEmpty)
        #expect(strip.deadline(now: 0) == nil)
        #expect(!strip.isVisible)
        #expect(!strip.buttonDown(x: 20, y: 20, isLeft: true, now: 0))
    }

    @Test("comes near the top, fades in, rests without a frame, and fades out")
    func life() throws {
        #expect(!strip.pointerMoved(x: 200, y: 100, now: 0))
        #expect(strip.deadline(now: 0) == nil)
        strip.pointerMoved(x: 200, y: 50, now: 1000)
        #expect(strip.hasChanged && strip.deadline(now: 1000) == 1016)
        strip.advance(to: 1200)
        #expect(!strip.commands().isEmpty)
        // Nothing runs until it is time to go.
        #expect(strip.deadline(now: 1200) == 1000 + Strip.restTime)
        strip.advance(to: 2000)
        #expect(!strip.hasChanged)
        strip.advance(to: 3500)
        #expect(strip.hasChanged)
        strip.advance(to: 3900)
        #expect(strip.commands().isEmpty)
        #expect(strip.deadline(now: 3900) == nil)
    }

    @Test("goes sooner when the pointer goes away")
    func away() {
        strip.pointerMoved(x: 200, y: 10, now: 0)
        strip.advance(to: 200)
        strip.pointerMoved(x: 200, y: 300, now: 300)
        #expect(strip.deadline(now: 300) == 300 + Strip.awayTime)
        strip.pointerMoved(x: 210, y: 310, now: 400)
        #expect(strip.deadline(now: 400) == 300 + Strip.awayTime)
    }

    @Test("in full screen it is hidden at once and comes only at the very edge")
    func fullScreen() {
        strip.pointerMoved(x: 200, y: 10, now: 0)
        strip.advance(to: 200)
        strip.facts.isFullScreen = true
        #expect(strip.commands().isEmpty)
        strip.pointerMoved(x: 200, y: 1, now: 300)
        #expect(!strip.isVisible)
        strip.pointerMoved(x: 200, y: 0, now: 400)
        #expect(strip.isVisible)
        // Once it is there the pointer may go down to it.
        strip.advance(to: 600)
        strip.pointerMoved(x: 200, y: 20, now: 3000)
        #expect(strip.deadline(now: 3000) == 3000 + Strip.restTime)
    }

    @Test(
        "a click does what its control shows",
        arguments: [Action.back, .togglePause, .rewind, .cycleScale, .toggleMenu])
    func click(_ action: Action) throws {
        let (x, y) = try place(action)
        strip.pointerMoved(x: x, y: y, now: 0)
        #expect(click(x, y, now: 10) == action)
    }

    @Test("a button that comes up elsewhere does nothing, but is still the strip's")
    func dragAway() throws {
        let (x, y) = try place(.back)
        strip.pointerMoved(x: x, y: y, now: 0)
        #expect(strip.buttonDown(x: x, y: y, isLeft: true, now: 10))
        #expect(strip.pointerMoved(x: x, y: 300, now: 20))
        let up = strip.buttonUp(x: x, y: 300, now: 30)
        #expect(up.isTaken && up.action == nil)
        #expect(!strip.buttonUp(x: x, y: 300, now: 40).isTaken)
    }

    @Test("only the left button works the controls")
    func rightButton() throws {
        let (x, y) = try place(.back)
        strip.pointerMoved(x: x, y: y, now: 0)
        #expect(strip.buttonDown(x: x, y: y, isLeft: false, now: 10))
        let up = strip.buttonUp(x: x, y: y, now: 20)
        #expect(up.isTaken && up.action == nil)
    }

    @Test("a click in the menu chooses its row and closes it; those of scale and quality leave it open")
    func menuClicks() throws {
        strip.toggleMenu(now: 0)
        for row in strip.menuLayout.rows {
            if !strip.isMenuOpen { strip.toggleMenu(now: 100) }
            #expect(click(row.rect.left + 20, row.rect.top + 5, now: 200) == row.action)
            #expect(strip.isMenuOpen == [.cycleScale, .cycleQuality].contains(row.action))
        }
    }

    @Test("a click outside closes the menu and is not the movie's")
    func menuCloses() {
        strip.toggleMenu(now: 0)
        #expect(strip.buttonDown(x: 50, y: 300, isLeft: true, now: 10))
        #expect(!strip.isMenuOpen)
        #expect(strip.buttonUp(x: 50, y: 300, now: 20).action == nil)
        #expect(!strip.buttonDown(x: 50, y: 300, isLeft: true, now: 30))
    }

    @Test("the keyboard works the menu")
    func menuKeys() {
        #expect(!strip.keyDown(Key(code: 40), now: 0).isTaken)
        strip.toggleMenu(now: 0)
        #expect(strip.keyDown(Key(code: 40), now: 0).isTaken)
        #expect(strip.hoveredInMenu == .togglePause)
        _ = strip.keyDown(Key(code: 38), now: 0)
        #expect(strip.hoveredInMenu == .quit)
        _ = strip.keyDown(Key(code: 40), now: 0)
        _ = strip.keyDown(Key(code: 40), now: 0)
        #expect(strip.keyDown(Key(code: 13), now: 0).action == .rewind)
        #expect(!strip.isMenuOpen)
        strip.toggleMenu(now: 0)
        #expect(strip.keyDown(Key(code: 65), now: 0).isTaken)
        #expect(!strip.keyDown(Key(code: 122), now: 0).isTaken)
        _ = strip.keyDown(Key(code: 27), now: 0)
        #expect(!strip.isMenuOpen)
    }

    @Test("an open menu does not go away by itself")
    func menuStays() {
        strip.toggleMenu(now: 0)
        strip.advance(to: 300)
        strip.advance(to: 60_000)
        #expect(strip.isVisible && strip.isMenuOpen)
        #expect(strip.deadline(now: 60_000) == nil)
    }

    static let windows: [(width: Int, height: Int, scale: Double)] = [
        (550, 400, 1), (1100, 800, 2), (1920, 1080, 1), (200, 150, 1), (100, 80, 1), (40, 30, 1), (1, 1, 1),
        (30000, 20, 1), (20, 30000, 4),
    ]

    @Test("fits into every window", arguments: windows)
    func layout(_ row: (width: Int, height: Int, scale: Double)) {
        let layout = StripLayout(width: row.width, height: row.height, scale: row.scale)
        // The most needed controls are always there, in this order.
        let always = layout.controls.map(\.action).filter { StripLayout.always.contains($0) }
        #expect(always == StripLayout.always)
        #expect(Set(layout.controls.map(\.action)).count == layout.controls.count)
        #expect(layout.bar.bottom <= row.height)
        if row.width >= 100 && row.height >= 80 {
            for (control, next) in zip(layout.controls, layout.controls.dropFirst()) {
                #expect(control.rect.right <= next.rect.left)
            }
            #expect(layout.controls.allSatisfy { $0.rect.left >= 0 && $0.rect.right <= row.width })
            #expect(layout.bar.height * 4 <= row.height + 4)
            let menu = MenuLayout(under: layout, width: row.width, height: row.height)
            #expect(menu.panel.left >= 0 && menu.panel.bottom <= row.height)
        }
    }

    @Test("a wide window has all controls, none over another, and sliders between them")
    func everything() {
        let layout = StripLayout(width: 1000, height: 600, scale: 1, hasSeek: true)
        let wanted: [Action] = [
            .back, .togglePause, .rewind, .stepBack, .stepForward, .mute, .chooseSpeed, .cycleScale, .screenshot,
            .toggleKeyboard, .itemSettings, .toggleFullScreen, .toggleMenu,
        ]
        #expect(layout.controls.map(\.action) == wanted)
        for (control, next) in zip(layout.controls, layout.controls.dropFirst()) {
            #expect(control.rect.right <= next.rect.left)
        }
        #expect(!layout.label.isEmpty && !layout.volume.isEmpty && !layout.seek.isEmpty)
        #expect(layout.controls.allSatisfy { $0.rect.bottom <= layout.seek.top })
        #expect(layout.controls.allSatisfy { $0.rect.intersection(layout.volume).isEmpty })
    }

    @Test("a slider follows the pointer from where it is pressed, beyond its ends and outside the strip")
    func sliding() throws {
        strip.facts.frameCount = 11
        let seek = strip.layout.seek
        let y = (seek.top + seek.bottom) / 2
        strip.pointerMoved(x: seek.left, y: y, now: 0)
        #expect(strip.hoveredSlider == .seek && strip.takeSlide() == nil)
        #expect(strip.buttonDown(x: (seek.left + seek.right) / 2, y: y, isLeft: true, now: 10))
        let pressed = try #require(strip.takeSlide())
        #expect(pressed.slider == .seek && abs(pressed.share - 0.5) < 0.01)
        #expect(strip.takeSlide() == nil)
        #expect(strip.pointerMoved(x: 2000, y: 300, now: 20))
        #expect(strip.takeSlide()?.share == 1)
        #expect(strip.buttonUp(x: 2000, y: 300, now: 30).action == nil)
        strip.pointerMoved(x: seek.left, y: y, now: 40)
        #expect(strip.takeSlide() == nil)
    }

    @Test("only a movie of several frames has a timeline")
    func timeline() {
        #expect(strip.layout.seek.isEmpty)
        strip.facts.frameCount = 2
        #expect(!strip.layout.seek.isEmpty)
        strip.facts.frameCount = 1
        #expect(strip.layout.seek.isEmpty)
    }

    @Test("the frame's number changes the picture only while it can be read")
    func facts() {
        strip.pointerMoved(x: 300, y: 10, now: 0)
        strip.advance(to: 1000)
        _ = strip.commands()
        strip.facts.frame = 5
        #expect(!strip.hasChanged)
        strip.facts.isPlaying = false
        #expect(strip.hasChanged)
        _ = strip.commands()
        strip.facts.frame = 6
        #expect(strip.hasChanged)
    }

    @Test("hidden, it asks for no drawing whatever it is told")
    func quiet() {
        strip.facts.isPlaying = false
        strip.facts.frame = 9
        strip.pointerMoved(x: 300, y: 300, now: 0)
        strip.pointerLeft(now: 10)
        strip.advance(to: 20)
        #expect(!strip.hasChanged)
    }

    // MARK: - The font

    @Test("has every letter that the controls write")
    func letters() {
        var texts = ScaleChoice.all.map(\.label) + Action.allCases.flatMap { $0.defaultKeys.map(\.label) }
        texts += Speed.all.map(Speed.label) + ["Volume 0123456789 %", "Sound is off", "Frame 1 of 2"]
        for isPlaying in [true, false] {
            strip.facts.isPlaying = isPlaying
            strip.facts.isFullScreen = isPlaying
            texts += Action.allCases.map { strip.title(of: $0) }
        }
        texts.append("Paused at frame 0123456789 of")
        for letter in Set(texts.joined()) where letter != " " {
            #expect(StrokeFont.hasGlyph(letter), "\(letter)")
        }
    }

    @Test("letters are as wide as they are drawn, and what is missing is a question mark")
    func glyphs() throws {
        let wide = StrokeFont.glyph("W")
        let narrow = StrokeFont.glyph("i")
        #expect(wide.advance > 2 * narrow.advance)
        let bounds = try #require(wide.shape).bounds
        #expect(bounds.xMin >= 0)
        #expect(Twips(bounds.xMax).pixels <= wide.advance * 100)
        #expect(StrokeFont.glyph("漢").shape == StrokeFont.glyph("?").shape)
        #expect(abs(StrokeFont.width(of: "Wi") - wide.advance - narrow.advance) < 1e-9)
    }
}
