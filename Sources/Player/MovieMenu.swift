import AVM
import AVM1
import AVM2
import Base

/// The menu of the place where the person has clicked: what the movie has put into it, and what of the player's own it wants shown.
public final class MovieMenu {
    /// Entries of the player's own menu that a movie may hide.
    public struct BuiltIns: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let zoom = BuiltIns(rawValue: 1)
        public static let quality = BuiltIns(rawValue: 2)
        public static let play = BuiltIns(rawValue: 4)
        public static let loop = BuiltIns(rawValue: 8)
        public static let rewind = BuiltIns(rawValue: 16)
        public static let forwardAndBack = BuiltIns(rawValue: 32)
        public static let all: BuiltIns = [.zoom, .quality, .play, .loop, .rewind, .forwardAndBack]
    }

    public struct Item: Equatable, Sendable {
        public var caption: String
        public var isEnabled: Bool
        /// A line is drawn above it.
        public var hasLine: Bool
    }

    public private(set) var items: [Item] = []
    public internal(set) var builtIns = BuiltIns.all
    /// The object whose menu it is.
    let owner: DisplayObject
    /// What the person has clicked on.
    let target: DisplayObject
    /// The script objects of ``items``.
    let scripts: ValueBuffer

    /// Flash shows no more.
    static let mostItems = 15
    private static let longestCaption = 100

    init(owner: DisplayObject, target: DisplayObject) {
        self.owner = owner
        self.target = target
        scripts = ValueBuffer(owner.player.heap)
    }

    /// Adds an item where Flash would show it.
    func add(_ caption: String, isEnabled: Bool, hasLine: Bool, script: Value) {
        let shown = String(
            String.UnicodeScalarView(
                caption.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }.prefix(Self.longestCaption)))
        guard items.count < Self.mostItems, Self.mayBeShown(shown) else { return }
        items.append(Item(caption: shown, isEnabled: isEnabled, hasLine: hasLine))
        scripts.append(script)
    }

    /// Captions that could be taken for the player's own are left out.
    private static func mayBeShown(_ caption: String) -> Bool {
        let folded = caption.lowercased()
        var trimmed = Substring(folded)
        while trimmed.first == " " { trimmed.removeFirst() }
        while trimmed.last == " " { trimmed.removeLast() }
        return !trimmed.isEmpty && !ownCaptions.contains(String(trimmed))
            && !ownWords.contains { word in folded.hasWord(word) }
    }

    private static let ownCaptions: Set<String> = [
        "save", "zoom in", "zoom out", "100%", "show all", "quality", "play", "loop", "rewind", "forward", "back",
        "movie not loaded", "about", "print", "show redraw regions", "debugger", "undo", "cut", "copy", "paste",
        "delete", "select all", "open", "open in new window", "copy link",
    ]
    private static let ownWords = ["adobe", "macromedia", "flash player", "settings"]
}

extension String {
    /// Whether words stand in it as a whole.
    fileprivate func hasWord(_ word: String) -> Bool {
        let (text, wanted) = (Array(utf8), Array(word.utf8))
        guard text.count >= wanted.count else { return false }
        func isLetter(_ index: Int) -> Bool {
            guard text.indices.contains(index) else { return false }
            return (0x61...0x7A).contains(text[index]) || text[index] >= 0x80
        }
        return (0...(text.count - wanted.count)).contains { start in
            text[start..<(start + wanted.count)].elementsEqual(wanted) && !isLetter(start - 1)
                && !isLetter(start + wanted.count)
        }
    }
}

extension Player {
    /// The menu for where the pointer is. Scripts are told that it opens, and may change it then.
    public func openMovieMenu() -> MovieMenu? {
        defer { if runsAVM1 { avm1.runQueue() } }
        return runsAVM1 ? openMenu1() : openMenu3()
    }

    /// Tells the scripts that an item has been chosen.
    public func choose(_ index: Int, of menu: MovieMenu) {
        guard menu.items.indices.contains(index), menu.items[index].isEnabled else { return }
        if runsAVM1 { choose1(index, menu) } else { choose3(index, menu) }
        if runsAVM1 { avm1.runQueue() }
    }

    // MARK: ActionScript 1 and 2

    /// `menu` of what the pointer is over, or of the nearest that holds it and has one.
    private func openMenu1() -> MovieMenu? {
        guard let target = menuTarget() ?? levels[0] else { return nil }
        var owner: DisplayObject? = target
        while let object = owner {
            if let found = object.scriptProperty("menu")?.object, let script = object.avm1Object() {
                let menu = MovieMenu(owner: object, target: target)
                fill(menu, from: found, of: script)
                return menu
            }
            owner = object.parent
        }
        return nil
    }

    /// The topmost object under the pointer.
    private func menuTarget() -> DisplayObject? {
        guard pointer != nil else { return nil }
        for number in levels.keys.sorted().reversed() {
            if let found = levels[number]?.topmost(at: mouseOnStage) { return found }
        }
        return nil
    }

