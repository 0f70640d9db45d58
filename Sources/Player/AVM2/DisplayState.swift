import AVM
import AVM2
import Base
import SWF

/// What ties an object of ActionScript 3 to its display object.
public final class DisplayState: EventTargetState {
    public let displayObject: DisplayObject
    /// `Graphics` and `Transform` objects that scripts have asked for, kept while the object lives.
    public var graphicsObject: Object?
    public var metaData = Value.undefined
    public var hitAreaObject: Object?
    public var contextMenu = Value.null
    public var accessibility = Value.null
    /// `Bitmap.bitmapData`, `Loader.contentLoaderInfo`, and others that belong to one class, by slot name.
    public var kept: [String: Value] = [:]

    /// `filters` as a script has set them: for the display list, and copies of the objects.
    public var keptFilters: (filters: [Filter], objects: [Value])?

    init(_ displayObject: DisplayObject) { self.displayObject = displayObject }

    deinit { displayObject.forgetObject2() }

    public override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(graphicsObject)
        marker.visit(hitAreaObject)
        marker.visit(metaData)
        marker.visit(contextMenu)
        marker.visit(accessibility)
        for value in kept.values { marker.visit(value) }
        if let keptFilters { marker.visit(keptFilters.objects) }
        displayObject.visitNeighbours(&marker)
    }

    public override func eventParent(_ machine: AVM2Machine) -> Object? { displayObject.parent?.object2 }
    public override var isDisplayObject: Bool { true }

    public override func stagePoint(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
        guard displayObject.isOnStage else { return nil }
        let place = displayObject.localToGlobal.apply(TwipsPoint(x: Twips(pixels: x).raw, y: Twips(pixels: y).raw))
        return (Double(place.x) / 20, Double(place.y) / 20)
    }
}

extension Object {
    /// The display object behind an object of ActionScript 3.
    public var displayObject2: DisplayObject? { native(as: DisplayState.self)?.displayObject }
}

extension DisplayObject {
    /// The name of the built-in class that shows it to ActionScript 3.
    var className2: StaticString {
        switch self {
        case is StageObject: "flash.display.Stage"
        case is LoaderObject: "flash.display.Loader"
        case is TextLineObject: "flash.text.engine.TextLine"
        case let clip as MovieClip where clip.runsAVM1: "flash.display.AVM1Movie"
        case let clip as MovieClip where clip.isPlainSprite2: "flash.display.Sprite"
        case is MovieClip: "flash.display.MovieClip"
        case is ButtonObject: "flash.display.SimpleButton"
        case is EditText: "flash.text.TextField"
        case is VideoObject: "flash.media.Video"
        case is MorphGraphic: "flash.display.MorphShape"
        case is BitmapGraphic, is BitmapObject: "flash.display.Bitmap"
        case is StaticText: "flash.text.StaticText"
        default: "flash.display.Shape"
        }
    }

    /// Shows the collector what stands next to it in the tree. What has an object of its own is looked into by that.
    func visitNeighbours(_ marker: inout Marker) {
        if let parent = parent?.object2 { marker.visit(parent) }
        marker.visit(mask?.object2)
        marker.visit(loaderInfo2)
        marker.visit(maskedObject?.object2)
        (self as? MovieClip)?.visitFrameScripts(&marker)
        if let bitmap = self as? BitmapObject { marker.visit(bitmap.data2) }
        (self as? ButtonObject)?.visitStates2(&marker)
        if let video = self as? VideoObject { marker.visit(video.streamScript) }
        guard !runsAVM1 else { return visitScripts(&marker) }
        guard let container = self as? Container else { return }
        for child in container.children { child.visitObject2(&marker) }
    }

    /// Shows the collector its object, or where it has none what stands below it.
    func visitObject2(_ marker: inout Marker) {
        if let object2 {
            marker.visit(object2)
        } else {
            visitNeighbours(&marker)
        }
    }
}
