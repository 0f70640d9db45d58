import CX11

/// Text and files that go between programs: the clipboard, what is marked with the mouse (PRIMARY), and what is
/// dropped on the window.
///
/// Nothing here waits: what another program is asked for comes as an event, or never.
///
/// Facts: ICCCM 2.0, chapter 2; XDND 5.
final class Selections {
    /// What is asked of other programs, and for what.
    enum Purpose: CaseIterable { case paste, drop }

    private let display: OpaquePointer
    private let window: CX11.Window
    private let atoms: Atoms
    /// What this program gives others.
    private var owned: [Atom: [UInt8]] = [:]
    private var sending: [Sending] = []
    private var receiving: [Purpose: Receiving] = [:]
    private var drag = Drag()
    /// Of the newest event by the person: the server judges by it whose clipboard is the newer one.
    var time: Time = 0

    /// A long text on its way to another program, piece by piece.
    private struct Sending {
        var requestor: CX11.Window
        var property: Atom
        var type: Atom
        var rest: ArraySlice<UInt8>
    }

    private struct Receiving {
        var selection: Atom
        var target: Atom
        var bytes: [UInt8] = []
        var isInPieces = false
    }

    /// What is being dragged over the window.
    private struct Drag {
        var source: CX11.Window = 0
        /// What it can be had as, of what is understood here; 0: nothing.
        var target: Atom = 0
    }

    /// No text that a person copies is longer, in bytes.
    private static let longest = 64 << 20
    /// So many programs at a time get a long text.
    private static let mostSendings = 16
    /// Bytes of one piece.
    private static let pieceSize = 64 << 10

    init(display: OpaquePointer, window: CX11.Window, atoms: Atoms) {
        self.display = display
        self.window = window
        self.atoms = atoms
        Properties(display: display).set(window, atoms[.xdndAware], type: Atom(XA_ATOM), items: [Self.dragVersion])
    }

    private static let dragVersion: UInt = 5

    // MARK: - Giving

    /// Offers `text` to other programs, as the clipboard or else as what is marked.
    func own(_ text: String, asPrimary: Bool = false) {
        let selection = asPrimary ? Atom(XA_PRIMARY) : atoms[.clipboard]
        owned[selection] = Array(text.utf8.prefix(Self.longest))
        XSetSelectionOwner(display, selection, window, time)
    }

    /// Another program has taken the clipboard over.
    func lost(_ event: XSelectionClearEvent) { owned[event.selection] = nil }

    /// Another program asks for what this one offers.
    func answer(_ request: XSelectionRequestEvent) {
        // Clients of long ago give no property.
        let property = request.property == 0 ? request.target : request.property
        XErrors.watch(request.requestor)
        let isGiven = owned[request.selection].map {
            give($0, as: request.target, to: request.requestor, property)
        }
        var event = XEvent()
        event.xselection = XSelectionEvent()
        event.xselection.type = SelectionNotify
        event.xselection.requestor = request.requestor
        event.xselection.selection = request.selection
        event.xselection.target = request.target
        event.xselection.property = isGiven == true ? property : 0
        event.xselection.time = request.time
        XSendEvent(display, request.requestor, 0, 0, &event)
    }

    private func give(_ text: [UInt8], as target: Atom, to requestor: CX11.Window, _ property: Atom) -> Bool {
        let properties = Properties(display: display)
        let utf8 = atoms[.utf8String]
        switch target {
        case atoms[.targets]:
            let all = [atoms[.targets], atoms[.timestamp], utf8, atoms[.textPlainUTF8], Atom(XA_STRING)]
            properties.set(requestor, property, type: Atom(XA_ATOM), items: all)
        case atoms[.timestamp]: properties.set(requestor, property, type: Atom(XA_INTEGER), items: [time])
        case utf8, atoms[.textPlainUTF8]: return send(text, target, to: requestor, property)
        case Atom(XA_STRING):
            let latin1 = String(decoding: text, as: UTF8.self).unicodeScalars.map {
                $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?")
            }
            return send(latin1, target, to: requestor, property)
        default: return false
        }
        return true
    }

