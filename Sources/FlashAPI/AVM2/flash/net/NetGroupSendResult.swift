import AVM2

/// `flash.net.NetGroupSendResult`.
enum NetGroupSendResultClass {
    static let table = NativeClassTable.constants("flash.net.NetGroupSendResult", since: 10) {
        [
            .text("ERROR", "error"), .text("NO_ROUTE", "no route"), .text("SENT", "sent"),
        ]
    }
}
