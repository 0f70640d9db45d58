/// Memory for plain data that lives as long as its machine.
final class Arena {
    private static let chunkSize = 1 << 16
    private var chunks: [UnsafeMutableRawPointer] = []
    private var next = UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped
    private var left = 0

    deinit { for chunk in chunks { chunk.deallocate() } }

    /// Room for `count` items, not initialised.
    func allocate<Item>(_ type: Item.Type, count: Int = 1) -> UnsafeMutablePointer<Item> {
        let size = (max(1, MemoryLayout<Item>.stride * count) + 15) & ~15
        if size > left {
            let chunk = UnsafeMutableRawPointer.allocate(byteCount: max(size, Self.chunkSize), alignment: 16)
            chunks.append(chunk)
            if size > Self.chunkSize / 4 { return chunk.bindMemory(to: Item.self, capacity: count) }
            next = chunk
            left = Self.chunkSize
        }
        defer {
            next += size
            left -= size
        }
        return next.bindMemory(to: Item.self, capacity: count)
    }
}
