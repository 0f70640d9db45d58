import AVM
import AVM2
import Player

/// The text of content elements, in their formats, with the pictures that stand in it.
struct TextContent {
    var text = FormattedText()
    /// Names of fonts that the movie brings.
    private(set) var embedded: Set<String> = []
    private(set) var graphics: [TextLineRequest.Graphic] = []

    private var rest = ContentTree.most
    /// Lines run down or up, where ideographs stand upright.
    var isVertical = false

    init() {}

    /// Adds an element, and those in it.
    mutating func append(_ element: Value, _ call: NativeCall, depth: Int = 0) throws(ScriptError) {
        guard let object = element.object, depth < ContentTree.deepest, rest > 0 else { return }
        rest -= 1
        let traits = call.machine.traits(of: object)
        if let group = call.machine.traits(named: "flash.text.engine.GroupElement"), traits == group {
            let elements = FilterProperty.list(object.cell.slots[ContentElementClass.Slot.end])
            // One that is not there takes the text of all.
            if elements.contains(where: { !$0.isObject }) { return }
            for part in elements { try append(part, call, depth: depth + 1) }
            return
        }
        if GraphicElementClass.isGraphic(object, call) { return try append(graphic: object, call) }
        guard let string = object.cell.slots[ContentElementClass.Slot.text].string else { return }
        let rotation = object.cell.slots[ContentElementClass.Slot.rotation].string?.text ?? ""
        try append(
            string.units, object.cell.slots[ContentElementClass.Slot.format],
            turns: Accepted.lineRotations.firstIndex(of: rotation) ?? 0, call)
    }

    /// Adds a text whose glyphs are turned by its format, or each as its kind wants where that leaves it to them.
    private mutating func append(
        _ units: [UInt16], _ look: Value, turns: Int, _ call: NativeCall
    ) throws(ScriptError) {
        var format = try format(look, call)
        let rotation = look.object?.cell.slots[4].string?.text ?? "auto"
        if let own = Accepted.lineRotations.firstIndex(of: rotation) {
            format.engine?.turns = (own + turns) & 3
            return text.append(units, format)
        }
        var start = 0
        while start < units.count {
            let isWide = isVertical && Self.isWide(units[start])
            var end = start + 1
            while end < units.count, (isVertical && Self.isWide(units[end])) == isWide { end += 1 }
            format.engine?.turns = (turns + (isWide ? 3 : 0)) & 3
            text.append(Array(units[start..<end]), format)
            start = end
        }
    }

    /// Ideographs and what is as wide (UAX #11); characters beyond the first 65536 that are drawn at all are mostly so.
    private static func isWide(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xD800...0xDFFF,
            0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6:
            true
        default: false
        }
    }

    private mutating func append(graphic object: Object, _ call: NativeCall) throws(ScriptError) {
        let first = ContentElementClass.Slot.end
        let width = try call.machine.toNumber(object.cell.slots[first + 1])
        let height = try call.machine.toNumber(object.cell.slots[first + 2])
        var format = TextLineRequest.graphicFormat(graphics.count)
        // Of its format the size counts alone, which is that of the line where it stands by itself.
        if object.cell.slots[ContentElementClass.Slot.format].isObject {
            format.size = try self.format(object.cell.slots[ContentElementClass.Slot.format], call).size
        }
        graphics.append(
            TextLineRequest.Graphic(
                width: width, height: height, object: object.cell.slots[first].object?.displayObject2))
        text.append([TextLineRequest.graphicUnit], format)
    }

    private mutating func format(_ value: Value, _ call: NativeCall) throws(ScriptError) -> TextFormat {
        guard let element = value.object else {
            throw call.machine.makeError(
                .error, 2175, [], through: ["flash.text.engine::TextBlock/DoCreateTextLine"])
        }
        var format = TextFormat.standard
        let slots = element.cell.slots
        format.size = try call.machine.toNumber(slots[1])
        format.color = try call.machine.toUInt32(slots[2]) & 0xFF_FFFF
        var look = EngineLook()
        look.alpha = try call.machine.toNumber(slots[3])
        let word = slots[6].string?.text ?? "useDominantBaseline"
        look.baseline =
            EngineLook.Baseline(rawValue: word == "useDominantBaseline" ? slots[5].string?.text ?? "" : word) ?? .roman
        look.shift = try call.machine.toNumber(slots[7])
        format.engine = look
        format.kerning = slots[8].string?.text != "off"
        format.letterSpacing = try call.machine.toNumber(slots[9]) + call.machine.toNumber(slots[10])
        if let description = slots[0].object?.cell.slots {
            let name = description[0].string?.text ?? ""
            format.font = name
            format.bold = description[1].string?.text == "bold"
            format.italic = description[2].string?.text == "italic"
            if description[3].string?.text == "embeddedCFF" { embedded.insert(name) }
        }
        return format
    }
}
