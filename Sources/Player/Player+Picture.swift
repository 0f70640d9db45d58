import Base
import Renderer

/// The picture of the stage.
extension Player {
    /// The stage as it is now, in the viewport's pixels. Has no side effect on the movie.
    public func renderCommands() -> [RenderCommand] {
        let window = PixelRect(left: 0, top: 0, right: viewport.width, bottom: viewport.height)
        var list = RenderList(reusing: commands, bounds: window, stageToDevice: stageToDevice)
        commands = []
        let state = RenderState(
            matrix: stageToDevice, colorTransform: .identity,
            // The matrix maps twips.
            filterScale: SIMD2(abs(stageToDevice.a), abs(stageToDevice.d)) * 20)
        addUnderlays(to: &list)
        if !runsAVM1 { list.add(stage, in: state) }
        for number in levels.keys.sorted() where runsAVM1 {
            if let level = levels[number] { list.add(level, in: state) }
        }
        addFocusFrame(to: &list)
        addPointer(to: &list)
        if viewport.hasLetterbox { addLetterbox(to: &list, window) }
        commands = list.commands
        needsDisplay = false
        return commands
    }

    private func addLetterbox(to list: inout RenderList, _ window: PixelRect) {
        let stage = viewport.stageRect(movie.header.frameSize)
        let bars = [
            PixelRect(left: 0, top: 0, right: window.right, bottom: stage.top),
            PixelRect(left: 0, top: stage.bottom, right: window.right, bottom: window.bottom),
            PixelRect(left: 0, top: stage.top, right: stage.left, bottom: stage.bottom),
            PixelRect(left: stage.right, top: stage.top, right: window.right, bottom: stage.bottom),
        ]
        for bar in bars where !bar.isEmpty { list.append(.rectangle(bar, .black)) }
    }

    /// Where a place of an object, in twips, is in the viewport.
    public func devicePoint(ofX x: Double, y: Double, in object: DisplayObject) -> (x: Double, y: Double) {
        (stageToDevice * Affine(object.localToGlobal)).apply(x: x, y: y)
    }

    var stageToDevice: Affine { viewport.stageToDevice(movie.header.frameSize) }
}
