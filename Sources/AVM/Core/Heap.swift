import Glibc

/// The memory of one player's script cells: a non-moving, size-classed mark-and-sweep collector.
///
/// Cells lie in blocks of 64 KiB, all of one size in a block; larger ones stand alone. A collection marks from the
/// roots (precise: atoms that are pinned, registered providers; conservative: register stacks and the native stack)
/// and leaves the sweeping of each block to the allocations that follow. Not for use from two threads.
public final class Heap {
    static let blockSize = 1 << 16
    /// Cell sizes; each is a multiple of 16. A request takes the first that holds it.
    static let sizes: [Int] = [
        32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 1024, 1536, 2048,
    ]
    /// Size class of every number of 16-byte units up to the largest class.
    private static let classOfUnits: [UInt8] = {
        var table: [UInt8] = []
        var current = 0
        for units in 0...sizes.last! / 16 {
            while sizes[current] < units * 16 { current += 1 }
            table.append(UInt8(current))
        }
        return table
    }()

    /// One size's blocks and the free cells of the block in use.
    struct SizeClass {
        var free: UnsafeMutablePointer<FreeCell>?
        var blocks: [UnsafeMutableRawPointer] = []
        /// Blocks before this index have been swept since the last collection.
        var sweptBlocks = 0
    }

    /// A cell that is not in use.
    struct FreeCell {
        var header: CellHeader
        var next: UnsafeMutablePointer<FreeCell>?
    }

    var classes: [SizeClass]
    private let classTable: UnsafeMutablePointer<UInt8>
    /// Blocks by address, for conservative scanning: block number → cell size.
    var blockCellSizes: [UInt: Int32] = [:]
    var lowestBlock: UInt = .max
    var highestBlock: UInt = 0
    /// Cells too large for a block, and their sizes.
    var largeCells: [UnsafeMutableRawPointer: Int] = [:]

    /// Cells whose mark equals this are alive. Alternates between 1 and 2.
    var mark: UInt8 = 1
    public let strings: StringTable
    public let shapes: ShapeTable

    // MARK: Pace

    /// Bytes of cells and of what they hold outside, as far as known.
    public private(set) var bytesInUse = 0
    /// Bytes that cells hold outside their blocks.
    private var externalBytes = 0
    /// Bytes of marked cells in the blocks that have been swept since the last collection.
    var sweptLiveBytes = 0
    /// Bytes allocated since the last collection.
    public private(set) var bytesSinceCollection = 0
    /// Allocation that triggers a collection inside a script.
    private(set) var threshold = Heap.minimumThreshold
    static let minimumThreshold = 16 << 20
    /// Bytes beyond which ``isOverLimit`` tells the machines to end the movie.
    public var limit = 2 << 30
    /// More is in use than the movie may have, even after a collection.
    public private(set) var isOverLimit = false
    /// Collects at allocations that need no room, every ``stressInterval``th. For tests: finds values that no root holds.
    public var isStressed = false
    /// Allocations from one collection to the next while ``isStressed``.
    public var stressInterval = 1
    private var stressCountdown = 0
    /// Collections so far.
    public private(set) var collectionCount = 0
    private var isDisposed = false
    /// While above 0, nothing is collected: the machines are being set up.
    public var pauseDepth = 0

    // MARK: Roots

    var rootProviders: [any RootProvider] = []
    var weakProcessors: [any WeakProcessor] = []
    /// Register stacks: scanned conservatively from the base to the top that each reports.
    var registerStacks: [any RegisterStack] = []
    var firstBuffer: UnsafeMutablePointer<ValueBufferNode>?
    let stackBase: UnsafeRawPointer?
    var marker = MarkStack()

    public init() {
        classes = Self.sizes.map { _ in SizeClass() }
        classTable = .allocate(capacity: Self.classOfUnits.count)
        classTable.initialize(from: Self.classOfUnits, count: Self.classOfUnits.count)
        stackBase = UnsafeRawPointer(nativeStackBase())
        strings = StringTable()
        shapes = ShapeTable()
        strings.heap = self
        strings.makeCommonAtoms()
    }

