import AVM
import AVM2
import Base
import SWF

/// Objects of ActionScript 3 and their display objects.
extension AVM2Runtime {
    /// A character of a movie.
    public struct Symbol {
        public let assets: MovieAssets
        public let id: CharacterID
    }

    // MARK: Symbols

    /// SymbolClass: the class of each symbol of a movie; 0 is the movie itself.
    func bind(_ symbols: [SymbolClass], of assets: MovieAssets) {
        for symbol in symbols {
            let name = machine.qname(dotted: assets.text(symbol.className).replacing("::", with: "."))
            // A number that stands for nothing stands for the movie as well.
            if symbol.id == 0 || (!assets.defines(symbol.id) && documentClasses[ObjectIdentifier(assets)] == nil) {
                if assets === player.assets || documentClasses[ObjectIdentifier(assets)] == nil {
                    documentClasses[ObjectIdentifier(assets)] = name
                }
            } else {
                symbolClasses[SymbolKey(assets, symbol.id)] = name
                symbolsByName[name, default: []].append(Symbol(assets: assets, id: symbol.id))
            }
        }
    }

    /// The symbol that a class, or a base of it, is the class of. Nil: none.
    public func symbol(of traits: TraitsRef) -> Symbol? {
        var current: TraitsRef? = traits
        while let traits = current, !traits.isNative {
            // Movies may have classes of the same name, each with a symbol of its own. The newest of a class counts.
            if let known = symbolsByName[traits.name],
                let symbol = known.last(where: { domain(of: $0.assets).type(traits.name) == traits })
            {
                return symbol
            }
            current = traits.baseTraits
        }
        return nil
    }

    /// The class that a movie gives a bitmap of its dictionary: that of its pixels.
    public func bitmapDataTraits(of object: BitmapObject) throws(ScriptError) -> TraitsRef? {
        guard let id = object.characterID, let name = symbolClasses[SymbolKey(object.assets, id)],
            let found = domain(of: object.assets).type(name)
        else { return nil }
        _ = try machine.classObject(found)
        return machine.derives(found, from: "flash.display.BitmapData") ? found : nil
    }

    /// The class of a display object that a timeline makes.
    private func traits(of object: DisplayObject) throws(ScriptError) -> TraitsRef? {
        var name: QName?
        if object.isRoot2 {
            name = documentClasses[ObjectIdentifier(object.assets)]
        } else if let id = object.definitionID {
            name = symbolClasses[SymbolKey(object.assets, id)]
        }
        let native = machine.traits(named: String(describing: object.className2))
        guard let name, !object.runsAVM1, let found = domain(of: object.assets).type(name) else { return native }
        _ = try machine.classObject(found)
        if let native, object is MovieClip, !machine.derives(found, from: "flash.display.Sprite") {
            if object === player.levels[0] {
                throw machine.makeError(.type, 2023, [machine.describe(found.name).text + "$"])
            }
            return native
        }
        return found
    }

    // MARK: Making

    /// The native state of a new object of a display class. `make` makes what the class shows, where neither a
    /// timeline nor a symbol gives it.
    public func makeDisplayState(_ traits: TraitsRef, _ make: (AVM2Runtime) -> DisplayObject?) -> NativeState? {
        if let pending = pendingDisplayObject {
            pendingDisplayObject = nil
            return DisplayState(pending)
        }
        var made: DisplayObject?
        if let symbol = symbol(of: traits) { made = player.instantiate(symbol.id, of: symbol.assets) }
        guard let object = made ?? make(self) else { return nil }
        object.name = player.nextInstanceName()
        object.isConstructed2 = true
        object.isPlacedByScript2 = true
        return DisplayState(object)
    }

    public func makeSprite() -> DisplayObject {
        let timeline = Timeline(movie: player.movie, records: [], frameCount: 1)
        let clip = MovieClip(player: player, assets: player.assets, characterID: nil, timeline: timeline)
        clip.setFirstFrame2()
        return clip
    }

    public func makeShape() -> DisplayObject { ShapeObject(player: player, assets: player.assets) }

    public func makeBitmap() -> DisplayObject {
        BitmapObject(player: player, assets: player.assets, bitmap: nil, isSmoothed: false)
    }

    public func makeButton() -> DisplayObject { ButtonObject(player: player, assets: player.assets) }
    public func makeVideo() -> DisplayObject { VideoObject(player: player, assets: player.assets) }
    public func makeLoader() -> DisplayObject { LoaderObject(player: player, assets: player.assets) }

