import Base

/// Tags that say something about the movie or its timeline. Spec: SWF 19, pp. 49–60.
extension ByteReader {
    /// The anchor flag is one byte behind the name, in SWF 6 and later.
    mutating func frameLabel(swfVersion: UInt8) throws(DecodeError) -> Tag {
        let label = try string()
        guard swfVersion >= 6, let flag = try? u8() else { return .frameLabel(label, isAnchor: false) }
        return .frameLabel(label, isAnchor: flag != 0)
    }

    /// The password, an MD5 digest in text form, stands behind two zero bytes; mostly there is nothing.
    mutating func protect() throws(DecodeError) -> Tag {
        guard !isAtEnd else { return .protect(password: nil) }
        try skip(2)
        return .protect(password: try string())
    }

    mutating func enableDebugger2() throws(DecodeError) -> Tag {
        try skip(2)
        return .enableDebugger2(password: try string())
    }

    mutating func exportedAssets() throws(DecodeError) -> [ExportedAsset] {
        let count = Int(try u16())
        return list(upTo: count) { reader throws(DecodeError) in
            ExportedAsset(id: try reader.u16(), name: try reader.string())
        }
    }

    /// Version 2 has two more bytes before the list, 1 and 0.
    mutating func importAssets(version: UInt8) throws(DecodeError) -> Tag {
        let url = try string()
        if version == 2 { try skip(2) }
        return .importAssets(url: url, try exportedAssets())
    }

    mutating func symbolClasses() throws(DecodeError) -> [SymbolClass] {
        let count = Int(try u16())
        return list(upTo: count) { reader throws(DecodeError) in
            SymbolClass(id: try reader.u16(), className: try reader.string())
        }
    }

    mutating func scriptLimits() throws(DecodeError) -> Tag {
        .scriptLimits(maxRecursionDepth: try u16(), timeoutSeconds: try u16())
    }

    mutating func sceneAndFrameLabelData() throws(DecodeError) -> Tag {
        let sceneCount = Int(try encodedU32())
        let scenes = list(upTo: sceneCount) { reader throws(DecodeError) in
            SceneRecord(startFrame: try reader.encodedU32(), name: try reader.string())
        }
        guard scenes.count == sceneCount, let labelCount = try? encodedU32() else {
            return .defineSceneAndFrameLabelData(scenes: scenes, labels: [])
        }
        let labels = list(upTo: Int(labelCount)) { reader throws(DecodeError) in
            FrameLabelRecord(frame: try reader.encodedU32(), label: try reader.string())
        }
        return .defineSceneAndFrameLabelData(scenes: scenes, labels: labels)
    }

    /// Two reserved bytes, then a SHA-256 digest of the password or nothing.
    mutating func enableTelemetry() throws(DecodeError) -> Tag {
        try skip(2)
        return .enableTelemetry(passwordHash: try? range(count: 32))
    }

    mutating func productInfo() throws(DecodeError) -> ProductInfo {
        ProductInfo(
            productID: try u32(), edition: try u32(), majorVersion: try u8(), minorVersion: try u8(),
            build: try u64(), compilationDate: try u64())
    }

    mutating func defineBinaryData() throws(DecodeError) -> Tag {
        let id = try u16()
        try skip(4)
        return .defineBinaryData(id: id, data: takeRest())
    }
}
