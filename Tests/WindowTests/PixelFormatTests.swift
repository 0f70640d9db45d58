import Testing

@testable import RuffleX11

@Suite("Pixel formats")
struct PixelFormatTests {
    /// Masks red, green, blue; bits a pixel; byte order; the bytes that 0xFF8844 becomes.
    static let formats: [(masks: [UInt32], bits: Int, isBigEndian: Bool, bytes: [UInt8])] = [
        ([0xFF0000, 0xFF00, 0xFF], 32, false, [0x44, 0x88, 0xFF, 0xFF]),
        ([0xFF0000, 0xFF00, 0xFF], 32, true, [0xFF, 0xFF, 0x88, 0x44]),
        ([0xFF, 0xFF00, 0xFF0000], 32, false, [0xFF, 0x88, 0x44, 0xFF]),
        ([0xFF00_0000, 0xFF0000, 0xFF00], 32, false, [0xFF, 0x44, 0x88, 0xFF]),
        ([0xFF0000, 0xFF00, 0xFF], 24, false, [0x44, 0x88, 0xFF]),
        ([0xFF0000, 0xFF00, 0xFF], 24, true, [0xFF, 0x88, 0x44]),
        ([0xF800, 0x7E0, 0x1F], 16, false, [0x48, 0xFC]),
        ([0xF800, 0x7E0, 0x1F], 16, true, [0xFC, 0x48]),
        // 15 bits: the one left over counts as alpha.
        ([0x7C00, 0x3E0, 0x1F], 16, false, [0x28, 0xFE]),
        // 30 bits: 0x3FF, 0x222, 0x111 and two bits left over.
        ([0x3FF0_0000, 0xFFC00, 0x3FF], 32, false, [0x11, 0x89, 0xF8, 0xFF]),
        ([0x7, 0x38, 0xC0], 8, false, [0x67]),
    ]

    @Test("a pixel in every layout", arguments: formats)
    func convert(_ row: (masks: [UInt32], bits: Int, isBigEndian: Bool, bytes: [UInt8])) throws {
        let format = try #require(
            PixelFormat(
                redMask: row.masks[0], greenMask: row.masks[1], blueMask: row.masks[2], bitsPerPixel: row.bits,
                isBigEndian: row.isBigEndian))
        let converter = PixelConverter(format)
        // Two pixels, and a byte behind them that must stay.
        var bytes = [UInt8](repeating: 0xAA, count: row.bytes.count * 2 + 1)
        let source: [UInt32] = [0xFFFF_8844, 0xFFFF_8844]
        bytes.withUnsafeMutableBytes { converter.convert(source, to: $0.baseAddress!, count: 2) }
        #expect(bytes == row.bytes + row.bytes + [0xAA])
    }

    @Test("only the renderer's own layout needs no conversion")
    func native() {
        let native = Self.formats.map {
            PixelFormat(
                redMask: $0.masks[0], greenMask: $0.masks[1], blueMask: $0.masks[2], bitsPerPixel: $0.bits,
                isBigEndian: $0.isBigEndian)?.isNative
        }
        #expect(native.first == true)
        #expect(!native.dropFirst().contains(true))
    }

    static let nonsense: [(masks: [UInt32], bits: Int)] = [
        ([0xFF0000, 0xFF00, 0], 32), ([0xF0F000, 0xF00, 0xFF], 32), ([0xF8_0000, 0x7E0, 0x1F], 16),
        ([0xFF0000, 0xFF00, 0xFF], 12),
    ]

    @Test("masks that are no channels are refused", arguments: nonsense)
    func refused(_ row: (masks: [UInt32], bits: Int)) {
        #expect(
            PixelFormat(
                redMask: row.masks[0], greenMask: row.masks[1], blueMask: row.masks[2], bitsPerPixel: row.bits,
                isBigEndian: false) == nil)
    }

    @Test("the desktop's scale comes from Xft.dpi, in quarters from 1 to 4")
    func scale() {
        let rows: [(String, Double)] = [
            ("", 1), ("Xft.dpi:\t96\n", 1), ("Xft.antialias:\t1\nXft.dpi:\t192\n", 2), ("Xft.dpi: 120\n", 1.25),
            ("Xft.dpi:\t10\n", 1), ("Xft.dpi:\t9999\n", 4), ("Xft.dpi:\tnan\n", 1), ("Xft.dpi:\tbig\n", 1),
        ]
        for (resources, scale) in rows { #expect(Window.scale(resources: resources) == scale, "\(resources)") }
    }
}
