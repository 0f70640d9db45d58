import Glibc

extension Heap {
    /// Frees the unmarked cells of a block and puts them on the free list of its class.
    func sweep(_ block: UnsafeMutableRawPointer, classIndex: Int) {
        let size = Self.sizes[classIndex]
        var free = classes[classIndex].free
        let mark = mark
        var live = 0
        for place in (0..<Self.blockSize / size).reversed() {
            let cell = (block + place * size).assumingMemoryBound(to: CellHeader.self)
            if cell.pointee.kind != .free {
                if cell.pointee.mark == mark || cell.pointee.flags.contains(.pinned) {
                    live += size
                    continue
                }
                finalize(cell)
            }
            let freed = UnsafeMutableRawPointer(cell).assumingMemoryBound(to: FreeCell.self)
            freed.pointee = FreeCell(header: CellHeader(kind: .free, mark: 0), next: free)
            free = freed
        }
        classes[classIndex].free = free
        sweptLiveBytes += live
    }

    func finishSweeping() { sweepSome(blocks: .max) }

    /// Sweeps so many of the blocks that the last collection left.
    func sweepSome(blocks count: Int) {
        var left = count
        for index in classes.indices {
            while left > 0, classes[index].sweptBlocks < classes[index].blocks.count {
                let block = classes[index].blocks[classes[index].sweptBlocks]
                classes[index].sweptBlocks += 1
                sweep(block, classIndex: index)
                left -= 1
            }
        }
    }

    func sweepLarge() {
        for (cell, size) in largeCells {
            let header = cell.assumingMemoryBound(to: CellHeader.self)
            if header.pointee.mark == mark || header.pointee.flags.contains(.pinned) { continue }
            finalize(header)
            largeCells[cell] = nil
            noteFreed(size)
            free(cell)
        }
    }

    /// Gives back what a cell holds outside the heap.
    private func finalize(_ cell: UnsafeMutablePointer<CellHeader>) {
        switch cell.pointee.kind {
        case .string:
            guard cell.pointee.flags.contains(.external) else { return }
            let string = UnsafeMutableRawPointer(cell).assumingMemoryBound(to: StringCell.self)
            noteFreed(string.pointee.byteCount)
            free(string.pointee.first)
        case .object:
            let object = UnsafeMutableRawPointer(cell).assumingMemoryBound(to: ObjectCell.self)
            if cell.pointee.flags.contains(.spilled) {
                noteFreed(Int(object.pointee.valueCapacity) * 8)
                free(object.pointee.values)
            }
            if cell.pointee.flags.contains(.ownsShape) { shapes.release(owned: object.pointee.shape) }
            if let native = object.pointee.native {
                noteFreed(native._withUnsafeGuaranteedRef { $0.countedBytes })
                native.release()
            }
        case .free, .accessor, .namespace, .values: break
        }
    }

    /// Finalises every cell and gives all memory back.
    func releaseAllCells() {
        mark = 3
        for (cell, _) in largeCells {
            finalize(cell.assumingMemoryBound(to: CellHeader.self))
            free(cell)
        }
        for (index, sizeClass) in classes.enumerated() {
            for block in sizeClass.blocks {
                for place in 0..<Self.blockSize / Self.sizes[index] {
                    let cell = (block + place * Self.sizes[index]).assumingMemoryBound(to: CellHeader.self)
                    if cell.pointee.kind != .free { finalize(cell) }
                }
                free(block)
            }
        }
    }
}
