import CAVCodec

/// How video is stored.
public enum VideoCodec: UInt8, Sendable {
    case jpeg = 1
    /// Sorenson Spark.
    case h263 = 2
    case screen = 3
    case vp6 = 4
    case vp6Alpha = 5
    case screen2 = 6
    case h264 = 7

    /// By its number in an FLV file.
    public init?(flv number: UInt8) { self.init(rawValue: number) }

    /// By its number in DefineVideoStream.
    public init?(swf number: UInt8) {
        guard let codec = Self(rawValue: number), codec != .jpeg, codec != .h264 else { return nil }
        self = codec
    }

    fileprivate var number: cav_codec? {
        switch self {
        case .jpeg: nil
        case .h263: CAV_H263_FLASH
        case .screen: CAV_SCREEN
        case .screen2: CAV_SCREEN2
        case .vp6: CAV_VP6
        case .vp6Alpha: CAV_VP6_ALPHA
        case .h264: CAV_H264
        }
    }

    /// Whether pictures may come out of the decoder later than they went in, in another order.
    var isReordered: Bool { self == .h264 }
}

/// A decoded picture, premultiplied 0xAARRGGBB.
public struct VideoPicture: Sendable {
    public var width, height: Int
    public var pixels: [UInt32]
    public var hasAlpha: Bool
    /// When it is shown, in milliseconds of the stream.
    public var time: Int
}

/// How blocks are to be smoothed, as DefineVideoStream and `Video.deblocking` say it.
public struct Deblocking: Equatable, Sendable {
    /// 0: as each packet says. 1: never. Above: always.
    public var mode: Int32
    public init(mode: Int32 = 0) { self.mode = mode }

    /// H.263, table J.2: strength of the filter by the quantizer of the picture.
    private static let strengths: [Int32] = [
        0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12,
    ]

    /// Strength for a packet of Sorenson H.263; 0: none.
    func strength(_ packet: ArraySlice<UInt8>) -> Int32 {
        guard mode != 1, let header = SparkHeader(packet), mode > 1 || header.isDeblocked else { return 0 }
        return Self.strengths[header.quantizer]
    }
}

/// The fields of a picture of Sorenson H.263 that decoders pass over.
struct SparkHeader {
    var isDeblocked: Bool
    var quantizer: Int
    /// Other pictures depend on it or it on none.
    var isKey: Bool

    init?(_ packet: ArraySlice<UInt8>) {
        // 17 bits of start code, 5 of version, 8 of time, 3 of size.
        let bytes = Array(packet.prefix(12))
        func bits(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count * 8 else { return nil }
            var value = 0
            for place in start..<start + count {
                let byte = Int(bytes[place / 8])
                value = value << 1 | byte >> (7 - place % 8) & 1
            }
            return value
        }
        guard bits(0, 17) == 1, let format = bits(30, 3) else { return nil }
        let sizes = [0: 16, 1: 32]
        let place = 33 + (sizes[format] ?? 0)
        guard let kind = bits(place, 2), let flag = bits(place + 2, 1), let quantizer = bits(place + 3, 5) else {
            return nil
        }
        (isKey, isDeblocked, self.quantizer) = (kind == 0, flag == 1, quantizer)
    }
}

/// Decodes video, packet after packet. Belongs to one thread at a time.
public final class VideoDecoder {
    public let codec: VideoCodec
    /// The upper left part of pictures of VP6 that is shown; what is smaller is black.
    private let size: (width: Int, height: Int)?
    public var deblocking = Deblocking()
    private var decoder: OpaquePointer?
    /// Of screen video, the sides of its blocks and pictures as the last key packet has them.
    private var screenSides: [UInt8] = []
    private var strength: Int32 = 0
    private var decodedSize: (width: Int32, height: Int32, time: Int)?
    /// JPEG needs no library.
    private var image: VideoPicture?
    /// Pixels of the largest picture that is decoded.
    private static let pixelLimit = 1 << 25

