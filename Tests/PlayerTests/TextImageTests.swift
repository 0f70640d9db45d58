import AVM
import Base
import Renderer
import SWF
import TestSupport
import Testing

@testable import Player

/// Pictures in the text of fields: `<img>`.
@Suite struct TextImageTests {
    private let font = EvenFont()

    /// A field of 100 pixels inside, characters of 10 by 20.
    private func layout(_ string: String, _ images: [TextFloats.Request]) -> TextLayout {
        var format = TextFormat.standard
        format.size = 20
        var settings = TextLayout.Settings(width: 2000, wraps: true)
        settings.images = images
        return TextLayout(FormattedText(Array(string.utf16), format: format), settings) { [font] _ in font }
    }

    private func request(_ index: Int, _ width: Int, _ height: Int, _ side: TextImage.Side = .left)
        -> TextFloats.Request
    {
        TextFloats.Request(index: index, width: width * 20, height: height * 20, side: side)
    }

    @Test("lines go around a picture, and take the whole width again below it")
    func wraps() {
        let made = layout("aa bb cc dd ee ff gg", [request(0, 45, 30)])
        #expect(made.lines.map(\.x) == [900, 900, 0])
        #expect(made.lines.map(\.range) == [0..<6, 6..<12, 12..<20])
        #expect(made.images.map(\.x) == [0] && made.images.map(\.y) == [0])
    }

    @Test("a picture within a line is beside the next; on the right it takes the room there")
    func withinLine() {
        let made = layout("aa bb cc dd ee ff gg", [request(3, 45, 10, .right)])
        #expect(made.lines.map(\.x) == [0, 0, 0])
        #expect(made.lines.map(\.range) == [0..<9, 9..<15, 15..<20])
        #expect(made.images[0].x == 1100 && made.images[0].y == 400)
    }

    @Test("where there is no room for a word the text goes on below, and so do pictures")
    func noRoom() {
        let made = layout("abcdef gh", [request(0, 60, 30), request(0, 60, 10)])
        #expect(made.images.map(\.y) == [0, 600])
        #expect(made.lines[0].y == 800 && made.lines[0].x == 0)
        // A picture that is wider than the field is there all the same.
        #expect(layout("a", [request(0, 300, 30)]).images[0].width == 6000)
    }

    @Test("a picture at the end of the text stands below the last line")
    func atEnd() {
        let made = layout("aa", [request(2, 10, 10)])
        #expect(made.images[0].y == 400)
        #expect(made.lines[0].x == 0)
    }

    private func read(_ html: String, isMultiline: Bool = true, condenses: Bool = false) -> FormattedText {
        var reader = HTMLReader(
            Array(html.utf16), defaultFormat: .standard, isMultiline: isMultiline, condensesWhite: condenses)
        return reader.read()
    }

    @Test("attributes of a picture, and what is taken without them")
    func attributes() throws {
        let text = read(
            "a<img src='p&amp;q.png' width='30' height=\"20\" align='RIGHT' hspace='2' vspace='3' id='pic'>b")
        #expect(text.text == "ab")
        let image = try #require(text.images.first)
        #expect(image.source == "p&q.png" && image.width == 30 && image.height == 20 && image.side == .right)
        #expect(image.horizontalSpace == 2 && image.verticalSpace == 3 && image.id == "pic" && image.index == 1)
        let plain = try #require(read("<img src='x' width='nothing'/>").images.first)
        #expect(plain.width == nil && plain.horizontalSpace == 8 && plain.verticalSpace == 8 && plain.side == .left)
        // Without a source, and in a field of one line, there is none.
        #expect(read("a<img width='3'>b").images.isEmpty)
        #expect(read("a<img src='x'>b", isMultiline: false).images.isEmpty)
        #expect(read(" a  <img src='x'> b", condenses: true).images.map(\.index) == [2])
    }

    @Test("htmlText writes pictures where they stand")
    func writing() {
        func written(_ html: String) -> String {
            var writer = HTMLWriter()
            return writer.write(read(html))
        }
        let open =
            "<P ALIGN=\"LEFT\"><FONT FACE=\"Times New Roman\" SIZE=\"12\" COLOR=\"#000000\" LETTERSPACING=\"0\" "
            + "KERNING=\"0\">"
        let html = "\(open)a<IMG SRC=\"x&amp;\" WIDTH=\"5\" ID=\"i\">b</FONT></P>"
        #expect(written("a<img src='x&amp;' width='5' id='i'>b") == html)
        #expect(written(html) == html)
        #expect(written("<p>a</p><img src='x'>") == "\(open)a</FONT></P>\(open)<IMG SRC=\"x\"></FONT></P>")
    }

