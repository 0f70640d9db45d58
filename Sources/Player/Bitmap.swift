import AVM
import Base
import Renderer

/// The pixels of a BitmapData: shared by the script object and by whatever shows them on the stage.
public final class Bitmap {
    public let pixmap: Pixmap
    public let id: BitmapID
    private let resources: RenderResources
    public var width: Int { pixmap.width }
    public var height: Int { pixmap.height }
    /// False: every pixel has an alpha of 255.
    public var isTransparent: Bool { !pixmap.isOpaque }
    public unowned(unsafe) let player: Player

    public init(_ pixmap: Pixmap, player: Player) {
        self.pixmap = pixmap
        self.player = player
        resources = player.resources
        id = resources.add(pixmap)
    }

    deinit { resources.remove(id) }

    /// Pixels have been written: whatever shows them is drawn again.
    public func didChange() {
        pixmap.revision &+= 1
        player.invalidate()
    }
}

/// A BitmapData that a script has put on the stage (`attachBitmap`).
public final class BitmapObject: DisplayObject {
    /// Nil: it shows nothing.
    public var bitmap: Bitmap? { didSet { player.invalidate() } }
    public var isSmoothed: Bool { didSet { player.invalidate() } }
    /// `bitmapData`, of ActionScript 3.
    public var data2: Object?
    public var pixelSnapping = "auto"

    init(player: Player, assets: MovieAssets, bitmap: Bitmap?, isSmoothed: Bool) {
        self.bitmap = bitmap
        self.isSmoothed = isSmoothed
        super.init(player: player, assets: assets)
    }

    override var selfBounds: TwipsRect {
        guard let bitmap else { return .empty }
        return TwipsRect(
            xMin: 0, xMax: Int32(clamping: bitmap.width * 20), yMin: 0, yMax: Int32(clamping: bitmap.height * 20))
    }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        guard let bitmap else { return }
        list.append(
            .bitmap(bitmap.id, state.matrix * Affine(a: 20, d: 20), state.colorTransform, isSmoothed: isSmoothed))
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool { selfBounds.contains(point) }
}

extension MovieClip {
    /// Puts a bitmap among the children.
    public func attach(_ bitmap: Bitmap, depth: Int32, isSmoothed: Bool) {
        enter(
            BitmapObject(player: player, assets: assets, bitmap: bitmap, isSmoothed: isSmoothed), depth: depth,
            initObject: nil)
    }
}
