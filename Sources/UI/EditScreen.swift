import Base
import Library
import Renderer

/// The settings of one item: a row for each, changed with the arrow keys or by clicking. Every player option can be
/// left at its default, which is what the bundle says or else Flash's own.
final class EditScreen {
    private(set) var item: LibraryItem
    private var list = UIRows(height: 36)
    var chosen: Int { list.chosen }

    enum Outcome: Equatable { case stays, cancelled, saved(LibraryItem) }

    /// One setting: how it reads now, and what a step up or down makes of it.
    struct Row {
        var title: String
        var value: (LibraryItem) -> String
        var change: (inout LibraryItem, Int) -> Void
        /// Whether typing changes it.
        var isText = false
    }

    let rows: [Row]

    init(_ item: LibraryItem) {
        self.item = item
        rows = [
            Row(title: "Name", value: { $0.name }, change: { _, _ in }, isText: true),
            Self.flag("Favourite", \.isFavourite), Self.flag("Start in full screen", \.startsFullScreen),
            Row(
                title: "Volume", value: { $0.volume.map { "\(Int(($0 * 100).rounded())) %" } ?? "Default" },
                change: { item, step in
                    let next = Int(((item.volume ?? 1) * 10).rounded()) + step
                    item.volume = next > 10 ? nil : Double(max(0, next)) / 10
                }),
            Self.choice("Quality", \.options.quality), Self.choice("Scale", \.options.scaleMode),
            Self.option("Keep this scale", \.options.forceScaleMode), Self.choice("Alignment", \.options.align),
            Self.option("Keep this alignment", \.options.forceAlign), Self.choice("Letterbox", \.options.letterbox),
            Row(
                title: "Frames a second", value: { $0.options.frameRate.map { "\(Int($0))" } ?? "Default" },
                change: { item, step in
                    let rates: [Double?] = [nil, 6, 10, 12, 15, 20, 24, 25, 30, 40, 50, 60, 90, 120]
                    let place = rates.firstIndex(of: item.options.frameRate) ?? 0
                    item.options.frameRate = rates[(place + step + rates.count) % rates.count]
                }),
            Row(
                title: "Longest script",
                value: { $0.options.scriptTimeout.map { "\(Int($0)) seconds" } ?? "Default" },
                change: { item, step in
                    let times: [Double?] = [nil, 5, 15, 30, 60, 120, 600]
                    let place = times.firstIndex(of: item.options.scriptTimeout) ?? 0
                    item.options.scriptTimeout = times[(place + step + times.count) % times.count]
                }),
        ]
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
        switch key {
        case .escape: return .cancelled
        case .enter, .command("s"): return .saved(item)
        case .up: list.move(by: -1, of: rows.count)
        case .down, .tab: list.move(by: 1, of: rows.count)
        case .left: rows[chosen].change(&item, -1)
        case .right: rows[chosen].change(&item, 1)
        case .text(" ") where !rows[chosen].isText: rows[chosen].change(&item, 1)
        case .text(let text) where rows[chosen].isText: if item.name.utf8.count < 200 { item.name += text }
        case .backspace where rows[chosen].isText: if !item.name.isEmpty { item.name.removeLast() }
        default: break
        }
        list.reveal()
        return .stays
    }

    func wheel(_ lines: Int, scale: Double) { list.wheel(lines, scale: scale) }

    /// The left half of a value steps back, the right half on.
    func pressed(x: Int, y: Int, in area: PixelRect, scale: Double) -> Outcome {
        let inner = listArea(area, scale)
        let (save, cancel) = buttons(area, scale)
        if save.holds(x, y) { return .saved(item) }
        if cancel.holds(x, y) || !area.holds(x, y) { return .cancelled }
        guard inner.holds(x, y) else { return .stays }
        let row = list.row(at: y, in: inner, scale: scale)
        guard rows.indices.contains(row) else { return .stays }
        list.choose(row, of: rows.count)
        let middle = inner.left + inner.width / 2
        if x >= middle { rows[row].change(&item, x < middle + inner.width / 4 ? -1 : 1) }
        return .stays
    }

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(38 * scale)
        list.bottom -= Int(50 * scale)
        return list
    }

    private func buttons(_ area: PixelRect, _ scale: Double) -> (save: PixelRect, cancel: PixelRect) {
        let inner = area.inset(Int(20 * scale))
        let width = Int(96 * scale)
        let save = PixelRect(
            left: inner.right - width, top: inner.bottom - Int(36 * scale), right: inner.right, bottom: inner.bottom)
        return (save, save.shifted(by: -width - Int(10 * scale), 0))
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
            let text = row.value(item)
            let shown = isChosen ? (row.isText ? text + "▏" : "‹  \(text)  ›") : text
            canvas.write(shown, in: value, isBold: isChosen, align: .center, UIColors.orange)
        }
        let (save, cancel) = buttons(area, canvas.scale)
        canvas.panel(save, radius: 6, UIColors.orange)
        canvas.write("Save", in: save, isBold: true, align: .center, UIColors.ink)
        canvas.panel(cancel, radius: 6, UIColors.lightBlue)
        canvas.write("Cancel", in: cancel, align: .center, UIColors.white)
    }
}
