import Base

/// How a stage fills a window of another size. Raw values are those of ActionScript's `StageScaleMode`.
public enum StageScaleMode: String, CaseIterable, Sendable {
    /// As large as fits, in its own proportions.
    case showAll
    /// At its own size, whatever the window's.
    case noScale
    /// As large as the window, stretched where the proportions differ.
    case exactFit
    /// Covers the whole window in its own proportions; what goes over is cut off.
    case noBorder
}

/// Where a stage lies in a viewport.
public struct StagePlacement: Equatable, Sendable {
    /// From stage twips to device pixels.
    public let matrix: Affine
    /// The part of the viewport that the stage covers, in whole pixels.
    public let stage: PixelRect
    /// What is left over at the viewport's sides: the letterbox.
    public let bars: [PixelRect]

    /// Places `frame`, the stage in twips, in the middle of `viewport`.
    ///
    /// A stage of no width or height is taken as one pixel wide or high.
    public init(frame: TwipsRect, viewport: Viewport, mode: StageScaleMode) {
        let width = max(1, frame.width.pixels)
        let height = max(1, frame.height.pixels)
        let room = (width: Double(viewport.width), height: Double(viewport.height))
        let (fitX, fitY) = (room.width / width, room.height / height)
        let (scaleX, scaleY): (Double, Double)
        switch mode {
        case .showAll: (scaleX, scaleY) = (min(fitX, fitY), min(fitX, fitY))
        case .noBorder: (scaleX, scaleY) = (max(fitX, fitY), max(fitX, fitY))
        case .exactFit: (scaleX, scaleY) = (fitX, fitY)
        case .noScale: (scaleX, scaleY) = (viewport.scale, viewport.scale)
        }
        // Whole pixels, so that a stage at its own size is drawn exactly as its author saw it.
        let left = ((room.width - width * scaleX) / 2).rounded(.down)
        let top = ((room.height - height * scaleY) / 2).rounded(.down)
        matrix =
            Affine(a: scaleX / 20, d: scaleY / 20, tx: left, ty: top)
            * Affine(tx: -Double(frame.xMin), ty: -Double(frame.yMin))

        let window = PixelRect(left: 0, top: 0, right: viewport.width, bottom: viewport.height)
        func whole(_ value: Double) -> Int { Int(Int32(saturating: value.rounded())) }
        let covered = PixelRect(
            left: whole(left), top: whole(top), right: whole(left + width * scaleX),
            bottom: whole(top + height * scaleY)
        ).intersection(window)
        stage = covered
        bars = [
            PixelRect(left: 0, top: 0, right: window.right, bottom: covered.top),
            PixelRect(left: 0, top: covered.bottom, right: window.right, bottom: window.bottom),
            PixelRect(left: 0, top: covered.top, right: covered.left, bottom: covered.bottom),
            PixelRect(left: covered.right, top: covered.top, right: window.right, bottom: covered.bottom),
        ].filter { !$0.isEmpty }
    }
}
