import AVM
import AVM1
import Base
import Renderer
import SWF

/// A text field on the stage.
public final class EditText: Container {
    public enum AutoSize: String, Sendable { case none, left, center, right }

    /// A selection: where it began and where its free end, the caret, is.
    public struct Selection: Equatable, Sendable {
        public var anchor, caret: Int
        public var range: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
    }

    /// What it shows.
    public internal(set) var content = FormattedText() { didSet { contentDidChange() } }
    /// Its box, in twips of its own space.
    public internal(set) var box: TwipsRect
    public var isHTML = false
    public var isMultiline = false { didSet { invalidateLayout() } }
    public var wordWraps = false { didSet { invalidateLayout() } }
    public var isPassword = false { didSet { invalidateLayout() } }
    public var isEditable = false { didSet { invalidateLayout() } }
    public var isSelectable = true
    public var hasBorder = false { didSet { player.invalidate() } }
    public var hasBackground = false { didSet { player.invalidate() } }
    public var borderColor: UInt32 = 0 { didSet { player.invalidate() } }
    public var backgroundColor: UInt32 = 0xFF_FFFF { didSet { player.invalidate() } }
    public var usesEmbeddedFonts = false { didSet { invalidateLayout() } }
    public var autoSize = AutoSize.none { didSet { invalidateLayout() } }
    public var condensesWhite = false
    public var scrollsByWheel = true
    public var alwaysShowsSelection = false
    public var usesRichClipboard = false
    /// Units that may be typed; nil: no limit.
    public var maxChars: Int?
    /// What may be typed, nil: all.
    public var restrict: String?
    public var antiAliasType = "normal"
    public var gridFitType = "pixel"
    public var thickness = 0.0
    public var sharpness = 0.0
    public var styles: StyleSheet? {
        didSet {
            if styles == nil { source = nil }
            reread()
        }
    }
    /// The script's StyleSheet object.
    public var styleSheetObject: Object?
    /// Path of the variable that it is bound to, "" where to none.
    public internal(set) var variable = ""
    /// First line that shows, from 1; never behind ``maxScroll``.
    public private(set) var scroll: Int {
        get {
            _ = layout
            return firstLine
        }
        set { firstLine = newValue }
    }
    private var firstLine = 1
    /// Pixels that the text is moved to the left.
    public private(set) var hscroll = 0.0
    public private(set) var selection: Selection?
    /// Children for the pictures of its text.
    var images: [FieldImage] = []
    /// It has come to where it can have children.
    var mayHoldImages = false
    private var lastImageSerial = 0
    /// What an input method is composing.
    var composition: Range<Int>?
    /// The unit at which a drag of the mouse began, and by what it selects.
    var dragOrigin: (index: Int, unit: SelectionUnit)?
    /// What has been typed, to be taken back.
    var history = EditHistory()
    /// Where the caret goes in the lines above and below, in twips, while it moves up and down.
    var caretColumn: Int?
    /// The HTML that was set last: kept while a style sheet is in force.
    private var source: [UInt16]?
    let tag: DefineEditText?
    /// What the variable was when it was last looked at.
    var knownVariable: String?
    private var knownLayout: TextLayout?
    private var knownStretch = (ratio: 1.0, pixel: 20)
    /// The text has changed since the box was fitted to it.
    private var needsAutoSize = true
    private var shapes = FieldShapes()

    /// One of the movie's dictionary.
    init(player: Player, assets: MovieAssets, tag: DefineEditText) {
        self.tag = tag
        box = tag.bounds
        super.init(player: player, assets: assets, characterID: tag.id)
        let flags = tag.flags
        isHTML = flags.contains(.html)
        isMultiline = flags.contains(.multiline)
        wordWraps = flags.contains(.wordWrap)
        isPassword = flags.contains(.password)
        isEditable = !flags.contains(.readOnly)
        isSelectable = !flags.contains(.noSelect)
        hasBorder = flags.contains(.border)
        hasBackground = flags.contains(.border)
        usesEmbeddedFonts = flags.contains(.useOutlines)
        autoSize = flags.contains(.autoSize) ? .left : .none
        maxChars = tag.maxLength.flatMap { $0 > 0 ? Int($0) : nil }
        variable = assets.text(tag.variableName)
        if let settings = assets.textSettings(tag.id) {
            antiAliasType = settings.usesAdvancedAntiAliasing ? "advanced" : "normal"
            gridFitType = ["none", "pixel", "subpixel"][min(2, Int(settings.gridFit))]
            (thickness, sharpness) = (Double(settings.thickness), Double(settings.sharpness))
        }
        content.defaultFormat = format(of: tag)
        let text = tag.initialText.map { Array(assets.text($0).utf16) } ?? []
        if isHTML { setHTML(text) } else { setPlain(text) }
        selection = runsAVM1 ? nil : Selection(anchor: content.count, caret: content.count)
    }

