import AVM
import AVM1
import Base
import Renderer

/// One of the properties that every display object has in ActionScript 1 and 2, such as `_x`.
struct ClipProperty: Sendable {
    typealias Getter = @Sendable (DisplayObject, Machine) throws(ScriptError) -> Value
    typealias Setter = @Sendable (DisplayObject, Value, Machine) throws(ScriptError) -> Void
    let name: StaticString
    let get: Getter
    /// Nil: it can only be read.
    let set: Setter?
    let kind: Kind

    /// What a value that is written becomes.
    enum Kind { case number, text }

    init(_ name: StaticString, _ kind: Kind = .number, get: @escaping Getter, set: Setter? = nil) {
        self.kind = kind
        self.name = name
        self.get = get
        self.set = set
    }
}

/// The properties by name, and by the number that GetProperty and SetProperty use.
///
/// Spec: SWF 19, "ActionGetProperty", p. 82.
final class ClipPropertyTable {
    private var byName: [Atom: ClipProperty] = [:]

    init(_ machine: Machine) {
        // Names ignore case in every version.
        for property in Self.properties { byName[machine.heap.strings.pinned(property.name)] = property }
    }

    func property(_ name: Atom, _ machine: Machine) -> ClipProperty? {
        guard name.string.count > 1, name.string[0] == 0x5F else { return nil }
        return byName[name] ?? byName[machine.heap.strings.folded(name)]
    }

    static func property(_ index: Int) -> ClipProperty? { properties.indices.contains(index) ? properties[index] : nil }

    private static let properties: [ClipProperty] = [
        ClipProperty("_x", get: { object, _ in Value(object.x) }, set: setNumber { $0.x = length($1) }),
        ClipProperty("_y", get: { object, _ in Value(object.y) }, set: setNumber { $0.y = length($1) }),
        ClipProperty("_xscale", get: { object, _ in Value(object.scaleX) }, set: setNumber { $0.scaleX = $1 }),
        ClipProperty("_yscale", get: { object, _ in Value(object.scaleY) }, set: setNumber { $0.scaleY = $1 }),
        ClipProperty(
            "_currentframe",
            // What follows the last frame that is announced is played but not counted.
            get: { object, _ in clipNumber(object) { min($0.currentFrame, $0.scriptTotalFrames) } }),
        ClipProperty("_totalframes", get: { object, _ in clipNumber(object) { $0.scriptTotalFrames } }),
        ClipProperty(
            "_alpha", get: { object, _ in Value(object.alpha * 100) },
            set: setNumber { $0.alpha = $1.isFinite ? length($1) / 100 : 0 }),
        ClipProperty(
            "_visible", get: { object, _ in Value(object.isVisible) },
            set: { (object, value, machine) throws(ScriptError) in
                // A text is compared with 0 as a number, which it rarely is. Null and undefined say nothing.
                if value.isNullish { return }
                let number = try machine.toNumber(value)
                if !number.isNaN {
                    // What is hidden gives up the focus; it may take it again all the same.
                    if number == 0, object.isVisible, object.player.focus.focused === object {
                        object.player.focus.set(nil, by: .script)
                    }
                    object.isVisible = number != 0
                }
                object.player.invalidate()
            }),
        ClipProperty("_width", get: { object, _ in Value(object.width) }, set: setNumber { $0.width = length($1) }),
        ClipProperty("_height", get: { object, _ in Value(object.height) }, set: setNumber { $0.height = length($1) }),
        ClipProperty("_rotation", get: { object, _ in Value(object.rotation) }, set: setNumber { $0.rotation = $1 }),
        ClipProperty("_target", .text, get: { object, machine in machine.string(object.slashPath) }),
        ClipProperty("_framesloaded", get: { object, _ in clipNumber(object) { $0.scriptTotalFrames } }),
        ClipProperty(
            "_name", .text, get: { object, machine in machine.string(object.name ?? "") },
            set: { (object, value, machine) throws(ScriptError) in object.name = try machine.toString(value).text }),
        ClipProperty(
            "_droptarget", .text, get: { object, machine in machine.string(object.dropTarget?.slashPath ?? "") }),
        ClipProperty(
            "_url", .text,
            get: { object, machine in machine.string((object as? MovieClip)?.failedURL ?? object.assets.url) }),
        ClipProperty(
            "_highquality",
            get: { object, _ in Value(Int32(object.player.quality == .best ? 2 : object.player.quality == .low ? 0 : 1))
            },
            set: setNumber { $0.player.quality = $1 >= 2 ? .best : $1 == 0 ? .low : .high }),
        ClipProperty(
            "_focusrect",
            get: { object, machine in
                // The root's is that of the whole movie.
                if object.parent == nil || machine.dialect.swfVersion < 6 {
                    return Value(object.player.showsFocusRect ? Int32(1) : 0).asFlag(machine)
                }
                return object.showsFocusRect.map { Value($0) } ?? .null
            },
            set: { (object, value, machine) throws(ScriptError) in
                if object.parent == nil || machine.dialect.swfVersion < 6 {
                    // A number decides; what is none changes nothing, but an object counts as false.
                    let number = value.isObject ? 0 : try machine.toNumber(value)
                    if !number.isNaN && !value.isNullish && !isNoNumber(value) {
                        object.player.showsFocusRect = number != 0
                    }
                } else {
                    object.showsFocusRect = value.isNullish ? nil : machine.toBool(value)
                }
            }),
        ClipProperty(
            "_soundbuftime", get: { object, _ in Value(object.player.soundBufferSeconds) },
            set: setNumber {
                $0.player.soundBufferSeconds = abs($1) < 2_147_483_648 ? $1.rounded(.towardZero) : -2_147_483_648
            }),
        ClipProperty(
            "_quality", .text, get: { object, machine in machine.string(object.player.quality.avm1Name) },
            set: { (object, value, machine) throws(ScriptError) in
                if let quality = Quality(avm1Name: try machine.toString(value).text) { object.player.quality = quality }
            }),
        ClipProperty("_xmouse", get: { object, _ in Value(object.mousePosition.x) }),
        ClipProperty("_ymouse", get: { object, _ in Value(object.mousePosition.y) }),
    ]