    /// Nil where there is no such decoder on this machine.
    public init?(_ codec: VideoCodec, setup: [UInt8] = [], size: (width: Int, height: Int)? = nil) {
        self.codec = codec
        self.size = size
        guard let number = codec.number else {
            decoder = nil
            return
        }
        guard let decoder = cav_open(number, 0, 0, setup, Int32(clamping: setup.count)) else { return nil }
        self.decoder = decoder
    }

    deinit { if let decoder { cav_close(decoder) } }

    /// Forgets what came before, for a jump to a key picture.
    public func flush() {
        if let decoder { cav_flush(decoder) }
        (decodedSize, image) = (nil, nil)
    }

    /// Hands in a packet, `isKey`: with which decoding can begin; ``receive()`` then gives what has been decoded. One that cannot be read is passed over.
    public func send(_ packet: ArraySlice<UInt8>, time: Int, isKey: Bool) {
        guard decoder != nil else {
            image = (try? ImageDecoder.image(packet)).map {
                VideoPicture(width: $0.width, height: $0.height, pixels: $0.pixels, hasAlpha: $0.hasAlpha, time: time)
            }
            return
        }
        if isKey, codec == .screen || codec == .screen2 { renew(packet) }
        guard let decoder = self.decoder else { return }
        strength = codec == .h263 ? deblocking.strength(packet) : 0
        packet.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = cav_send(decoder, base, Int32(clamping: bytes.count), Int64(time), isKey ? 1 : 0)
        }
    }

    /// libavcodec keeps to the sides of the first picture of screen video: others are for a decoder of their own.
    private func renew(_ packet: ArraySlice<UInt8>) {
        let sides = Array(packet.prefix(4))
        defer { screenSides = sides }
        guard !screenSides.isEmpty, sides != screenSides, let old = decoder, let number = codec.number,
            let new = cav_open(number, 0, 0, [], 0)
        else { return }
        cav_close(old)
        (decoder, decodedSize) = (new, nil)
    }

    /// Nothing follows: what is held back comes out.
    public func drain() {
        if let decoder { _ = cav_drain(decoder) }
    }

    /// Whether another picture is there; ``picture()`` gives its pixels.
    public func receive() -> Bool {
        guard let decoder else { return image != nil }
        var (width, height, time): (Int32, Int32, Int64) = (0, 0, 0)
        while true {
            let result = cav_receive_picture(decoder, &width, &height, &time)
            if result <= 0 { return false }
            guard width > 0, height > 0, Int(width) * Int(height) <= Self.pixelLimit else { continue }
            decodedSize = (width, height, Int(time))
            return true
        }
    }

    /// The pixels of what ``receive()`` has found. Nil where they are of an unknown kind.
    public func picture() -> VideoPicture? {
        guard let decoder else {
            defer { image = nil }
            return image
        }
        guard let (fullWidth, fullHeight, time) = decodedSize else { return nil }
        var (width, height) = (Int(fullWidth), Int(fullHeight))
        if let size, codec == .vp6 || codec == .vp6Alpha {
            guard size.width <= width, size.height <= height else { return Self.black(size, time) }
            (width, height) = (max(1, size.width), max(1, size.height))
        }
        var isDecoded = false
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            isDecoded = cav_copy_picture(decoder, Int32(width), Int32(height), strength, base) == 0
            initialized = isDecoded ? width * height : 0
        }
        guard isDecoded else { return nil }
        return VideoPicture(width: width, height: height, pixels: pixels, hasAlpha: codec == .vp6Alpha, time: time)
    }

    /// Quirk: what is too small for its stream is shown black.
    private static func black(_ size: (width: Int, height: Int), _ time: Int) -> VideoPicture? {
        guard size.width * size.height <= pixelLimit else { return nil }
        return VideoPicture(
            width: size.width, height: size.height,
            pixels: Array(repeating: 0xFF00_0000, count: size.width * size.height), hasAlpha: false, time: time)
    }
}

/// Pictures of Sorenson H.263, as far as those who do not decode them need to know.
public enum SparkPicture {
    /// Whether decoding can begin with a packet.
    public static func isKey(_ packet: ArraySlice<UInt8>) -> Bool { SparkHeader(packet)?.isKey ?? false }
}
