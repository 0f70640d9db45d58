import SWF

extension MovieAssets {
    /// The sound of that number, nil where it is none.
    public func sound(_ id: CharacterID) -> DefineSound? {
        guard case .sound(let sound)? = character(id) else { return nil }
        return sound
    }
}
