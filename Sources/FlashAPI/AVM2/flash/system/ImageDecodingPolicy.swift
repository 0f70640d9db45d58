import AVM2

/// `flash.system.ImageDecodingPolicy`.
enum ImageDecodingPolicyClass {
    static let table = NativeClassTable.constants("flash.system.ImageDecodingPolicy", since: 13) {
        [
            .text("ON_DEMAND", "onDemand"), .text("ON_LOAD", "onLoad"),
        ]
    }
}
