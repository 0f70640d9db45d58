import Base
import Player

/// What a person can ask of the program, by key, strip or menu. The raw value names it in the file of settings.
enum Action: String, Equatable, CaseIterable {
    case back
    case open
    case togglePause = "play_or_pause"
    case rewind
    case stepForward = "step_forward"
    case stepBack = "step_back"
    case toggleLoop = "loop"
    case fastForward = "fast_forward"
    case faster, slower
    case normalSpeed = "normal_speed"
    case chooseSpeed = "choose_speed"
    case cycleScale = "cycle_scale"
    case actualSize = "actual_size"
    case showAll = "show_all"
    case wholeScale = "whole_scale"
    case exactFit = "exact_fit"
    case noBorder = "no_border"
    case zoomIn = "zoom_in"
    case zoomOut = "zoom_out"
    case toggleFullScreen = "full_screen"
    case lowQuality = "low_quality"
    case mediumQuality = "medium_quality"
    case highQuality = "high_quality"
    case cycleQuality = "quality"
    case mute, louder, softer
    case cut, copy, paste
    case selectAll = "select_all"
    case passKeys = "pass_keys"
    case screenshot
    case toggleKeyboard = "keyboard"
    case itemSettings = "item_settings"
    case addToLibrary = "add_to_library"
    case usePicture = "use_picture"
    case console
    case editKeys = "edit_keys"
    case help
    case about
    case toggleMenu = "menu"
    case quit

    /// The keys it has as long as the person gives it no others. The first one is shown.
    var defaultKeys: [Shortcut] {
        let texts: [String] =
            switch self {
            case .cycleScale, .lowQuality, .mediumQuality, .highQuality, .wholeScale, .exactFit, .noBorder,
                .chooseSpeed, .toggleLoop, .cycleQuality, .cut, .copy, .paste, .selectAll, .editKeys, .usePicture,
                .about:
                []
            case .back: ["Ctrl+W"]
            case .open: ["Ctrl+O"]
            case .actualSize: ["Ctrl+1"]
            case .showAll: ["Ctrl+3"]
            case .mute: ["Ctrl+M", "AudioMute"]
            case .louder: ["Ctrl+Up", "AudioUp"]
            case .softer: ["Ctrl+Down", "AudioDown"]
            case .screenshot: ["Ctrl+S"]
            case .toggleKeyboard: ["Ctrl+Shift+B"]
            case .itemSettings: ["Ctrl+E"]
            case .addToLibrary: ["Ctrl+D"]
            case .help: ["F1"]
            case .togglePause: ["Ctrl+Enter", "MediaPlay"]
            case .rewind: ["Ctrl+R", "MediaStop"]
            case .stepForward: ["Ctrl+Right", "MediaNext"]
            case .stepBack: ["Ctrl+Left", "MediaPrevious"]
            case .fastForward: ["F8"]
            case .faster: ["Ctrl+Period"]
            case .slower: ["Ctrl+Comma"]
            case .normalSpeed: ["Ctrl+Slash"]
            case .zoomIn: ["Ctrl+Plus", "Ctrl+NumPlus"]
            case .zoomOut: ["Ctrl+Minus", "Ctrl+NumMinus"]
            case .passKeys: ["Ctrl+Shift+K"]
            case .console: ["F12"]
            case .toggleFullScreen: ["F11", "Ctrl+F"]
            case .toggleMenu: ["F10"]
            case .quit: ["Ctrl+Q"]
            }
        return texts.compactMap(Shortcut.init)
    }

    /// Whether holding its key does it again and again.
    var repeats: Bool {
        switch self {
        case .louder, .softer, .stepForward, .stepBack, .zoomIn, .zoomOut, .faster, .slower: true
        default: false
        }
    }
}

extension StageScaleMode {
    var label: String {
        switch self {
        case .showAll: "Show all"
        case .noScale: "100 %"
        case .exactFit: "Exact fit"
        case .noBorder: "No border"
        }
    }
}

extension Quality {
    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// How the stage is fitted into the window, as a person chooses it.
struct ScaleChoice: Equatable {
    var mode: StageScaleMode
    /// Enlarged by whole numbers alone.
    var isWhole = false

    static let all = [
        ScaleChoice(mode: .showAll), ScaleChoice(mode: .showAll, isWhole: true), ScaleChoice(mode: .noScale),
        ScaleChoice(mode: .exactFit), ScaleChoice(mode: .noBorder),
    ]

    var label: String { isWhole ? "Whole steps" : mode.label }

    /// The one that the scale control goes to next.
    var next: ScaleChoice {
        let place = Self.all.firstIndex(of: self) ?? 0
        return Self.all[(place + 1) % Self.all.count]
    }
}

extension Viewport {
    var choice: ScaleChoice {
        get { ScaleChoice(mode: scaleMode, isWhole: usesWholeScale && scaleMode == .showAll) }
        set {
            scaleMode = newValue.mode
            usesWholeScale = newValue.isWhole
            (zoom, panX, panY) = (1, 0, 0)
        }
    }
}
