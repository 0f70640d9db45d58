import AVM2

/// `flash.net.IDynamicPropertyOutput`.
enum IDynamicPropertyOutputClass {
    static let table = NativeClassTable.interface("flash.net.IDynamicPropertyOutput") {
        [
            NativeMember(missing: "writeDynamicProperty", "(name:String, value:*):void")
        ]
    }
}
