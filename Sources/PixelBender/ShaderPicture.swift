/// Numbers that a shader reads: a picture with so many of them a pixel, in rows.
public struct ShaderPicture: Sendable {
    public let width: Int
    public let height: Int
    public let channels: Int
    public let values: [Float]

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
}
