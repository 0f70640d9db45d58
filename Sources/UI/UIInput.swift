import Base
import Library

/// What a person does, as screens understand it.
public enum UIInput: Equatable, Sendable {
    case pointerMoved(x: Int, y: Int)
    case pointerLeft
    case pressed(x: Int, y: Int)
    /// Lines; positive is away from the person, which shows what is above.
    case wheel(lines: Int)
    case key(UIKey)
}

/// Keys that screens know.
public enum UIKey: Equatable, Sendable {
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, backspace, delete, tab
    case help
    /// What a key types.
    case text(String)
    /// A letter held with Ctrl, in lower case.
    case command(Character)
}

/// What a screen wants done.
public enum UIRequest: Equatable, Sendable {
    /// Play the item of this identifier.
    case play(String)
    /// Let the person choose files to add, or else call ``LibraryScreen/beginAdding()``.
    case chooseFiles
    /// Add the file or folder at this path.
    case add(String)
    /// Keep these settings.
    case change(LibraryItem)
    /// Show what the item has saved, by ``LibraryScreen/showSaves(_:of:)``.
    case saves(String)
    case changeSave(SaveChange, of: String)
    /// Show what a save holds, by ``LibraryScreen/showSaveTree(_:named:)``.
    case lookIntoSave(key: String, generation: Int, of: String)
    /// Take over what other players have saved for the item.
    case findSaves(of: String)
    /// Show what is in the trash, by ``LibraryScreen/showTrash(_:)``.
    case showTrash
    /// Bring the item back from the trash.
    case restore(String)
    /// Remove for good what is in the trash.
    case emptyTrash
    /// Add every movie below this folder; see ``LibraryScreen/showImport(_:)``.
    case importFolder(String)
    /// Stop the import that goes on.
    case stopImport
    /// Give up the movie that is on its way, see ``LibraryScreen/showLoading(_:received:total:)``.
    case cancelLoading
    /// The file at this path becomes the item's picture.
    case setPicture(path: String, of: String)
    /// The item's picture is made from the movie again.
    case makePicture(String)
    /// Put the item into the trash.
    case trash(String)
    /// Bring back what was put into the trash last.
    case undo
    /// Show what all movies get for keys, by ``LibraryScreen/showSharedKeys(_:)``.
    case showSharedKeys
    case setSharedKeys([KeyAssignment])
    case quit
}

/// What is to be done with a save.
public enum SaveChange: Equatable, Sendable {
    /// Write it, or an older state of it (1 is the newest of those), where the person finds it.
    case export(key: String, generation: Int)
    /// Go back to an older state.
    case restore(key: String, generation: Int)
    case delete(key: String)
    /// Take over the file at this path.
    case add(path: String)
}

/// Rows that scroll: which are to be seen, and where they lie.
struct UIScroll {
    /// Pixels that lie above the top.
    private(set) var offset = 0
    private var content = 0
    private var view = 0

    mutating func fit(content: Int, view: Int) {
        (self.content, self.view) = (content, view)
        move(by: 0)
    }

    mutating func move(by pixels: Int) { offset = min(max(0, content - view), max(0, offset + pixels)) }

    /// Scrolls so far that the stretch can be seen.
    mutating func reveal(_ top: Int, _ bottom: Int) {
        if top < offset {
            move(by: top - offset)
        } else if bottom > offset + view {
            move(by: bottom - offset - view)
        }
    }

    /// Where the bar beside the content goes, as top and height of `view`; nil: all can be seen.
    var bar: (top: Int, height: Int)? {
        guard content > view, view > 0 else { return nil }
        let height = max(min(view, 24), view * view / content)
        return ((view - height) * offset / max(1, content - view), height)
    }
}

extension PixelRect {
    /// The rectangle without `by` pixels on each side.
    func inset(_ by: Int) -> PixelRect {
        PixelRect(left: left + by, top: top + by, right: right - by, bottom: bottom - by)
    }

    func shifted(by x: Int, _ y: Int) -> PixelRect {
        PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    func holds(_ x: Int, _ y: Int) -> Bool { x >= left && x < right && y >= top && y < bottom }
}
