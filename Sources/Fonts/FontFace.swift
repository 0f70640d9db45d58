import Base
import CFreeType
import CHarfBuzz
import Glibc

/// Why a font could not be opened.
public struct FontError: Error, Equatable, Sendable {
    /// FreeType's own number, see fterrdef.h.
    public let code: Int32
}

/// An opened outline font. Not for use from two threads at once.
public final class FontFace {
    private let face: FT_Face
    /// The font's bytes, where it was not opened from a file: FreeType reads them for as long as it is open.
    private let bytes: UnsafeMutableRawPointer?
    private let source: Source
    /// Units of the em square of its outlines and metrics here: those of the file, made finer.
    public let unitsPerEm: Double
    /// Units of outlines in one of the font's own.
    public let fineness: Int

    /// Its glyphs are pictures of one size; it has no outlines.
    public let isPictures: Bool
    /// Pixels of an em of those pictures.
    public let pixelsPerEm: Double

    private enum Source {
        case file(String, index: Int)
        case memory(UnsafeMutableRawPointer, count: Int)
    }

    /// What HarfBuzz knows of the font; nil where it cannot read it.
    var shaper: OpaquePointer? {
        if hasTriedShaper { return knownShaper }
        hasTriedShaper = true
        knownShaper = makeShaper()
        return knownShaper
    }
    private var knownShaper: OpaquePointer?
    private var hasTriedShaper = false

    private func makeShaper() -> OpaquePointer? {
        let blob: OpaquePointer?
        var number = 0
        switch source {
        case .file(let path, let index):
            blob = hb_blob_create_from_file_or_fail(path)
            number = index
        case .memory(let start, let count):
            blob = hb_blob_create_or_fail(
                start.assumingMemoryBound(to: CChar.self), UInt32(clamping: count), HB_MEMORY_MODE_READONLY, nil, nil)
        }
        guard let blob else { return nil }
        defer { hb_blob_destroy(blob) }
        let face = hb_face_create(blob, UInt32(number & 0xFFFF))
        defer { hb_face_destroy(face) }
        return hb_face_get_glyph_count(face) > 0 ? hb_font_create(face) : nil
    }

    /// Opens a file, or one of the fonts in it.
    public init(path: String, index: Int = 0) throws(FontError) {
        var opened: FT_Face?
        let library = try Self.library()
        Self.opening.lock()
        let code = FT_New_Face(library, path, FT_Long(index), &opened)
        Self.opening.unlock()
        guard code == 0, let opened else { throw FontError(code: code) }
        bytes = nil
        source = .file(path, index: index)
        (face, unitsPerEm, fineness) = try Self.checked(opened)
        isPictures = !Self.isScalable(face)
        pixelsPerEm = Self.pixelsPerEm(face)
    }

