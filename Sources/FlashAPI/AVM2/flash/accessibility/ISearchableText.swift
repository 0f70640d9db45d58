import AVM2

/// `flash.accessibility.ISearchableText`.
enum ISearchableTextClass {
    static let table = NativeClassTable.interface("flash.accessibility.ISearchableText", since: 10) {
        [
            NativeMember(missingGetter: "searchText", ":String")
        ]
    }
}
