/// Where the packets of a sound lie, and with which packet each of its blocks starts.
struct PacketList {
    /// Byte ranges of each packet. Several where it lies across blocks.
    var packets: [[Range<Int>]] = []
    var blockStarts: [Int] = []
    /// Of an MP3: where a frame may begin whose end has not come.
    var end = 0

    init() {}

    /// Each block is a packet.
    init(_ blocks: [Range<Int>]) {
        packets = blocks.map { [$0] }
        blockStarts = Array(blocks.indices)
    }

    /// Packets of one size; the last of a block may be shorter.
    init(splitting blocks: [Range<Int>], every size: Int) {
        for block in blocks {
            blockStarts.append(packets.count)
            for start in stride(from: block.lowerBound, to: block.upperBound, by: size) {
                packets.append([start..<min(start + size, block.upperBound)])
            }
        }
    }
}

extension MP3Frames {
    /// The frames of layer III in `blocks`, which are taken as one stream: a frame may lie across blocks. What is
    /// between frames is passed over.
    static func packets(of bytes: [UInt8], in blocks: [Range<Int>]) -> PacketList {
        var list = PacketList()
        var walker = BlockWalker(bytes: bytes, blocks: blocks)
        var isCut = false
        while let block = walker.block {
            while list.blockStarts.count <= block { list.blockStarts.append(list.packets.count) }
            guard let size = walker.header().flatMap({ frameSize($0) }) else {
                walker.skip(1)
                continue
            }
            let pieces = walker.take(size)
            // What is cut off at the end cannot be decoded.
            guard pieces.reduce(0, { $0 + $1.count }) == size else {
                list.end = pieces.first?.lowerBound ?? bytes.count
                isCut = true
                break
            }
            list.end = pieces.last?.upperBound ?? bytes.count
            if list.packets.isEmpty, isInformation(pieces.flatMap { bytes[$0] }) { continue }
            list.packets.append(pieces)
        }
        // Three bytes may be the start of a header.
        if !isCut { list.end = max(list.end, (blocks.last?.upperBound ?? 0) - 3) }
        while list.blockStarts.count < blocks.count { list.blockStarts.append(list.packets.count) }
        return list
    }
}

extension MP3Frames {
    /// Whether a frame, the first of its file, holds no sound but what an encoder has written down there.
    static func isInformation(_ frame: [UInt8]) -> Bool {
        guard frame.count > 40 else { return false }
        let isVersion1 = frame[1] >> 3 & 3 == 3
        let isMono = frame[3] >> 6 == 3
        // It stands where the sound would begin, behind the fields that all frames have.
        let place = 4 + (isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        let name = Array(frame[place..<place + 4])
        return name == Array("Xing".utf8) || name == Array("Info".utf8) || Array(frame[36..<40]) == Array("VBRI".utf8)
    }
}

/// Goes through the bytes of several ranges as if they were one.
private struct BlockWalker {
    let bytes: [UInt8]
    let blocks: [Range<Int>]
    private var index = 0
    private var place: Int

    init(bytes: [UInt8], blocks: [Range<Int>]) {
        self.bytes = bytes
        self.blocks = blocks
        place = blocks.first?.lowerBound ?? 0
        settle()
    }

    /// The block of the next byte, nil at the end.
    var block: Int? { index < blocks.count ? index : nil }

    private mutating func settle() {
        while index < blocks.count, place >= blocks[index].upperBound {
            index += 1
            if index < blocks.count { place = blocks[index].lowerBound }
        }
    }

    /// The next four bytes.
    func header() -> [UInt8]? {
        var ahead = self
        var header: [UInt8] = []
        for piece in ahead.take(4) { header += bytes[piece] }
        return header.count == 4 ? header : nil
    }

    mutating func skip(_ count: Int) { _ = take(count) }

    mutating func take(_ count: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var left = count
        while left > 0, index < blocks.count {
            let piece = place..<min(place + left, blocks[index].upperBound)
            pieces.append(piece)
            left -= piece.count
            place = piece.upperBound
            settle()
        }
        return pieces
    }
}
