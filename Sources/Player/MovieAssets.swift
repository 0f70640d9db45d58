import Base
import Media
import Renderer
import SWF

/// The dictionary of one movie: its characters by number and by exported name, decoded when first asked for.
public final class MovieAssets {
    public let movie: Movie
    let resources: RenderResources
    /// The root's own timeline.
    let timeline: Timeline
    /// Exported names and their characters, as ExportAssets gives them.
    private(set) var exports: [String: CharacterID] = [:]
    private var exportNames: [CharacterID: String] = [:]
    /// Where the movie came from, as scripts see it.
    public let url: String
    /// The movie's code is ActionScript 1 or 2.
    let runsAVM1: Bool
    /// What ImportAssets asks of other movies, in order.
    private(set) var imports: [(url: String, assets: [ExportedAsset])] = []
    /// Quirk: in ActionScript 1 and 2 a definition and an export count from the frame of the root on that they stand
    /// in, although all of the file is there. Frames of those that are not of the first.
    private var laterDefinitions: [CharacterID: Int] = [:]
    private var laterExports: [String: Int] = [:]
    /// The furthest frame that the root has been to; nil where no root plays, and all counts.
    private var reachedFrame: Int?
    /// Colour of the stage before any frame sets one: the first SetBackgroundColor of the file.
    private(set) var firstBackgroundColor: RGBA?
    private var definitions: [CharacterID: TagRecord] = [:]
    /// Tags that add to a definition: font info, button colours and sounds.
    private var additions: [CharacterID: [TagRecord]] = [:]
    /// Its fonts in the order of the file.
    private(set) var fontIDs: [CharacterID] = []
    private var jpegTables: Range<Int>?
    /// Where the frames of its videos lie.
    private lazy var videoFrames = Self.videoFrames(of: movie)
    /// Sounds that have been asked for.
    var soundClips: [CharacterID: SoundClip] = [:]
    private var characters: [CharacterID: Character] = [:]
    /// Characters being decoded, so that a bitmap fill that names its own shape ends.
    private var inProgress: Set<CharacterID> = []
    /// Characters of other movies that take the place of an imported number.
    private var imported: [CharacterID: (MovieAssets, CharacterID)] = [:]

    /// Whether the movie says what a number stands for.
    func defines(_ id: CharacterID) -> Bool {
        definitions[id] != nil || characters[id] != nil || imported[id] != nil
    }

    init(movie: Movie, url: String, resources: RenderResources) {
        self.movie = movie
        self.url = url
        runsAVM1 = !movie.fileAttributes.contains(.actionScript3) || movie.header.version < 9
        self.resources = resources
        timeline = Timeline(movie: movie, records: movie.tags, frameCount: Int(movie.header.frameCount))
        var frame = 1
        for record in movie.tags {
            index(record, frame: runsAVM1 ? frame : 1)
            if record.code == TagCode.showFrame.rawValue { frame += 1 }
        }
    }

    /// The root comes to a frame.
    func reach(frame: Int) { reachedFrame = max(reachedFrame ?? 0, frame) }

    /// Whether the root has come to where a character is defined.
    func isReached(_ id: CharacterID) -> Bool { isReached(laterDefinitions[id]) }

    private func isReached(_ frame: Int?) -> Bool {
        guard let frame, let reachedFrame else { return true }
        return frame <= reachedFrame
    }

    /// The character `id` names, nil where the movie defines none or it cannot be read.
    func character(_ id: CharacterID) -> Character? {
        if let known = characters[id] { return known }
        let (owner, original) = origin(of: id)
        if owner !== self { return owner.character(original) }
        guard let record = definitions[id], inProgress.insert(id).inserted else { return nil }
        defer { inProgress.remove(id) }
        guard let tag = try? movie.decode(record), let character = make(tag) else {
            // Asked for again, it would be read again in vain.
            definitions[id] = nil
            return nil
        }
        characters[id] = character
        return character
    }

    /// Lets `id`, and the name it is known by, stand for a character of another movie.
    func importCharacter(_ id: CharacterID, named name: String, from assets: MovieAssets, original: CharacterID) {
        guard assets !== self else { return }
        imported[id] = (assets, original)
        if exports[name] == nil { exports[name] = id }
        exportNames[id] = name
    }

