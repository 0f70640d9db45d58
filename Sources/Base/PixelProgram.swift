/// A program that makes pixels, such as a shader: the renderer runs it and knows nothing else of it.
///
/// It is called from several threads at once, and what it makes of a pixel depends on nothing but the arguments.
public protocol PixelProgram: AnyObject, Sendable {
    /// Writes a premultiplied colour (0xAARRGGBB) for each pixel of `area`, row by row, to `out`.
    ///
    /// - Parameters:
    ///   - place: From pixels (their middles are at halves) to the program's own coordinates.
    ///   - pictures: What the program's first inputs read, in the order in which it declares them.
    func run(_ area: PixelRect, place: Affine, pictures: [ProgramPicture], into out: UnsafeMutablePointer<UInt32>)
}

/// Premultiplied pixels that a program reads. Good for one call only.
public struct ProgramPicture {
    public var pixels: UnsafePointer<UInt32>
    public var width, height: Int
    /// Pixels from one row to the next.
    public var stride: Int
    /// Where its corner lies in the program's own coordinates.
    public var left, top: Double

    public init(
        pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int, left: Double, top: Double
    ) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.stride = stride
        self.left = left
        self.top = top
    }
}

/// A program as a value: equal where it is the same one.
public struct ProgramReference: Hashable, Sendable {
    public let program: any PixelProgram
    public init(_ program: any PixelProgram) { self.program = program }

    public static func == (a: ProgramReference, b: ProgramReference) -> Bool { a.program === b.program }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(program)) }
}
