import Base

/// How the stage is fitted into a window, `Stage.scaleMode` of ActionScript.
public enum StageScaleMode: String, CaseIterable, Sendable { case showAll, noScale, exactFit, noBorder }

/// The edges of the window that the stage is held to; none is the centre.
public struct StageAlign: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let top = StageAlign(rawValue: 1)
    public static let bottom = StageAlign(rawValue: 2)
    public static let left = StageAlign(rawValue: 4)
    public static let right = StageAlign(rawValue: 8)
}

/// Where the stage lies in a window, and how large.
public struct Viewport: Equatable, Sendable {
    /// Of the window, in device pixels.
    public var width, height: Int
    /// Device pixels a logical pixel: 2 on a screen with twice the usual density.
    public var scale: Double
    public var scaleMode: StageScaleMode = .showAll
    public var align: StageAlign = []
    /// Whether what lies outside the stage is covered by black bars.
    public var hasLetterbox = true

    public init(width: Int, height: Int, scale: Double = 1) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// The map from twips of a stage of `size` to device pixels.
    public func stageToDevice(_ size: TwipsRect) -> Affine {
        // A stage is whole pixels large: what is left of a pixel is cut off, not scaled in.
        let stageWidth = max(1, size.width.pixels.rounded(.down))
        let stageHeight = max(1, size.height.pixels.rounded(.down))
        let (fitX, fitY) = (Double(width) / stageWidth, Double(height) / stageHeight)
        let (scaleX, scaleY) =
            switch scaleMode {
            case .showAll: (min(fitX, fitY), min(fitX, fitY))
            case .noBorder: (max(fitX, fitY), max(fitX, fitY))
            case .exactFit: (fitX, fitY)
            case .noScale: (scale, scale)
            }
        let spareX = Double(width) - stageWidth * scaleX
        let spareY = Double(height) - stageHeight * scaleY
        func offset(_ spare: Double, _ scale: Double, low: Bool, high: Bool) -> Double {
            if low { return 0 }
            // A whole pixel where pixels of the stage are whole ones of the window: they stay sharp.
            let isSharp = scale == scale.rounded()
            return high ? spare : isSharp ? (spare / 2).rounded(.down) : spare / 2
        }
        let x = offset(spareX, scaleX, low: align.contains(.left), high: align.contains(.right))
        let y = offset(spareY, scaleY, low: align.contains(.top), high: align.contains(.bottom))
        return Affine(
            a: scaleX / 20, d: scaleY / 20,
            tx: x - Double(size.xMin) * scaleX / 20, ty: y - Double(size.yMin) * scaleY / 20)
    }

    /// The part of the window that the stage covers, in device pixels.
    public func stageRect(_ size: TwipsRect) -> PixelRect {
        let map = stageToDevice(size)
        let topLeft = map.apply(x: Double(size.xMin), y: Double(size.yMin))
        let bottomRight = map.apply(x: Double(size.xMax), y: Double(size.yMax))
        return PixelRect(
            left: Int(topLeft.x.rounded()), top: Int(topLeft.y.rounded()),
            right: Int(bottomRight.x.rounded()), bottom: Int(bottomRight.y.rounded())
        ).intersection(PixelRect(left: 0, top: 0, right: width, bottom: height))
    }
}