    /// Where the character that `id` means is defined: here, or in a movie that it was imported from.
    func origin(of id: CharacterID) -> (assets: MovieAssets, id: CharacterID) {
        var (assets, id) = (self, id)
        // Movies that import from each other in a circle define nothing.
        for _ in 0..<16 {
            guard assets.definitions[id] == nil, let next = assets.imported[id] else { break }
            (assets, id) = next
        }
        return (assets, id)
    }

    /// The character that an export name stands for, without regard to case.
    public func exports(named name: String) -> CharacterID? {
        if let id = exports[name] { return isReached(laterExports[name]) ? id : nil }
        let folded = name.lowercased()
        return exports.first { $0.key.lowercased() == folded && isReached(laterExports[$0.key]) }?.value
    }

    /// A name under which the character is exported, nil where it is not.
    func exportedName(of id: CharacterID) -> String? { exportNames[id] }

    /// The pixels of an exported bitmap.
    public func exportedBitmap(named name: String) -> Pixmap? {
        guard let id = exports(named: name), case .bitmap(let bitmap)? = character(id) else { return nil }
        return resources.pixmap(bitmap.bitmap)
    }

    /// How a text is to be smoothed, nil where nothing is said.
    func textSettings(_ id: CharacterID) -> CSMTextSettings? {
        for record in additions[id] ?? [] {
            if case .csmTextSettings(let settings)? = try? movie.decode(record) { return settings }
        }
        return nil
    }

    func font(_ id: CharacterID) -> FontCharacter? {
        guard case .font(let font)? = character(id) else { return nil }
        return font
    }

    func text(_ string: SWFString) -> String { string.text(version: movie.header.version) }

    private func index(_ record: TagRecord, frame: Int) {
        guard let code = TagCode(rawValue: record.code) else { return }
        switch code {
        case .exportAssets:
            guard case .exportAssets(let assets)? = try? movie.decode(record) else { return }
            for asset in assets {
                exports[text(asset.name)] = asset.id
                if frame > 1 { laterExports[text(asset.name)] = frame }
                exportNames[asset.id] = text(asset.name)
            }
        case .importAssets, .importAssets2:
            guard case .importAssets(let url, let assets)? = try? movie.decode(record) else { return }
            imports.append((text(url), assets))
        case .jpegTables:
            // The first one counts.
            if jpegTables == nil, case .jpegTables(let range)? = try? movie.decode(record) { jpegTables = range }
        case .setBackgroundColor:
            guard firstBackgroundColor == nil else { return }
            if case .setBackgroundColor(let color)? = try? movie.decode(record) { firstBackgroundColor = color }
        case .defineButtonColorTransform, .defineButtonSound, .defineFontInfo, .defineFontInfo2, .csmTextSettings:
            if let id = leadingID(record) { additions[id, default: []].append(record) }
        case .defineShape, .defineShape2, .defineShape3, .defineShape4, .defineMorphShape, .defineMorphShape2,
            .defineSprite, .defineButton, .defineButton2, .defineBits, .defineBitsJPEG2, .defineBitsJPEG3,
            .defineBitsJPEG4, .defineBitsLossless, .defineBitsLossless2, .defineFont, .defineFont2, .defineFont3,
            .defineFont4, .defineText, .defineText2, .defineEditText, .defineSound, .defineVideoStream,
            .defineBinaryData:
            // A number that is defined again keeps its first meaning.
            guard let id = leadingID(record), definitions[id] == nil else { return }
            definitions[id] = record
            if frame > 1 { laterDefinitions[id] = frame }
            if [.defineFont, .defineFont2, .defineFont3, .defineFont4].contains(code) { fontIDs.append(id) }
        default: break
        }
    }

    /// The character number that stands at the start of a definition's body.
    private func leadingID(_ record: TagRecord) -> CharacterID? {
        var reader = ByteReader(movie.bytes, in: record.body)
        return try? reader.u16()
    }

    private var converter: ShapeConverter {
        ShapeConverter { [unowned self] id in
            guard case .bitmap(let bitmap)? = character(id) else { return nil }
            return bitmap.bitmap
        }
    }