    /// It has the fonts of the movie whose code makes it.
    public func makeTextField() -> DisplayObject {
        EditText(player: player, assets: callingAssets, width: 100, height: 100)
    }

    /// The movie whose code runs; the main one where there is none.
    public var callingAssets: MovieAssets {
        var domain: Domain? = machine.callingDomain
        while let known = domain {
            if let assets = known.owner as? MovieAssets { return assets }
            domain = known.parent
        }
        return player.assets
    }

    /// The object's cell has been made, its constructor not yet run: ties them, and lets a clip's first frame place
    /// its children. They get their objects when the constructor comes to that of DisplayObject.
    public func didInstantiate(_ object: Object) {
        guard let display = object.displayObject2, display.object2 == nil else { return }
        display.object2 = object
        let isMadeByScript = display.isPlacedByScript2
        guard !display.runsAVM1 else { return }
        if let clip = display as? MovieClip {
            clip.awaitsConstructor2 = isMadeByScript
            // Quirk: what a script has made does not advance in the frame that begins next.
            clip.skipsNextFrame2 = isMadeByScript
            if clip.currentFrame == 0 { clip.runFirstFrame2() }
        }
        if let button = display as? ButtonObject, isMadeByScript { construct(button) }
        if let container = display as? Container, display.parent == nil,
            container is MovieClip || container is LoaderObject
        {
            player.addOrphan(container)
        }
    }

    /// The constructor of DisplayObject runs: the children of the first frame are made.
    public func constructChildren(of object: Object) {
        guard let container = object.displayObject2 as? Container, !container.runsAVM1, !(container is ButtonObject),
            !(container is StageObject)
        else { return }
        container.awaitsConstructor2 = false
        let wasConstructing = container.isConstructingChildren2
        container.isConstructingChildren2 = true
        for child in container.children { construct(child) }
        container.isConstructingChildren2 = wasConstructing
    }

    /// Gives a display object of a timeline its object and runs its constructor; where it has one, does so for what
    /// is below it.
    func construct(_ display: DisplayObject) {
        guard haltReason == nil else { return }
        if display.runsAVM1 {
            // Scripts see the movie as one object.
            if display.object2 == nil && !display.isConstructed2 { build(display) }
            return
        }
        if let button = display as? ButtonObject { return construct(button) }
        if display.object2 == nil && !display.isConstructed2 {
            build(display)
        } else if let container = display as? Container, !container.awaitsConstructor2 {
            let isConstructing = container.isConstructingChildren2
            for child in container.children where !(isConstructing && child.object2 == nil) { construct(child) }
        }
        if player.phase == .construct, let clip = display as? MovieClip {
            clip.scripts2.isPending = clip.scripts2.hasScript(ofFrame: clip.currentFrame)
        }
    }

    private func build(_ display: DisplayObject) {
        display.isConstructed2 = true
        guard allocate(display) else { return }
        initialize(display)
        didPlace(display)
        if !display.isPlacedByScript2 { setOnParent(display) }
        // A clip whose class is no MovieClip stays on its first frame; the root of a movie plays all the same.
        if let clip = display as? MovieClip, !clip.isRoot2, let object = clip.object2, !clip.runsAVM1,
            !machine.derives(machine.traits(of: object), from: "flash.display.MovieClip")
        {
            clip.isPlaying = false
        }
        // What a listener has placed meanwhile is of this frame too.
        guard let container = display as? Container, !(display is StageObject) else { return }
        for child in container.children where child.object2 == nil { construct(child) }
    }

    /// Makes the object of a display object, without running its constructor. False: it gets none.
    func allocate(_ display: DisplayObject) -> Bool {
        perform { () throws(ScriptError) in
            guard let traits = try traits(of: display) else { return }
            _ = try machine.classObject(traits)
            pendingDisplayObject = display
            _ = machine.instantiate(traits)
            pendingDisplayObject = nil
        }
        return display.object2 != nil
    }

    /// Runs the constructor.
    func initialize(_ display: DisplayObject) {
        guard let object = display.object2 else { return }
        let held = ValueBuffer(machine.heap)
        held.append(Value(object))
        perform { () throws(ScriptError) in try machine.initialize(object, machine.traits(of: object)) }
    }