    deinit {
        dispose()
        classTable.deallocate()
    }

    /// Gives up every cell, and with them what natives hold: closures of native functions may hold the machine, and
    /// so the heap itself, which would then live for ever. Nothing may be allocated or read afterwards.
    public func dispose() {
        guard !isDisposed else { return }
        isDisposed = true
        pauseDepth += 1
        rootProviders.removeAll()
        weakProcessors.removeAll()
        registerStacks.removeAll()
        releaseAllCells()
        marker.deallocate()
        strings.invalidate()
    }

    public func addRoots(_ provider: any RootProvider) { rootProviders.append(provider) }
    public func addWeakProcessor(_ processor: any WeakProcessor) { weakProcessors.append(processor) }
    public func addRegisterStack(_ stack: any RegisterStack) { registerStacks.append(stack) }

    // MARK: Allocating

    /// Memory for a cell of `size` bytes, its header set, the rest undefined.
    ///
    /// May collect: whatever the caller still needs must be reachable, be it only from its own stack frame.
    @inline(__always)
    func allocate(_ size: Int, kind: CellKind, flags: CellFlags = []) -> UnsafeMutableRawPointer {
        bytesSinceCollection &+= size
        if bytesSinceCollection > threshold || isStressed { collectIfAllowed() }
        let units = (size + 15) >> 4
        guard units < Self.classOfUnitsCount else { return allocateLarge(size, kind: kind, flags: flags) }
        let index = Int(classTable[units])
        let cell = takeFree(index) ?? refill(index)
        cell.assumingMemoryBound(to: CellHeader.self).pointee = CellHeader(kind: kind, mark: mark, flags: flags)
        return cell
    }

    private static let classOfUnitsCount = sizes.last! / 16 + 1

    @inline(__always)
    private func takeFree(_ index: Int) -> UnsafeMutableRawPointer? {
        guard let cell = classes[index].free else { return nil }
        classes[index].free = cell.pointee.next
        return UnsafeMutableRawPointer(cell)
    }

    /// Sweeps blocks of the class until one has room; a new block where none has.
    @inline(never)
    private func refill(_ index: Int) -> UnsafeMutableRawPointer {
        while classes[index].sweptBlocks < classes[index].blocks.count {
            let block = classes[index].blocks[classes[index].sweptBlocks]
            classes[index].sweptBlocks += 1
            sweep(block, classIndex: index)
            if let cell = takeFree(index) { return cell }
        }
        addBlock(index)
        return takeFree(index).unsafelyUnwrapped
    }

