import Base
import Renderer
import SWF

/// What applies to an object and all below it while the tree is turned into commands.
struct RenderState {
    /// From the object's twips to device pixels.
    var matrix: Affine
    var colorTransform: ColorTransform
    /// Inside a mask only areas count, not looks.
    var isMask = false
    /// How large the stage is shown: what filters grow by.
    var filterScale = SIMD2(1.0, 1.0)
    /// Where the object's parent lies in space; nil: in the plane.
    var scene: SpaceScene?
}

/// How an object joins what is below it.
enum LayerBlend: Equatable {
    case mode(BlendMode)
    case program(ProgramReference)
}

extension DisplayObject {
    var layerBlend: LayerBlend {
        // Quirk: without a shader, `shader` is `normal`.
        if blendsByShader { return blendShader.map { .program($0) } ?? .mode(.normal) }
        return .mode(blendMode)
    }

    /// `cacheAsBitmap` as it reads: what has filters is cached in any case.
    public var isShownCached: Bool { isCachedAsBitmap || !filters.isEmpty }
}

/// The command list being built from the display tree.
struct RenderList {
    private(set) var commands: [RenderCommand]
    /// The window, in device pixels.
    private(set) var bounds: PixelRect
    /// From twips of the stage to device pixels.
    private let stageToDevice: Affine

    /// Reuses the storage of `previous`.
    init(reusing previous: [RenderCommand], bounds: PixelRect, stageToDevice: Affine) {
        self.stageToDevice = stageToDevice
        commands = previous
        commands.removeAll(keepingCapacity: true)
        self.bounds = bounds
    }

    mutating func append(_ command: RenderCommand) { commands.append(command) }

    /// Adds what `body` adds as a picture of its own with other bounds.
    mutating func withBounds(_ other: PixelRect, _ body: (inout RenderList) -> Void) {
        let outer = bounds
        bounds = other
        body(&self)
        bounds = outer
    }

    /// Adds `object` and all below it as its parent, in `outer`, shows it.
    mutating func add(_ object: DisplayObject, in outer: RenderState) {
        guard object.isVisible || outer.isMask, object.maskedObject == nil || outer.isMask else { return }
        if let mask = object.mask, !outer.isMask, mask.isOnStage {
            if isCached(object, outer.matrix), isCached(mask, stageMatrix(of: mask)) {
                return addAlphaMasked(object, by: mask, in: outer)
            }
            addMask(mask)
            addUnmasked(object, in: outer)
            commands.append(.maskPop)
            return
        }
        addUnmasked(object, in: outer)
    }

    /// The mask that `setMask` gives: it lies where it lies on the stage, wherever the masked object is.
    private mutating func addMask(_ mask: DisplayObject) {
        let state = RenderState(matrix: stageMatrix(of: mask), colorTransform: .identity, isMask: true)
        commands.append(.maskBegin)
        addUnmasked(mask, in: state)
        commands.append(.maskEnd)
    }

    /// From the space that an object lies in to device pixels, wherever it is drawn.
    private func stageMatrix(of object: DisplayObject) -> Affine {
        guard let parent = object.parent else { return stageToDevice }
        return stageToDevice * Affine(parent.localToGlobal)
    }

    /// Whether an object has a picture of its own. Quirk: what is too large for one has none, and no filters either;
    /// the limits depend on the movie's version.
    private func isCached(_ object: DisplayObject, _ outer: Affine) -> Bool {
        guard object.isShownCached else { return false }
        let area = (outer * Affine(object.matrix)).pixelBounds(of: object.bounds)
        if object.assets.movie.header.version < 10 { return area.width <= 2880 && area.height <= 2880 }
        return area.width <= 8191 && area.height <= 8191 && area.area <= 16_777_215
    }