    /// A copy, as `duplicateMovieClip` makes it: what the movie's dictionary says, without what scripts have changed
    /// since. One that a script has made leaves an empty field without a size.
    func duplicate() -> EditText {
        if let tag { return EditText(player: player, assets: assets, tag: tag) }
        let copy = EditText(player: player, assets: assets, width: 0, height: 0)
        copy.isEditable = isEditable
        return copy
    }

    /// One that a script makes. Lengths in pixels.
    init(player: Player, assets: MovieAssets, width: Double, height: Double) {
        tag = nil
        box = TwipsRect(xMin: 0, xMax: Twips(pixels: width).raw, yMin: 0, yMax: Twips(pixels: height).raw)
        super.init(player: player, assets: assets)
        isEditable = false
        mayHoldImages = true
        // In ActionScript 3 a field has a selection without the focus.
        selection = runsAVM1 ? nil : Selection(anchor: 0, caret: 0)
    }

    private func format(of tag: DefineEditText) -> TextFormat {
        var format = TextFormat.standard
        if let id = tag.font, let font = assets.font(id) {
            format.font = assets.text(font.tag.name)
            // In HTML its tags say so.
            format.bold = font.tag.isBold && !isHTML
            format.italic = font.tag.isItalic && !isHTML
        } else if let name = tag.fontClass {
            format.font = assets.text(name)
        }
        if let height = tag.fontHeight { format.size = Double(height) / 20 }
        if let color = tag.color { format.color = color.rgb }
        if let layout = tag.layout {
            // Fields of HTML start left until SWF 7, and ever where they have no text.
            if !isHTML || (swfVersion >= 8 && tag.initialText != nil) {
                format.align = [.left, .right, .center, .justify][Int(layout.align & 3)]
            }
            format.leftMargin = Double(layout.leftMargin) / 20
            format.rightMargin = Double(layout.rightMargin) / 20
            format.indent = (Double(Int16(bitPattern: layout.indent)) / 20).rounded(.toNearestOrEven)
            format.leading = Double(layout.leading) / 20
        }
        return format
    }

    override var isNamedByPlayer: Bool { true }

    override func avm1Prototype() -> Object? {
        // A movie of SWF 5 knows text fields only by their variables.
        swfVersion >= 6 ? player.avm1.machine.prototypes.others["TextField"] : nil
    }

    override func didEnterStage() {
        guard runsAVM1 else { return }
        if let script = avm1Object() { player.avm1.textFieldMade?(script) }
        mayHoldImages = true
        bindVariable()
        matchImages()
    }

    /// The mouse works on its text, not on handlers.
    override func respond(to event: ClipEvents) {}

    override func visitScripts(_ marker: inout Marker) {
        super.visitScripts(&marker)
        marker.visit(styleSheetObject)
    }

    // MARK: Text

    /// Sets plain text in the default format.
    public func setPlain(_ units: [UInt16]) {
        source = nil
        history = EditHistory()
        let format = content.defaultFormat
        content = FormattedText(units.map { $0 == 0x0A ? 0x0D : $0 }, format: format)
    }

    /// Sets text with tags, whose formats start from the default one.
    public func setHTML(_ units: [UInt16]) {
        source = styles == nil ? nil : units
        history = EditHistory()
        var reader = HTMLReader(
            units, defaultFormat: content.defaultFormat, isMultiline: isMultiline, condensesWhite: condensesWhite,
            styles: styles, swfVersion: swfVersion)
        var read = reader.read()
        read.numberImages(after: &lastImageSerial)
        content = read
    }

    /// Text from a script: as HTML where a style sheet is in force.
    public func setText(_ units: [UInt16]) {
        if styles == nil, content.units == units, !content.units.isEmpty { return writeVariable() }
        if styles != nil { setHTML(units) } else { setPlain(units) }
        writeVariable()
    }