    /// Puts a text into a property of `requestor`, in pieces where it is long.
    private func send(_ bytes: [UInt8], _ type: Atom, to requestor: CX11.Window, _ property: Atom) -> Bool {
        guard bytes.count > Self.pieceSize else {
            Properties(display: display).set(requestor, property, type: type, bytes: bytes)
            return true
        }
        sending.removeAll { $0.requestor == requestor && $0.property == property }
        if sending.count >= Self.mostSendings { sending.removeFirst() }
        // The requestor deletes the property whenever it has read a piece.
        XSelectInput(display, requestor, PropertyChangeMask)
        Properties(display: display).set(requestor, property, type: atoms[.incr], items: [UInt(bytes.count)])
        sending.append(Sending(requestor: requestor, property: property, type: type, rest: bytes[...]))
        return true
    }

    /// A property of some window has changed. Returns what has arrived by that, if anything.
    func propertyChanged(_ event: XPropertyEvent) -> WindowEvent? {
        if event.window == window {
            guard event.state == PropertyNewValue,
                let purpose = Purpose.allCases.first(where: { property(of: $0) == event.atom }),
                receiving[purpose]?.isInPieces == true
            else { return nil }
            return takePiece(for: purpose)
        }
        guard event.state == PropertyDelete,
            let place = sending.firstIndex(where: { $0.requestor == event.window && $0.property == event.atom })
        else { return nil }
        let piece = sending[place].rest.prefix(Self.pieceSize)
        sending[place].rest = sending[place].rest.dropFirst(Self.pieceSize)
        Properties(display: display).set(
            event.window, event.atom, type: sending[place].type, bytes: Array(piece))
        // An empty piece is the end.
        if piece.isEmpty { sending.remove(at: place) }
        return nil
    }

    // MARK: - Taking

    /// Asks for the clipboard's text, or for what is marked somewhere. It comes as ``WindowEvent/pasted(_:)``.
    func requestText(fromPrimary: Bool = false) -> WindowEvent? {
        let selection = fromPrimary ? Atom(XA_PRIMARY) : atoms[.clipboard]
        if let own = owned[selection] { return .pasted(String(decoding: own, as: UTF8.self)) }
        request(selection, as: atoms[.utf8String], for: .paste)
        return nil
    }

    private func request(_ selection: Atom, as target: Atom, for purpose: Purpose) {
        receiving[purpose] = Receiving(selection: selection, target: target)
        XConvertSelection(display, selection, target, property(of: purpose), window, time)
    }

    private func property(of purpose: Purpose) -> Atom {
        switch purpose {
        case .paste: atoms[.pasted]
        case .drop: atoms[.dropped]
        }
    }

    /// Another program has answered.
    func received(_ event: XSelectionEvent) -> WindowEvent? {
        guard let purpose = Purpose.allCases.first(where: { receiving[$0]?.selection == event.selection }),
            let state = receiving[purpose], event.target == state.target
        else { return nil }
        guard event.property == property(of: purpose) else {
            // Old programs know only Latin-1.
            if state.target == atoms[.utf8String] {
                request(state.selection, as: Atom(XA_STRING), for: purpose)
            } else {
                _ = finish(purpose, [])
            }
            return nil
        }
        let (type, bytes) = takeProperty(event.property)
        if type == atoms[.incr] {
            receiving[purpose]?.isInPieces = true
            return nil
        }
        return finish(purpose, bytes)
    }

    private func takePiece(for purpose: Purpose) -> WindowEvent? {
        guard let bytes = receiving[purpose]?.bytes else { return nil }
        let piece = takeProperty(property(of: purpose)).bytes
        if piece.isEmpty { return finish(purpose, bytes) }
        if bytes.count + piece.count <= Self.longest { receiving[purpose]?.bytes += piece }
        return nil
    }

