import AVM2

/// `flash.xml.XMLNodeType`.
enum XMLNodeTypeClass {
    static let table = NativeClassTable.constants("flash.xml.XMLNodeType") {
        [
            .uint("ELEMENT_NODE", 1), .uint("TEXT_NODE", 3), .uint("CDATA_NODE", 4),
            .uint("PROCESSING_INSTRUCTION_NODE", 7), .uint("COMMENT_NODE", 8), .uint("DOCUMENT_TYPE_NODE", 10),
            .uint("XML_DECLARATION", 13),
        ]
    }
}
