import Foundation

/// One case of a corpus: what to play and what is looked at. Fields that nothing uses yet are left undecoded.
struct Case: Decodable {
    enum Mode: String, Decodable { case ticks, frames }

    struct PlayerSettings: Decodable {
        var version: UInt8?
        var runtime: String
        var debugger: Bool
        var maxExecutionSeconds: Double?
        var audio: Bool
        var video: Bool
        var render: Bool
        /// The case's default font stands in for every device font that is not there.
        var defaultFont: Bool
        var quality: String
        /// Width and height of the window in device pixels, and the device pixels of a logical one.
        var viewport: [Double]?

        enum CodingKeys: String, CodingKey {
            case version, runtime, debugger, audio, video, render, quality, viewport
            case maxExecutionSeconds = "max_execution_s"
            case defaultFont = "default_font"
        }
    }

    /// A device font that is there: a file in `dir`.
    struct Font: Decodable {
        var family: String
        var path: String
        var bold: Bool?
        var italic: Bool?
    }

    /// The families that the system would offer for a query, in order.
    struct FontSort: Decodable {
        var family: String
        var bold: Bool?
        var italic: Bool?
        var sort: [String]
    }

    struct Image: Decodable {
        var name: String
        var trigger: Trigger
    }

    /// When a picture is taken.
    enum Trigger: Decodable, Equatable {
        case last
        case fscommand
        /// After this iteration, from 1.
        case iteration(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .iteration(number)
                return
            }
            switch try container.decode(String.self) {
            case "last": self = .last
            case "fscommand": self = .fscommand
            case let other:
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown trigger \(other)")
            }
        }
    }

    var id: String
    /// Folder of the movie, absolute.
    var dir: String
    var swf: String
    var mode: Mode
    var count: Int
    /// Length of an iteration; nil is one frame of the movie.
    var tickMilliseconds: Double?
    var realtime: Bool
    var warnings: Bool
    var logFetch: Bool
    var player: PlayerSettings
    /// Path of a font, absolute.
    var defaultFont: String
    var images: [Image]
    var fonts: [Font]
    var fontSorts: [FontSort]
    var defaultFonts: [String: [String]]
    /// What the peer of a socket does: a file in `dir`.
    var socket: String?
    /// File of input events in `dir`.
    var input: String?
    /// Checks of the mix; where there are any, its peaks are written out.
    var audio: [AudioCheck]

    struct AudioCheck: Decodable { var name: String }

    enum CodingKeys: String, CodingKey {
        case id, dir, swf, mode, count, realtime, warnings, player, images, input, audio, socket
        case fonts
        case defaultFont = "default_font"
        case fontSorts = "font_sorts"
        case defaultFonts = "default_fonts"
        case tickMilliseconds = "tick_ms"
        case logFetch = "log_fetch"
    }
}
