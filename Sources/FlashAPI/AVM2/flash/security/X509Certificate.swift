import AVM2

/// `flash.security.X509Certificate`.
enum X509CertificateClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.security.X509Certificate", .abstract)
        table.since = 13
        table.members = {
            [
                NativeMember(missingGetter: "encoded", ":flash.utils.ByteArray"),
                NativeMember(missingGetter: "issuer", ":flash.security.X500DistinguishedName"),
                NativeMember(missingGetter: "issuerUniqueID", ":String"),
                NativeMember(missingGetter: "serialNumber", ":String"),
                NativeMember(missingGetter: "signatureAlgorithmOID", ":String"),
                NativeMember(missingGetter: "signatureAlgorithmParams", ":flash.utils.ByteArray"),
                NativeMember(missingGetter: "subject", ":flash.security.X500DistinguishedName"),
                NativeMember(missingGetter: "subjectPublicKey", ":String"),
                NativeMember(missingGetter: "subjectPublicKeyAlgorithmOID", ":String"),
                NativeMember(missingGetter: "subjectUniqueID", ":String"),
                NativeMember(missingGetter: "validNotAfter", ":Date"),
                NativeMember(missingGetter: "validNotBefore", ":Date"),
                NativeMember(missingGetter: "version", ":uint"),
            ]
        }
        return table
    }()
}
