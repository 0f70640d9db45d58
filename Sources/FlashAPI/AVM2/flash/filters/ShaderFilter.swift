import AVM2

/// `flash.filters.ShaderFilter`.
enum ShaderFilterClass {
    static let face = FilterFace(
        "flash.filters.ShaderFilter",
        "(shader:flash.display.Shader = null)",
        [
            FilterProperty("shader", ":flash.display.Shader"), FilterProperty("leftExtension", ":int"),
            FilterProperty("rightExtension", ":int"), FilterProperty("topExtension", ":int"),
            FilterProperty("bottomExtension", ":int"),
        ])

    static let table = face.table(flags: [])
}
