import AVM

/// What a `ByteArray` object is: bytes that can be indexed.
public final class ByteArrayState: ExoticState, DomainMemory {
    public let storage: ByteStorage
    /// 0 or 3: the version of AMF that objects are written in.
    public var objectEncoding: UInt32 = 3
    public var isShareable = false

    /// With a heap, what it holds counts for the movie's memory.
    public init(_ storage: ByteStorage = ByteStorage(), heap: Heap? = nil) {
        self.storage = storage
        super.init()
        if let heap { storage.beginCounting(for: self, in: heap) }
    }

    deinit { storage.endCounting(for: self) }

    public override var externalSize: Int { storage.capacity }
    public var memoryBase: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(storage.base) }
    public var memoryCount: Int { storage.count }

    public override func get(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        guard name.isPublic, let index = name.arrayIndex else { return nil }
        guard index < storage.count, let base = storage.base else { return .undefined }
        return Value(Int32(base[index]))
    }

    public override func set(
        _ name: PropertyName, _ value: Value, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool {
        guard name.isPublic, let index = name.arrayIndex else { return false }
        let byte = UInt8(truncatingIfNeeded: try machine.toInt32(value))
        if index >= storage.count {
            let old = storage.position
            do throws(ByteStorage.Fault) { try storage.setCount(index + 1) } catch {
                throw ByteArrayClass.error(error, machine)
            }
            storage.position = old
        }
        storage.base![index] = byte
        return true
    }

    public override func has(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard name.isPublic, let index = name.arrayIndex else { return nil }
        return index < storage.count
    }

    public override func delete(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard name.isPublic, name.arrayIndex != nil else { return nil }
        return false
    }
}