    /// Where both are cached, the mask's alpha counts, not the area alone.
    private mutating func addAlphaMasked(_ object: DisplayObject, by mask: DisplayObject, in outer: RenderState) {
        var state = outer
        state.matrix = stageMatrix(of: mask)
        state.colorTransform = .identity
        // Nothing shows beyond the mask.
        let reach = FilterGroup(
            source: Self.unfilteredArea(mask, state.matrix * Affine(mask.matrix), outer.filterScale),
            filters: mask.filters.map { PixelFilter($0, scale: outer.filterScale) })
        let area = reach.result.intersection(bounds)
        if area.isEmpty { return }
        commands.append(.layerPush(area, .layer, .identity))
        addUnmasked(object, in: outer)
        commands.append(.alphaMaskPush(area))
        addUnmasked(mask, in: state)
        commands.append(.layerPop)
        commands.append(.layerPop)
    }

    /// Adds `object` as `BitmapData.draw` shows it: with its filters and its mask, but without its own place, colour
    /// and blend mode.
    mutating func addDrawn(_ object: DisplayObject, in state: RenderState) {
        if let mask = object.mask { addMask(mask) }
        addPlaced(object, in: state, isCached: isCached(object, state.matrix), .mode(.normal))
        if object.mask != nil { commands.append(.maskPop) }
    }

    private mutating func addUnmasked(_ object: DisplayObject, in outer: RenderState) {
        if !outer.isMask, outer.scene != nil || object.space != nil { return addInSpace(object, in: outer) }
        var state = outer
        state.matrix = outer.matrix * Affine(object.matrix)
        state.colorTransform = outer.colorTransform * object.colorTransform
        if outer.isMask { return addContents(of: object, in: state) }
        addPlaced(object, in: state, isCached: isCached(object, outer.matrix), object.layerBlend)
    }

    /// Adds an object whose own place and colour are in `outer` already.
    private mutating func addPlaced(
        _ object: DisplayObject, in outer: RenderState, isCached: Bool, _ blend: LayerBlend
    ) {
        var state = outer
        let isFiltered = isCached && !object.filters.isEmpty
        let filters = isFiltered ? object.filters.map { PixelFilter($0, scale: outer.filterScale) } : []
        if isCached { state.matrix = Self.snapped(state.matrix, object.bounds) }
        let needsLayer = blend != .mode(.normal)
        var group: FilterGroup?
        var area = PixelRect.empty
        if needsLayer || isFiltered { area = Self.unfilteredArea(object, state.matrix, outer.filterScale) }
        if isFiltered {
            // What lies beyond the window counts as far as the filters carry it into the window.
            let source = area.intersection(FilterGroup.reach(of: bounds, filters))
            // The area is a pixel larger than the object on every side.
            let made = FilterGroup(
                source: source, object: area.grown(-1, -1), filters: filters, transform: state.colorTransform)
            if source.isEmpty { return }
            area = made.result
            group = made
            state.colorTransform = .identity
        }
        if needsLayer {
            area = area.intersection(bounds)
            if area.isEmpty { return }
            switch blend {
            case .mode(let mode): commands.append(.layerPush(area, mode, .identity))
            case .program(let program): commands.append(.programLayerPush(area, program))
            }
        }
        if let group { commands.append(.filterPush(group)) }
        if let rgb = object.opaqueBackground {
            // It fills the bounds, however the object is turned, and is there whatever its alpha.
            commands.append(.rectangle(state.matrix.coveredPixels(of: object.bounds), RGBA(rgb: rgb)))
        }
        if let rect = object.scrollRect {
            addScrolled(object, rect, in: state)
        } else {
            addContents(of: object, in: state)
        }
        if group != nil { commands.append(.filterPop) }
        if needsLayer { commands.append(.layerPop) }
    }

