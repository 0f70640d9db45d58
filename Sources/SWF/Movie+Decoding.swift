import Base

extension Movie {
    /// Decodes one tag of ``tags`` or of a sprite's. Cheap for tags that only hold a byte range.
    ///
    /// Lenient as Flash is: of a list or a placement that is cut short, what could be read is there. It throws where
    /// too little is left to be of use.
    public func decode(_ record: TagRecord) throws(DecodeError) -> Tag {
        guard let code = TagCode(rawValue: record.code) else {
            return .unknown(code: record.code, record.body.clamped(to: 0..<bytes.count))
        }
        var reader = ByteReader(bytes, in: record.body)
        switch code {
        case .end: return .end
        case .showFrame: return .showFrame
        case .placeObject: return .placeObject(try reader.placeObject())
        case .placeObject2: return .placeObject(try reader.placeObject(version: 2, swfVersion: header.version))
        case .placeObject3: return .placeObject(try reader.placeObject(version: 3, swfVersion: header.version))
        case .placeObject4: return .placeObject(try reader.placeObject(version: 4, swfVersion: header.version))
        case .removeObject:
            let character = try reader.u16()
            return .removeObject(depth: try reader.u16(), character: character)
        case .removeObject2: return .removeObject(depth: try reader.u16(), character: nil)
        case .doAction: return .doAction(reader.takeRest())
        case .doInitAction: return .doInitAction(sprite: try reader.u16(), reader.takeRest())
        case .doABC: return .doABC(flags: 0, name: SWFString([]), reader.takeRest())
        case .doABC2: return .doABC(flags: try reader.u32(), name: try reader.string(), reader.takeRest())
        case .defineShape: return .defineShape(try reader.defineShape(version: 1, swfVersion: header.version))
        case .defineShape2: return .defineShape(try reader.defineShape(version: 2, swfVersion: header.version))
        case .defineShape3: return .defineShape(try reader.defineShape(version: 3, swfVersion: header.version))
        case .defineShape4: return .defineShape(try reader.defineShape(version: 4, swfVersion: header.version))
        case .defineMorphShape:
            return .defineMorphShape(try reader.defineMorphShape(version: 1, swfVersion: header.version))
        case .defineMorphShape2:
            return .defineMorphShape(try reader.defineMorphShape(version: 2, swfVersion: header.version))
        case .defineSprite: return .defineSprite(try reader.defineSprite())
        case .defineButton: return .defineButton(try reader.defineButton())
        case .defineButton2: return .defineButton(try reader.defineButton2())
        case .defineButtonColorTransform: return try reader.defineButtonColorTransform()
        case .defineButtonSound: return .defineButtonSound(try reader.defineButtonSound())
        case .defineBits: return .defineBits(id: try reader.u16(), jpeg: reader.takeRest())
        case .jpegTables: return .jpegTables(reader.takeRest())
        case .defineBitsJPEG2: return .defineBitsJPEG(try reader.defineBitsJPEG(version: 2))
        case .defineBitsJPEG3: return .defineBitsJPEG(try reader.defineBitsJPEG(version: 3))
        case .defineBitsJPEG4: return .defineBitsJPEG(try reader.defineBitsJPEG(version: 4))
        case .defineBitsLossless: return .defineBitsLossless(try reader.defineBitsLossless(hasAlpha: false))
        case .defineBitsLossless2: return .defineBitsLossless(try reader.defineBitsLossless(hasAlpha: true))
        case .defineFont: return .defineFont(try reader.defineFont())
        case .defineFont2: return .defineFont(try reader.defineFont(version: 2))
        case .defineFont3: return .defineFont(try reader.defineFont(version: 3))
        case .defineFont4: return .defineFont4(try reader.defineFont4())
        case .defineFontInfo: return .defineFontInfo(try reader.defineFontInfo(version: 1))
        case .defineFontInfo2: return .defineFontInfo(try reader.defineFontInfo(version: 2))
        case .defineFontAlignZones: return .defineFontAlignZones(try reader.defineFontAlignZones())
        case .defineFontName: return try reader.defineFontName()
        case .defineText: return .defineText(try reader.defineText(version: 1))
        case .defineText2: return .defineText(try reader.defineText(version: 2))
        case .defineEditText: return .defineEditText(try reader.defineEditText())
        case .csmTextSettings: return .csmTextSettings(try reader.csmTextSettings())
        case .defineSound: return .defineSound(try reader.defineSound())
        case .startSound: return .startSound(try reader.startSound())
        case .startSound2: return .startSound(try reader.startSound2())
        case .soundStreamHead, .soundStreamHead2: return .soundStreamHead(try reader.soundStreamHead())
        case .soundStreamBlock: return .soundStreamBlock(reader.takeRest())
        case .defineVideoStream: return .defineVideoStream(try reader.defineVideoStream())
        case .videoFrame:
            return .videoFrame(stream: try reader.u16(), frame: try reader.u16(), data: reader.takeRest())
        case .defineBinaryData: return try reader.defineBinaryData()
        case .defineScalingGrid: return .defineScalingGrid(id: try reader.u16(), try reader.rect())
        case .setBackgroundColor: return .setBackgroundColor(try reader.rgb())
        case .frameLabel: return try reader.frameLabel(swfVersion: header.version)
        case .protect: return try reader.protect()
        case .fileAttributes: return .fileAttributes(FileAttributes(rawValue: try reader.u32()))
        case .metadata: return .metadata(try reader.string())
        case .exportAssets: return .exportAssets(try reader.exportedAssets())
        case .importAssets: return try reader.importAssets(version: 1)
        case .importAssets2: return try reader.importAssets(version: 2)
        case .enableDebugger: return .enableDebugger(password: try reader.string())
        case .enableDebugger2: return try reader.enableDebugger2()
        case .debugID: return .debugID(reader.takeRest())
        case .scriptLimits: return try reader.scriptLimits()
        case .setTabIndex: return .setTabIndex(depth: try reader.u16(), index: try reader.u16())
        case .symbolClass: return .symbolClass(try reader.symbolClasses())
        case .defineSceneAndFrameLabelData: return try reader.sceneAndFrameLabelData()
        case .enableTelemetry: return try reader.enableTelemetry()
        case .productInfo: return .productInfo(try reader.productInfo())
        case .nameCharacter: return .nameCharacter(id: try reader.u16(), name: try reader.string())
        }
    }

    /// The FileAttributes tag where the file begins with one (it must be the first tag to count), else no flags.
    public var fileAttributes: FileAttributes {
        guard let first = tags.first, case .fileAttributes(let flags)? = try? decode(first) else { return [] }
        return flags
    }
}
