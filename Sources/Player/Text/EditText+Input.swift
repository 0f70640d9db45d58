import AVM
import AVM1
import Base
import SWF

/// What a drag of the mouse selects by.
enum SelectionUnit { case character, word, paragraph }

/// What a person does in a text field.
extension EditText {
    func gotFocus(byKeyboard: Bool) {
        applyAutoSize()
        // The keyboard selects all, and so do scripts of ActionScript 1 and 2; the mouse puts the caret where it is.
        if byKeyboard || runsAVM1 {
            setSelection(Selection(anchor: 0, caret: content.count))
        } else {
            setSelection(selection ?? Selection(anchor: 0, caret: 0))
        }
    }

    func lostFocus() {
        applyAutoSize()
        if composition != nil {
            composition = nil
            didChangeByUser()
        }
        // In ActionScript 3 a field keeps its selection.
        setSelection(runsAVM1 ? nil : selection)
    }

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

    private func index(at point: TwipsPoint, _ unit: SelectionUnit) -> Int {
        let place = layoutPoint(point)
        return layout.index(x: place.x, y: place.y, isOver: unit != .character)
    }

    /// What is selected around a unit: nothing but a place, a word or a paragraph.
    private func range(around index: Int, _ unit: SelectionUnit) -> Range<Int> {
        let index = min(index, content.count)
        switch unit {
        case .character: return index..<index
        case .word: return wordRange(at: index)
        case .paragraph:
            let start = content.units[..<index].lastIndex(of: 0x0D).map { $0 + 1 } ?? 0
            let end = content.units[index...].firstIndex(of: 0x0D) ?? content.count
            return start..<end
        }
    }

    /// Once puts the caret, twice selects the word, three times the paragraph.
    func press(at point: TwipsPoint, clickIndex: Int) {
        let unit: SelectionUnit = [.character, .word, .paragraph][min(2, max(0, clickIndex))]
        let index = index(at: point, unit)
        dragOrigin = (index, unit)
        let range = range(around: index, unit)
        history.endTyping()
        caretColumn = nil
        setSelection(Selection(anchor: range.lowerBound, caret: range.upperBound))
    }

    func drag(to point: TwipsPoint) {
        guard selection != nil, let (start, unit) = dragOrigin else { return }
        let origin = range(around: start, unit)
        let range = range(around: index(at: point, unit), unit)
        if range.lowerBound < origin.lowerBound {
            setSelection(Selection(anchor: origin.upperBound, caret: range.lowerBound))
        } else {
            setSelection(Selection(anchor: origin.lowerBound, caret: max(origin.upperBound, range.upperBound)))
        }
        // Beyond an edge the text follows.
        revealCaret()
    }

    func wheel(_ lines: Double) {
        guard scrollsByWheel else { return }
        setScroll(scroll - Int(Int32(saturating: lines)))
    }

    // MARK: Typing

    /// Text that has been typed takes the place of the selection.
    func type(_ text: String) {
        guard isEditable, selection != nil else { return }
        let typed = text.utf16.filter { $0 == 0x0D || $0 == 0x0A || ($0 >= 0x20 && $0 != 0x7F) }
        let units = isMultiline ? typed : typed.filter { $0 != 0x0D && $0 != 0x0A }
        // What scripts hear of is what was typed, whether or not it may stand in the field.
        guard !units.isEmpty, player.mayInput3(units.map { $0 == 0x0D ? 0x0A : $0 }, in: self) else { return }
        guard let selection else { return }
        var accepted = allowed(units).map { $0 == 0x0A ? 0x0D : $0 }
        if let maxChars {
            accepted = Array(accepted.prefix(max(0, maxChars - content.count + selection.range.count)))
            // Half a character is none.
            if let last = accepted.last, last & 0xFC00 == 0xD800 { accepted.removeLast() }
        }
        if !accepted.isEmpty { insert(accepted, in: selection.range) }
    }

    private func insert(_ units: [UInt16], in range: Range<Int>) {
        history.willReplace(range, with: units, in: content, selection)
        // What is typed looks like what is before it in its paragraph, or like what it replaces.
        if range.isEmpty, range.lowerBound > 0, content.units[range.lowerBound - 1] != 0x0D {
            content.replace(range, with: units, content.format(at: range.lowerBound - 1))
        } else {
            replace(range, with: units)
        }
        let caret = range.lowerBound + units.count
        setSelection(Selection(anchor: caret, caret: caret))
        caretColumn = nil
        revealCaret()
        didChangeByUser()
    }

    func didChangeByUser() {
        guard runsAVM1 else { return player.textDidChange3(self) }
        writeVariable()
        player.avm1.textFieldChanged?(self)
    }

