import Base
import CDBus
import CLinux
import Glibc
import Synchronization

/// The program's place on the bus of the session. The bus is spoken to on a thread of its own: one that hangs keeps
/// nobody from playing.
final class SessionBus: Sendable {
    /// Something that has come.
    enum Event: Equatable, Sendable {
        /// The bus is there.
        case connected
        /// There is no bus, or no longer.
        case lost(String)
        /// The answer to a call of ours, by its number; nil: it failed.
        case reply(Int, [DBusValue]?)
        case signal(path: String, interface: String, member: String, [DBusValue])
        case call(Call)
    }

    /// Somebody calls a method of ours.
    struct Call: Equatable, Sendable {
        var sender: String
        var serial: UInt32
        var wantsReply: Bool
        var path, interface, member: String
        var arguments: [DBusValue]
    }

    private enum Message: Sendable {
        case call(Int, destination: String, path: String, interface: String, member: String, [DBusValue])
        case signal(path: String, interface: String, member: String, [DBusValue])
        case answer(Call, [DBusValue])
        case refusal(Call, name: String, text: String)
    }

    private struct State {
        var toSend: [Message] = []
        var events: [Event] = []
        var isEnding = false
        var hasEnded = false
        var nextNumber = 0
    }

    private let state = Mutex(State())
    /// Wakes the thread of the bus, and that of the program.
    private let wakeBus, wakeProgram: Int32
    /// A program that floods this one loses what is too much.
    private static let mostEvents = 4096

    /// Nil where there is no bus that could be asked without starting one. `address`: where it is; nil: where the session
    /// says.
    init?(address: String? = nil) {
        guard address != nil || Self.hasBus else { return nil }
        wakeBus = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        wakeProgram = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard wakeBus >= 0, wakeProgram >= 0, let thread = PosixThread({ self.run(address) }) else { return nil }
        thread.detach()
    }

    private static var hasBus: Bool {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), !address.isEmpty {
            return !address.hasPrefix("autolaunch:")
        }
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }) else { return false }
        return access(folder + "/bus", F_OK) == 0
    }

    // MARK: - For the program

    /// Can be read when there is something to take.
    var descriptor: Int32 { wakeProgram }

    func take() -> [Event] {
        var count: UInt64 = 0
        _ = read(wakeProgram, &count, 8)
        return state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Calls a method of another program. Returns the number that the answer will have.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) -> Int {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        send(
            .call(number, destination: destination, path: path, interface: interface, member: member, arguments))
        return number
    }

    func signal(_ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue]) {
        send(.signal(path: path, interface: interface, member: member, arguments))
    }

    func answer(_ call: Call, _ values: [DBusValue] = []) { if call.wantsReply { send(.answer(call, values)) } }

    func refuse(_ call: Call, _ name: String, _ text: String) {
        if call.wantsReply { send(.refusal(call, name: name, text: text)) }
    }

    /// Sends what is waiting, and leaves the bus. Waits a moment at most.
    func finish() {
        state.withLock { $0.isEnding = true }
        wake(wakeBus)
        for _ in 0..<50 where !state.withLock({ $0.hasEnded }) { usleep(5000) }
    }

    private func send(_ message: Message) {
        state.withLock { state in
            if !state.isEnding { state.toSend.append(message) }
        }
        wake(wakeBus)
    }

    private func wake(_ file: Int32) {
        var one: UInt64 = 1
        _ = write(file, &one, 8)
    }

    // MARK: - The thread

    private func run(_ address: String?) {
        defer { state.withLock { $0.hasEnded = true } }
        var problem = [CChar](repeating: 0, count: 256)
        guard let connection = cdbus_connect(address, &problem, problem.count) else {
            return add(.lost(problem.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }))
        }
        defer { cdbus_close(connection) }
        add(.connected)
        /// Numbers of calls by the serial numbers of their messages.
        var calls: [UInt32: Int] = [:]
        while true {
            let (messages, isEnding) = state.withLock { state in
                defer { state.toSend = [] }
                return (state.toSend, state.isEnding)
            }
            for message in messages { send(message, connection, &calls) }
            guard cdbus_step(connection) != 0 else { return add(.lost("the bus is gone")) }
            while let message = cdbus_next(connection) {
                if let event = event(message, &calls) { add(event) }
                cdbus_release(message)
            }
            if isEnding && cdbus_has_output(connection) == 0 { return }
            var files = [
                pollfd(fd: wakeBus, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: cdbus_descriptor(connection),
                    events: Int16(cdbus_has_output(connection) != 0 ? POLLIN | POLLOUT : POLLIN), revents: 0),
            ]
            poll(&files, 2, isEnding ? 50 : -1)
            var count: UInt64 = 0
            _ = read(wakeBus, &count, 8)
        }
    }

    private func add(_ event: Event) {
        state.withLock { state in
            if state.events.count < Self.mostEvents { state.events.append(event) }
        }
        wake(wakeProgram)
    }

    private func send(_ message: Message, _ connection: OpaquePointer, _ calls: inout [UInt32: Int]) {
        var made: OpaquePointer?
        var number: Int?
        var values: [DBusValue] = []
        switch message {
        case .call(let call, let destination, let path, let interface, let member, let arguments):
            made = cdbus_new_call(destination, path, interface, member)
            (number, values) = (call, arguments)
        case .signal(let path, let interface, let member, let arguments):
            made = cdbus_new_signal(path, interface, member)
            values = arguments
        case .answer(let call, let answer):
            made = cdbus_new_return(call.sender, call.serial)
            values = answer
        case .refusal(let call, let name, let text):
            made = cdbus_new_error(call.sender, call.serial, name, text)
        }
        var isMade = made != nil
        if let made, !values.isEmpty {
            let place = cdbus_append(made)
            isMade = place.map { place in values.allSatisfy { $0.append(to: place) } } ?? false
            cdbus_free(place)
            if !isMade { cdbus_release(made) }
        }
        let serial = isMade ? made.map { cdbus_send(connection, $0) } ?? 0 : 0
        guard let number else { return }
        if serial != 0 { calls[serial] = number } else { add(.reply(number, nil)) }
    }

    private func event(_ message: OpaquePointer, _ calls: inout [UInt32: Int]) -> Event? {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        let kind = Int(cdbus_kind(message))
        var values: [DBusValue] = []
        if kind != CDBUS_ERROR, let place = cdbus_read(message) {
            values = DBusValue.list(place)
            cdbus_free(place)
        }
        switch kind {
        case CDBUS_RETURN, CDBUS_ERROR:
            guard let number = calls.removeValue(forKey: cdbus_reply_serial(message)) else { return nil }
            return .reply(number, kind == CDBUS_ERROR ? nil : values)
        case CDBUS_SIGNAL:
            return .signal(
                path: text(cdbus_path(message)), interface: text(cdbus_interface(message)),
                member: text(cdbus_member(message)), values)
        case CDBUS_CALL:
            return .call(
                Call(
                    sender: text(cdbus_sender(message)), serial: cdbus_serial(message),
                    wantsReply: cdbus_wants_reply(message) != 0, path: text(cdbus_path(message)),
                    interface: text(cdbus_interface(message)), member: text(cdbus_member(message)),
                    arguments: values))
        default: return nil
        }
    }
}
