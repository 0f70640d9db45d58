import AVM2

/// `flash.filters.ShaderFilter`.
enum ShaderFilterClass {
    static let face = FilterFace(
        "flash.filters.ShaderFilter",
        "(shader:flash.display.Shader = null)",
        [
            FilterField("shader", ":flash.display.Shader"), FilterField("leftExtension", ":int"),
            FilterField("rightExtension", ":int"), FilterField("topExtension", ":int"),
            FilterField("bottomExtension", ":int"),
        ])

    static let table = face.table(flags: [])
}