    /// Text that an input method is still composing shows in the field.
    func preedit(_ text: String) {
        guard isEditable, let selection else { return }
        let range = composition ?? selection.range
        if text.isEmpty && composition == nil { return }
        let units = allowed(Array(text.utf16))
        replace(range, with: units)
        let end = range.lowerBound + units.count
        composition = units.isEmpty ? nil : range.lowerBound..<end
        setSelection(Selection(anchor: end, caret: end))
    }

    func commit(_ text: String) {
        if let range = composition {
            composition = nil
            replace(range, with: [])
            setSelection(Selection(anchor: range.lowerBound, caret: range.lowerBound))
        }
        type(text)
    }

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
        case .paste: paste()
        case .undo: takeBack(isRedo: false)
        case .redo: takeBack(isRedo: true)
        case .moveUp, .moveDown, .movePageUp, .movePageDown, .selectUp, .selectDown, .selectPageUp, .selectPageDown:
            moveVertically(control, selection)
        case .enter: if isEditable && isMultiline { type("\n") }
        case .backspace: delete(selection) { self.characterStart(before: $0)..<$0 }
        case .backspaceWord: delete(selection) { self.wordStart(before: $0)..<$0 }
        case .delete: delete(selection) { $0..<self.characterEnd(after: $0) }
        case .deleteWord: delete(selection) { $0..<self.wordEnd(after: $0) }
        default: move(control, selection)
        }
    }

    private func copy(_ range: Range<Int>) {
        // A password is not given away.
        guard !isPassword, !range.isEmpty else { return }
        let units = content.units[range].map { $0 == 0x0D ? 0x0A : $0 }
        player.host.clipboard = String(decoding: units, as: UTF16.self)
    }

    private func paste() {
        let text = player.host.clipboard
        if isEditable && !text.isEmpty { type(text) }
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
            let goesBack = goesBack(control == .moveLeft, caret)
            if !selection.range.isEmpty {
                target = goesBack ? selection.range.lowerBound : selection.range.upperBound
            } else {
                target = goesBack ? characterStart(before: caret) : characterEnd(after: caret)
            }
        case .moveLeftWord, .moveRightWord:
            selects = false
            target = goesBack(control == .moveLeftWord, caret) ? wordStart(before: caret) : wordEnd(after: caret)
        case .moveLeftLine: (target, selects) = (lineStart(caret), false)
        case .moveRightLine: (target, selects) = (lineEnd(caret), false)
        case .moveLeftDocument: (target, selects) = (0, false)
        case .moveRightDocument: (target, selects) = (content.count, false)
        case .selectLeft, .selectRight:
            target =
                goesBack(control == .selectLeft, caret) ? characterStart(before: caret) : characterEnd(after: caret)
        case .selectLeftWord, .selectRightWord:
            target = goesBack(control == .selectLeftWord, caret) ? wordStart(before: caret) : wordEnd(after: caret)
        case .selectLeftLine: target = lineStart(caret)
        case .selectRightLine: target = lineEnd(caret)
        case .selectLeftDocument: target = 0
        case .selectRightDocument: target = content.count
        default: return
        }
        let place = max(0, min(content.count, target))
        history.endTyping()
        caretColumn = nil
        setSelection(Selection(anchor: selects ? selection.anchor : place, caret: place))
        revealCaret()
    }

    /// Whether a move to the left or right goes back in the text. In writing that runs to the left the next character is
    /// on the left.
    private func goesBack(_ isLeft: Bool, _ caret: Int) -> Bool { isLeft != layout.runsLeft(at: caret) }

    /// The place before a character; both halves of a surrogate pair are one.
    private func characterStart(before index: Int) -> Int {
        let start = max(0, index - 1)
        return start > 0 && content.scalar(at: start - 1, before: content.count).length == 2 ? start - 1 : start
    }

    private func characterEnd(after index: Int) -> Int {
        index < content.count ? index + content.scalar(at: index, before: content.count).length : index
    }

    private func isWord(_ index: Int) -> Bool {
        let unit = content.units[index]
        return !(unit == 0x20 || unit == 0x0D || unit == 0x0A || unit == 0x09)
    }

    /// The word that a unit belongs to; between two words there is none to mark.
    private func wordRange(at index: Int) -> Range<Int> {
        guard content.count > 0 else { return 0..<0 }
        let index = min(index, content.count - 1)
        guard isWord(index) else { return index..<index }
        var (low, high) = (index, index + 1)
        while low > 0, isWord(low - 1) { low -= 1 }
        while high < content.count, isWord(high) { high += 1 }
        return low..<high
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
            // Only Latin letters have another case here.
            let isLetter = (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
            return isLetter && filter.allows(unit ^ 0x20) ? unit ^ 0x20 : nil
        }
    }
}