    public func setHTMLText(_ units: [UInt16]) {
        // The same again changes nothing, so that formats stay.
        if isHTML || styles != nil, Array(htmlText.utf16) == units { return }
        if isHTML || styles != nil { setHTML(units) } else { setPlain(units) }
        writeVariable()
    }

    private func reread() {
        if let source { setHTML(source) }
    }

    /// The text as HTML; plain where it is no HTML field.
    public var htmlText: String {
        if styles != nil, let source { return String(decoding: source, as: UTF16.self) }
        guard isHTML || styles != nil else { return content.text }
        var writer = HTMLWriter()
        return writer.write(content)
    }

    public func setFormat(_ format: TextFormat, of range: Range<Int>) {
        var format = format
        format.display = nil
        content.setFormat(format, of: range)
    }

    public func setDefaultFormat(_ format: TextFormat) {
        content.defaultFormat = content.defaultFormat.merged(with: format)
        content.defaultFormat.display = nil
        invalidateLayout()
    }

    /// Puts text in the place of a range, in the format of what is there.
    public func replace(_ range: Range<Int>, with units: [UInt16]) {
        let range = range.clamped(to: 0..<content.count)
        content.replace(
            range, with: units.map { $0 == 0x0A ? 0x0D : $0 },
            content.count > 0 ? content.format(at: min(range.lowerBound, content.count - 1)) : content.defaultFormat)
    }

    private func contentDidChange() {
        // What an input method composes is gone where a script has taken its place away.
        if let range = composition, range.upperBound > content.count { composition = nil }
        if let old = selection {
            selection = Selection(anchor: min(old.anchor, content.count), caret: min(old.caret, content.count))
        }
        matchImages()
        invalidateLayout()
    }

    func invalidateLayout() {
        knownLayout = nil
        needsAutoSize = true
        if autoSize != .none { player.hasUnfittedText = true }
        shapes.isCurrent = false
        player.invalidate()
    }

    // MARK: Layout

    /// Space between the box and the text, in twips.
    static let gutter = 40

    /// Room for a line: the inside of the box.
    var innerWidth: Int { max(0, Int(box.xMax) - Int(box.xMin) - 2 * Self.gutter) }
    var innerHeight: Int { max(0, Int(box.yMax) - Int(box.yMin) - 2 * Self.gutter) }

    var layout: TextLayout {
        let stretch = deviceStretch
        if let knownLayout, knownStretch == stretch { return knownLayout }
        var settings = TextLayout.Settings(
            width: autoSize != .none && !wordWraps ? 0 : innerWidth, wraps: wordWraps,
            passwordUnit: isPassword ? 0x2A : nil, deviceStretch: stretch.ratio, devicePixel: stretch.pixel,
            isInput: isEditable, reorders: !usesEmbeddedFonts, swfVersion: swfVersion)
        if !content.images.isEmpty { settings.images = imageRequests }
        let made = TextLayout(content, settings, fonts: font)
        knownStretch = stretch
        knownLayout = made
        // What a shorter text has left behind is no longer scrolled to. A field that sizes itself is fitted first.
        if autoSize == .none {
            firstLine = min(firstLine, maxScroll)
            hscroll = min(hscroll, maxHScroll)
        }
        return made
    }