    /// A named child is a property of its parent.
    func setOnParent(_ display: DisplayObject) {
        guard display.hasOwnName, let name = display.name, let object = display.object2,
            let parent = display.parent?.object2
        else { return }
        perform { () throws(ScriptError) in
            let atom = machine.heap.strings.intern(name)
            try machine.set(machine.publicName(atom), of: Value(parent), to: Value(object))
        }
    }

    /// A named child that its timeline takes away is null from then on.
    func forgetOnParent(_ display: DisplayObject, _ parent: Container) {
        guard display.hasOwnName, let name = display.name, let object = display.object2, let parent = parent.object2
        else { return }
        perform { () throws(ScriptError) in
            let property = machine.publicName(machine.heap.strings.intern(name))
            guard try machine.get(property, of: Value(parent)) == Value(object) else { return }
            try machine.set(property, of: Value(parent), to: .null)
        }
    }

    // MARK: Events of the tree

    /// ADDED, and where that brings it on the stage ADDED_TO_STAGE for it and all below.
    public func didAdd(_ display: DisplayObject) {
        guard display.object2 != nil, let parent = display.parent else { return }
        if parent.object2 != nil || parent is StageObject { sendAdded(display) }
        if display.isOnStage { spreadStage("addedToStage", display) }
    }

    /// The same for what a timeline has placed: what is below it has told of itself when it was made. What buttons
    /// show is not told of.
    func didPlace(_ display: DisplayObject) {
        guard !display.isPlacedByScript2, let object = display.object2, let parent = display.parent,
            !(parent is ButtonObject)
        else { return }
        sendAdded(display)
        guard display.isOnStage else { return }
        perform { () throws(ScriptError) in try send("addedToStage", to: object) }
    }

    func sendAdded(_ display: DisplayObject) {
        guard let object = display.object2 else { return }
        perform { () throws(ScriptError) in try send("added", to: object, bubbles: true) }
    }

    func spreadStage(_ type: StaticString, _ display: DisplayObject) {
        if let object = display.object2 {
            perform { () throws(ScriptError) in try send(type, to: object) }
        }
        guard let container = display as? Container else { return }
        for child in container.children { spreadStage(type, child) }
    }

    func willRemove(_ display: DisplayObject) {
        guard let object = display.object2 else { return }
        perform { () throws(ScriptError) in try send("removed", to: object, bubbles: true) }
        if display.isOnStage { spreadStage("removedFromStage", display) }
    }

    func didRemove(_ display: DisplayObject) {
        guard display.object2 != nil, let container = display as? Container else { return }
        if container is MovieClip || container is LoaderObject { player.addOrphan(container) }
    }

    // MARK: What scripts do with children

    public func addChild(_ child: DisplayObject, to container: Container, at index: Int) {
        if child.parent === container {
            let wasIndex = container.children.firstIndex { $0 === child } ?? 0
            // Its timeline still knows it by its depth.
            child.isPlacedByScript2 = true
            container.move2(child, to: index > wasIndex ? min(index, container.children.count - 1) : index)
            return
        }
        if let old = child.parent { old.removeByScript2(child) }
        guard child.parent == nil else { return }
        container.insert2(child, at: index)
        child.isPlacedByScript2 = true
        child.isRemoved = false
        if child.object2 == nil { construct(child) } else { didAdd(child) }
    }

    // MARK: Frames

    /// Runs the scripts of the frames that clips have come to, parents first.
    func runFrameScripts(_ display: DisplayObject) {
        guard !display.runsAVM1 else { return }
        if let clip = display as? MovieClip { runFrameScript(of: clip) }
        guard let container = display as? Container else { return }
        for child in container.framed2 { runFrameScripts(child) }
    }

    func runFrameScript(of clip: MovieClip) {
        if let object = clip.object2, let function = clip.scripts2.takeDue() {
            clip.scripts2.isRunning = true
            perform { () throws(ScriptError) in _ = try machine.call(function, this: Value(object)) }
            clip.scripts2.isRunning = false
        }
        if let target = clip.scripts2.takeGoto() { clip.goto2(target) }
    }
}

struct SymbolKey: Hashable {
    let assets: ObjectIdentifier
    let id: CharacterID
    init(_ assets: MovieAssets, _ id: CharacterID) {
        self.assets = ObjectIdentifier(assets)
        self.id = id
    }
}