    private func addBlock(_ index: Int) {
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, Self.blockSize, Self.blockSize) == 0, let block = memory else {
            fatalError("out of memory")
        }
        let size = Self.sizes[index]
        bytesInUse += Self.blockSize
        let number = UInt(bitPattern: block) / UInt(Self.blockSize)
        blockCellSizes[number] = Int32(size)
        lowestBlock = min(lowestBlock, number)
        highestBlock = max(highestBlock, number)
        classes[index].blocks.append(block)
        classes[index].sweptBlocks += 1
        var free = classes[index].free
        for place in (0..<Self.blockSize / size).reversed() {
            let cell = (block + place * size).assumingMemoryBound(to: FreeCell.self)
            cell.pointee = FreeCell(header: CellHeader(kind: .free, mark: 0), next: free)
            free = cell
        }
        classes[index].free = free
    }

    @inline(never)
    private func allocateLarge(_ size: Int, kind: CellKind, flags: CellFlags) -> UnsafeMutableRawPointer {
        guard let cell = malloc(size) else { fatalError("out of memory") }
        largeCells[cell] = size
        bytesInUse += size
        cell.assumingMemoryBound(to: CellHeader.self).pointee = CellHeader(kind: kind, mark: mark, flags: flags)
        return cell
    }

    /// Notes that native state has come to hold so many bytes more outside the heap, before the next collection asks it.
    @inline(__always)
    public func noteExternal(_ bytes: Int, of state: NativeState) {
        state.countedBytes += bytes
        noteExternal(bytes)
    }

    /// Notes what native state holds outside the heap: it has been filled or emptied.
    public func noteExternal(of state: NativeState) { noteExternal(state.externalSize - state.countedBytes, of: state) }

    /// Notes memory that a cell itself holds outside the heap.
    func noteExternal(_ bytes: Int) {
        bytesInUse += bytes
        externalBytes += bytes
        if bytes > 0 { bytesSinceCollection &+= bytes }
    }

    /// Whether `bytes` more beside the heap still fit into what the movie may have. Collects where they seem not to.
    ///
    /// May collect, as ``allocate(_:kind:flags:)`` does.
    public func hasRoom(forExternal bytes: Int) -> Bool {
        if bytesInUse + bytes <= limit { return true }
        // Where little has been allocated since the last collection another would find little.
        guard pauseDepth == 0, bytesSinceCollection + bytes > limit / 64 else { return false }
        collect()
        finishSweeping()
        return bytesInUse + bytes <= limit
    }

    func noteFreed(_ bytes: Int) {
        bytesInUse -= bytes
        externalBytes -= bytes
    }

    /// Bytes of string units made by joining ropes, which do not know their heap.
    nonisolated(unsafe) static var unnotedBytes = 0

    /// Takes the joined ropes into account. Called where strings are made.
    @inline(__always)
    func noteJoinedRopes() {
        guard Self.unnotedBytes > 1 << 20 else { return }
        noteExternal(Self.unnotedBytes)
        Self.unnotedBytes = 0
    }

    @inline(never)
    private func collectIfAllowed() {
        guard pauseDepth == 0 else { return }
        if isStressed, bytesSinceCollection <= threshold {
            stressCountdown -= 1
            if stressCountdown > 0 { return }
            stressCountdown = stressInterval
        }
        collect()
    }

    // MARK: Collecting

    /// Collects where enough has been allocated to make it worth while, or else sweeps a part of what the last
    /// collection left to be swept. For the end of a frame.
    public func collectAtFrameEnd() {
        if bytesSinceCollection > threshold / 2 || isStressed {
            collectIfAllowed()
        } else {
            sweepSome(blocks: Self.blocksSweptAFrame)
        }
    }

    /// 4 MiB of cells: well under a millisecond.
    private static let blocksSweptAFrame = 64

    /// Marks everything that can be reached. Cells that cannot are freed as their blocks are swept.
    public func collect() {
        finishSweeping()
        pauseDepth += 1
        defer { pauseDepth -= 1 }
        mark = mark == 1 ? 2 : 1
        markFromRoots()
        for processor in weakProcessors { processor.process(self) }
        strings.dropUnmarked(mark)
        shapes.dropUnmarked(mark)
        sweepLarge()
        for index in classes.indices {
            classes[index].free = nil
            classes[index].sweptBlocks = 0
        }
        collectionCount += 1
        bytesSinceCollection = 0
        // What survived the collection before this one: what survives this one is known once all is swept.
        threshold = max(Self.minimumThreshold, min(256 << 20, sweptLiveBytes))
        sweptLiveBytes = 0
        if bytesInUse > limit { finishSweeping() }
        // Large cells stand in no block: those that are left are alive.
        let largeBytes = largeCells.values.reduce(0, +)
        isOverLimit = bytesInUse > limit && sweptLiveBytes + externalBytes + largeBytes > limit
    }
}

/// Something that holds values from outside the heap.
public protocol RootProvider: AnyObject {
    func visitRoots(_ marker: inout Marker)
}

/// Something that forgets cells which nothing else holds, once all others are marked. It must not allocate.
public protocol WeakProcessor: AnyObject {
    func process(_ heap: Heap)
}

/// A machine's registers: words that may be values or bare cell pointers.
public protocol RegisterStack: AnyObject {
    /// The words in use.
    var liveWords: UnsafeRawBufferPointer { get }
}
