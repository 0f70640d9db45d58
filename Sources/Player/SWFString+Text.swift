import SWF

extension SWFString {
    /// The text: UTF-8 from SWF 6 on, before it the code page that Flash takes for a Latin system, Windows-1252.
    public func text(version: UInt8) -> String {
        if version >= 6 { return String(decoding: bytes, as: UTF8.self) }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Self.windows1252(byte)) }
        return String(scalars)
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(highHalf[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }

    /// What Windows-1252 has at 0x80...0x9F. The five unassigned places keep their C1 controls.
    private static let highHalf: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
