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
}

/// The command list being built from the display tree.
struct RenderList {
    private(set) var commands: [RenderCommand]
    /// The window, in device pixels.
    let bounds: PixelRect

    /// Reuses the storage of `previous`.
    init(reusing previous: [RenderCommand], bounds: PixelRect) {
        commands = previous
        commands.removeAll(keepingCapacity: true)
        self.bounds = bounds
    }

    mutating func append(_ command: RenderCommand) { commands.append(command) }

    /// Adds `object` and all below it as its parent, in `outer`, shows it.
    mutating func add(_ object: DisplayObject, in outer: RenderState) {
        guard object.isVisible || outer.isMask, object.maskedObject == nil || outer.isMask else { return }
        if let mask = object.mask, !outer.isMask, mask.isOnStage {
            addMask(mask)
            addUnmasked(object, in: outer)
            commands.append(.maskPop)
            return
        }
        addUnmasked(object, in: outer)
    }

    /// The mask that `setMask` gives: it lies where it lies on the stage, wherever the masked object is.
    private mutating func addMask(_ mask: DisplayObject) {
        var state = RenderState(matrix: mask.player.stageToDevice, colorTransform: .identity, isMask: true)
        if let parent = mask.parent { state.matrix = state.matrix * Affine(parent.localToGlobal) }
        commands.append(.maskBegin)
        addUnmasked(mask, in: state)
        commands.append(.maskEnd)
    }

    private mutating func addUnmasked(_ object: DisplayObject, in outer: RenderState) {
        var state = outer
        state.matrix = outer.matrix * Affine(object.matrix)
        state.colorTransform = outer.colorTransform * object.colorTransform
        let needsLayer = object.blendMode != .normal && !outer.isMask
        if needsLayer {
            let area = state.matrix.pixelBounds(of: object.bounds, margin: 1).intersection(bounds)
            if area.isEmpty { return }
            commands.append(.layerPush(area, object.blendMode, .identity))
        }
        object.renderSelf(into: &self, state)
        if let container = object as? Container { add(childrenOf: container, state) }
        if needsLayer { commands.append(.layerPop) }
    }

    /// Adds what an object shows without its own place, colour and blend mode, as `BitmapData.draw` does.
    mutating func addContents(of object: DisplayObject, in state: RenderState) {
        object.renderSelf(into: &self, state)
        if let container = object as? Container { add(childrenOf: container, state) }
    }

    /// Adds children bottom first. A child with a clip depth masks those above it, up to that depth.
    private mutating func add(childrenOf container: Container, _ state: RenderState) {
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
