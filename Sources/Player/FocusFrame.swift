import Base
import Renderer

/// The yellow frame around what the keyboard has chosen.
extension Player {
    /// Quirk: the frame is 3 device pixels wide, lies inside the object's bounds, and over everything.
    private static let frameWidth = 3
    private static let frameColor = RGBA(rgb: 0xFFFF00)

    func addFocusFrame(to list: inout RenderList) {
        guard focus.isShown, let object = focus.focused, !(object is EditText), object.isOnStage,
            wantsFocusFrame(object)
        else { return }
        let area = stageToDevice.pixelBounds(of: object.stageBounds)
        guard !area.isEmpty else { return }
        let width = min(Self.frameWidth, (area.width + 1) / 2)
        let height = min(Self.frameWidth, (area.height + 1) / 2)
        let inner = PixelRect(
            left: area.left + width, top: area.top + height, right: area.right - width, bottom: area.bottom - height)
        for side in [
            PixelRect(left: area.left, top: area.top, right: area.right, bottom: inner.top),
            PixelRect(left: area.left, top: inner.bottom, right: area.right, bottom: area.bottom),
            PixelRect(left: area.left, top: inner.top, right: inner.left, bottom: inner.bottom),
            PixelRect(left: inner.right, top: inner.top, right: area.right, bottom: inner.bottom),
        ] where !side.isEmpty { list.append(.rectangle(side, Self.frameColor)) }
    }

    private func wantsFocusFrame(_ object: DisplayObject) -> Bool {
        guard object.runsAVM1 else { return object.interaction.focusRect ?? stage.stageFocusRect }
        return object.showsFocusRect ?? showsFocusRect
    }
}
