import AVM2

/// `flash.security.X500DistinguishedName`.
enum X500DistinguishedNameClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.security.X500DistinguishedName", .abstract)
        table.since = 13
        table.members = {
            [
                NativeMember(missingGetter: "commonName", ":String"),
                NativeMember(missingGetter: "countryName", ":String"),
                NativeMember(missingGetter: "localityName", ":String"),
                NativeMember(missingGetter: "organizationName", ":String"),
                NativeMember(missingGetter: "organizationalUnitName", ":String"),
                NativeMember(missingGetter: "stateOrProvinceName", ":String"),
                NativeMember(missing: "toString", "():String"),
            ]
        }
        return table
    }()
}
