import Base
import Renderer

/// The space that an object lies in: how it is seen, and where its plane lies.
struct SpaceScene {
    /// From twips of the object whose perspective holds to device pixels.
    var toDevice: Affine
    /// In twips of that object.
    var centre: SIMD2<Double>
    var focalLength: Double
    /// From twips of the plane to twips of that object's space.
    var matrix: Matrix4

    /// The plane of `object`'s parent, of which `outer` is the map to device pixels.
    init(around object: DisplayObject, _ outer: Affine) {
        var chain = Affine.identity
        var found: Perspective?
        var ancestor: DisplayObject? = object.parent
        while let current = ancestor {
            found = current.perspective ?? current.standardPerspective
            if found != nil { break }
            chain = Affine(current.matrix) * chain
            ancestor = current.parent
        }
        let perspective = found ?? Perspective()
        toDevice = outer * (chain.inverse ?? .identity)
        centre = SIMD2(perspective.centreX, perspective.centreY) * 20
        focalLength = perspective.focalLength * 20
        matrix = Matrix4(chain)
    }

    mutating func enter(_ object: DisplayObject) {
        matrix = matrix * (object.space?.matrix.scaledLengths(by: 20) ?? Matrix4(Affine(object.matrix)))
    }

    /// From twips of the plane to device pixels.
    var projection: Projection { Projection(toDevice) * matrix.seen(from: centre, distance: focalLength) }
}

/// Objects in space are drawn flat and shown as perspective shows a picture.
extension RenderList {
    /// Sides of a flat picture are no longer than this: it is drawn smaller then.
    private static let longestSide = 2880.0

    /// Adds an object that lies in space, or whose parent does.
    mutating func addInSpace(_ object: DisplayObject, in outer: RenderState) {
        var scene = outer.scene ?? SpaceScene(around: object, outer.matrix)
        scene.enter(object)
        var state = outer
        state.scene = nil
        state.colorTransform = outer.colorTransform * object.colorTransform
        let blend = object.layerBlend
        switch blend {
        case .mode(.normal): break
        case .mode(let mode): append(.layerPush(bounds, mode, .identity))
        case .program(let program): append(.programLayerPush(bounds, program))
        }
        if let container = object as? Container, Self.holdsSpace(container) {
            addFlat(object, scene, state) { object.renderSelf(into: &$0, $1) }
            var inner = state
            inner.scene = scene
            for child in container.children where child.clipDepth == nil { add(child, in: inner) }
        } else {
            addFlat(object, scene, state) { $0.addContents(of: object, in: $1) }
        }
        if blend != .mode(.normal) { append(.layerPop) }
    }

    private static func holdsSpace(_ container: Container) -> Bool {
        container.children.contains { child in
            child.space != nil || (child as? Container).map { holdsSpace($0) } ?? false
        }
    }

    private mutating func addFlat(
        _ object: DisplayObject, _ scene: SpaceScene, _ outer: RenderState,
        _ contents: (inout RenderList, RenderState) -> Void
    ) {
        var scale = max(1.0 / 64, min(64, max(outer.filterScale.x, outer.filterScale.y)))
        var area = PixelRect.empty
        func measure() {
            // Without the pixel around it that there is elsewhere: the picture's border is the object's.
            area = Self.unfilteredArea(object, Affine(a: scale / 20, d: scale / 20), outer.filterScale).grown(-1, -1)
        }
        measure()
        let side = Double(max(area.width, area.height))
        if side > Self.longestSide {
            scale *= Self.longestSide / side
            measure()
        }
        guard !area.isEmpty, Double(max(area.width, area.height)) <= Self.longestSide + 4 else { return }
        var state = RenderState(
            matrix: Affine(a: scale / 20, d: scale / 20), colorTransform: .identity, filterScale: outer.filterScale)
        state.scene = nil
        var group = FilterGroup(
            source: area, filters: object.filters.map { PixelFilter($0, scale: outer.filterScale) },
            transform: outer.colorTransform)
        let projection = scene.projection * Projection(Affine(a: 20 / scale, d: 20 / scale))
        guard projection.isFinite else { return }
        group.projection = projection
        append(.filterPush(group))
        withBounds(area) { list in
            if let rgb = object.opaqueBackground {
                list.append(.rectangle(state.matrix.coveredPixels(of: object.bounds), RGBA(rgb: rgb)))
            }
            contents(&list, state)
        }
        append(.filterPop)
    }
}
