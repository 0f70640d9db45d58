/// Numbers that a shader reads: a picture with so many of them a pixel, in rows.
public struct ShaderPicture: Sendable {
    public let width: Int
    public let height: Int
    public let channels: Int
    public let values: [Float]
    /// Where its corner lies in the shader's coordinates.
    public var left: Float = 0
    public var top: Float = 0

    /// The caller has checked that there are enough values.
    public init(width: Int, height: Int, channels: Int, values: [Float]) {
        self.width = width
        self.height = height
        self.channels = channels
        self.values = values
    }

    /// A channel of a pixel; outside, of the nearest one.
    @inline(__always)
    func value(_ x: Int, _ y: Int, _ channel: Int, _ base: UnsafePointer<Float>) -> Float {
        guard channel < channels else { return 0 }
        return base[(max(0, min(height - 1, y)) * width + max(0, min(width - 1, x))) * channels + channel]
    }

    /// The pixel that a place, in pixels, lies in.
    @inline(__always)
    func nearest(_ x: Float, _ y: Float, _ channel: Int, _ base: UnsafePointer<Float>) -> Float {
        value(Self.whole((x - left).rounded(.down)), Self.whole((y - top).rounded(.down)), channel, base)
    }

    /// What lies between the middles of the four pixels around a place.
    @inline(__always)
    func mixed(_ x: Float, _ y: Float, _ channel: Int, _ base: UnsafePointer<Float>) -> Float {
        let (x, y) = (x - left - 0.5, y - top - 0.5)
        let (column, row) = (Self.whole(x.rounded(.down)), Self.whole(y.rounded(.down)))
        let across = x - x.rounded(.down)
        let down = y - y.rounded(.down)
        let a = value(column, row, channel, base)
        let b = value(column + 1, row, channel, base)
        let c = value(column, row + 1, channel, base)
        let d = value(column + 1, row + 1, channel, base)
        let upper = a + (b - a) * across
        return upper + (c + (d - c) * across - upper) * down
    }

    /// A number as an int, held within what pictures can have.
    @inline(__always)
    private static func whole(_ number: Float) -> Int { number.isFinite ? Int(max(-1e9, min(1e9, number))) : -1 }
}
