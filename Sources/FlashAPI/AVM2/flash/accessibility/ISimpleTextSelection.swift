import AVM2

/// `flash.accessibility.ISimpleTextSelection`.
enum ISimpleTextSelectionClass {
    static let table = NativeClassTable.interface("flash.accessibility.ISimpleTextSelection", since: 10) {
        [
            NativeMember(missingGetter: "selectionActiveIndex", ":int"),
            NativeMember(missingGetter: "selectionAnchorIndex", ":int"),
        ]
    }
}
