import AVM2

/// `flash.display3D.Context3DRenderMode`.
enum Context3DRenderModeClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DRenderMode", since: 13) {
        [
            .text("AUTO", "auto"), .text("SOFTWARE", "software"),
        ]
    }
}
