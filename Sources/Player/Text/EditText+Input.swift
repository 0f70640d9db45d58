import AVM
import AVM1
import Base
import SWF

/// What a person does in a text field.
extension EditText {
    func gotFocus(byKeyboard: Bool) {
        // The keyboard and scripts select all; the mouse puts the caret where it is.
        setSelection(Selection(anchor: 0, caret: content.count))
    }

    func lostFocus() { setSelection(nil) }

    // MARK: Mouse

    /// A point of the field in the space of its layout.
    func layoutPoint(_ point: TwipsPoint) -> (x: Int, y: Int) {
        let lines = layout.lines
        let top = scroll >= 1 && scroll <= lines.count ? lines[scroll - 1].y : 0
        return (
            Int(point.x) - Int(box.xMin) - Self.gutter + LineBreaker.twips(hscroll),
            Int(point.y) - Int(box.yMin) - Self.gutter + top
        )
    }

    private func index(at point: TwipsPoint) -> Int {
        let place = layoutPoint(point)
        return layout.index(x: place.x, y: place.y)
    }

    /// Once puts the caret, twice selects the word, three times the line.
    func press(at point: TwipsPoint, clickIndex: Int) {
        let index = index(at: point)
        switch clickIndex % 3 {
        case 1: setSelection(Selection(anchor: wordStart(before: index + 1), caret: wordEnd(after: index)))
        case 2:
            let line = layout.lines.isEmpty ? 0..<0 : layout.lines[layout.line(of: index)].range
            setSelection(Selection(anchor: line.lowerBound, caret: line.upperBound))
        default: setSelection(Selection(anchor: index, caret: index))
        }
    }

    func drag(to point: TwipsPoint) {
        guard let selection else { return }
        setSelection(Selection(anchor: selection.anchor, caret: index(at: point)))
    }

    func wheel(_ lines: Double) {
        guard scrollsByWheel else { return }
        setScroll(scroll - Int(Int32(saturating: lines)))
    }

    // MARK: Typing

    /// Text that has been typed takes the place of the selection.
    func type(_ text: String) {
        guard isEditable, let selection else { return }
        var units = allowed(Array(text.utf16))
        if !isMultiline { units.removeAll { $0 == 0x0D || $0 == 0x0A } }
        units = units.map { $0 == 0x0A ? 0x0D : $0 }
        if let maxChars { units = Array(units.prefix(max(0, maxChars - content.count + selection.range.count))) }
        guard !units.isEmpty else { return }
        insert(units, in: selection.range)
    }

    private func insert(_ units: [UInt16], in range: Range<Int>) {
        replace(range, with: units)
        let caret = range.lowerBound + units.count
        setSelection(Selection(anchor: caret, caret: caret))
        didChangeByUser()
    }

    private func didChangeByUser() {
        writeVariable()
        player.avm1.textFieldChanged?(self)
    }

    func preedit(_ text: String) {}

    func commit(_ text: String) { type(text) }

    func control(_ control: TextControl) {
        guard let selection else { return }
        switch control {
        case .selectAll: if isSelectable { setSelection(Selection(anchor: 0, caret: content.count)) }
        case .copy: copy(selection.range)
        case .cut:
            // What may not be copied may not be cut either.
            guard isEditable, !isPassword else { return }
            copy(selection.range)
            if !selection.range.isEmpty { insert([], in: selection.range) }
        case .paste: paste(selection.range)
        case .enter: if isEditable && isMultiline { type("\r") }
        case .backspace: delete(selection) { max(0, $0 - 1)..<$0 }
        case .backspaceWord: delete(selection) { self.wordStart(before: $0)..<$0 }
        case .delete: delete(selection) { $0..<min(self.content.count, $0 + 1) }
        case .deleteWord: delete(selection) { $0..<self.wordEnd(after: $0) }
        default: move(control, selection)
        }
    }

    private func copy(_ range: Range<Int>) {
        // A password is not given away.
        guard !isPassword, !range.isEmpty else { return }
        player.host.clipboard = String(decoding: content.units[range], as: UTF16.self)
    }

    private func paste(_ range: Range<Int>) {
        guard isEditable else { return }
        let text = player.host.clipboard
        if text.isEmpty { return }
        type(text)
    }

    private func delete(_ selection: Selection, _ range: (Int) -> Range<Int>) {
        guard isEditable else { return }
        let range = selection.range.isEmpty ? range(selection.caret) : selection.range
        if !range.isEmpty { insert([], in: range) }
    }

