import AVM
import AVM1
import Glibc

/// What a `TextFormat` says; nil where it says nothing. Sizes and margins in pixels, those of the movie in twips
/// rounded.
public final class TextFormatState: NativeState {
    public var font, url, target, align: String?
    public var size, leftMargin, rightMargin, indent, leading, blockIndent, letterSpacing: Double?
    public var color: UInt32?
    public var bold, italic, underline, bullet, kerning: Bool?
    public var tabStops: [Double]?
    public var display = "block"
}

/// The `TextFormat` class, as data.
enum TextFormatClass {
    static func install(on machine: Machine) {
        var row = NativeClass("TextFormat", constructor: construct)
        row.properties = properties
        machine.prototypes.others["TextFormat"] = machine.install(row).prototype
    }

    /// A script object for a format.
    static func make(_ state: TextFormatState, _ machine: Machine) -> Object {
        let object = machine.heap.makeObject(proto: Value(orUndefined: machine.prototypes.others["TextFormat"]))
        object.setNative(state)
        return object
    }

    private static let argumentNames: [StaticString] = [
        "font", "size", "color", "bold", "italic", "underline", "url", "target", "align", "leftMargin", "rightMargin",
        "indent", "leading",
    ]

    private static let constructedNumbers: [Int: ReferenceWritableKeyPath<TextFormatState, Double?> & Sendable] = [
        1: \.size, 9: \.leftMargin, 10: \.rightMargin, 11: \.indent, 12: \.leading,
    ]

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let state = TextFormatState()
        this.setNative(state)
        // Each format has it as its own.
        call.machine.install([NativeMethod("getTextExtent", getTextExtent)], on: this)
        for (index, name) in argumentNames.enumerated() where index < call.count {
            if let path = constructedNumbers[index] {
                // Numbers that the constructor takes are cut, not rounded, and may be negative.
                if call[index].isNullish { continue }
                state[keyPath: path] = cut(try call.machine.toNumber(call[index]))
            } else {
                try call.machine.set(this, name, call[index])
            }
        }
        return call.this
    }

    private static let properties: [NativeProperty] = [
        text("font", \.font, limit: 64), number("size", \.size), color, bool("bold", \.bold), bool("italic", \.italic),
        bool("underline", \.underline), text("url", \.url), text("target", \.target), align,
        number("leftMargin", \.leftMargin, .never), number("rightMargin", \.rightMargin, .never),
        number("indent", \.indent, .sinceSWF8), number("leading", \.leading, .sinceSWF8),
        number("blockIndent", \.blockIndent, .sinceSWF8),
        tabStops,
        bool("bullet", \.bullet), display, bool("kerning", \.kerning), letterSpacing,
    ]

    typealias Setter = @Sendable (TextFormatState, Value, Machine) throws(ScriptError) -> Void

    /// A property of a format. Null and undefined take away what it says.
    private static func property(
        _ name: StaticString, get: @escaping @Sendable (TextFormatState, Machine) -> Value,
        clear: @escaping @Sendable (TextFormatState) -> Void, set: @escaping Setter
    ) -> NativeProperty {
        NativeProperty(
            name,
            get: { call in
                call.this.object?.native(as: TextFormatState.self).map { get($0, call.machine) } ?? .undefined
            },
            set: { (call) throws(ScriptError) -> Value in
                guard let state = call.this.object?.native(as: TextFormatState.self) else { return .undefined }
                if call[0].isNullish { clear(state) } else { try set(state, call[0], call.machine) }
                return .undefined
            }, [])
    }

    private static func text(
        _ name: StaticString, _ path: ReferenceWritableKeyPath<TextFormatState, String?> & Sendable, limit: Int = .max
    ) -> NativeProperty {
        property(
            name, get: { state, machine in state[keyPath: path].map { machine.string($0) } ?? .null },
            clear: { $0[keyPath: path] = nil },
            set: { (state, value, machine) throws(ScriptError) in
                state[keyPath: path] = String(try machine.toString(value).text.prefix(limit))
            })
    }

    private static func bool(
        _ name: StaticString, _ path: ReferenceWritableKeyPath<TextFormatState, Bool?> & Sendable
    ) -> NativeProperty {
        property(
            name, get: { state, _ in state[keyPath: path].map { Value($0) } ?? .null },
            clear: { $0[keyPath: path] = nil },
            set: { (state, value, machine) throws(ScriptError) in state[keyPath: path] = machine.toBool(value) })
    }

    /// Whole pixels: halves go to the even neighbour, and what no integer holds is the least one.
    private static func whole(_ number: Double) -> Double {
        let rounded = rint(number)
        return rounded >= -2_147_483_648 && rounded <= 2_147_483_647 ? rounded : -2_147_483_648
    }

    /// The same without what is behind the point.
    private static func cut(_ number: Double) -> Double { whole(trunc(number)) }

    /// Whether a number may be negative.
    private enum Negative { case always, sinceSWF8, never }

    /// A number of whole pixels: rounded, until SWF 7 cut.
    private static func number(
        _ name: StaticString, _ path: ReferenceWritableKeyPath<TextFormatState, Double?> & Sendable,
        _ negative: Negative = .always
    ) -> NativeProperty {
        property(
            name, get: { state, _ in state[keyPath: path].map { Value($0) } ?? .null },
            clear: { $0[keyPath: path] = nil },
            set: { (state, value, machine) throws(ScriptError) in
                let isOld = machine.dialect.swfVersion < 8
                let number = try machine.toNumber(value)
                // Until SWF 7 what is no number is 0.
                if isOld && number.isNaN { return state[keyPath: path] = 0 }
                let mayBeNegative = negative == .always || (negative == .sinceSWF8 && !isOld)
                let kept = mayBeNegative || number > 0 ? number : 0
                state[keyPath: path] = isOld ? cut(kept) : whole(kept)
            })
    }

    private static let color = property(
        "color", get: { state, _ in state.color.map { Value(Double($0)) } ?? .null }, clear: { $0.color = nil },
        set: { (state, value, machine) throws(ScriptError) in state.color = try machine.toUInt32(value) })

    private static let align = property(
        "align", get: { state, machine in state.align.map { machine.string($0) } ?? .null },
        // Null leaves it as it is.
        clear: { _ in },
        set: { (state, value, machine) throws(ScriptError) in
            let text = try machine.toString(value).text.lowercased()
            if ["left", "right", "center", "justify"].contains(text) { state.align = text }
        })

    private static let display = property(
        "display", get: { state, machine in machine.string(state.display) }, clear: { $0.display = "block" },
        set: { (state, value, machine) throws(ScriptError) in
            let text = try machine.toString(value).text
            state.display = ["none", "inline"].contains(text) ? text : "block"
        })

    private static let letterSpacing = property(
        "letterSpacing", get: { state, _ in state.letterSpacing.map { Value($0) } ?? .null },
        clear: { $0.letterSpacing = nil },
        set: { (state, value, machine) throws(ScriptError) in state.letterSpacing = try machine.toNumber(value) })

    private static let tabStops = property(
        "tabStops",
        get: { state, machine in state.tabStops.map { Value(machine.makeArray($0.map { Value($0) })) } ?? .null },
        clear: { $0.tabStops = nil },
        set: { (state, value, machine) throws(ScriptError) in
            guard let list = value.object else { return }
            let count = min(4096, max(0, Int(try machine.toInt32(try machine.get(list, "length")))))
            var stops: [Double] = []
            for index in 0..<count {
                stops.append(whole(try machine.toNumber(try machine.get(list, machine.atom(String(index))))))
            }
            state.tabStops = stops
        })
}
