import AVM2

/// `flash.security.X509Certificate`.
enum X509CertificateClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.security.X509Certificate", .abstract)
        table.since = 13
        table.members = {
            [
                NativeMember(missingProperty: "encoded", ":flash.utils.ByteArray"),
                NativeMember(missingProperty: "issuer", ":flash.security.X500DistinguishedName"),
                NativeMember(missingProperty: "issuerUniqueID", ":String"),
                NativeMember(missingProperty: "serialNumber", ":String"),
                NativeMember(missingProperty: "signatureAlgorithmOID", ":String"),
                NativeMember(missingProperty: "signatureAlgorithmParams", ":flash.utils.ByteArray"),
                NativeMember(missingProperty: "subject", ":flash.security.X500DistinguishedName"),
                NativeMember(missingProperty: "subjectPublicKey", ":String"),
                NativeMember(missingProperty: "subjectPublicKeyAlgorithmOID", ":String"),
                NativeMember(missingProperty: "subjectUniqueID", ":String"),
                NativeMember(missingProperty: "validNotAfter", ":Date"),
                NativeMember(missingProperty: "validNotBefore", ":Date"),
                NativeMember(missingProperty: "version", ":uint"),
            ]
        }
        return table
    }()
}
