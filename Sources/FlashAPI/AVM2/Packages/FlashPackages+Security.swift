import AVM2

extension FlashPackages {
    /// `flash.security`
    static let securityTables: [NativeClassTable] = [
        CertificateStatusClass.table, X500DistinguishedNameClass.table, X509CertificateClass.table,
    ]
}
