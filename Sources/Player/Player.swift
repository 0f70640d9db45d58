import Base
import Renderer
import SWF

/// Where the stage lies in a window, and how large.
public struct Viewport: Equatable, Sendable {
    /// Of the window, in device pixels.
    public var width, height: Int
    /// Device pixels a logical pixel: 2 on a screen with twice the usual density.
    public var scale: Double

    public init(width: Int, height: Int, scale: Double = 1) {
        self.width = width
        self.height = height
        self.scale = scale
    }
}

/// One movie being played: its timeline, its display tree and its clock. It knows no window and no file.
///
/// A front calls ``advance(by:)`` as time passes, hands in input, and draws ``renderCommands()`` when
/// ``needsDisplay`` says so.
public final class Player {
    public let movie: Movie
    /// The shapes and pixmaps that ``renderCommands()`` names.
    public let resources = RenderResources()
    public var viewport: Viewport
    public var quality: Quality = .high
    /// While false, ``advance(by:)`` runs nothing.
    public var isPlaying = true

    public init(movie: Movie, viewport: Viewport) {
        self.movie = movie
        self.viewport = viewport
    }

    /// The stage's size in pixels at scale 1.
    public var stageSize: (width: Int, height: Int) {
        (Int(movie.header.frameSize.width.pixels), Int(movie.header.frameSize.height.pixels))
    }

    public var frameRate: Double { movie.header.frameRate }
    public var backgroundColor: RGBA { .white }
    /// From 1.
    public var currentFrame: Int { 1 }
    public var totalFrames: Int { Int(movie.header.frameCount) }

    /// Lets `milliseconds` pass: runs the frames that have come due. Returns how many.
    @discardableResult
    public func advance(by milliseconds: Double) -> Int { 0 }

    /// Milliseconds until something is due, nil where nothing ever is.
    public var timeToNextFrame: Double? { nil }

    /// Runs one frame now, whatever the clock says.
    public func runFrame() {}

    /// Back to the state before the first frame.
    public func rewind() {}

    /// Goes `frames` on, or back where negative, and stays there.
    public func step(by frames: Int) {}

    /// Whether what ``renderCommands()`` gives may differ from what it gave before.
    public var needsDisplay: Bool { true }

    /// The stage as it is now, in the viewport's pixels. Has no side effect on the movie.
    public func renderCommands() -> [RenderCommand] { [] }

    public func handle(_ event: InputEvent) {}
}

/// What a person does. Positions are in the viewport's device pixels.
public enum InputEvent: Equatable, Sendable {
    case mouseMove(x: Double, y: Double)
    case mouseDown(x: Double, y: Double, button: MouseButton, clickIndex: Int)
    case mouseUp(x: Double, y: Double, button: MouseButton)
    /// Lines scrolled; positive is away from the person.
    case mouseWheel(x: Double, y: Double, lines: Double)
    case mouseLeave
    /// `keyCode` is Flash's (Key.LEFT is 37); `character` the UTF-16 unit that the key types, 0 for none.
    case keyDown(keyCode: UInt8, character: UInt16)
    case keyUp(keyCode: UInt8, character: UInt16)
    case textInput(String)
    case focusGained
    case focusLost
}

public enum MouseButton: UInt8, Sendable { case left, middle, right }
