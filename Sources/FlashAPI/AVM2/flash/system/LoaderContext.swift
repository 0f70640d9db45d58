import AVM
import AVM2

/// `flash.system.LoaderContext`.
enum LoaderContextClass {
    static let face = DataFace(
        "flash.system.LoaderContext",
        """
        (checkPolicyFile:Boolean = false, applicationDomain:flash.system.ApplicationDomain = null, \
        securityDomain:flash.system.SecurityDomain = null)
        """,
        [
            Field(variable: "checkPolicyFile", ":Boolean"),
            Field(variable: "applicationDomain", ":flash.system.ApplicationDomain"),
            Field(variable: "securityDomain", ":flash.system.SecurityDomain"),
            Field(variable: "allowCodeImport", ":Boolean"),
            Field(variable: "requestedContentParent", ":flash.display.DisplayObjectContainer"),
            Field(variable: "parameters", ":Object"), Field(variable: "imageDecodingPolicy", ":String"),
        ])

    static let table = face.table()
}