    /// The bytes of one of the window's properties, which is deleted by that: so its owner knows that it has been read.
    private func takeProperty(_ property: Atom) -> (type: Atom, bytes: [UInt8]) {
        var type: Atom = 0
        var format: Int32 = 0
        var count: UInt = 0
        var left: UInt = 0
        var data: UnsafeMutablePointer<UInt8>?
        let status = XGetWindowProperty(
            display, window, property, 0, Self.longest / 4, 1, Atom(AnyPropertyType), &type, &format, &count, &left,
            &data)
        guard status == Success, let data else { return (0, []) }
        defer { XFree(data) }
        return (type, format == 8 ? Array(UnsafeBufferPointer(start: data, count: Int(count))) : [])
    }

    private func finish(_ purpose: Purpose, _ bytes: [UInt8]) -> WindowEvent? {
        guard let state = receiving.removeValue(forKey: purpose) else { return nil }
        switch purpose {
        case .paste:
            if bytes.isEmpty { return nil }
            return .pasted(Self.text(bytes, isLatin1: state.target == Atom(XA_STRING)))
        case .drop:
            endDrop(isTaken: !bytes.isEmpty)
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            // Lines that begin with # are comments.
            let places = lines.filter { !$0.hasPrefix("#") }.map(String.init)
            return places.isEmpty ? nil : .dropped(places)
        }
    }

    private static func text(_ bytes: [UInt8], isLatin1: Bool) -> String {
        guard isLatin1 else { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    // MARK: - Dragging

    /// Takes a message of a program that drags something over the window.
    func dragMessage(_ message: XClientMessageEvent) {
        let source = CX11.Window(bitPattern: message.data.l.0)
        switch message.message_type {
        case atoms[.xdndEnter]:
            XErrors.watch(source)
            drag = Drag(source: source, target: dragTarget(message, source))
        case atoms[.xdndPosition] where source == drag.source:
            // Accepted or not, anywhere in the window, as a copy.
            answerDrag(.xdndStatus, drag.target == 0 ? 0 : 1, 0, 0, drag.target == 0 ? 0 : atoms[.xdndActionCopy])
        case atoms[.xdndLeave] where source == drag.source: drag = Drag()
        case atoms[.xdndDrop] where source == drag.source:
            if drag.target == 0 { return endDrop(isTaken: false) }
            time = Time(truncatingIfNeeded: message.data.l.2)
            request(atoms[.xdndSelection], as: drag.target, for: .drop)
        default: break
        }
    }

    private func dragTarget(_ message: XClientMessageEvent, _ source: CX11.Window) -> Atom {
        var offered = [message.data.l.2, message.data.l.3, message.data.l.4].map { Atom(bitPattern: $0) }
        if message.data.l.1 & 1 != 0 {
            // More than three kinds are listed in a property of the source, which may be gone already.
            let status = XErrors.trap(display) {
                offered = Properties(display: display).items(source, atoms[.xdndTypeList], type: Atom(XA_ATOM))
            }
            if status != 0 { return 0 }
        }
        return [atoms[.uriList], atoms[.utf8String], atoms[.textPlain]].first { offered.contains($0) } ?? 0
    }

    private func endDrop(isTaken: Bool) {
        answerDrag(.xdndFinished, isTaken ? 1 : 0, isTaken ? atoms[.xdndActionCopy] : 0, 0, 0)
        drag = Drag()
    }

    private func answerDrag(_ message: Atoms.Name, _ first: UInt, _ second: UInt, _ third: UInt, _ fourth: UInt) {
        if drag.source == 0 { return }
        var event = XEvent()
        event.xclient = XClientMessageEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = drag.source
        event.xclient.message_type = atoms[message]
        event.xclient.format = 32
        event.xclient.data.l = (
            Int(bitPattern: window), Int(bitPattern: first), Int(bitPattern: second), Int(bitPattern: third),
            Int(bitPattern: fourth)
        )
        XSendEvent(display, drag.source, 0, 0, &event)
    }
}
