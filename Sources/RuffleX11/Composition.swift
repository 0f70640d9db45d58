import CX11
import Glibc

/// Text that an input method is composing, as it tells it through the callbacks of XIM ("on-the-spot").
final class Composition {
    private var scalars: [Unicode.Scalar] = []
    private var caret = 0
    private var hasChanged = false
    /// The input method tells what it composes.
    private(set) var isTold = false

    /// The text and where in it the caret is, in UTF-16 units; nil where nothing has changed since the last call.
    func takeChange() -> (text: String, caret: Int)? {
        guard hasChanged else { return nil }
        hasChanged = false
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let before = scalars.prefix(caret).reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }
        return (String(text), before)
    }

    /// An input context that tells this object. It must not outlive it.
    func makeContext(_ method: OpaquePointer, _ window: CX11.Window) -> OpaquePointer? {
        let context = cx11_create_composing_context(
            method, window, Unmanaged.passUnretained(self).toOpaque(),
            { _, client, _ in
                Composition.of(client)?.clear()
                // No limit to how long the text may be.
                return -1
            },
            { _, client, _ in Composition.of(client)?.clear() },
            { _, client, data in
                guard let data else { return }
                data.withMemoryRebound(to: XIMPreeditDrawCallbackStruct.self, capacity: 1) {
                    Composition.of(client)?.draw($0.pointee)
                }
            },
            { _, client, data in
                guard let data else { return }
                data.withMemoryRebound(to: XIMPreeditCaretCallbackStruct.self, capacity: 1) {
                    Composition.of(client)?.moveCaret(&$0.pointee)
                }
            })
        isTold = context != nil
        return context
    }

    private static func of(_ client: XPointer?) -> Composition? {
        client.map { Unmanaged<Composition>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    private func clear() {
        hasChanged = hasChanged || !scalars.isEmpty
        scalars = []
        caret = 0
    }

    private func draw(_ change: XIMPreeditDrawCallbackStruct) {
        let first = max(0, min(scalars.count, Int(change.chg_first)))
        let end = max(first, min(scalars.count, first + max(0, Int(change.chg_length))))
        if let text = change.text?.pointee {
            // Without a string only the look of the text has changed.
            guard text.string.multi_byte != nil || text.length == 0 else { return }
            scalars.replaceSubrange(first..<end, with: Self.scalars(of: text))
        } else {
            scalars.removeSubrange(first..<end)
        }
        caret = max(0, min(scalars.count, Int(change.caret)))
        hasChanged = true
    }

    /// No text that somebody composes is longer.
    private static let longest = 4096

    private static func scalars(of text: XIMText) -> [Unicode.Scalar] {
        guard text.length > 0 else { return [] }
        if text.encoding_is_wchar != 0 {
            guard let wide = text.string.wide_char else { return [] }
            return (0..<min(longest, Int(text.length))).compactMap {
                Unicode.Scalar(UInt32(truncatingIfNeeded: wide[$0]))
            }
        }
        guard let bytes = text.string.multi_byte else { return [] }
        return Array(String(cString: bytes).unicodeScalars.prefix(longest))
    }

    private func moveCaret(_ change: inout XIMPreeditCaretCallbackStruct) {
        switch change.direction {
        case XIMAbsolutePosition: caret = Int(change.position)
        case XIMForwardChar: caret += 1
        case XIMBackwardChar: caret -= 1
        case XIMLineStart: caret = 0
        case XIMLineEnd: caret = scalars.count
        default: break
        }
        caret = max(0, min(scalars.count, caret))
        // The input method wants to know where it is now.
        change.position = Int32(caret)
        hasChanged = true
    }
}