    private func make(_ tag: Tag) -> Character? {
        switch tag {
        case .defineShape(let shape):
            return .shape(ShapeCharacter(bounds: shape.bounds, shape: resources.add(converter.shape(shape))))
        case .defineMorphShape(let morph):
            return .morph(MorphCharacter(tag: morph, converter: converter, resources: resources))
        case .defineSprite(let sprite):
            let timeline = Timeline(movie: movie, records: sprite.tags, frameCount: Int(sprite.frameCount))
            return .sprite(SpriteCharacter(id: sprite.id, timeline: timeline))
        case .defineButton(let button): return .button(makeButton(button))
        case .defineBits, .defineBitsJPEG, .defineBitsLossless: return makeBitmap(tag)
        case .defineFont(let font):
            return .font(FontCharacter(tag: completed(font), converter: converter, resources: resources))
        case .defineFont4(let font):
            return .openType(OpenTypeCharacter(tag: font, bytes: movie.bytes, resources: resources))
        case .defineText(let text): return .text(text)
        case .defineEditText(let text): return .editText(text)
        case .defineSound(let sound): return .sound(sound)
        case .defineVideoStream(let video):
            return .video(VideoCharacter(tag: video, movie: movie, frames: videoFrames[video.id] ?? [:]))
        case .defineBinaryData(_, let range): return .binary(range)
        default: return nil
        }
    }

    private func makeButton(_ button: DefineButton) -> ButtonCharacter {
        var button = button
        var sound: DefineButtonSound?
        for record in additions[button.id] ?? [] {
            switch try? movie.decode(record) {
            case .defineButtonColorTransform(_, let transforms)?:
                for (index, transform) in transforms.enumerated() where index < button.records.count {
                    button.records[index].colorTransform = transform
                }
            case .defineButtonSound(let tag)?: sound = tag
            default: break
            }
        }
        return ButtonCharacter(tag: button, sound: sound)
    }

    /// The font with the codes, the name and the styles that a DefineFontInfo adds.
    private func completed(_ font: DefineFont) -> DefineFont {
        var font = font
        for record in additions[font.id] ?? [] {
            guard case .defineFontInfo(let info)? = try? movie.decode(record) else { continue }
            font.name = info.name
            font.isBold = info.isBold
            font.isItalic = info.isItalic
            for (index, code) in info.codes.enumerated() where index < font.glyphs.count {
                font.glyphs[index].code = code
            }
        }
        return font
    }

    private func makeBitmap(_ tag: Tag) -> Character? {
        guard let image = try? decodeImage(tag), let pixmap = Pixmap(image) else { return nil }
        return .bitmap(
            BitmapCharacter(bitmap: resources.add(pixmap), width: pixmap.width, height: pixmap.height))
    }

    private func decodeImage(_ tag: Tag) throws(ImageError) -> DecodedImage? {
        switch tag {
        case .defineBits(_, let jpeg):
            return try ImageDecoder.image(movie.bytes[jpeg], jpegTables: movie.bytes[jpegTables ?? 0..<0])
        case .defineBitsJPEG(let bits):
            if let alpha = bits.alpha {
                return try ImageDecoder.image(movie.bytes[bits.image], alpha: movie.bytes[alpha])
            }
            return try ImageDecoder.image(movie.bytes[bits.image])
        case .defineBitsLossless(let bits):
            let layout: LosslessLayout =
                switch bits.format {
                case .palette8: .palette(count: bits.paletteCount)
                case .rgb15: .rgb15
                case .rgb24: .rgb24
                }
            return try ImageDecoder.lossless(
                movie.bytes[bits.data], width: Int(bits.width), height: Int(bits.height), layout: layout,
                hasAlpha: bits.hasAlpha)
        default: return nil
        }
    }
}

extension Pixmap {
    /// The pixels of a decoded image, nil where it has none.
    convenience init?(_ image: DecodedImage) {
        guard image.width > 0, image.height > 0, image.pixels.count == image.width * image.height else { return nil }
        self.init(width: image.width, height: image.height, isOpaque: !image.hasAlpha)
        image.pixels.withUnsafeBufferPointer { pixels.update(from: $0.baseAddress!, count: $0.count) }
    }
}
