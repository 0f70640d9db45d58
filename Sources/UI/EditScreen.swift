import Base
import Library
import Renderer

/// The settings of one item: a row for each, changed with the arrow keys or by clicking. Every player option can be
/// left at its default, which is what the bundle says or else Flash's own.
final class EditScreen {
    private(set) var item: LibraryItem
    private var list = UIRows(height: 36)
    var chosen: Int { list.chosen }

    enum Outcome: Equatable {
        case stays, cancelled, saves, saved(LibraryItem)
        /// A picture is to be chosen, or made from the movie.
        case choosesPicture, makesPicture
        /// The keys that the movie gets are to be changed.
        case keys
    }

    /// One setting: how it reads now, and what a step up or down makes of it.
    struct Row {
        var title: String
        var value: (LibraryItem) -> String
        var change: (inout LibraryItem, Int) -> Void = { _, _ in }
        /// What typing makes of it, false where that is nothing that it can be; nil: nothing is typed here.
        var type: ((inout LibraryItem, String) -> Bool)?
        /// What a text must be.
        var hint = ""
        /// Shown whenever the row is chosen, and not only where the text is none.
        var isHintAlways = true
        /// What it opens; nil: nothing.
        var opens: Outcome?

        var isText: Bool { type != nil }
    }

    let rows: [Row]
    /// What has been typed into rows and is no value yet, such as half an address.
    private(set) var drafts: [Int: String] = [:]
    private static let longestText = 2000

