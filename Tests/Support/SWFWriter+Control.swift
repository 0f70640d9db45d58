import Base
import SWF

extension SWFWriter {
    public mutating func setBackgroundColor(_ color: RGBA) { tag(.setBackgroundColor) { $0.rgb(color) } }

    public mutating func frameLabel(_ label: String, isAnchor: Bool = false) {
        tag(.frameLabel) {
            $0.string(label)
            if isAnchor { $0.u8(1) }
        }
    }

    public mutating func fileAttributes(_ flags: FileAttributes) { tag(.fileAttributes) { $0.u32(flags.rawValue) } }
    public mutating func metadata(_ xml: String) { tag(.metadata) { $0.string(xml) } }

    public mutating func exportAssets(_ assets: [(id: CharacterID, name: String)]) {
        tag(.exportAssets) { $0.assets(assets) }
    }

    /// ImportAssets, or ImportAssets2 where `version` is 2.
    public mutating func importAssets(
        url: String, _ assets: [(id: CharacterID, name: String)], version: UInt8 = 2
    ) {
        tag(version == 2 ? .importAssets2 : .importAssets) {
            $0.string(url)
            if version == 2 { $0.bytes([1, 0]) }
            $0.assets(assets)
        }
    }

    public mutating func symbolClass(_ classes: [(id: CharacterID, name: String)]) {
        tag(.symbolClass) { $0.assets(classes) }
    }

    /// Frames count from 0.
    public mutating func sceneAndFrameLabelData(
        scenes: [(startFrame: UInt32, name: String)], labels: [(frame: UInt32, label: String)] = []
    ) {
        tag(.defineSceneAndFrameLabelData) {
            $0.encodedU32(UInt32(scenes.count))
            for scene in scenes {
                $0.encodedU32(scene.startFrame)
                $0.string(scene.name)
            }
            $0.encodedU32(UInt32(labels.count))
            for label in labels {
                $0.encodedU32(label.frame)
                $0.string(label.label)
            }
        }
    }

    public mutating func scriptLimits(maxRecursionDepth: UInt16, timeoutSeconds: UInt16) {
        tag(.scriptLimits) {
            $0.u16(maxRecursionDepth)
            $0.u16(timeoutSeconds)
        }
    }

    public mutating func defineScalingGrid(id: CharacterID, _ rect: TwipsRect) {
        tag(.defineScalingGrid) {
            $0.u16(id)
            $0.rect(rect)
        }
    }

    public mutating func defineBinaryData(id: CharacterID, _ bytes: [UInt8]) {
        tag(.defineBinaryData) {
            $0.u16(id)
            $0.u32(0)
            $0.bytes(bytes)
        }
    }

    // MARK: Code, as bytes

    public mutating func doAction(_ actions: [UInt8]) { tag(.doAction, actions) }

    public mutating func doInitAction(sprite: CharacterID, _ actions: [UInt8]) {
        tag(.doInitAction) {
            $0.u16(sprite)
            $0.bytes(actions)
        }
    }

    /// DoABC2. `flags` 1 is lazy initialisation.
    public mutating func doABC(flags: UInt32 = 1, name: String = "", _ abc: [UInt8]) {
        tag(.doABC2) {
            $0.u32(flags)
            $0.string(name)
            $0.bytes(abc)
        }
    }
}

extension ByteWriter {
    fileprivate mutating func assets(_ assets: [(id: CharacterID, name: String)]) {
        u16(UInt16(assets.count))
        for asset in assets {
            u16(asset.id)
            string(asset.name)
        }
    }
}
