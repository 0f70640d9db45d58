import AVM
import AVM2
import Player

/// The text of content elements, in their formats, with the pictures that stand in it.
struct TextContent {
    var text = FormattedText()
    /// Names of fonts that the movie brings.
    private(set) var embedded: Set<String> = []
    private(set) var graphics: [TextLineRequest.Graphic] = []

    /// Groups in one another that count: scripts may put a group into itself.
    private static let deepestGroup = 64

    /// Adds an element, and those in it.
    mutating func append(_ element: Value, _ call: NativeCall, depth: Int = 0) throws(ScriptError) {
        guard let object = element.object, depth < Self.deepestGroup else { return }
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
        text.append(string.units, try format(object.cell.slots[ContentElementClass.Slot.format], call))
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
        guard let element = value.object else { throw call.machine.makeError(.error, 2175) }
        var format = TextFormat.standard
        let slots = element.cell.slots
        format.size = try call.machine.toNumber(slots[1])
        format.color = try call.machine.toUInt32(slots[2]) & 0xFF_FFFF
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