    /// A part of an object, its corner at the object's origin.
    private mutating func addScrolled(_ object: DisplayObject, _ rect: TwipsRect, in outer: RenderState) {
        var state = outer
        state.matrix = outer.matrix * Affine(tx: -Double(rect.xMin), ty: -Double(rect.yMin))
        let isUpright = state.matrix.b == 0 && state.matrix.c == 0 || state.matrix.a == 0 && state.matrix.d == 0
        if isUpright {
            let from = state.matrix.apply(x: Double(rect.xMin), y: Double(rect.yMin))
            let to = state.matrix.apply(x: Double(rect.xMax), y: Double(rect.yMax))
            func pixel(_ value: Double) -> Int { Int(Int32(saturating: value.rounded())) }
            commands.append(
                .clipPush(
                    PixelRect(
                        left: pixel(min(from.x, to.x)), top: pixel(min(from.y, to.y)),
                        right: pixel(max(from.x, to.x)), bottom: pixel(max(from.y, to.y)))))
            addContents(of: object, in: state)
            commands.append(.clipPop)
        } else {
            // A turned part has edges that no pixel rectangle has: it is a mask.
            let area = Affine(
                a: Double(rect.xMax) - Double(rect.xMin), d: Double(rect.yMax) - Double(rect.yMin),
                tx: Double(rect.xMin), ty: Double(rect.yMin))
            commands.append(.maskBegin)
            commands.append(.shape(object.player.unitSquare, state.matrix * area, .identity))
            commands.append(.maskEnd)
            addContents(of: object, in: state)
            commands.append(.maskPop)
        }
    }

    /// Quirk: an object that is filtered or cached is moved so that its bounds begin at a whole pixel.
    private static func snapped(_ matrix: Affine, _ bounds: TwipsRect) -> Affine {
        var left = Double.infinity
        var top = Double.infinity
        for x in [bounds.xMin, bounds.xMax] {
            for y in [bounds.yMin, bounds.yMax] {
                let corner = matrix.apply(x: Double(x), y: Double(y))
                left = min(left, corner.x)
                top = min(top, corner.y)
            }
        }
        guard left.isFinite, top.isFinite else { return matrix }
        return Affine(tx: left.rounded() - left, ty: top.rounded() - top) * matrix
    }

    /// More than any window shows.
    private static let everywhere = PixelRect(left: -8192, top: -8192, right: 8192, bottom: 8192)

    /// Pixels that an object can reach, with the filters of what is below it, but not its own.
    static func unfilteredArea(
        _ object: DisplayObject, _ matrix: Affine, _ scale: SIMD2<Double>
    ) -> PixelRect {
        var area = matrix.pixelBounds(of: object.selfBounds, margin: 1)
        guard let container = object as? Container, !(object is EditText) else { return area }
        for child in container.children where child.isVisible {
            // Where space brings it is not said by its matrix: it may be anywhere.
            if child.space != nil { return everywhere }
            let inner = unfilteredArea(child, matrix * Affine(child.matrix), scale)
            let filters = child.filters.map { PixelFilter($0, scale: scale) }
            area = area.union(FilterGroup(source: inner, filters: filters).result)
        }
        return area
    }

    /// Adds what an object shows, and all below it.
    mutating func addContents(of object: DisplayObject, in state: RenderState) {
        object.renderSelf(into: &self, state)
        // A text field adds the pictures in its text among what it shows.
        if let container = object as? Container, !(object is EditText) { add(childrenOf: container, state) }
    }

    /// Adds children bottom first. A child with a clip depth masks those above it, up to that depth.
    mutating func add(childrenOf container: Container, _ state: RenderState) {
        var clips: [Int32] = []
        for child in container.children {
            while let last = clips.last, child.depth > last {
                commands.append(.maskPop)
                clips.removeLast()
            }
            if let clipDepth = child.clipDepth {
                // A clip that ends below itself masks nothing, and inside a mask a mask has no say.
                if state.isMask { continue }
                var maskState = state
                maskState.isMask = true
                commands.append(.maskBegin)
                add(child, in: maskState)
                commands.append(.maskEnd)
                clips.append(clipDepth)
            } else {
                add(child, in: state)
            }
        }
        for _ in clips { commands.append(.maskPop) }
    }
}