    /// Opens a font from its bytes.
    public init(bytes given: [UInt8]) throws(FontError) {
        let library = try Self.library()
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, given.count), alignment: 16)
        given.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count) }
        var opened: FT_Face?
        Self.opening.lock()
        let code = FT_New_Memory_Face(
            library, copy.assumingMemoryBound(to: UInt8.self), FT_Long(given.count), 0, &opened)
        Self.opening.unlock()
        guard code == 0, let opened else {
            copy.deallocate()
            throw FontError(code: code)
        }
        do throws(FontError) {
            (face, unitsPerEm, fineness) = try Self.checked(opened)
        } catch {
            copy.deallocate()
            throw error
        }
        bytes = copy
        source = .memory(copy, count: given.count)
        isPictures = !Self.isScalable(face)
        pixelsPerEm = Self.pixelsPerEm(face)
    }

    deinit {
        // HarfBuzz reads the same bytes.
        if let knownShaper { hb_font_destroy(knownShaper) }
        Self.opening.lock()
        FT_Done_Face(face)
        Self.opening.unlock()
        bytes?.deallocate()
    }

    /// Unicode as its character map, and an em that makes sense; else it is closed again.
    private static func checked(_ face: FT_Face) throws(FontError) -> (FT_Face, Double, Int) {
        var units = Int(face.pointee.units_per_EM)
        if !isScalable(face), hasColorPictures(face), FT_Select_Size(face, 0) == 0 { units = pictureUnits }
        guard isScalable(face) || units == pictureUnits, units > 0 else {
            FT_Done_Face(face)
            throw FontError(code: 0x02)  // Unknown file format.
        }
        // Without a Unicode map (symbol fonts) FreeType keeps the first there is.
        _ = FT_Select_Charmap(face, FT_ENCODING_UNICODE)
        // Curves that are split are rounded to these units, so they are as fine as those of DefineFont3.
        let fineness = max(1, 20480 / units)
        return (face, Double(units * fineness), fineness)
    }

    /// The em of a font that has none, since it has no outlines.
    private static let pictureUnits = 2048

    private static func isScalable(_ face: FT_Face) -> Bool {
        face.pointee.face_flags & 1 != 0  // FT_FACE_FLAG_SCALABLE
    }

    /// FT_FACE_FLAG_COLOR, and pictures of at least one size.
    private static func hasColorPictures(_ face: FT_Face) -> Bool {
        face.pointee.face_flags & (1 << 14) != 0 && face.pointee.num_fixed_sizes > 0
            && face.pointee.available_sizes.pointee.y_ppem >= 64
    }

    private static func pixelsPerEm(_ face: FT_Face) -> Double {
        isScalable(face) ? 0 : Double(face.pointee.available_sizes.pointee.y_ppem) / 64
    }

    /// The library's one instance; it lives as long as the process.
    private static func library() throws(FontError) -> FT_Library {
        switch shared {
        case .success(let library): return library.pointer
        case .failure(let error): throw error
        }
    }

    /// Threads may each use fonts of their own, but only one at a time may open or close one.
    private static let opening = OpeningLock()

    private struct Library: @unchecked Sendable { let pointer: FT_Library }

    private static let shared: Result<Library, FontError> = {
        var library: FT_Library?
        let code = FT_Init_FreeType(&library)
        guard code == 0, let library else { return .failure(FontError(code: code)) }
        return .success(Library(pointer: library))
    }()

    // MARK: Metrics, in ems

    /// From the top of the tallest letters to the baseline.
    public var ascent: Double { em(Int(face.pointee.ascender)) }
    /// From the baseline down; positive.
    public var descent: Double { em(-Int(face.pointee.descender)) }
    /// The same two as typographers give them, for fonts that say so (OS/2); else they are those above.
    public var typographic: (ascent: Double, descent: Double) {
        guard let table = os2, table.pointee.sTypoAscender > 0 else { return (ascent, descent) }
        return (em(Int(table.pointee.sTypoAscender)), em(-Int(table.pointee.sTypoDescender)))
    }

    /// Lines that are drawn below and through text: the middle of each, down from the baseline, and its thickness.
    public var underline: (offset: Double, thickness: Double) {
        (em(-Int(face.pointee.underline_position)), em(Int(face.pointee.underline_thickness)))
    }
    public var strikethrough: (offset: Double, thickness: Double) {
        guard let table = os2 else { return (-ascent / 3, underline.thickness) }
        return (em(-Int(table.pointee.yStrikeoutPosition)), em(Int(table.pointee.yStrikeoutSize)))
    }

    /// Sub- and superscript: how far down their baseline is, and how large they are.
    public var subscripts: (offset: Double, scale: Double) {
        guard let table = os2, table.pointee.ySubscriptYSize > 0 else { return (0.15, 0.6) }
        return (em(Int(table.pointee.ySubscriptYOffset)), em(Int(table.pointee.ySubscriptYSize)))
    }
    public var superscripts: (offset: Double, scale: Double) {
        guard let table = os2, table.pointee.ySuperscriptYSize > 0 else { return (-0.35, 0.6) }
        return (em(-Int(table.pointee.ySuperscriptYOffset)), em(Int(table.pointee.ySuperscriptYSize)))
    }

    private var os2: UnsafeMutablePointer<TT_OS2>? {
        FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self)
    }

    /// What the font wants between two lines beside both.
    public var leading: Double {
        em(Int(face.pointee.height) - Int(face.pointee.ascender) + Int(face.pointee.descender))
    }
    public var familyName: String { face.pointee.family_name.map { String(cString: $0) } ?? "" }
    public var isBold: Bool { face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) != 0 }
    public var isItalic: Bool { face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0 }

    private func em(_ units: Int) -> Double { Double(units * fineness) / unitsPerEm }

    // MARK: Glyphs

    /// The number of the glyph of a character, nil where the font has none.
    public func glyph(of scalar: UInt32) -> UInt32? {
        let index = FT_Get_Char_Index(face, FT_ULong(scalar))
        return index == 0 ? nil : index
    }

    /// How far the pen moves over a glyph, in ems.
    public func advance(ofGlyph glyph: UInt32) -> Double {
        if isPictures {
            // FT_LOAD_COLOR. Advances are in sixty-fourths of a pixel.
            guard FT_Load_Glyph(face, glyph, 1 << 20) == 0 else { return 0 }
            return Double(face.pointee.glyph.pointee.metrics.horiAdvance) / 64 / pixelsPerEm
        }
        guard FT_Load_Glyph(face, glyph, Self.loadFlags) == 0 else { return 0 }
        return em(Int(face.pointee.glyph.pointee.metrics.horiAdvance))
    }

    /// What is added to the advance of a glyph before another, in ems.
    public func kerning(_ left: UInt32, _ right: UInt32) -> Double {
        var delta = FT_Vector()
        guard FT_Get_Kerning(face, left, right, FT_UInt(FT_KERNING_UNSCALED.rawValue), &delta) == 0 else { return 0 }
        return em(Int(delta.x))
    }

    /// FT_LOAD_NO_SCALE and FT_LOAD_NO_BITMAP: outlines in the font's units.
    private static let loadFlags: FT_Int32 = 1 << 0 | 1 << 3

    /// How a family's missing style is made up.
    public struct Synthesis: Hashable, Sendable {
        public var isBold = false
        public var isItalic = false

        public init(isBold: Bool = false, isItalic: Bool = false) {
            self.isBold = isBold
            self.isItalic = isItalic
        }
    }

    /// Added strength of a synthetic bold, and the slant of a synthetic italic (about 12 degrees), in ems.
    private static let boldStrength = 1.0 / 24
    private static let slant = 0.2126

    /// The picture of a glyph of a font that has pictures.
    public func picture(ofGlyph glyph: UInt32) -> GlyphPicture? {
        // FT_LOAD_COLOR and FT_LOAD_RENDER.
        guard isPictures, FT_Load_Glyph(face, glyph, 1 << 20 | 1 << 2) == 0 else { return nil }
        return GlyphPicture(face.pointee.glyph.pointee, pixelsPerEm: pixelsPerEm)
    }

    /// The outline of a glyph; nil where the font is broken there. An empty one is a space.
    public func outline(ofGlyph glyph: UInt32, _ synthesis: Synthesis = Synthesis()) -> GlyphOutline? {
        guard !isPictures, FT_Load_Glyph(face, glyph, Self.loadFlags) == 0,
            face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return nil }
        if synthesis.isBold {
            let strength = FT_Pos(Self.boldStrength * Double(face.pointee.units_per_EM))
            FT_Outline_EmboldenXY(&face.pointee.glyph.pointee.outline, strength, 0)
        }
        var pen = OutlinePen(fineness: Double(fineness), slant: synthesis.isItalic ? Self.slant : 0)
        var functions = FT_Outline_Funcs(
            move_to: { to, pen in
                OutlinePen.with(to, pen) { $0.outline.move(to: $0.point($1)) }
            },
            line_to: { to, pen in
                OutlinePen.with(to, pen) { $0.outline.line(to: $0.point($1)) }
            },
            conic_to: { control, to, pen in
                OutlinePen.with(to, pen) { $0.outline.curve(to: $0.point($1), control: $0.point(control!.pointee)) }
            },
            cubic_to: { control1, control2, to, pen in
                OutlinePen.with(to, pen) {
                    $0.outline.cubic(to: $0.point($1), $0.point(control1!.pointee), $0.point(control2!.pointee))
                }
            }, shift: 0, delta: 0)
        let code = withUnsafeMutablePointer(to: &pen) {
            FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, &functions, UnsafeMutableRawPointer($0))
        }
        guard code == 0 else { return nil }
        pen.outline.close()
        return pen.outline
    }
}

/// A lock that lives as long as the process.
private final class OpeningLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }
    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
}

/// Takes down what FreeType tells of an outline.
private struct OutlinePen {
    var outline = GlyphOutline()
    let fineness: Double
    let slant: Double

    init(fineness: Double, slant: Double) {
        self.fineness = fineness
        self.slant = slant
    }

    func point(_ vector: FT_Vector) -> TwipsPoint {
        let (x, y) = (Double(vector.x) * fineness, Double(vector.y) * fineness)
        return TwipsPoint(x: Int32(saturating: (x + slant * y).rounded()), y: Int32(saturating: -y))
    }

    /// 0 tells FreeType to go on.
    static func with(
        _ to: UnsafePointer<FT_Vector>?, _ pen: UnsafeMutableRawPointer?, _ body: (inout OutlinePen, FT_Vector) -> Void
    ) -> Int32 {
        guard let to, let pen else { return 1 }
        body(&pen.assumingMemoryBound(to: OutlinePen.self).pointee, to.pointee)
        return 0
    }
}
