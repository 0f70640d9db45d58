import Base
import SWF

extension Player {
    /// A new instance of a character, nil where it is none that can be on the stage.
    func instantiate(_ id: CharacterID, of assets: MovieAssets) -> DisplayObject? {
        let origin = assets.origin(of: id)
        let object = instantiate(defined: origin.id, in: origin.assets)
        object?.characterID = id
        return object
    }

    private func instantiate(defined id: CharacterID, in assets: MovieAssets) -> DisplayObject? {
        switch assets.character(id) {
        case .shape(let shape): return Graphic(player: self, assets: assets, characterID: id, shape: shape)
        case .morph(let morph): return MorphGraphic(player: self, assets: assets, characterID: id, morph: morph)
        case .sprite(let sprite):
            return MovieClip(player: self, assets: assets, characterID: id, timeline: sprite.timeline)
        case .button(let button): return ButtonObject(player: self, assets: assets, characterID: id, button: button)
        case .bitmap(let bitmap) where !runsAVM1:
            // Scripts may take its pixels.
            let shown = resources.pixmap(bitmap.bitmap).map { Bitmap($0, player: self) }
            let object = BitmapObject(player: self, assets: assets, bitmap: shown, isSmoothed: false)
            object.characterID = id
            return object
        case .bitmap(let bitmap): return BitmapGraphic(player: self, assets: assets, characterID: id, bitmap: bitmap)
        case .text(let text): return StaticText(player: self, assets: assets, characterID: id, text: text)
        case .editText(let text): return EditText(player: self, assets: assets, tag: text)
        case .video(let video): return VideoObject(player: self, assets: assets, video: video)
        case .font, .openType, .sound, .binary, nil: return nil
        }
    }

    // MARK: Levels and paths

    public func level(_ number: Int) -> MovieClip? { levels[number] }

    func isLevel(_ object: DisplayObject) -> Bool { levels.values.contains { $0 === object } }

    func levelNumber(of object: DisplayObject) -> Int? { levels.first { $0.value === object }?.key }

    /// The level of that number, an empty one where there is none yet.
    public func makeLevel(_ number: Int) -> MovieClip {
        if let known = levels[number] { return known }
        let timeline = Timeline(movie: movie, records: [], frameCount: 1)
        let level = MovieClip(player: self, assets: assets, characterID: nil, timeline: timeline)
        levels[number] = level
        addToExecutionList(level)
        return level
    }

    /// The object at "_level0.a.b", nil where there is none.
    func object(atDotPath path: String) -> DisplayObject? {
        let steps = path.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = steps.first, first.hasPrefix("_level"), let number = Int(first.dropFirst(6)),
            var object: DisplayObject = levels[number]
        else { return nil }
        for step in steps.dropFirst() {
            guard let child = (object as? Container)?.children.first(where: { $0.name ?? "" == step }) else {
                return nil
            }
            object = child
        }
        return object
    }
}
