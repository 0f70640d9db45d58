import AVM2

/// `flash.net.IDynamicPropertyWriter`.
enum IDynamicPropertyWriterClass {
    static let table = NativeClassTable.interface("flash.net.IDynamicPropertyWriter") {
        [
            NativeMember(
                missing: "writeDynamicProperties", "(obj:Object, output:flash.net.IDynamicPropertyOutput):void")
        ]
    }
}
