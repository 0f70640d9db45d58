/// The caret up and down, into sight, and back through what has been typed.
extension EditText {
    /// Moves up or down by lines, or by as many as the field shows.
    func moveVertically(_ control: TextControl, _ selection: Selection) {
        guard isSelectable, !layout.lines.isEmpty else { return }
        let goesUp = [.moveUp, .movePageUp, .selectUp, .selectPageUp].contains(control)
        let isPage = [.movePageUp, .movePageDown, .selectPageUp, .selectPageDown].contains(control)
        let selects = [.selectUp, .selectDown, .selectPageUp, .selectPageDown].contains(control)
        let place = layout.caret(at: selection.caret)
        let column = caretColumn ?? place.x
        let distance = isPage ? max(1, bottomScroll - scroll) : 1
        let line = place.line + (goesUp ? -distance : distance)
        let target: Int
        if line < 0 {
            target = isPage || place.line > 0 ? layout.index(x: column, y: 0) : 0
        } else if line >= layout.lines.count {
            target = content.count
        } else {
            target = layout.index(x: column, y: layout.lines[line].y)
        }
        history.endTyping()
        setSelection(Selection(anchor: selects ? selection.anchor : target, caret: target))
        caretColumn = column
        revealCaret()
    }

    /// Scrolls so that the caret can be seen. To the side the text moves by a quarter of the field.
    func revealCaret() {
        guard let selection, !layout.lines.isEmpty else { return }
        let caret = layout.caret(at: selection.caret)
        if caret.line + 1 < scroll {
            setScroll(caret.line + 1)
        } else if caret.line + 1 > bottomScroll {
            let bottom = layout.lines[caret.line].y + layout.lines[caret.line].height
            let top = layout.lines.firstIndex { bottom - $0.y <= innerHeight } ?? caret.line
            setScroll(top + 1)
        }
        guard !wordWraps else { return }
        let moved = LineBreaker.twips(hscroll)
        if caret.x - moved > innerWidth {
            setHScroll(Double((caret.x - innerWidth + innerWidth / 4) / 20))
        } else if caret.x < moved {
            setHScroll(Double(max(0, caret.x - innerWidth / 4) / 20))
        }
    }

    /// Takes back the last change of a person, or makes it again.
    func takeBack(isRedo: Bool) {
        guard isEditable, composition == nil,
            let step = history.step(isRedo: isRedo, from: EditHistory.Step(content: content, selection: selection))
        else { return }
        var restored = step.content
        restored.defaultFormat = content.defaultFormat
        content = restored
        setSelection(step.selection)
        revealCaret()
        didChangeByUser()
    }

    /// The caret's box in twips of the field; nil where there is none.
    public var caretBox: (x: Int, top: Int, height: Int)? {
        guard let selection, !layout.lines.isEmpty else { return nil }
        let caret = layout.caret(at: selection.caret)
        guard caret.line < layout.lines.count, scroll <= layout.lines.count else { return nil }
        let line = layout.lines[caret.line]
        return (
            Int(box.xMin) + Self.gutter + caret.x - LineBreaker.twips(hscroll),
            Int(box.yMin) + Self.gutter + line.y - layout.lines[scroll - 1].y, line.height
        )
    }
}

/// What a text field was before the changes of a person. Text that a script sets begins anew.
struct EditHistory {
    struct Step {
        var content: FormattedText
        var selection: EditText.Selection?
    }

    private var undone: [Step] = []
    private var done: [Step] = []
    /// Where the letter that was typed last ends: the next one belongs to the same change.
    private var typedEnd: Int?

    /// Changes that can be taken back, and how many units all of them may hold.
    private static let mostSteps = 100
    private static let mostUnits = 1 << 20

    /// Notes what the field is before units take the place of a range.
    mutating func willReplace(
        _ range: Range<Int>, with units: [UInt16], in content: FormattedText, _ selection: EditText.Selection?
    ) {
        undone = []
        let isTyping = units.count == 1 && range.isEmpty
        let goesOn = isTyping && typedEnd == range.lowerBound && !done.isEmpty
        typedEnd = isTyping ? range.lowerBound + 1 : nil
        if goesOn { return }
        done.append(Step(content: content, selection: selection))
        var held = done.reduce(0) { $0 + $1.content.count }
        while let first = done.first, done.count > Self.mostSteps || held > Self.mostUnits {
            held -= first.content.count
            done.removeFirst()
        }
    }

    /// What is typed next is a change of its own.
    mutating func endTyping() { typedEnd = nil }

    /// Goes a step back, or forward again; nil where there is none.
    mutating func step(isRedo: Bool, from now: Step) -> Step? {
        typedEnd = nil
        guard let step = isRedo ? undone.popLast() : done.popLast() else { return nil }
        if isRedo { done.append(now) } else { undone.append(now) }
        return step
    }
}
