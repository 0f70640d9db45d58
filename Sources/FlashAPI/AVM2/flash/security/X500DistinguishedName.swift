import AVM2

/// `flash.security.X500DistinguishedName`.
enum X500DistinguishedNameClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.security.X500DistinguishedName", .abstract)
        table.since = 13
        table.members = {
            [
                NativeMember(missingProperty: "commonName", ":String"),
                NativeMember(missingProperty: "countryName", ":String"),
                NativeMember(missingProperty: "localityName", ":String"),
                NativeMember(missingProperty: "organizationName", ":String"),
                NativeMember(missingProperty: "organizationalUnitName", ":String"),
                NativeMember(missingProperty: "stateOrProvinceName", ":String"),
                NativeMember(missing: "toString", "():String"),
            ]
        }
        return table
    }()
}
