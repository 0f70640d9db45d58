/// Writes ABC files for tests: pools fill as names are asked for, and code is written op by op.
///
/// Source: AVM2 Overview (2007), chapters 4 and 5.
public struct ABCAssembler {
    /// Code of one method.
    public struct Code {
        public private(set) var bytes: [UInt8] = []
        private var labels: [String: Int] = [:]
        private var branches: [(place: Int, label: String)] = []

        public init() {}

        /// An instruction with its operands as u30.
        public mutating func op(_ code: UInt8, _ operands: Int...) {
            bytes.append(code)
            for operand in operands { bytes += ABCAssembler.u30(operand) }
        }

        public mutating func pushByte(_ value: Int8) { bytes += [0x24, UInt8(bitPattern: value)] }
        public mutating func raw(_ values: [UInt8]) { bytes += values }
        public mutating func label(_ name: String) { labels[name] = bytes.count }
        public var position: Int { bytes.count }

        /// A branch to a label that stands before or after.
        public mutating func branch(_ code: UInt8, to label: String) {
            bytes.append(code)
            branches.append((bytes.count, label))
            bytes += [0, 0, 0]
        }

        /// The code with its branches filled in.
        func resolved() -> [UInt8] {
            var result = bytes
            for branch in branches {
                let relative = (labels[branch.label] ?? 0) - (branch.place + 3)
                for index in 0..<3 { result[branch.place + index] = UInt8(truncatingIfNeeded: relative >> (index * 8)) }
            }
            return result
        }
    }

    /// A name and what it is, for a class or a script.
    public enum Trait {
        case slot(name: Int, type: Int)
        case method(name: Int, method: Int)
        case getter(name: Int, method: Int)
        case `class`(name: Int, index: Int)

        var bytes: [UInt8] {
            switch self {
            case .slot(let name, let type): u30(name) + [0] + u30(0) + u30(type) + u30(0)
            case .method(let name, let method): u30(name) + [1] + u30(0) + u30(method)
            case .getter(let name, let method): u30(name) + [2] + u30(0) + u30(method)
            case .class(let name, let index): u30(name) + [4] + u30(0) + u30(index)
            }
        }
    }

    private var strings: [String] = []
    private var integers: [Int32] = []
    private var doubles: [Double] = []
    private var names: [[UInt8]] = []
    /// Namespaces: the public one, and packages.
    private var namespaces: [[UInt8]] = [[0x16, 0]]
    private var methods: [[UInt8]] = []
    private var bodies: [[UInt8]] = []
    private var instances: [[UInt8]] = []
    private var classes: [[UInt8]] = []
    private var scripts: [[UInt8]] = []

    public init() {}

    static func u30(_ value: Int) -> [UInt8] {
        var rest = UInt32(truncatingIfNeeded: value)
        var result: [UInt8] = []
        repeat {
            let low = UInt8(rest & 0x7F)
            rest >>= 7
            result.append(rest == 0 ? low : low | 0x80)
        } while rest != 0
        return result
    }

    // MARK: Pools

    public mutating func string(_ text: String) -> Int {
        if let known = strings.firstIndex(of: text) { return known + 1 }
        strings.append(text)
        return strings.count
    }

    public mutating func integer(_ value: Int32) -> Int {
        integers.append(value)
        return integers.count
    }

    public mutating func double(_ value: Double) -> Int {
        doubles.append(value)
        return doubles.count
    }

    private mutating func name(_ bytes: [UInt8]) -> Int {
        if let known = names.firstIndex(of: bytes) { return known + 1 }
        names.append(bytes)
        return names.count
    }

    /// A public name.
    public mutating func qname(_ text: String) -> Int { name([0x07] + Self.u30(1) + Self.u30(string(text))) }

    /// A name of a package.
    public mutating func qname(_ text: String, package: String) -> Int {
        let namespace = [0x16] + Self.u30(string(package))
        if !namespaces.contains(namespace) { namespaces.append(namespace) }
        let index = (namespaces.firstIndex(of: namespace) ?? 0) + 1
        return name([0x07] + Self.u30(index) + Self.u30(string(text)))
    }

    /// A public name whose text comes from the stack.
    public mutating func lateName() -> Int { name([0x1B] + Self.u30(1)) }

    // MARK: Methods and classes

    /// A method without types. `handlers`: from, to, target as offsets in the code.
    public mutating func method(
        parameters: Int = 0, flags: UInt8 = 0, locals: Int, stack: Int = 8, scopes: Int = 8, _ code: Code,
        handlers: [(from: Int, to: Int, target: Int)] = [], types: [Int] = [], returns: Int = 0
    ) -> Int {
        let given = types + Array(repeating: 0, count: max(0, parameters - types.count))
        methods.append(
            Self.u30(parameters) + Self.u30(returns) + given.flatMap { Self.u30($0) } + Self.u30(0) + [flags])
        let bytes = code.resolved()
        var body = Self.u30(methods.count - 1) + Self.u30(stack) + Self.u30(locals) + Self.u30(0) + Self.u30(scopes)
        body += Self.u30(bytes.count) + bytes + Self.u30(handlers.count)
        for handler in handlers {
            body += Self.u30(handler.from) + Self.u30(handler.to) + Self.u30(handler.target) + Self.u30(0) + Self.u30(0)
        }
        bodies.append(body + Self.u30(0))
        return methods.count - 1
    }

    public mutating func addClass(
        name: Int, base: Int, initializer: Int, classInitializer: Int, traits: [Trait], classTraits: [Trait] = []
    ) -> Int {
        instances.append(
            Self.u30(name) + Self.u30(base) + [0] + Self.u30(0) + Self.u30(initializer) + Self.u30(traits.count)
                + traits.flatMap(\.bytes))
        classes.append(Self.u30(classInitializer) + Self.u30(classTraits.count) + classTraits.flatMap(\.bytes))
        return instances.count - 1
    }

    public mutating func script(initializer: Int, traits: [Trait]) {
        scripts.append(Self.u30(initializer) + Self.u30(traits.count) + traits.flatMap(\.bytes))
    }

    // MARK: The file

    public func file() -> [UInt8] {
        func pool(_ items: [[UInt8]]) -> [UInt8] {
            items.isEmpty ? [0] : Self.u30(items.count + 1) + items.flatMap { $0 }
        }
        func list(_ items: [[UInt8]]) -> [UInt8] { Self.u30(items.count) + items.flatMap { $0 } }
        var bytes: [UInt8] = [16, 0, 46, 0]
        bytes += pool(integers.map { Self.u30(Int(UInt32(bitPattern: $0))) })
        bytes += [0]
        bytes += pool(doubles.map { value in (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) } })
        bytes += pool(strings.map { Self.u30($0.utf8.count) + Array($0.utf8) })
        bytes += pool(namespaces)
        bytes += pool([[1, 1]])  // a set of it alone
        bytes += pool(names)
        bytes += list(methods) + [0]
        bytes += Self.u30(instances.count) + instances.flatMap { $0 } + classes.flatMap { $0 }
        bytes += list(scripts) + list(bodies)
        return bytes
    }
}