    init(_ item: LibraryItem) {
        self.item = item
        rows = [
            Row(
                title: "Name", value: { $0.name },
                type: { item, text in
                    item.name = text
                    return !text.isEmpty
                }, hint: "A movie needs a name", isHintAlways: false),
            Row(
                title: "Tags", value: { $0.tags.joined(separator: ", ") },
                type: { item, text in
                    let tags = text.split(separator: ",").map { Self.trimmed($0) }.filter { !$0.isEmpty }
                    item.tags = tags
                    // What ends in a comma waits for the next tag.
                    return tags.joined(separator: ", ") == text
                }, hint: "Words with commas between them"),
            Row(
                title: "Picture", value: { _ in "From a file" }, hint: "Space or Ctrl+P chooses one",
                opens: .choosesPicture),
            Row(title: "Picture anew", value: { _ in "From the movie" }, hint: "Space makes one", opens: .makesPicture),
            Row(
                title: "Keys",
                value: { $0.keys.isEmpty ? "As they are" : "\($0.keys.count) changed" },
                hint: "Space or Ctrl+K changes them", opens: .keys),
            Self.flag("Favourite", \.isFavourite), Self.flag("Start in full screen", \.startsFullScreen),
            Row(
                title: "Volume", value: { $0.volume.map { "\(Int(($0 * 100).rounded())) %" } ?? "Default" },
                change: { item, step in
                    let next = Int(((item.volume ?? 1) * 10).rounded()) + step
                    item.volume = next > 10 ? nil : Double(max(0, next)) / 10
                }),
            Self.choice("In the background", \.background),
            Self.choice("Quality", \.options.quality), Self.choice("Scale", \.options.scaleMode),
            Self.option("Keep this scale", \.options.forceScaleMode), Self.choice("Alignment", \.options.align),
            Self.option("Keep this alignment", \.options.forceAlign), Self.choice("Letterbox", \.options.letterbox),
            Self.steps(
                "Frames a second", \.options.frameRate, [6, 10, 12, 15, 20, 24, 25, 30, 40, 50, 60, 90, 120], ""),
            Self.steps("Longest script", \.options.scriptTimeout, [5, 15, 30, 60, 120, 600], " seconds"),
            Row(
                title: "Movie parameters",
                value: { $0.options.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&") },
                type: { item, text in
                    let pairs = text.split(separator: "&", omittingEmptySubsequences: false)
                    item.options.parameters = pairs.compactMap { pair in
                        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                        guard parts.count == 2, !parts[0].isEmpty else { return nil }
                        return PlayerOptions.Parameter(name: String(parts[0]), value: String(parts[1]))
                    }
                    return text.isEmpty || item.options.parameters.count == pairs.count
                }, hint: "name=value, with & between several"),
            Self.address("Base address", \.options.baseURL), Self.address("Pretended address", \.options.spoofURL),
            Self.steps(
                "Flash version", \.options.version, [5, 6, 7, 8, 9, 10, 11, 15, 20, 32], ""),
            Self.choice("Runtime", \.options.runtime), Self.choice("Loading", \.options.loadBehavior),
            Self.option("http becomes https", \.options.upgradeToHTTPS),
            Self.option("Pretended web page", \.options.mockExternalInterface),
        ]
    }

    /// Takes over what the person has made of the movie's keys.
    func setKeys(_ keys: [KeyAssignment]) { item.keys = keys }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Numbers to choose from; one that is not among them stays until it is changed.
    private static func steps<N: Numeric & Comparable>(
        _ title: String, _ path: WritableKeyPath<LibraryItem, N?>, _ values: [N], _ unit: String
    ) -> Row {
        Row(
            title: title,
            value: { item in
                guard let value = item[keyPath: path] else { return "Default" }
                let text = "\(value)"
                return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + unit
            },
            change: { item, step in
                let all = [nil] + values.map { Optional($0) }
                let place = all.firstIndex(of: item[keyPath: path]) ?? 0
                item[keyPath: path] = all[(place + step + all.count) % all.count]
            })
    }

    /// An address, or none.
    private static func address(_ title: String, _ path: WritableKeyPath<LibraryItem, String?>) -> Row {
        Row(
            title: title, value: { $0[keyPath: path] ?? "" },
            type: { item, text in
                let isFit = text.isEmpty || BundleURL.isAbsolute(text)
                item[keyPath: path] = isFit && !text.isEmpty ? text : nil
                return isFit
            }, hint: "A whole address, such as https://example.org/game.swf")
    }

    private static func flag(_ title: String, _ path: WritableKeyPath<LibraryItem, Bool>) -> Row {
        Row(
            title: title, value: { $0[keyPath: path] ? "Yes" : "No" },
            change: { item, _ in item[keyPath: path].toggle() })
    }

    /// Default, yes or no.
    private static func option(_ title: String, _ path: WritableKeyPath<LibraryItem, Bool?>) -> Row {
        Row(
            title: title, value: { $0[keyPath: path].map { $0 ? "Yes" : "No" } ?? "Default" },
            change: { item, step in
                let all: [Bool?] = [nil, true, false]
                let place = all.firstIndex(of: item[keyPath: path]) ?? 0
                item[keyPath: path] = all[(place + step + 3) % 3]
            })
    }

    private static func choice<T: RawRepresentable & CaseIterable & Equatable>(
        _ title: String, _ path: WritableKeyPath<LibraryItem, T?>
    ) -> Row where T.RawValue == String {
        Row(
            title: title,
            value: { item in
                guard let value = item[keyPath: path] else { return "Default" }
                let words = value.rawValue.split(separator: "_").joined(separator: " ")
                return words.prefix(1).uppercased() + words.dropFirst()
            },
            change: { item, step in
                let all = [nil] + T.allCases.map { Optional($0) }
                let place = all.firstIndex(of: item[keyPath: path]) ?? 0
                item[keyPath: path] = all[(place + step + all.count) % all.count]
            })
    }

    func key(_ key: UIKey) -> Outcome {
        if list.take(key, of: rows.count, page: 8) { return .stays }
        switch key {
        case .escape: return .cancelled
        case .enter, .command("s"): return save()
        case .command("g"): return .saves
        case .command("p"): return .choosesPicture
        case .command("k"): return .keys
        case .right where rows[chosen].opens != nil: return rows[chosen].opens!
        case .text(" ") where rows[chosen].opens != nil: return rows[chosen].opens!
        case .left: rows[chosen].change(&item, -1)
        case .right: rows[chosen].change(&item, 1)
        case .text(" ") where !rows[chosen].isText: rows[chosen].change(&item, 1)
        case .text(let text) where rows[chosen].isText: type(shownText(chosen) + text)
        case .backspace where rows[chosen].isText: type(String(shownText(chosen).dropLast()))
        case .delete where rows[chosen].isText: type("")
        default: break
        }
        list.reveal()
        return .stays
    }

    private func shownText(_ row: Int) -> String { drafts[row] ?? rows[row].value(item) }

    private func type(_ text: String) {
        guard let type = rows[chosen].type, text.utf8.count <= Self.longestText else { return }
        let isFit = type(&item, text)
        drafts[chosen] = isFit ? nil : text
    }

    /// What is not finished is gone to first, except tags, which are as good without their last comma.
    private func save() -> Outcome {
        let unfinished = drafts.keys.sorted().first { rows[$0].title != "Tags" }
        guard let unfinished else { return .saved(item) }
        list.choose(unfinished, of: rows.count)
        list.reveal()
        return .stays
    }

    func wheel(_ lines: Int, scale: Double) { list.wheel(lines, scale: scale) }

    /// The left half of a value steps back, the right half on.
    func pressed(x: Int, y: Int, in area: PixelRect, scale: Double) -> Outcome {
        let inner = listArea(area, scale)
        let (save, cancel, saves) = buttons(area, scale)
        if save.holds(x, y) { return self.save() }
        if saves.holds(x, y) { return .saves }
        if cancel.holds(x, y) || !area.holds(x, y) { return .cancelled }
        guard let row = list.row(atX: x, y: y, in: inner, of: rows.count, scale: scale) else { return .stays }
        list.choose(row, of: rows.count)
        if let opens = rows[row].opens { return opens }
        let middle = inner.left + inner.width / 2
        if x >= middle && !rows[row].isText { rows[row].change(&item, x < middle + inner.width / 4 ? -1 : 1) }
        return .stays
    }

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(38 * scale)
        list.bottom -= Int(50 * scale)
        return list
    }

