import AVM
import AVM1
import Base
import SWF

/// A button of the dictionary on the stage. Its children are those of the state it shows.
public final class ButtonObject: Container {
    private let button: ButtonCharacter?
    /// ActionScript 3: what each state shows.
    var states2: [UInt8: DisplayObject] = [:]
    /// ActionScript 3: what is being made for the states, for the collector to see while constructors run.
    var statesInProgress2: [DisplayObject] = []
    /// ActionScript 3: the states have been made as the tag says.
    var hasMadeStates2 = false
    /// ActionScript 3: frame scripts run in the order of ``stateOrder``, as they do in the frame that making it runs.
    var runsScriptsInStateOrder2 = false
    public var isEnabled2 = true
    public var tracksAsMenu2 = false
    private(set) var state = ButtonStates.up
    /// What the mouse must be over, in the button's space. Never on the stage.
    fileprivate var hitArea: [DisplayObject] = []

    init(player: Player, assets: MovieAssets, characterID: CharacterID, button: ButtonCharacter) {
        self.button = button
        super.init(player: player, assets: assets, characterID: characterID)
    }

    /// One that a script makes, without states.
    init(player: Player, assets: MovieAssets) {
        button = nil
        super.init(player: player, assets: assets)
    }

    var trackAsMenu: Bool { button?.tag.trackAsMenu ?? false }

    override func didEnterStage() {
        guard runsAVM1 else { return }
        for record in button?.tag.records ?? [] where record.states.contains(.hitTest) {
            guard let child = player.instantiate(record.id, of: assets, inside: self) else { continue }
            child.matrix = record.matrix
            child.hitAreaOwner = self
            hitArea.append(child)
            child.enterAsHitArea()
        }
        show(.up)
    }

    override func didLeaveStage() {
        super.didLeaveStage()
        for child in hitArea { child.didLeaveStage() }
        hitArea.removeAll()
    }

    /// Until SWF 5 a button is no object: its name stands for the clip around it.
    override func avm1Prototype() -> Object? {
        swfVersion >= 6 ? player.avm1.machine.prototypes.others["Button"] : nil
    }
    override var isNamedByPlayer: Bool { true }

    /// Shows `state`. A child that both states have at a depth stays the same object.
    func show(_ state: ButtonStates) {
        self.state = state
        guard runsAVM1 else { return show2(state) }
        let shown = (button?.tag.records ?? []).filter { $0.states.contains(state) }
        for child in children.reversed()
        where !shown.contains(where: { Int32($0.depth) == child.depth && $0.id == child.characterID }) {
            removeNow(child)
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
                if !runsAVM1 || child.isNamedByPlayer { child.name = player.nextInstanceName() }
                place(child, atDepth: depth)
                child.didEnterStage()
            }
        }
        player.invalidate()
    }

    /// Whether the mouse at `point`, in the button's space, is over it.
    func isHit(_ point: TwipsPoint) -> Bool {
        hitArea.contains { $0.covers(point, isPicking: true) }
    }

    // MARK: ActionScript 3

    /// Whether a tag says what it shows.
    var hasCharacter: Bool { button != nil }

    /// New instances of what the tag shows in a state.
    func stateChildren2(_ state: ButtonStates) -> [DisplayObject] {
        (button?.tag.records ?? []).filter { $0.states.contains(state) }.compactMap { record in
            guard let child = player.instantiate(record.id, of: assets, inside: self) else { return nil }
            child.matrix = record.matrix
            if state != .hitTest {
                child.colorTransform = record.colorTransform
                child.filters = record.filters
                child.blendMode = record.blendMode
            }
            return child
        }
    }

    func takeHitArea2(_ object: DisplayObject?) { hitArea = object.map { [$0] } ?? [] }

    override func picksSelf(_ point: TwipsPoint) -> Bool { isHit(point) }

    override func visitScripts(_ marker: inout Marker) {
        super.visitScripts(&marker)
        for child in hitArea { child.visitScripts(&marker) }
    }

    // MARK: Events

    /// Takes the state that a mouse event leads to and runs the actions of the transition, in the parent.
    override func respond(to event: ClipEvents) {
        let isMenu = tracksAsMenu
        let (condition, next): (ButtonConditions, ButtonStates)
        switch event {
        case .rollOver: (condition, next) = (.idleToOverUp, .over)
        case .rollOut: (condition, next) = (.overUpToIdle, .up)
        case .press: (condition, next) = (.overUpToOverDown, .down)
        case .release: (condition, next) = (.overDownToOverUp, .over)
        case .releaseOutside: (condition, next) = (.outDownToIdle, .up)
        case .dragOut: (condition, next) = isMenu ? (.overDownToIdle, .up) : (.overDownToOutDown, .over)
        case .dragOver: (condition, next) = isMenu ? (.idleToOverDown, .down) : (.outDownToOverDown, .down)
        default: return
        }
        playSound(of: event)
        show(next)
        run { $0.contains(condition) }
        queue(event)
    }

    private func playSound(of event: ClipEvents) {
        guard let sounds = button?.sound else { return }
        let sound: ButtonSound? =
            switch event {
            case .rollOver: sounds.upToOver
            case .rollOut: sounds.overToUp
            case .press: sounds.overToDown
            case .release: sounds.downToOver
            default: nil
            }
        if let sound { player.startSound(assets.soundClip(sound.sound), sound.info, owner: self) }
    }

    /// A key goes down. True: the button takes it.
    func press(key: UInt8) -> Bool {
        guard isEnabledByScript else { return false }
        return run { $0.keyCode == key }
    }

    @discardableResult
    private func run(where condition: (ButtonConditions) -> Bool) -> Bool {
        guard runsAVM1, let parent else { return false }
        var hasRun = false
        for action in button?.tag.actions ?? [] where condition(action.conditions) {
            hasRun = true
            player.avm1.queue.add(QueuedAction(object: parent, work: .code(action.actions, assets)))
        }
        return hasRun
    }
}

extension DisplayObject {
    /// Whether the pictures of it and all below it cover `point`, which is in its parent's space. What is masked
    /// there does not count. `isPicking`: what is invisible does not count.
    func covers(_ point: TwipsPoint, isPicking: Bool = false) -> Bool {
        if isPicking && !isVisible { return false }
        guard let inverse = matrix.inverse else { return false }
        let inner = inverse.apply(point)
        if containsSelf(inner) { return true }
        guard let container = self as? Container, !(self is EditText) else { return false }
        var clips: [Int32] = []
        for child in container.children {
            clips.removeAll { child.depth > $0 }
            if let clipDepth = child.clipDepth {
                // Where the mask is not, what it masks is not either.
                if !child.covers(inner) { clips.append(clipDepth) }
            } else if clips.isEmpty, child.maskedObject == nil, child.covers(inner, isPicking: isPicking) {
                return true
            }
        }
        return false
    }
}