    // MARK: Moving

    private func move(_ control: TextControl, _ selection: Selection) {
        guard isSelectable else { return }
        let caret = selection.caret
        let target: Int
        var selects = true
        switch control {
        case .moveLeft, .moveRight:
            selects = false
            // A move out of a selection goes to its end.
            if !selection.range.isEmpty {
                target = control == .moveLeft ? selection.range.lowerBound : selection.range.upperBound
            } else {
                target = control == .moveLeft ? caret - 1 : caret + 1
            }
        case .moveLeftWord: (target, selects) = (wordStart(before: caret), false)
        case .moveRightWord: (target, selects) = (wordEnd(after: caret), false)
        case .moveLeftLine: (target, selects) = (lineStart(caret), false)
        case .moveRightLine: (target, selects) = (lineEnd(caret), false)
        case .moveLeftDocument: (target, selects) = (0, false)
        case .moveRightDocument: (target, selects) = (content.count, false)
        case .selectLeft: target = caret - 1
        case .selectRight: target = caret + 1
        case .selectLeftWord: target = wordStart(before: caret)
        case .selectRightWord: target = wordEnd(after: caret)
        case .selectLeftLine: target = lineStart(caret)
        case .selectRightLine: target = lineEnd(caret)
        case .selectLeftDocument: target = 0
        case .selectRightDocument: target = content.count
        default: return
        }
        let place = max(0, min(content.count, target))
        setSelection(Selection(anchor: selects ? selection.anchor : place, caret: place))
    }

    private func isWord(_ index: Int) -> Bool {
        let unit = content.units[index]
        return !(unit == 0x20 || unit == 0x0D || unit == 0x0A || unit == 0x09)
    }

    private func wordStart(before index: Int) -> Int {
        var index = min(index, content.count)
        while index > 0, !isWord(index - 1) { index -= 1 }
        while index > 0, isWord(index - 1) { index -= 1 }
        return index
    }

    private func wordEnd(after index: Int) -> Int {
        var index = index
        while index < content.count, isWord(index) { index += 1 }
        while index < content.count, !isWord(index) { index += 1 }
        return index
    }

    private func lineStart(_ index: Int) -> Int {
        layout.lines.isEmpty ? 0 : layout.lines[layout.line(of: index)].range.lowerBound
    }

    private func lineEnd(_ index: Int) -> Int {
        layout.lines.isEmpty ? 0 : layout.lines[layout.line(of: index)].runs.last?.range.upperBound ?? index
    }

    // MARK: restrict

    /// The units that `restrict` lets through; a letter in the wrong case is turned where the other case may be typed.
    func allowed(_ units: [UInt16]) -> [UInt16] {
        guard let restrict else { return units }
        let filter = RestrictFilter(restrict)
        return units.compactMap { unit in
            if filter.allows(unit) { return unit }
            let text = String(decoding: [unit], as: UTF16.self)
            for other in [text.uppercased(), text.lowercased()] {
                if let single = other.utf16.first, other.utf16.count == 1, filter.allows(single) { return single }
            }
            return nil
        }
    }
}

/// `TextField.restrict`: characters and ranges ("a-z"), "^" turns to what is forbidden, "\" takes one as it is.
private struct RestrictFilter {
    private var allowed: [ClosedRange<UInt16>] = []
    private var forbidden: [ClosedRange<UInt16>] = []

    init(_ pattern: String) {
        var isAllowing = true
        var index = 0
        let units = Array(pattern.utf16)
        // A text that begins with "^" allows all but what follows.
        if units.first == 0x5E { allowed.append(0...0xFFFF) }
        func next() -> UInt16? {
            guard index < units.count else { return nil }
            if units[index] == 0x5C, index + 1 < units.count { index += 1 }
            defer { index += 1 }
            return units[index]
        }
        while index < units.count {
            if units[index] == 0x5E {
                isAllowing.toggle()
                index += 1
                continue
            }
            var low: UInt16 = 0
            if units[index] != 0x2D { low = next() ?? 0 }
            var high = low
            if index < units.count, units[index] == 0x2D {
                index += 1
                high = next() ?? 0xFFFF
            }
            guard low <= high else { continue }
            if isAllowing { allowed.append(low...high) } else { forbidden.append(low...high) }
        }
    }

    func allows(_ unit: UInt16) -> Bool {
        allowed.contains { $0.contains(unit) } && !forbidden.contains { $0.contains(unit) }
    }
}
