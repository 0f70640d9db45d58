import AVM
import AVM2

/// `flash.net.ObjectEncoding`.
enum ObjectEncodingClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.ObjectEncoding", .final)
        table.staticMembers = {
            [
                .uint("AMF0", 0), .uint("AMF3", 3), .uint("DEFAULT", 3),
                NativeMember(missingProperty: "dynamicPropertyWriter", ":flash.net.IDynamicPropertyWriter"),
            ]
        }
        return table
    }()
}
