import AVM
import AVM2
import Base
import SWF
import TestSupport
import Testing

@testable import Player

/// What a person does in a text field beside typing: moving up and down, taking back, scrolling by the caret.
@Suite struct EditingTests {
    /// A field with the focus, its caret at the start.
    private func field(
        _ text: String, _ change: (inout DefineEditText) -> Void = { _ in }
    ) throws -> (Stage, EditText) {
        let (stage, field) = try Stage.field(text, change)
        stage.player.focus.set(field)
        field.control(.moveLeftDocument)
        return (stage, field)
    }

    private func caret(_ field: EditText) -> Int? { field.selection?.caret }

    @Test("up and down keep their column through shorter lines, and scroll")
    func vertical() throws {
        let (stage, field) = try field("abcdef\rab\rabcdef\ra")
        defer { withExtendedLifetime(stage) {} }
        for _ in 0..<4 { field.control(.moveRight) }
        field.control(.moveDown)
        #expect(caret(field) == 9)
        field.control(.moveDown)
        #expect(caret(field) == 14)
        // Two lines fit into the field.
        #expect(field.scroll == 2)
        field.control(.selectDown)
        #expect(field.selection?.range == 14..<18)
        field.control(.moveUp)
        field.control(.moveUp)
        field.control(.moveUp)
        #expect(caret(field) == 4 && field.scroll == 1)
        field.control(.moveUp)
        #expect(caret(field) == 0)
        // The column is still that of before; the line below is shorter.
        field.control(.movePageDown)
        #expect(caret(field) == 9)
    }

    @Test("typing is taken back as a whole, deleting by itself, and both come again")
    func undo() throws {
        let (stage, field) = try field("abc")
        defer { withExtendedLifetime(stage) {} }
        for letter in "def" { field.type(String(letter)) }
        field.control(.backspace)
        #expect(field.content.text == "deabc")
        field.control(.undo)
        #expect(field.content.text == "defabc" && caret(field) == 3)
        field.control(.undo)
        #expect(field.content.text == "abc" && caret(field) == 0)
        field.control(.undo)
        #expect(field.content.text == "abc")
        field.control(.redo)
        field.control(.redo)
        #expect(field.content.text == "deabc" && caret(field) == 2)
        // What is typed after a move is a change of its own, and ends what could come again.
        field.type("g")
        field.control(.moveRightDocument)
        field.type("h")
        field.control(.redo)
        field.control(.undo)
        #expect(field.content.text == "degabc")
        // Text of a script begins anew.
        field.setPlain(Array("new".utf16))
        field.control(.undo)
        #expect(field.content.text == "new")
    }

    @Test("a long history is bounded")
    func bounds() throws {
        let (stage, field) = try field("abc")
        defer { withExtendedLifetime(stage) {} }
        for _ in 0..<300 {
            field.type("a")
            field.control(.moveLeftDocument)
        }
        for _ in 0..<400 { field.control(.undo) }
        #expect(field.content.count == 3 + 200)
    }

    @Test("typing beyond the edge moves the text to the left, and back with the caret")
    func horizontal() throws {
        let (stage, field) = try field("abcdef abcdef abcdef") { $0.flags.remove(.multiline) }
        defer { withExtendedLifetime(stage) {} }
        #expect(field.hscroll == 0)
        field.control(.moveRightLine)
        let box = try #require(field.caretBox)
        #expect(field.hscroll > 0 && box.x > 40 && box.x < 2000 - 40)
        field.control(.moveLeftLine)
        #expect(field.hscroll == 0)
    }

    @Test("what is composed is underlined while it is, and not taken back in pieces")
    func composing() throws {
        let (stage, field) = try field("abc")
        defer { withExtendedLifetime(stage) {} }
        stage.player.handle(.imePreedit("d", cursor: nil))
        stage.player.handle(.imePreedit("de", cursor: 2..<2))
        #expect(field.content.text == "deabc" && field.composition == 0..<2)
        stage.player.handle(.imePreedit("", cursor: nil))
        #expect(field.content.text == "abc" && field.composition == nil)
        stage.player.handle(.imePreedit("d", cursor: nil))
        stage.player.handle(.imeCommit("f"))
        #expect(field.content.text == "fabc")
        field.control(.undo)
        #expect(field.content.text == "abc")
    }

    // MARK: Boxes and variables

    @Test(
        "a box that sizes itself is fitted when a frame ends in which it shows, when it is asked for, or by the focus")
    func lazyBoxes() throws {
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        let machine = stage.machine
        func field() throws -> Value {
            let made = try stage.new("flash.text.TextField")
            try machine.set(machine.publicName("autoSize"), of: made, to: machine.string("center").keep(stage))
            return made
        }
        /// Where a field is that is wrapped before its place is asked for.
        func wrapped(_ field: Value) throws -> Double {
            try machine.set(machine.publicName("wordWrap"), of: field, to: .true)
            return try stage.get(field, "x").unsafeNumber
        }
        let (shown, hidden, away, focused) = (try field(), try field(), try field(), try field())
        for one in [shown, hidden, focused] { _ = try stage.call(stage.root(), "addChild", one) }
        try machine.set(machine.publicName("visible"), of: hidden, to: .false)
        try machine.set(
            machine.publicName("focus"), of: stage.get(stage.root(), "stage"), to: focused)
        #expect(try wrapped(focused) == 48)
        _ = stage.run()
        // A new field is 100 pixels wide, an empty one 4.
        #expect(try wrapped(shown) == 48)
        #expect(try wrapped(hidden) == 0)
        #expect(try wrapped(away) == 0)
    }

    @Test("a field that is bound to a variable which is not there yet starts anew with its first text")
    func unboundVariable() throws {
        let (stage, field) = try field("abc")
        defer { withExtendedLifetime(stage) {} }
        field.type("d")
        #expect(field.content.text == "dabc")
        field.setVariable("letters")
        #expect(field.content.text == "abc")
        field.type("e")
        field.setVariable("")
        field.setPlain(Array("f".utf16))
        // The variable has followed what was typed, and gives it back.
        field.setVariable("letters")
        #expect(field.content.text.contains("e"))
    }

    @Test("a shorter text is not left scrolled out of sight")
    func shorterText() throws {
        let (stage, field) = try field("a\ra\ra\ra\ra\ra")
        defer { withExtendedLifetime(stage) {} }
        field.setScroll(4)
        #expect(field.scroll == 4)
        field.replace(0..<field.content.count, with: Array("b".utf16))
        #expect(field.scroll == 1)
    }

    @Test("maxChars never leaves half a character, and line ends are of one kind however they come")
    func wholeCharacters() throws {
        let (stage, field) = try field("")
        defer { withExtendedLifetime(stage) {} }
        field.maxChars = 3
        field.type("ab😀")
        #expect(field.content.text == "ab")
        field.type("c")
        #expect(field.content.text == "abc")
        field.replace(3..<3, with: Array("\nd".utf16))
        #expect(field.content.units == Array("abc\rd".utf16))
    }
}
