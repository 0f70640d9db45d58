import Base
import Renderer

/// A picture that lies below all of the stage: what a Stage3D has drawn.
public struct Underlay {
    public var bitmap: Bitmap
    /// Its upper left corner, in pixels of the stage.
    public var x, y: Double
    public init(bitmap: Bitmap, x: Double, y: Double) {
        self.bitmap = bitmap
        self.x = x
        self.y = y
    }
}

extension Player {
    /// Shows a picture below the stage, or none. Those with lower numbers lie lower.
    public func setUnderlay(_ number: Int, _ underlay: Underlay?) {
        guard underlay != nil || underlays[number] != nil else { return }
        underlays[number] = underlay
        invalidate()
    }

    func addUnderlays(to list: inout RenderList) {
        for number in underlays.keys.sorted() {
            guard let underlay = underlays[number] else { continue }
            let place = Affine(a: 20, d: 20, tx: underlay.x * 20, ty: underlay.y * 20)
            list.append(.bitmap(underlay.bitmap.id, stageToDevice * place, .identity, isSmoothed: true))
        }
    }
}
