import AVM2

/// `flash.security.CertificateStatus`.
enum CertificateStatusClass {
    static let table = NativeClassTable.constants("flash.security.CertificateStatus") {
        [
            .text("EXPIRED", "expired"), .text("INVALID", "invalid"), .text("INVALID_CHAIN", "invalidChain"),
            .text("NOT_YET_VALID", "notYetValid"), .text("PRINCIPAL_MISMATCH", "principalMismatch"),
            .text("REVOKED", "revoked"), .text("TRUSTED", "trusted"), .text("UNKNOWN", "unknown"),
            .text("UNTRUSTED_SIGNERS", "untrustedSigners"),
        ]
    }
}