    private func buttons(_ area: PixelRect, _ scale: Double) -> (save: PixelRect, cancel: PixelRect, saves: PixelRect) {
        let inner = area.inset(Int(20 * scale))
        let width = Int(96 * scale)
        let save = PixelRect(
            left: inner.right - width, top: inner.bottom - Int(36 * scale), right: inner.right, bottom: inner.bottom)
        return (
            save, save.shifted(by: -width - Int(10 * scale), 0),
            PixelRect(left: inner.left, top: save.top, right: inner.left + width, bottom: save.bottom)
        )
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        canvas.write(
            "Settings of “\(item.name)”",
            in: PixelRect(left: inner.left, top: inner.top, right: inner.right, bottom: inner.top + canvas.pixels(24)),
            size: 18, isBold: true, UIColors.white)
        list.draw(
            &canvas, in: listArea(area, canvas.scale), count: rows.count, chosenColor: UIColors.lightBlue
        ) { canvas, index, line, isChosen in
            let row = rows[index]
            var name = line
            name.left += canvas.pixels(10)
            canvas.write(row.title, in: name, UIColors.white)
            var value = line
            value.left += line.width / 2
            value.right -= canvas.pixels(10)
            let text = shownText(index)
            let isStepped = !row.isText && row.opens == nil
            let shown = isChosen ? (row.isText ? text + "▏" : isStepped ? "‹  \(text)  ›" : "\(text)  ›") : text
            canvas.write(
                shown.isEmpty ? "None" : shown, in: value, isBold: isChosen, align: .center,
                shown.isEmpty ? UIColors.paleBlue : UIColors.orange)
        }
        let (save, cancel, saves) = buttons(area, canvas.scale)
        let between = PixelRect(
            left: saves.right + canvas.pixels(8), top: saves.top, right: cancel.left - canvas.pixels(8),
            bottom: saves.bottom)
        let isWrong = drafts[chosen] != nil
        if !rows[chosen].hint.isEmpty && (isWrong || rows[chosen].isHintAlways) {
            canvas.write(
                rows[chosen].hint, in: between, size: 12, align: .center,
                isWrong ? UIColors.orange : UIColors.paleBlue)
        }
        canvas.panel(saves, radius: 6, UIColors.lightBlue)
        canvas.write("Saves", in: saves, align: .center, UIColors.white)
        canvas.panel(save, radius: 6, UIColors.orange)
        canvas.write("Save", in: save, isBold: true, align: .center, UIColors.ink)
        canvas.panel(cancel, radius: 6, UIColors.lightBlue)
        canvas.write("Cancel", in: cancel, align: .center, UIColors.white)
    }
}
