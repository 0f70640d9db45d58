import Glibc

/// What a ByteArray holds: bytes, a position, an order of bytes. The bytes lie at one place until they grow, so that
/// others may address them directly.
public final class ByteStorage {
    public enum Fault: Error, Equatable, Sendable {
        /// Fewer bytes are left than are asked for.
        case endOfData
        /// It would be more than a ByteArray may hold.
        case tooLarge
        /// Data that does not decompress, or expands beyond measure.
        case badCompression
    }

    /// Where the bytes are; nil of an empty one. Changes when it grows.
    public private(set) var base: UnsafeMutablePointer<UInt8>?
    public private(set) var count = 0
    public private(set) var capacity = 0
    /// May lie beyond the end.
    public var position = 0
    public var isLittleEndian = false

    /// Most bytes that one may hold.
    public static let maximumCount = 1 << 30

    /// The heap and the native state that its bytes count for.
    private unowned(unsafe) var heap: Heap?
    private unowned(unsafe) var owner: NativeState?

    public init() {}

    /// From here on its growth is counted, and bounded by what the movie may have. The owner must end this before it goes.
    public func beginCounting(for owner: NativeState, in heap: Heap) {
        self.owner = owner
        self.heap = heap
    }

    /// Ends what ``beginCounting(for:in:)`` began for this owner.
    public func endCounting(for owner: NativeState) {
        guard self.owner === owner else { return }
        self.owner = nil
        heap = nil
    }

    public init(_ bytes: some Collection<UInt8>) {
        guard (try? setCount(bytes.count)) != nil else { return }
        for (index, byte) in bytes.enumerated() { base![index] = byte }
    }

    deinit { base?.deallocate() }

    public var bytes: UnsafeMutableBufferPointer<UInt8> { UnsafeMutableBufferPointer(start: base, count: count) }
    public var available: Int { max(0, count - position) }

    // MARK: Length

    /// Cuts it off or fills it up with zeros. A position beyond the end comes back to it.
    public func setCount(_ new: Int) throws(Fault) {
        guard new <= Self.maximumCount else { throw .tooLarge }
        try reserve(new)
        if new > count { (base! + count).initialize(repeating: 0, count: new - count) }
        count = new
        position = min(position, new)
    }

    public func clear() {
        if let heap, let owner { heap.noteExternal(-owner.countedBytes, of: owner) }
        base?.deallocate()
        base = nil
        count = 0
        capacity = 0
        position = 0
    }

    private func reserve(_ wanted: Int) throws(Fault) {
        guard wanted > capacity else { return }
        guard wanted <= Self.maximumCount else { throw .tooLarge }
        let grown = max(64, wanted, min(capacity * 2, Self.maximumCount))
        if let heap, let owner {
            guard heap.hasRoom(forExternal: grown - capacity) else { throw .tooLarge }
            heap.noteExternal(grown - capacity, of: owner)
        }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
        if let base { larger.update(from: base, count: count) }
        base?.deallocate()
        base = larger
        capacity = grown
    }

    /// Room for `size` bytes at the position, which moves on behind them.
    private func place(toWrite size: Int) throws(Fault) -> UnsafeMutablePointer<UInt8> {
        guard position <= Self.maximumCount - size else { throw .tooLarge }
        let end = position + size
        if end > count {
            let old = position
            try setCount(end)
            position = old
        }
        defer { position = end }
        return base! + position
    }

    private func place(toRead size: Int) throws(Fault) -> UnsafeMutablePointer<UInt8> {
        guard size >= 0, position <= count, size <= count - position, let base else {
            // Nothing of nothing can be read.
            throw .endOfData
        }
        defer { position += size }
        return base + position
    }

    // MARK: Numbers

    public func write(_ number: some FixedWidthInteger) throws(Fault) {
        let place = try place(toWrite: number.bitWidth / 8)
        let ordered = isLittleEndian ? number.littleEndian : number.bigEndian
        UnsafeMutableRawPointer(place).storeBytes(of: ordered, as: type(of: ordered))
    }

    public func read<Number: FixedWidthInteger>(_ type: Number.Type) throws(Fault) -> Number {
        let place = try place(toRead: Number.bitWidth / 8)
        let raw = UnsafeRawPointer(place).loadUnaligned(as: Number.self)
        return isLittleEndian ? Number(littleEndian: raw) : Number(bigEndian: raw)
    }

    public func write(_ number: Double) throws(Fault) { try write(number.bitPattern) }
    public func write(_ number: Float) throws(Fault) { try write(number.bitPattern) }
    public func readDouble() throws(Fault) -> Double { Double(bitPattern: try read(UInt64.self)) }
    public func readFloat() throws(Fault) -> Float { Float(bitPattern: try read(UInt32.self)) }

    // MARK: Bytes

    public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Fault) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        // The bytes may be its own, which move when it grows.
        if let base, source >= base, source < base + count {
            return try write(Array(bytes))
        }
        try place(toWrite: bytes.count).update(from: source, count: bytes.count)
    }

    public func write(_ bytes: [UInt8]) throws(Fault) {
        guard !bytes.isEmpty else { return }
        let place = try place(toWrite: bytes.count)
        bytes.withUnsafeBufferPointer { place.update(from: $0.baseAddress!, count: $0.count) }
    }

    public func readBytes(_ size: Int) throws(Fault) -> UnsafeBufferPointer<UInt8> {
        if size == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: try place(toRead: size), count: size)
    }

    /// Replaces everything; the position is left where it is, or at the new end.
    public func replace(_ bytes: [UInt8]) throws(Fault) {
        try setCount(bytes.count)
        for (index, byte) in bytes.enumerated() { base![index] = byte }
    }

    // MARK: Text

    /// A length in 16 bits, then UTF-8. Nothing is written where the text is too long: false.
    public func writeUTF(_ utf8: [UInt8]) throws(Fault) -> Bool {
        guard utf8.count <= 0xFFFF else { return false }
        try write(UInt16(utf8.count))
        try write(utf8)
        return true
    }

    public func readUTF() throws(Fault) -> [UInt16] {
        let size = Int(try read(UInt16.self))
        return try readUTFBytes(size)
    }

    /// UTF-8 up to a zero; a mark of the byte order at its start is skipped.
    public func readUTFBytes(_ size: Int) throws(Fault) -> [UInt16] {
        CharacterSet.utf8Text(try readBytes(size))
    }
}
