import Media
import SWF

extension SoundCoding {
    /// Nil for a codec that Flash does not have.
    public init?(_ format: SoundFormat) {
        guard let codec = Codec(rawValue: format.codec) else { return nil }
        self.init(
            codec: codec, sampleRate: format.sampleRate, is16Bit: format.is16Bit, isStereo: format.isStereo)
    }
}

extension MovieAssets {
    /// The sound of that number, nil where it is none.
    public func soundClip(_ id: CharacterID) -> SoundClip? {
        let origin = origin(of: id)
        let owner = origin.assets
        if let known = owner.soundClips[origin.id] { return known }
        guard case .sound(let sound)? = owner.character(origin.id), let coding = SoundCoding(sound.format) else {
            return nil
        }
        let clip = SoundClip(
            defined: coding, owner.movie.bytes, in: sound.data, frameCount: Int(sound.sampleCount))
        owner.soundClips[origin.id] = clip
        return clip
    }

    /// The sound of an exported name.
    public func soundClip(named name: String) -> SoundClip? { exports(named: name).flatMap { soundClip($0) } }

    /// The sound that SymbolClass ties to a class.
    func soundClip(ofClass name: String) -> SoundClip? {
        for record in movie.tags where record.code == TagCode.symbolClass.rawValue {
            guard case .symbolClass(let symbols)? = try? movie.decode(record) else { continue }
            for symbol in symbols where text(symbol.className) == name { return soundClip(symbol.id) }
        }
        return nil
    }
}
