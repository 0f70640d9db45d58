import AVM
import Base
import Renderer
import SWF

/// A button of the dictionary on the stage. Its children are those of the state it shows.
final class ButtonObject: Container {
    private let button: ButtonCharacter
    private(set) var state = ButtonStates.up
    /// What the mouse must be over, in the button's space. Never on the stage.
    private var hitArea: [DisplayObject] = []

    init(player: Player, assets: MovieAssets, characterID: CharacterID, button: ButtonCharacter) {
        self.button = button
        super.init(player: player, assets: assets, characterID: characterID)
    }

    var trackAsMenu: Bool { button.tag.trackAsMenu }

    override func didEnterStage() {
        for record in button.tag.records where record.states.contains(.hitTest) {
            guard let child = player.instantiate(record.id, of: assets, inside: self) else { continue }
            child.matrix = record.matrix
            child.hitAreaOwner = self
            child.didEnterStage()
            hitArea.append(child)
        }
        show(.up)
    }

    override func didLeaveStage() {
        super.didLeaveStage()
        for child in hitArea { child.didLeaveStage() }
        hitArea.removeAll()
    }

    override func avm1Prototype() -> Object? { player.avm1.machine.prototypes.others["Button"] }
    override var isNamedByPlayer: Bool { true }

    /// Shows `state`. A child that both states have at a depth stays the same object.
    func show(_ state: ButtonStates) {
        self.state = state
        let shown = button.tag.records.filter { $0.states.contains(state) }
        for child in children.reversed()
        where !shown.contains(where: { Int32($0.depth) == child.depth && $0.id == child.characterID }) {
            remove(child)
        }
        for record in shown {
            let depth = Int32(record.depth)
            let known = child(atDepth: depth)
            guard let child = known ?? player.instantiate(record.id, of: assets, inside: self) else { continue }
            child.matrix = record.matrix
            child.colorTransform = record.colorTransform
            child.filters = record.filters
            child.blendMode = record.blendMode
            if known == nil {
                place(child, atDepth: depth)
                child.didEnterStage()
            }
        }
        player.invalidate()
    }

    /// Whether the mouse at `point`, in the button's space, is over it.
    func isHit(_ point: TwipsPoint) -> Bool {
        hitArea.contains { $0.covers(point) }
    }
}

extension DisplayObject {
    /// Whether the pictures of it and all below it cover `point`, which is in its parent's space.
    func covers(_ point: TwipsPoint) -> Bool {
        guard let inverse = matrix.inverse else { return false }
        let inner = inverse.apply(point)
        if containsSelf(inner) { return true }
        guard let container = self as? Container else { return false }
        return container.children.contains { $0.clipDepth == nil && $0.covers(inner) }
    }
}