/// `flash.utils.ByteArray`.
enum ByteArrayClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.utils.ByteArray", base: "Object", [.dynamic, .exotic], constructor: "()")
        table.interfaces = ["flash.utils.IDataInput", "flash.utils.IDataOutput"]
        table.makeState = { machine, traits in
            guard !traits.isNative, let bytes = machine.host.initialBytes(of: traits) else {
                return ByteArrayState(heap: machine.heap)
            }
            return ByteArrayState(ByteStorage(bytes), heap: machine.heap)
        }
        table.members = { members + ByteArrayReading.members + ByteArrayWriting.members }
        table.staticMembers = {
            [
                NativeMember(
                    property: "defaultObjectEncoding", ":uint",
                    get: { (call) throws(ScriptError) in
                        call.machine.keptValues["ByteArray.defaultObjectEncoding"] ?? Value(3)
                    },
                    set: { (call) throws(ScriptError) in
                        call.machine.keptValues["ByteArray.defaultObjectEncoding"] = call[0]
                        return .undefined
                    })
            ]
        }
        return table
    }()

    /// The interfaces that it and others implement.
    static let interfaces: [NativeClassTable] = [
        NativeClassTable("flash.utils.IDataInput", base: "", .interface),
        NativeClassTable("flash.utils.IDataOutput", base: "", .interface),
        NativeClassTable("flash.utils.IExternalizable", base: "", .interface),
    ]

    static func error(_ fault: ByteStorage.Fault, _ machine: AVM2Machine) -> ScriptError {
        switch fault {
        case .endOfData: machine.makeError(.eof, 2030)
        case .tooLarge: machine.makeError(.memory, 1000)
        case .badCompression: machine.makeError(.io, 2058)
        }
    }

    /// Runs what may fail with a fault of the bytes as what fails with a script's error.
    static func checked<Result>(
        _ call: NativeCall, _ body: (ByteStorage) throws(ByteStorage.Fault) -> Result
    ) throws(ScriptError) -> Result {
        let storage = try call.state(ByteArrayState.self).storage
        do throws(ByteStorage.Fault) { return try body(storage) } catch { throw Self.error(error, call.machine) }
    }

    static func null(_ parameter: String, _ call: NativeCall) -> ScriptError {
        call.machine.makeError(.type, 2007, [parameter])
    }

    private static func property(
        _ name: StaticString, _ type: StaticString, _ get: @escaping @Sendable (ByteStorage) -> Int,
        _ set: @escaping @Sendable (ByteStorage, Int) throws(ByteStorage.Fault) -> Void
    ) -> NativeMember {
        NativeMember(
            property: name, type,
            get: { (call) throws(ScriptError) in Value(get(try call.state(ByteArrayState.self).storage)) },
            set: { (call) throws(ScriptError) in
                try checked(call) { (storage) throws(ByteStorage.Fault) in try set(storage, Int(call.uint(0))) }
                return .undefined
            })
    }

    private static let members: [NativeMember] =
        [
            property(
                "length", ":uint", { $0.count },
                { (storage, count) throws(ByteStorage.Fault) in
                    try storage.setCount(count)
                }),
            property(
                "position", ":uint", { $0.position },
                { (storage, position) throws(ByteStorage.Fault) in
                    storage.position = position
                }),
            NativeMember(get: "bytesAvailable", ":uint") { (call) throws(ScriptError) in
                Value(try call.state(ByteArrayState.self).storage.available)
            },
            NativeMember(property: "endian", ":String", get: endian, set: setEndian),
            NativeMember(
                property: "objectEncoding", ":uint",
                get: { (call) throws(ScriptError) in
                    Value(Int(try call.state(ByteArrayState.self).objectEncoding))
                },
                set: { (call) throws(ScriptError) in
                    guard call.uint(0) == 0 || call.uint(0) == 3 else {
                        throw call.machine.makeError(.argument, 2008, ["objectEncoding"])
                    }
                    try call.state(ByteArrayState.self).objectEncoding = call.uint(0)
                    return .undefined
                }),
            NativeMember(
                property: "shareable", ":Boolean",
                get: { (call) throws(ScriptError) in Value(try call.state(ByteArrayState.self).isShareable) },
                set: { (call) throws(ScriptError) in
                    try call.state(ByteArrayState.self).isShareable = call.bool(0)
                    return .undefined
                }),
            NativeMember(method: "clear", "():void") { (call) throws(ScriptError) in
                try call.state(ByteArrayState.self).storage.clear()
                return .undefined
            },
            NativeMember(method: "compress", "(algorithm:String = \"zlib\"):void") { (call) throws(ScriptError) in
                let algorithm = try algorithm(call)
                try checked(call) { (storage) throws(ByteStorage.Fault) in try storage.compress(algorithm) }
                return .undefined
            },
            NativeMember(method: "uncompress", "(algorithm:String = \"zlib\"):void") { (call) throws(ScriptError) in
                let algorithm = try algorithm(call)
                try checked(call) { (storage) throws(ByteStorage.Fault) in try storage.uncompress(algorithm) }
                return .undefined
            },
            NativeMember(method: "deflate", "():void") { (call) throws(ScriptError) in
                try checked(call) { (storage) throws(ByteStorage.Fault) in try storage.compress(.deflate) }
                return .undefined
            },
            NativeMember(method: "inflate", "():void") { (call) throws(ScriptError) in
                try checked(call) { (storage) throws(ByteStorage.Fault) in try storage.uncompress(.deflate) }
                return .undefined
            },
            NativeMember(
                method: "atomicCompareAndSwapIntAt",
                "(byteIndex:int, expectedValue:int, newValue:int):int", swapInt),
            NativeMember(method: "atomicCompareAndSwapLength", "(expectedLength:int, newLength:int):int", swapLength),
            NativeMember(prototype: "toJSON", length: 1) { (call) throws(ScriptError) in call.text("ByteArray") },
        ]
        + NativeMember.shared("toString", "():String", length: 0) { (call) throws(ScriptError) in
            text(try call.state(ByteArrayState.self).storage, call)
        }

    /// All of it as text: UTF-8, or UTF-16 where its mark is at the start.
    static func text(_ storage: ByteStorage, _ call: NativeCall) -> Value {
        let bytes = UnsafeBufferPointer(storage.bytes)
        if bytes.count >= 2, bytes[0] == 0xFE && bytes[1] == 0xFF || bytes[0] == 0xFF && bytes[1] == 0xFE {
            let isBig = bytes[0] == 0xFE
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place -> UInt16 in
                let (a, b) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
                return isBig ? a << 8 | b : b << 8 | a
            }
            return call.text(units)
        }
        var rest = bytes[...]
        if rest.count >= 3, rest.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        return call.text(CharacterSet.lenientUTF8(rest))
    }

    private static func algorithm(_ call: NativeCall) throws(ScriptError) -> ByteStorage.Algorithm {
        guard let name = call.string(0) else { throw null("algorithm", call) }
        switch name.text {
        case "zlib": return .zlib
        case "deflate": return .deflate
        case "lzma": return .lzma
        default: throw call.machine.makeError(.io, 2058)
        }
    }

    private static func endian(_ call: NativeCall) throws(ScriptError) -> Value {
        call.text(try call.state(ByteArrayState.self).storage.isLittleEndian ? "littleEndian" : "bigEndian")
    }

    private static func setEndian(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let name = call.string(0) else { throw null("endian", call) }
        let storage = try call.state(ByteArrayState.self).storage
        if name.equals("littleEndian") {
            storage.isLittleEndian = true
        } else if name.equals("bigEndian") {
            storage.isLittleEndian = false
        } else {
            throw call.machine.makeError(.argument, 2008, ["type"])
        }
        return .undefined
    }

    private static func swapInt(_ call: NativeCall) throws(ScriptError) -> Value {
        let storage = try call.state(ByteArrayState.self).storage
        let index = Int(call.int(0))
        guard index >= 0, index & 3 == 0, index + 4 <= storage.count, let base = storage.base else {
            throw call.machine.makeError(.range, 1506)
        }
        let place = UnsafeMutableRawPointer(base + index)
        let old = place.loadUnaligned(as: Int32.self)
        if old == call.int(1) { place.storeBytes(of: call.int(2), as: Int32.self) }
        return Value(old)
    }

    private static func swapLength(_ call: NativeCall) throws(ScriptError) -> Value {
        let old = try call.state(ByteArrayState.self).storage.count
        if old == Int(call.int(0)) {
            let new = max(0, Int(call.int(1)))
            try checked(call) { (storage) throws(ByteStorage.Fault) in try storage.setCount(new) }
        }
        return Value(old)
    }
}