    /// Text in device fonts is not stretched with its field: glyphs are as wide as their height on the screen wants.
    /// Also the width of a pixel in the field.
    private var deviceStretch: (ratio: Double, pixel: Int) {
        guard !usesEmbeddedFonts else { return (1, 20) }
        let matrix = localToGlobal
        let (width, height) = (
            (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot(),
            (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot()
        )
        guard width > 0, height > 0 else { return (1, 20) }
        return (Double(height / width), Int(Int32(saturating: Double(20 / width).rounded())))
    }

    /// Room for the caret behind the text of a field that sizes itself, in twips.
    private static let caretRoom = 50

    /// Whether its box is still that of an older text. Quirk of Flash: it is fitted when it is asked for or when a frame
    /// ends in which the field can be seen, so that what is set in between counts only as far as it lasts.
    var isUnfitted: Bool { needsAutoSize && autoSize != .none }

    /// Changes the box to the text where it sizes itself. Called when its size or its look is asked for.
    func applyAutoSize() {
        guard needsAutoSize else { return }
        needsAutoSize = false
        guard autoSize != .none else { return }
        let layout = layout
        if !wordWraps {
            let width = Int32(clamping: layout.textWidth + 2 * Self.gutter + (isEditable ? Self.caretRoom : 0))
            let spare = (box.xMax &- box.xMin) &- width
            switch autoSize {
            case .right: box.xMin &+= spare
            case .center: box.xMin &+= spare / 2
            case .left, .none: break
            }
            box.xMax = box.xMin &+ width
        }
        box.yMax = box.yMin &+ Int32(clamping: layout.height + 2 * Self.gutter)
        shapes.isCurrent = false
    }

    /// Gives the box another size, in pixels: a text field is not scaled.
    func resizeBox(width: Double?, height: Double?) {
        isTransformedByScript = true
        applyAutoSize()
        if let width { box.xMax = box.xMin &+ Twips(pixels: max(0, width)).raw }
        if let height { box.yMax = box.yMin &+ Twips(pixels: max(0, height)).raw }
        invalidateLayout()
    }

    private func font(_ format: TextFormat) -> any TextFont {
        let name = format.font ?? ""
        let (bold, italic) = (format.bold == true, format.italic == true)
        if usesEmbeddedFonts {
            // Of fonts with one name and style the first that the movie defines is used for all.
            if let font = player.embeddedFont(named: name, isBold: bold, isItalic: italic, in: assets) { return font }
            if let id = tag?.font, let font = assets.font(id), assets.text(font.tag.name) == name,
                !font.tag.glyphs.isEmpty
            {
                return font
            }
            // A font that the movie only names is one of the system, and so is that of a field where nothing is said;
            // one that it does not know shows nothing.
            guard assets.namesFont(name) || (!runsAVM1 && name == TextFormat.standard.font) else {
                return player.missingFont
            }
        }
        return player.deviceFont(family: name, isBold: bold, isItalic: italic)
    }

    // MARK: Scrolling

    /// The last line that shows, from 1.
    public var bottomScroll: Int {
        let lines = layout.lines
        guard scroll <= lines.count else { return 1 }
        let top = lines[scroll - 1].y
        let last = lines[(scroll - 1)...].lastIndex { $0.y + $0.height - top <= innerHeight }
        return (last ?? scroll - 1) + 1
    }

    /// The highest line that can be scrolled to.
    public var maxScroll: Int {
        let layout = layout
        let first = layout.lines.firstIndex { layout.height - $0.y <= innerHeight } ?? layout.lines.count - 1
        return first + 1
    }

    /// How far the text can be moved to the left. Behind text that can be typed a quarter of the field stays free.
    public var maxHScroll: Double {
        if wordWraps || content.count == 0 { return 0 }
        let free = isEditable ? innerWidth / 20 / 4 * 20 : 0
        return max(0, (Double(layout.width + free - innerWidth) / 20).rounded(.up))
    }

    public func setScroll(_ line: Int) {
        let new = max(1, min(line, maxScroll))
        guard new != scroll else { return }
        scroll = new
        invalidateShapes()
        if runsAVM1 { player.avm1.textFieldScrolled?(self) } else { player.textDidScroll3(self) }
    }

    public func setHScroll(_ pixels: Double) {
        hscroll = max(0, min(pixels, maxHScroll))
        invalidateShapes()
    }

    private func invalidateShapes() {
        shapes.isCurrent = false
        player.invalidate()
    }

    /// Size of the text in pixels.
    public var textSize: (width: Double, height: Double) {
        (Double(layout.textWidth) / 20, Double(layout.height) / 20)
    }

    // MARK: Selection

    public func select(from start: Int, to end: Int) {
        selection = Selection(anchor: min(start, content.count), caret: min(end, content.count))
        invalidateShapes()
    }

    func setSelection(_ new: Selection?) {
        selection = new
        invalidateShapes()
    }

    // MARK: The picture

    override var selfBounds: TwipsRect {
        applyAutoSize()
        return box
    }

    /// What hangs out of it does not show.
    override var bounds: TwipsRect { selfBounds }
    public override var edgeBounds: TwipsRect { selfEdgeBounds }

    override func containsSelf(_ point: TwipsPoint) -> Bool { box.contains(point) }
    override func picksSelf(_ point: TwipsPoint) -> Bool {
        box.contains(point) && (isSelectable || link(at: point) != nil)
    }

    /// Text that its author's tool has made of static text, and that nobody can select, lets the mouse through.
    var takesMouse: Bool { isSelectable || tag?.flags.contains(.wasStatic) != true }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        readVariable()
        placeImages()
        applyAutoSize()
        shapes.render(self, into: &list, state)
    }
}
