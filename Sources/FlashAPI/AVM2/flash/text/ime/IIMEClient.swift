import AVM2

/// `flash.text.ime.IIMEClient`.
enum IIMEClientClass {
    static let table = NativeClassTable.interface("flash.text.ime.IIMEClient", since: 10) {
        [
            NativeMember(missing: "confirmComposition", "(text:String = null, preserveSelection:Boolean = false):void"),
            NativeMember(missing: "getTextBounds", "(startIndex:int, endIndex:int):flash.geom.Rectangle"),
            NativeMember(missing: "getTextInRange", "(startIndex:int, endIndex:int):String"),
            NativeMember(missing: "selectRange", "(anchorIndex:int, activeIndex:int):void"),
            NativeMember(
                missing: "updateComposition",
                """
                (text:String, attributes:Vector.<flash.text.ime.CompositionAttributeRange>, \
                compositionStartIndex:int, compositionEndIndex:int):void
                """),
            NativeMember(missingProperty: "compositionStartIndex", ":int"),
            NativeMember(missingProperty: "compositionEndIndex", ":int"),
            NativeMember(missingProperty: "selectionAnchorIndex", ":int"),
            NativeMember(missingProperty: "selectionActiveIndex", ":int"),
            NativeMember(missingProperty: "verticalTextLayout", ":Boolean"),
        ]
    }
}
