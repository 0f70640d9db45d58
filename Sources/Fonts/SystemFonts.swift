import CFontconfig

/// The fonts that fontconfig knows. It is opened at the first request: reading its caches takes longer than all else
/// at start.
public final class SystemFonts {
    private var config: OpaquePointer?
    private var isOpen = false
    private var lists: [FontRequest: any FontList] = [:]
    /// Opened files, by path and index: families share their fallbacks.
    private var faces: [String: FontFace?] = [:]

    public init() {}

    deinit {
        if let config { FcConfigDestroy(config) }
    }

    /// The fonts for a request, nil where the system has none.
    public func list(_ request: FontRequest) -> (any FontList)? {
        if let known = lists[request] { return known }
        open()
        guard let config, let made = SystemFontList(request, config, self), made.first != nil else { return nil }
        lists[request] = made
        return made
    }

    private func open() {
        if isOpen { return }
        isOpen = true
        config = FcInitLoadConfigAndFonts()
    }

    /// The families that the system has, sorted.
    public private(set) lazy var familyNames: [String] = {
        open()
        guard let config, let pattern = FcPatternCreate(), let objects = FcObjectSetCreate() else { return [] }
        defer {
            FcPatternDestroy(pattern)
            FcObjectSetDestroy(objects)
        }
        FcObjectSetAdd(objects, FC_FAMILY)
        FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
        guard let set = FcFontList(config, pattern, objects) else { return [] }
        defer { FcFontSetDestroy(set) }
        var names: Set<String> = []
        for index in 0..<Int(set.pointee.nfont) {
            var name: UnsafeMutablePointer<FcChar8>?
            if FcPatternGetString(set.pointee.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch, let name {
                names.insert(String(cString: name))
            }
        }
        return names.sorted()
    }()

    fileprivate func face(path: String, index: Int) -> FontFace? {
        let key = "\(index):\(path)"
        if let known = faces[key] { return known }
        // A file that cannot be opened is passed over: the next font of the list stands in.
        let made = try? FontFace(path: path, index: index)
        faces[key] = .some(made)
        return made
    }
}

/// What fontconfig sorts for one request. Files are opened when a character needs them.
private final class SystemFontList: FontList {
    private let set: UnsafeMutablePointer<FcFontSet>
    private let request: FontRequest
    private unowned let owner: SystemFonts
    private var opened: [Int: StyledFace?] = [:]
    private var known: [UInt32: Int?] = [:]

    init?(_ request: FontRequest, _ config: OpaquePointer, _ owner: SystemFonts) {
        guard let pattern = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(pattern) }
        for family in request.families { Self.add(family, to: pattern) }
        FcPatternAddInteger(pattern, FC_WEIGHT, request.isBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR)
        FcPatternAddInteger(pattern, FC_SLANT, request.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
        FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let set = FcFontSort(config, pattern, FcTrue, nil, &result) else { return nil }
        self.set = set
        self.request = request
        self.owner = owner
    }

    deinit { FcFontSetDestroy(set) }

    private static func add(_ family: String, to pattern: OpaquePointer) {
        let name: String
        var language: String?
        switch GenericFamily(family) {
        case .sans: name = "sans-serif"
        case .serif: name = "serif"
        case .typewriter: name = "monospace"
        case .japaneseGothic: (name, language) = ("sans-serif", "ja")
        case .japaneseGothicMono: (name, language) = ("monospace", "ja")
        case .japaneseMincho: (name, language) = ("serif", "ja")
        case nil: name = family
        }
        FcPatternAddString(pattern, FC_FAMILY, name)
        if let language { FcPatternAddString(pattern, FC_LANG, language) }
    }

    private var count: Int { Int(set.pointee.nfont) }

    var first: StyledFace? {
        for index in 0..<count { if let face = open(index), !face.face.isPictures { return face } }
        return nil
    }

    func face(with scalar: UInt32) -> StyledFace? {
        if let place = known[scalar] { return place.flatMap { open($0) } }
        let place = (0..<count).first { hasCharacter(scalar, $0) && open($0)?.face.glyph(of: scalar) != nil }
        known[scalar] = .some(place)
        return place.flatMap { open($0) }
    }

    private func hasCharacter(_ scalar: UInt32, _ index: Int) -> Bool {
        var characters: OpaquePointer?
        guard FcPatternGetCharSet(set.pointee.fonts[index], FC_CHARSET, 0, &characters) == FcResultMatch else {
            return false
        }
        return FcCharSetHasChar(characters, scalar) == FcTrue
    }

    private func open(_ index: Int) -> StyledFace? {
        if let known = opened[index] { return known }
        let made = make(index)
        opened[index] = .some(made)
        return made
    }

    private func make(_ index: Int) -> StyledFace? {
        guard let pattern = set.pointee.fonts[index] else { return nil }
        var path: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch, let path else { return nil }
        var (number, weight, slant): (Int32, Int32, Int32) = (0, FC_WEIGHT_REGULAR, FC_SLANT_ROMAN)
        FcPatternGetInteger(pattern, FC_INDEX, 0, &number)
        FcPatternGetInteger(pattern, FC_WEIGHT, 0, &weight)
        FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
        guard let face = owner.face(path: String(cString: path), index: Int(number)) else { return nil }
        return StyledFace(
            face,
            FontFace.Synthesis(
                isBold: request.isBold && weight < FC_WEIGHT_DEMIBOLD,
                isItalic: request.isItalic && slant == FC_SLANT_ROMAN))
    }
}
