import AVM
import AVM2

/// `flash.media.AVNetworkingParams`.
enum AVNetworkingParamsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVNetworkingParams",
            """
            (init_forceNativeNetworking:Boolean = false, init_readSetCookieHeader:Boolean = true, \
            init_useCookieHeaderForAllRequests:Boolean = false, init_networkDownVerificationUrl:String = "", \
            init_appendRandomQueryParameter:String = "")
            """,
            [
                Field("forceNativeNetworking", ":Boolean"), Field("readSetCookieHeader", ":Boolean"),
                Field("useCookieHeaderForAllRequests", ":Boolean"), Field("networkDownVerificationUrl", ":String"),
                Field("appendRandomQueryParameter", ":String"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table()
}
