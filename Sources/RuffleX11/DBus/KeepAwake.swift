/// Keeps the screen on while a movie plays and can be seen: asks the desktop's screen saver, or else the portal. Where
/// neither is there, the X server is to be told now and then, see ``usesServer``.
///
/// Facts: the interfaces org.freedesktop.ScreenSaver and org.freedesktop.portal.Inhibit.
struct KeepAwake {
    private enum Holding: Equatable {
        case nothing, asked
        case saver(UInt32)
        case portal(String)
    }

    private var holding = Holding.nothing
    private var isWanted = false
    private var saverIsMissing = false
    /// Nobody on the bus keeps the screen on.
    private(set) var usesServer = false

    private static let saver = (
        name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
        interface: "org.freedesktop.ScreenSaver"
    )
    /// Of the portal: what is not to happen while the movie plays is that the session counts as idle.
    private static let idle: UInt32 = 8

    /// What is to be called, and what is to be done with its answer.
    struct Asking {
        var destination, path, interface, member: String
        var arguments: [DBusValue]
        var takesAnswer = true
    }

    /// Says whether the screen is to stay on. Returns what is to be called for that.
    mutating func want(_ wanted: Bool) -> Asking? {
        isWanted = wanted
        return next()
    }

    /// There is no bus, or no longer.
    mutating func busIsMissing() { (usesServer, holding) = (true, .nothing) }

    /// The answer to the last call has come; nil: it failed.
    mutating func take(_ answer: [DBusValue]?) -> Asking? {
        guard holding == .asked else { return nil }
        holding = .nothing
        switch answer?.first {
        case .uint32(let cookie) where !saverIsMissing: holding = .saver(cookie)
        case .path(let handle) where saverIsMissing: holding = .portal(handle)
        default: if saverIsMissing { usesServer = true } else { saverIsMissing = true }
        }
        return next()
    }

    private mutating func next() -> Asking? {
        switch (holding, isWanted) {
        case (.nothing, true) where !usesServer:
            holding = .asked
            return asking
        case (.saver(let cookie), false):
            holding = .nothing
            return Asking(
                destination: Self.saver.name, path: Self.saver.path, interface: Self.saver.interface,
                member: "UnInhibit", arguments: [.uint32(cookie)], takesAnswer: false)
        case (.portal(let handle), false):
            holding = .nothing
            return Asking(
                destination: Portal.name, path: handle, interface: Portal.request, member: "Close", arguments: [],
                takesAnswer: false)
        default: return nil
        }
    }

    private var asking: Asking {
        let reason = "A movie is playing"
        if saverIsMissing {
            return Asking(
                destination: Portal.name, path: Portal.path, interface: "org.freedesktop.portal.Inhibit",
                member: "Inhibit",
                arguments: [.text(""), .uint32(Self.idle), .dictionary(["reason": .text(reason)])])
        }
        return Asking(
            destination: Self.saver.name, path: Self.saver.path, interface: Self.saver.interface, member: "Inhibit",
            arguments: [.text("RuffleX11"), .text(reason)])
    }
}

/// Names of the desktop portal.
enum Portal {
    static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    static let request = "org.freedesktop.portal.Request"
    static let fileChooser = "org.freedesktop.portal.FileChooser"
}