    /// A setter that takes a number and ignores what is none.
    private static func setNumber(_ body: @escaping @Sendable (DisplayObject, Double) -> Void) -> ClipProperty.Setter {
        { (object, value, machine) throws(ScriptError) in
            if value.isUndefined || value.isNull { return }
            let number = try machine.toNumber(value)
            // A text that is no number changes nothing, even where the dialect makes 0 of it.
            if number.isNaN || isNoNumber(value) { return }
            body(object, number)
            object.player.invalidate()
        }
    }

    private static func isNoNumber(_ value: Value) -> Bool {
        value.string.map { NumberConversion.avm1Number($0, swfVersion: 7).isNaN } ?? false
    }

    /// A length in pixels. What does not fit is the lowest of all, as processors make it.
    private static func length(_ number: Double) -> Double { abs(number) < 107_374_182.4 ? number : -107_374_182.4 }

    private static func clipNumber(_ object: DisplayObject, _ body: (MovieClip) -> Int) -> Value {
        (object as? MovieClip).map { Value(body($0)) } ?? .undefined
    }
}

extension Quality {
    /// As `_quality` writes it.
    public var avm1Name: String {
        switch self {
        case .low: "LOW"
        case .medium: "MEDIUM"
        case .high: "HIGH"
        case .best: "BEST"
        case .high8x8: "8X8"
        case .high8x8linear: "8X8LINEAR"
        case .high16x16: "16X16"
        case .high16x16linear: "16X16LINEAR"
        }
    }

    public init?(avm1Name: String) {
        let wanted = avm1Name.uppercased()
        guard let quality = Self.allCases.first(where: { $0.avm1Name == wanted }) else { return nil }
        self = quality
    }
}

extension Value {
    /// 1 and 0 as true and false where the dialect of the caller has `_focusrect` so: from SWF 6 on.
    fileprivate func asFlag(_ machine: Machine) -> Value {
        machine.dialect.swfVersion >= 6 ? Value(unsafeInt != 0) : self
    }
}
