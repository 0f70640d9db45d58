import Base

/// Writes values in the Action Message Format, version 0. Strings and objects are the caller's matter: it knows them.
///
/// Spec: "Action Message Format -- AMF 0" (Adobe, 2007).
public struct AMF0Writer {
    public private(set) var bytes: [UInt8] = []

    /// What comes first of a value and tells its type.
    public enum Marker: UInt8, Sendable {
        case number = 0x00
        case boolean, string, object, movieClip, null, undefined, reference, ecmaArray, objectEnd, strictArray
        case date, longString, unsupported, recordSet, xml, typedObject, amf3
    }

    public init() {}

    public mutating func marker(_ marker: Marker) { bytes.append(marker.rawValue) }
    public mutating func raw(_ more: some Sequence<UInt8>) { bytes += more }

    public mutating func u16(_ number: UInt16) { bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }

    public mutating func u32(_ number: UInt32) {
        u16(UInt16(number >> 16))
        u16(UInt16(truncatingIfNeeded: number))
    }

    public mutating func double(_ number: Double) {
        let bits = number.bitPattern
        u32(UInt32(bits >> 32))
        u32(UInt32(truncatingIfNeeded: bits))
    }

    /// A name: its length in 16 bits and its bytes. What is longer is cut off.
    public mutating func name(_ utf8: [UInt8]) {
        let count = min(utf8.count, 0xFFFF)
        u16(UInt16(count))
        raw(utf8.prefix(count))
    }

    public mutating func number(_ number: Double) {
        marker(.number)
        double(number)
    }

    public mutating func bool(_ bool: Bool) {
        marker(.boolean)
        bytes.append(bool ? 1 : 0)
    }

    public mutating func string(_ utf8: [UInt8]) {
        guard utf8.count > 0xFFFF else {
            marker(.string)
            return name(utf8)
        }
        marker(.longString)
        longText(utf8)
    }

    public mutating func longText(_ utf8: [UInt8]) {
        u32(UInt32(truncatingIfNeeded: utf8.count))
        raw(utf8)
    }

    /// Milliseconds since 1970, and a time zone that is always 0.
    public mutating func date(_ time: Double) {
        marker(.date)
        double(time)
        u16(0)
    }

    /// The empty name and the mark that end an object.
    public mutating func objectEnd() {
        u16(0)
        marker(.objectEnd)
    }
}

/// Reads the parts of which AMF 0 values are made. Throws where the bytes end.
public struct AMF0Reader {
    public var reader: ByteReader

    public init(_ bytes: [UInt8], from start: Int = 0) {
        reader = ByteReader(bytes, in: min(start, bytes.count)..<bytes.count)
    }

    /// The type of the value that follows. Nil where there is no such type.
    public mutating func marker() throws(DecodeError) -> AMF0Writer.Marker? {
        AMF0Writer.Marker(rawValue: try reader.u8())
    }

    public mutating func u16() throws(DecodeError) -> UInt16 {
        let high = UInt16(try reader.u8())
        return high << 8 | UInt16(try reader.u8())
    }

    public mutating func u32() throws(DecodeError) -> UInt32 {
        let high = UInt32(try u16())
        return high << 16 | UInt32(try u16())
    }

    public mutating func double() throws(DecodeError) -> Double {
        let high = UInt64(try u32())
        return Double(bitPattern: high << 32 | UInt64(try u32()))
    }

    /// `count` bytes of text.
    public mutating func text(_ count: Int) throws(DecodeError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(count, reader.end - reader.position))
        for _ in 0..<count { bytes.append(try reader.u8()) }
        return bytes
    }

    public mutating func name() throws(DecodeError) -> [UInt8] { try text(Int(try u16())) }
    public mutating func longText() throws(DecodeError) -> [UInt8] { try text(Int(try u32())) }
}