    @Test("pictures keep their place in text that changes, and go with what is around them")
    func replacing() {
        var text = read("abcdef")
        text = read("ab<img src='x'>cdef<img src='y'>")
        text.replace(0..<1, with: Array("123".utf16), .standard)
        #expect(text.images.map(\.index) == [4, 8])
        text.replace(3..<6, with: [], .standard)
        #expect(text.images.map(\.source) == ["y"] && text.images.map(\.index) == [5])
    }

    /// A movie with a red square of ten pixels that is exported as "square", and a field that shows it.
    private func stage(_ html: String) throws -> (Stage, EditText) {
        let stage = try Stage { movie in
            movie.defineShape(
                id: 3, .rectangle(x: 0, y: 0, width: 10, height: 10), fill: .solid(RGBA(red: 255, green: 0, blue: 0)))
            movie.defineSprite(id: 4) {
                $0.place(3, depth: 1)
                $0.showFrame()
            }
            movie.exportAssets([(4, "square")])
            var field = DefineEditText(
                id: 2, bounds: TwipsRect(xMin: 0, xMax: 2000, yMin: 0, yMax: 1000),
                flags: [.hasText, .multiline, .html, .wordWrap], variableName: SWFString(""))
            field.initialText = SWFString(html)
            movie.defineEditText(field)
            movie.place(2, depth: 1, name: "field")
            movie.showFrame()
        }
        _ = stage.run()
        let root = try #require(stage.player.levels[0])
        return (stage, try #require(root.children.first as? EditText))
    }

    @Test("a symbol of the library becomes a child of the field, by its id, at the size that is asked for")
    func child() throws {
        let (stage, field) = try stage("<img src='square' id='pic' width='30' hspace='4' vspace='6'>a")
        field.placeImages()
        let child = try #require(field.children.first)
        #expect(child.name == "pic" && field.children.count == 1)
        #expect(child.matrix.a == 3 && child.matrix.d == 1)
        // Gutter and room.
        #expect(child.matrix.tx == 120 && child.matrix.ty == 160)
        #expect(field.layout.lines[0].x == (30 + 8) * 20)
        let script = try #require(field.avm1Object())
        let machine = try #require(stage.player.avm1.machine)
        #expect(try machine.find(script, machine.atom("pic"))?.object?.displayObject === child)
        field.setPlain([])
        #expect(field.children.isEmpty && child.isRemoved)
    }

    @Test("the picture is drawn inside of the field only, and takes the mouse there only")
    func drawing() throws {
        let (stage, field) = try stage("<img src='square' height='200' hspace='0' vspace='0'>")
        field.placeImages()
        let pixmap = Pixmap(width: 100, height: 100)
        Renderer(resources: stage.player.resources, threads: 1).draw(
            stage.player.renderCommands(), into: pixmap.target, background: .white, quality: .high,
            damage: [pixmap.target.bounds])
        #expect(pixmap.pixels[20 * 100 + 5] == 0xFFFF_0000)
        #expect(pixmap.pixels[60 * 100 + 5] == 0xFFFF_FFFF)
        #expect(field.mousePick(TwipsPoint(x: 100, y: 1200)) == nil)
    }

    @Test("ActionScript 3: an address is loaded by a Loader that getImageReference gives")
    func loader() throws {
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        let field = try stage.new("flash.text.TextField")
        func set(_ name: StaticString, _ value: Value) throws {
            try stage.machine.set(stage.machine.publicName(name), of: field, to: value)
        }
        try set("multiline", .true)
        try set("htmlText", stage.machine.string("<img src='pic.png' id='a'><img src='flash.display.Sprite' id='b'>"))
        let first = try stage.call(field, "getImageReference", stage.machine.string("a").keep(stage))
        let second = try stage.call(field, "getImageReference", stage.machine.string("b").keep(stage))
        #expect(try stage.machine.toString(first).text == "[object Loader]")
        #expect(try stage.machine.toString(second).text == "[object Sprite]")
        #expect(try stage.call(field, "getImageReference", stage.machine.string("c").keep(stage)) == .null)
    }
}
