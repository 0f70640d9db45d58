import AVM2

/// `flash.system.SystemUpdaterType`.
enum SystemUpdaterTypeClass {
    static let table = NativeClassTable.constants("flash.system.SystemUpdaterType", since: 11) {
        [
            .text("DRM", "drm"), .text("SYSTEM", "system"),
        ]
    }
}
