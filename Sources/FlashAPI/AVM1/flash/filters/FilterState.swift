import AVM
import AVM1
import Glibc

/// The fields of a `flash.filters` object. Shared by all filter classes: each row of a class says what its field holds.
public final class FilterState: NativeState {
    /// The class's name, such as "BlurFilter".
    public let kind: String
    /// By the fields' names. Numbers, bits and texts are kept as the value that scripts read; lists as their numbers.
    public internal(set) var values: [String: Value] = [:]
    public internal(set) var lists: [String: [Double]] = [:]

    init(kind: String) { self.kind = kind }

    public override func visit(_ marker: inout Marker) { for value in values.values { marker.visit(value) } }

    func copy() -> FilterState {
        let copy = FilterState(kind: kind)
        copy.values = values
        copy.lists = lists
        return copy
    }
}

/// One field of a filter class, in the order of the constructor's arguments.
struct FilterField: Sendable {
    enum Kind: Sendable {
        /// Limited to a range.
        case number(ClosedRange<Double>)
        /// A whole number, limited.
        case whole(ClosedRange<Double>)
        /// Degrees, within one turn; kept in 16.16 fixed-point radians as Flash does.
        case angle
        /// 0xRRGGBB.
        case color
        /// 0 … 1 in steps of 1/255.
        case alpha
        case bool
        /// One of some texts; anything else is the last.
        case choice([String])
        /// A bitmap. Anything else changes nothing.
        case bitmap
        /// A point of whole numbers, kept as a list of two; each time it is asked for it is a new `Point`.
        case point
        /// A list of numbers.
        case list(FilterList)
    }

    let name: StaticString
    let kind: Kind
    let initial: Initial

    enum Initial: Sendable {
        case number(Double)
        case bool(Bool)
        case text(String)
        case list([Double])
        case undefined
        case null
    }

    init(_ name: StaticString, _ kind: Kind, _ initial: Initial) {
        self.name = name
        self.kind = kind
        self.initial = initial
    }

    var key: String { "\(name)" }
}

/// What a list field does with what it is given.
enum FilterList: Sendable {
    /// 20 numbers of a colour matrix.
    case colorMatrix
    /// Colours, alphas or ratios of a gradient.
    case colors, alphas, ratios
    /// The matrix of a convolution, at least matrixX × matrixY numbers.
    case convolution
}

extension FilterField {
    /// What the field holds at first.
    func reset(_ state: FilterState, _ machine: Machine) {
        switch initial {
        case .number(let number): state.values[key] = Value(number)
        case .bool(let bool): state.values[key] = Value(bool)
        case .text(let text):
            state.values[key] = Value(machine.heap.strings.intern(machine.heap.makeString(text)).string)
        case .list(let list): state.lists[key] = list
        case .undefined: state.values[key] = .undefined
        case .null: state.values[key] = .null
        }
    }

    /// Takes a value that a script gives.
    func set(_ value: Value, _ state: FilterState, _ machine: Machine) throws(ScriptError) {
        switch kind {
        case .number(let range):
            state.values[key] = Value(limited(try machine.toNumber(value), range))
        case .whole(let range):
            state.values[key] = Value(limited(Double(NumberConversion.toInt32(try machine.toNumber(value))), range))
            // A convolution has a number for each place of its matrix.
            if key == "matrixX" || key == "matrixY", let list = state.lists["matrix"] {
                let size = Int((state.values["matrixX"]?.number ?? 0) * (state.values["matrixY"]?.number ?? 0))
                state.lists["matrix"] = list + Array(repeating: 0, count: max(0, size - list.count))
            }
        case .angle:
            let degrees = fmod(try machine.toNumber(value), 360)
            state.values[key] = Value(degrees.isNaN ? 0 : degrees)
        case .color:
            state.values[key] = Value(Int32(try machine.toUInt32(value) & 0xFF_FFFF))
        case .alpha:
            let alpha = limited(try machine.toNumber(value), 0...1)
            state.values[key] = Value(trunc(alpha * 255) / 255)
        case .bool: state.values[key] = Value(machine.toBool(value))
        case .choice(let texts):
            let given = try machine.toString(value).text
            let text = texts.contains(given) ? given : texts.last ?? given
            state.values[key] = Value(machine.heap.strings.intern(machine.heap.makeString(text)).string)
        case .bitmap: if BitmapDataClass.isBitmapData(value) { state.values[key] = value }
        case .point: try setPoint(value, state, machine)
        case .list(let list): try list.set(value, key, state, machine)
        }
    }

    private func limited(_ number: Double, _ range: ClosedRange<Double>) -> Double {
        number.isNaN
            ? range.lowerBound > 0 ? range.lowerBound : 0 : min(max(number, range.lowerBound), range.upperBound)
    }

