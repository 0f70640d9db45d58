import Base
import SWF

/// What ActionScript 3 asks of display objects.
extension DisplayObject {
    /// A script changes its place or look: its timeline no longer does.
    public func willBeMovedByScript() { isTransformedByScript = true }

    public func setMatrixByScript(_ matrix: Matrix) {
        isTransformedByScript = true
        scriptPlacement = nil
        self.matrix = matrix
    }

    /// Its parent's timeline has put it there.
    public var isPlacedByTimeline: Bool { placeFrame > 0 }

    /// The root of the movie that it belongs to, while it hangs below that; the stage's is the stage itself.
    public var root2: DisplayObject? {
        if self is StageObject { return self }
        var current: DisplayObject = self
        while let parent = current.parent {
            if parent is StageObject { return current === player.levels[0] ? current : parent }
            if parent is LoaderObject { return current }
            current = parent
        }
        return current === player.levels[0] || current.isLoadedRoot ? current : nil
    }

    /// It is the root of a movie: of the main one, or of one that a Loader has loaded.
    public var isRoot2: Bool { self === player.levels[0] || isLoadedRoot }

    /// It is the root of a movie that a Loader has loaded.
    var isLoadedRoot: Bool {
        (self as? MovieClip).map { $0.characterID == nil && $0.assets !== player.assets } ?? false
    }

    /// A point between its space and the stage's, in pixels.
    public func localPoint2(_ point: (x: Double, y: Double), fromStage: Bool) -> (x: Double, y: Double) {
        let matrix = fromStage ? localToGlobal.inverse ?? .identity : localToGlobal
        let place = matrix.apply(TwipsPoint(x: Twips(pixels: point.x).raw, y: Twips(pixels: point.y).raw))
        return (Double(place.x) / 20, Double(place.y) / 20)
    }

    /// Whether its own picture, without its children, covers a point of the stage.
    public func coversByItself(stagePoint point: TwipsPoint) -> Bool {
        guard let inverse = localToGlobal.inverse else { return false }
        return containsSelf(inverse.apply(point))
    }

    /// `tabEnabled` where no script has set it.
    public var isTabEnabledAtFirst: Bool {
        switch self {
        case is ButtonObject: true
        case let field as EditText: field.isEditable
        default: interaction.isButton
        }
    }
}

extension MovieClip {
    /// Whether its frames are those of a symbol or of a movie.
    public var hasFrames: Bool { characterID != nil || isRoot2 }

    public var labelList: [(name: String, frame: Int)] { timeline.labels.map { ($0.name, $0.frame) } }
    public var sceneList: [(name: String, start: Int)] { timeline.scenes.map { ($0.name, $0.start) } }

    /// The label of the current frame or of the nearest before it, in whichever scene.
    public var currentLabel: String? {
        labelList.filter { $0.frame <= currentFrame }.max { $0.frame < $1.frame }?.name
    }

    public var sceneStart: Int { sceneList.last { $0.start <= max(1, currentFrame) }?.start ?? 1 }

    /// The scene where the playhead is.
    public var sceneRange: (name: String, start: Int, count: Int) {
        let scenes = sceneList
        guard let index = scenes.lastIndex(where: { $0.start <= max(1, currentFrame) }) else {
            return (characterID == nil && !timeline.listsScenes ? "Scene 1" : "", 1, totalFrames)
        }
        return sceneRange(at: index)
    }

    /// The first scene with a name.
    public func sceneRange(named name: String) -> (name: String, start: Int, count: Int)? {
        sceneList.firstIndex { $0.name == name }.map(sceneRange(at:))
    }

    private func sceneRange(at index: Int) -> (name: String, start: Int, count: Int) {
        let scenes = sceneList
        let end = index + 1 < scenes.count ? scenes[index + 1].start : totalFrames + 1
        return (scenes[index].name, scenes[index].start, end - scenes[index].start)
    }
}

extension Player {
    /// The pointer on the stage, in twips.
    public var mousePosition: TwipsPoint { mouseOnStage }
}

/// The content of a `Loader`.
public final class LoaderObject: Container {}
