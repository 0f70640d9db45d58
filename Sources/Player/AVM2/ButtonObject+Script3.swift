import AVM
import AVM2
import Base
import SWF

/// A button of ActionScript 3: four display objects that scripts may change, one of which it shows.
extension ButtonObject {
    public static let stateOrder: [ButtonStates] = [.up, .over, .down, .hitTest]

    /// What it shows in any state, in the order in which frames run.
    var allStates2: [DisplayObject] {
        let order: [ButtonStates] =
            runsScriptsInStateOrder2 ? Self.stateOrder : [.hitTest, .up, .down, .over]
        return order.compactMap { states2[$0.rawValue] }
    }

    /// Whether what its tag says of its states is still to be made.
    var lacksStates2: Bool { hasCharacter && !hasMadeStates2 }

    /// Makes and constructs what a state shows: one child by itself, several or none in a sprite.
    private func makeState2(_ state: ButtonStates) -> (object: DisplayObject, isSprite: Bool) {
        let made = stateChildren2(state)
        statesInProgress2 += made
        if made.count == 1 {
            let child = made[0]
            child.hang2(below: self)
            child.name = player.nextInstanceName()
            child.didEnterStage()
            player.avm2.construct(child)
            return (child, false)
        }
        let timeline = Timeline(movie: assets.movie, records: [], frameCount: 1)
        let sprite = MovieClip(player: player, assets: assets, characterID: nil, timeline: timeline)
        sprite.isPlainSprite2 = true
        statesInProgress2.append(sprite)
        sprite.hang2(below: self)
        sprite.setFirstFrame2()
        for child in made {
            // While it is made its parent is the button, which scripts do not see as one.
            sprite.insert2(child, at: sprite.children.count)
            child.hang2(below: self)
            child.name = player.nextInstanceName()
            child.didEnterStage()
            child.hang2(below: sprite)
            player.avm2.construct(child)
        }
        player.avm2.construct(sprite)
        return (sprite, true)
    }

    /// Makes all states. True: the first one shows a movie clip.
    func makeStates2() -> Bool {
        hasMadeStates2 = true
        defer { statesInProgress2 = [] }
        let made = Self.stateOrder.map { makeState2($0) }
        for (state, entry) in zip(Self.stateOrder, made) { states2[state.rawValue] = entry.object }
        for entry in made where entry.isSprite {
            entry.object.name = player.nextInstanceName()
            entry.object.hang2(below: nil)
            for child in (entry.object as? Container)?.children ?? [] { player.avm2.sendAdded(child) }
            entry.object.hang2(below: self)
        }
        player.avm2.sendAdded(made[0].object)
        if isOnStage { player.avm2.spreadStage("addedToStage", made[0].object) }
        let shown = made[0].isSprite ? (made[0].object as? Container)?.children ?? [] : [made[0].object]
        return shown.contains { $0 is MovieClip }
    }

    func show2(_ state: ButtonStates) {
        for child in allStates2 { child.hang2(below: nil) }
        forgetChildren2()
        if let shown = states2[state.rawValue] { insert2(shown, at: 0) }
        takeHitArea2(states2[ButtonStates.hitTest.rawValue])
        player.invalidate()
    }

    public func state2(_ state: ButtonStates) -> DisplayObject? { states2[state.rawValue] }

    /// `upState = …`
    public func setState2(_ state: ButtonStates, _ object: DisplayObject?) {
        let old = states2[state.rawValue]
        guard old !== object else { return }
        let isShown = state == self.state
        let wasOnStage = object?.isOnStage ?? false
        if let object, let parent = object.parent { parent.removeByScript2(object) }
        states2[state.rawValue] = object
        object?.isPlacedByScript2 = true
        if isShown || state == .hitTest { show2(self.state) }
        guard isShown, runsAVM1 == false else { return }
        let runtime = player.avm2
        if let object {
            runtime.sendAdded(object)
            if object.isOnStage && !wasOnStage { runtime.spreadStage("addedToStage", object) }
        }
    }

    func showIfNew(_ state: ButtonStates) {
        guard isEnabled2, self.state != state else { return }
        show(state)
    }

    func visitStates2(_ marker: inout Marker) {
        for child in states2.values { child.visitObject2(&marker) }
        for child in statesInProgress2 { child.visitObject2(&marker) }
    }
}

extension AVM2Runtime {
    /// Gives a button that a timeline has placed, or a script has made of a symbol, its states and its object.
    func construct(_ button: ButtonObject) {
        for state in button.allStates2 { construct(state) }
        let isNew = button.object2 == nil && !button.isConstructed2
        guard isNew || button.lacksStates2 else { return }
        button.isConstructed2 = true
        if isNew {
            guard allocate(button) else { return }
            // Scripts can see it before its constructor has run.
            if !button.isPlacedByScript2 { setOnParent(button) }
        }
        guard button.lacksStates2 else { return finish(button, isNew) }
        let showsClip = button.makeStates2()
        button.show2(.up)
        if isNew && showsClip && button.swfVersion > 9 {
            button.runsScriptsInStateOrder2 = true
            player.runInnerFrame2(from: button)
            button.runsScriptsInStateOrder2 = false
        }
        finish(button, isNew)
    }

    private func finish(_ button: ButtonObject, _ isNew: Bool) {
        guard isNew else { return }
        initialize(button)
        didPlace(button)
    }
}
