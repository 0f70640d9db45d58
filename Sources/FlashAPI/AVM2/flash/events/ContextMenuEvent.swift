import AVM
import AVM2
import Player

/// `flash.events.ContextMenuEvent`.
enum ContextMenuEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.ContextMenuEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, \
            mouseTarget:flash.display.InteractiveObject = null, \
            contextMenuOwner:flash.display.InteractiveObject = null)
            """)
        face.fields = [
            Field("mouseTarget", ":flash.display.InteractiveObject"),
            Field("contextMenuOwner", ":flash.display.InteractiveObject"),
            Field("isMouseTargetInaccessible", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "mouseTarget", "contextMenuOwner",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("MENU_ITEM_SELECT", "menuItemSelect"), .text("MENU_SELECT", "menuSelect"),
        ]
    }
}
