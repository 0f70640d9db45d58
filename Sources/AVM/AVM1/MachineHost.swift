import AVM
import Base

/// What the machine needs of the player: everything about display objects, which it knows only as script objects.
///
/// A *clip* is the script object of a movie clip (or button, or text field) on the stage.
public protocol MachineHost: AnyObject {
    // MARK: The world
    /// Where `trace()` goes.
    func trace(_ text: StringRef)
    /// Milliseconds since the player started, virtual where the player's clock is.
    var milliseconds: Double { get }
    /// Milliseconds since 1970 in Universal Time.
    var wallClock: Double { get }
    /// Minutes that local time is ahead of Universal Time at a moment (milliseconds since 1970).
    func localOffset(at moment: Double) -> Double
    /// The next number of the player's random generator, all 32 bits random.
    func nextRandom() -> UInt32
    /// Notes that a feature is missing.
    func missing(_ feature: String)
    /// The script has run long. True: it may go on for another stretch.
    func mayContinue(afterSeconds seconds: Double) -> Bool

    // MARK: Clips
    /// Whether the object is a display object of the stage (even one that has been removed).
    func isClip(_ object: Object) -> Bool
    /// Whether `typeof` calls it "movieclip": a movie clip, but not a button or a text field.
    func isMovieClip(_ object: Object) -> Bool
    /// The clip that a reference means now: a reference to a clip that was removed means the one that stands at its
    /// path today. Nil where there is none.
    func liveClip(_ object: Object) -> Object?
    /// "_level0.a.b", or "" for no clip.
    func targetPath(of clip: Object) -> StringRef
    /// The root that `_root` means in a clip, with `_lockroot` in mind.
    func root(of clip: Object) -> Object?
    func parent(of clip: Object) -> Object?
    func level(_ number: Int) -> Object?
    /// The child of that name, without regard to case where `ignoresCase`.
    func child(named name: StringRef, of clip: Object, ignoresCase: Bool) -> Object?
    /// SWF version of the movie that the clip belongs to.
    func swfVersion(of clip: Object) -> UInt8

    // MARK: What actions do
    /// `_x` and the others by their number (0 … 21) as ActionGetProperty has it. Nil: no such property.
    func property(_ index: Int, of clip: Object) throws(ScriptError) -> Value?
    /// `clip` is nil where none has the name that was given; the value is converted nevertheless.
    func setProperty(_ index: Int, of clip: Object?, to value: Value) throws(ScriptError)
    /// Frame from 1.
    func goto(frame: Int, of clip: Object, andPlay: Bool)
    /// The frame that a label or number names in a clip, from 1. Nil where there is none.
    func frame(named label: StringRef, of clip: Object) -> Int?
    /// The frame that a label, and nothing else, names. Nil where there is none.
    func frame(labelled label: StringRef, of clip: Object) -> Int?
    func play(_ clip: Object)
    func stop(_ clip: Object)
    func nextFrame(_ clip: Object)
    func previousFrame(_ clip: Object)
    func toggleQuality()
    func stopAllSounds()
    /// ActionCall: runs the actions of a frame of the clip at once.
    func callFrame(_ frame: Int, of clip: Object) throws(ScriptError)
    func framesLoaded(of clip: Object) -> Int
    func frameCount(of clip: Object) -> Int
    func duplicate(_ clip: Object, name: StringRef, depth: Int32)
    func remove(_ clip: Object)
    func startDrag(
        _ clip: Object, lockCenter: Bool, constraint: (left: Double, top: Double, right: Double, bottom: Double)?)
    func stopDrag()
    /// GetURL and GetURL2. `target` may name a level ("_level1") or a clip; see ``URLRequestKind``.
    func getURL(_ url: StringRef, target: StringRef, kind: URLRequestKind, from clip: Object) throws(ScriptError)
}

/// What ActionGetURL2 asks for.
public struct URLRequestKind: Equatable, Sendable {
    public enum Method: UInt8, Sendable { case none, get, post }
    /// Whether and how the clip's variables are sent along.
    public var method: Method
    /// The target is a clip into which the movie is loaded, not a browser window.
    public var loadsTarget: Bool
    /// The answer is variables for the target clip, not a movie.
    public var loadsVariables: Bool

    public init(method: Method, loadsTarget: Bool, loadsVariables: Bool) {
        self.method = method
        self.loadsTarget = loadsTarget
        self.loadsVariables = loadsVariables
    }
}