    /// Takes `x` and `y` of an object. Where one of them is no number for an error, it becomes the lowest number, and the
    /// first error goes on; what lacks one of them is the origin.
    private func setPoint(_ value: Value, _ state: FilterState, _ machine: Machine) throws(ScriptError) {
        guard let object = value.object else {
            state.lists[key] = [0, 0]
            return
        }
        var point = [0.0, 0]
        var failure: ScriptError?
        var isWhole = true
        for (index, name) in (["x", "y"] as [StaticString]).enumerated() {
            do throws(ScriptError) {
                let part = try machine.get(object, name)
                isWhole = isWhole && !part.isUndefined
                point[index] = Double(NumberConversion.toInt32(try machine.toNumber(part)))
            } catch {
                point[index] = -2_147_483_648
                failure = failure ?? error
            }
        }
        state.lists[key] = isWhole ? point : [0, 0]
        if let failure { throw failure }
    }

    func get(_ state: FilterState, _ machine: Machine) throws(ScriptError) -> Value {
        if case .point = kind {
            let point = state.lists[key] ?? [0, 0]
            return try PointClass.make(Value(point[0]), Value(point[1]), machine)
        }
        if let list = state.lists[key] { return Value(machine.makeArray(list.map { Value($0) })) }
        return state.values[key] ?? .undefined
    }
}

extension FilterList {
    /// The numbers of anything that has a `length`; nil where it is no object.
    private func numbers(_ value: Value, _ machine: Machine) throws(ScriptError) -> [Double]? {
        guard let object = value.object else { return nil }
        let count = min(max(0, Int(try machine.toInt32(try machine.get(object, "length")))), 4096)
        var result: [Double] = []
        for index in 0..<count {
            result.append(try machine.toNumber(try machine.get(object, machine.atom(String(index)))))
        }
        return result
    }

    func set(_ value: Value, _ key: String, _ state: FilterState, _ machine: Machine) throws(ScriptError) {
        if value.isNullish { return }
        switch self {
        case .colorMatrix:
            let given = try numbers(value, machine) ?? []
            state.lists[key] = (0..<20).map { $0 < given.count ? Double(Float(given[$0])) : .nan }
        case .convolution:
            let size = Int((state.values["matrixX"]?.number ?? 0) * (state.values["matrixY"]?.number ?? 0))
            var list: [Double]
            if let given = try numbers(value, machine) {
                list = given.map { Double(Float($0)) }
            } else if let text = value.string {
                list = Array(repeating: .nan, count: text.count)
            } else {
                list = []
            }
            while list.count < min(size, 225) { list.append(0) }
            state.lists[key] = list
        case .colors:
            let given = try gradientNumbers(value, machine).prefix(Self.maximumStops)
            state.lists[key] = given.map { Double(UInt32(bitPattern: NumberConversion.toInt32($0)) & 0xFF_FFFF) }
            Self.fit(state, given.count)
        case .alphas:
            let given = try gradientNumbers(value, machine)
            let count = state.lists["colors"]?.count ?? 0
            for index in 0..<count {
                let alpha = index < given.count && !given[index].isNaN ? min(max(given[index], 0), 1) : 1
                Self.store(alpha, at: index, of: "alphas", state) { ($0 * 255).rounded() / 255 }
            }
            Self.fit(state, count)
        case .ratios:
            let given = try gradientNumbers(value, machine)
            let count = min(given.count, state.lists["colors"]?.count ?? 0)
            for index in 0..<count {
                let ratio = given[index].isNaN ? 0 : min(max(given[index], 0), 255)
                Self.store(ratio, at: index, of: "ratios", state, trunc)
            }
            Self.fit(state, count)
        }
    }

    private static let maximumStops = 16

    /// The numbers of a list, of a text one for each letter; none of anything else.
    private func gradientNumbers(_ value: Value, _ machine: Machine) throws(ScriptError) -> [Double] {
        if let text = value.string { return Array(repeating: .nan, count: min(text.count, Self.maximumStops)) }
        return try numbers(value, machine) ?? []
    }

    /// What a stop of a gradient was once given it keeps, even while the gradient has fewer stops.
    private static func stops(_ key: String, _ state: FilterState) -> [Double] {
        state.lists["all " + key] ?? Array(repeating: 0, count: maximumStops)
    }

    private static func store(
        _ number: Double, at index: Int, of key: String, _ state: FilterState, _ convert: (Double) -> Double
    ) {
        var stops = stops(key, state)
        stops[index] = convert(number)
        state.lists["all " + key] = stops
    }

    /// The lists of a gradient are of one length.
    private static func fit(_ state: FilterState, _ count: Int) {
        state.lists["colors"] = Array((state.lists["colors"] ?? []).prefix(count))
        for key in ["alphas", "ratios"] { state.lists[key] = Array(stops(key, state).prefix(count)) }
    }
}