    private func fill(_ menu: MovieMenu, from object: Object, of owner: Object) {
        let machine = avm1.machine!
        avm1.perform { () throws(ScriptError) in
            let handler = try machine.get(object, "onSelect")
            if handler.object != nil {
                _ = try machine.call(handler, this: Value(object), [Value(owner), Value(object)])
            }
            if let builtIns = try machine.get(object, "builtInItems").object {
                for (name, item) in Self.builtIns1 where !machine.toBool(try machine.get(builtIns, name)) {
                    menu.builtIns.remove(item)
                }
            }
            guard let items = try machine.get(object, "customItems").object else { return }
            let length = try machine.toInt32(try machine.get(items, "length"))
            for index in 0..<max(0, min(length, Self.mostMenuItems)) {
                guard let item = try machine.get(items, machine.atom("\(index)")).object else { continue }
                guard machine.toBool(try machine.get(item, "visible")) else { continue }
                menu.add(
                    try machine.toString(try machine.get(item, "caption")).text,
                    isEnabled: machine.toBool(try machine.get(item, "enabled")),
                    hasLine: machine.toBool(try machine.get(item, "separatorBefore")), script: Value(item))
            }
        }
    }

    private static let builtIns1: [(StaticString, MovieMenu.BuiltIns)] = [
        ("zoom", .zoom), ("quality", .quality), ("play", .play), ("loop", .loop), ("rewind", .rewind),
        ("forward_back", .forwardAndBack),
    ]

    /// So many are looked at, those that do not show among them.
    private static let mostMenuItems: Int32 = 256

    private func choose1(_ index: Int, _ menu: MovieMenu) {
        guard let owner = menu.owner.avm1Object(), let item = menu.scripts[index].object else { return }
        let machine = avm1.machine!
        avm1.perform { () throws(ScriptError) in
            let handler = try machine.get(item, "onSelect")
            guard handler.object != nil else { return }
            _ = try machine.call(handler, this: Value(item), [Value(owner), Value(item)])
        }
    }

    // MARK: ActionScript 3

    /// `contextMenu` of what the pointer is over, or of the nearest that holds it and has one.
    private func openMenu3() -> MovieMenu? {
        let hovered = mouse3.hovered
        guard let target = hovered == nil || hovered === stage ? levels[0] : hovered else { return nil }
        var owner: DisplayObject? = target
        while let object = owner {
            if let value = object.object2?.native(as: DisplayState.self)?.contextMenu, value.isObject {
                let menu = MovieMenu(owner: object, target: target)
                fill(menu, from: value)
                return menu
            }
            owner = object.parent
        }
        return nil
    }

    private func fill(_ menu: MovieMenu, from value: Value) {
        guard let object = value.object else { return }
        let machine = avm2.machine!
        sendMenuEvent("menuSelect", to: object, menu)
        avm2.perform { () throws(ScriptError) in
            func flag(_ name: StaticString, of value: Value) throws(ScriptError) -> Bool {
                try machine.get(machine.publicName(name), of: value) == .true
            }
            let builtIns = try machine.get(machine.publicName("builtInItems"), of: value)
            if builtIns.isObject {
                for (name, item) in Self.builtIns3 where !(try flag(name, of: builtIns)) { menu.builtIns.remove(item) }
            }
            let items = try machine.get(machine.publicName("customItems"), of: value)
            guard let list = items.object?.native(as: AVM2.ArrayState.self) else { return }
            for index in 0..<min(Int(list.length), Int(Self.mostMenuItems)) {
                let item = list[index]
                guard item.isObject, try flag("visible", of: item) else { continue }
                let caption = try machine.get(machine.publicName("caption"), of: item)
                menu.add(
                    caption.isNull ? "" : try machine.toString(caption).text, isEnabled: try flag("enabled", of: item),
                    hasLine: try flag("separatorBefore", of: item), script: item)
            }
        }
    }

    private static let builtIns3: [(StaticString, MovieMenu.BuiltIns)] = [
        ("zoom", .zoom), ("quality", .quality), ("play", .play), ("loop", .loop), ("rewind", .rewind),
        ("forwardAndBack", .forwardAndBack),
    ]

    private func choose3(_ index: Int, _ menu: MovieMenu) {
        if let item = menu.scripts[index].object { sendMenuEvent("menuItemSelect", to: item, menu) }
    }

    private func sendMenuEvent(_ type: StaticString, to object: Object, _ menu: MovieMenu) {
        avm2.perform { () throws(ScriptError) in
            _ = try avm2.send(
                "flash.events.ContextMenuEvent", type, to: object,
                [Value(orNull: menu.target.object2), Value(orNull: menu.owner.object2)])
        }
    }
}

extension DisplayObject {
    /// The topmost of it and what it holds at a point, which is in the parent's space.
    fileprivate func topmost(at point: TwipsPoint) -> DisplayObject? {
        guard isVisible, covers(point) else { return nil }
        if let container = self as? Container, let inner = matrix.inverse?.apply(point) {
            for child in container.children.reversed() where child.clipDepth == nil {
                if let found = child.topmost(at: inner) { return found }
            }
        }
        return self
    }
}
