import AVM2
import Testing

@Suite("Error texts and URIs")
struct ErrorMessageTests {
    @Test("placeholders are filled in; the release player gives the number alone")
    func messages() {
        let text = ErrorMessages.message(1034, ["1", "Foo"])
        #expect(text == "Error #1034: Type Coercion failed: cannot convert 1 to Foo.")
        #expect(ErrorMessages.message(1034, ["1", "Foo"], isDebugger: false) == "Error #1034")
        #expect(ErrorMessages.message(9999) == "Error #9999")
        #expect(ErrorMessages.message(2030) == "Error #2030: End of file was encountered.")
    }

    private func through(_ text: String, _ body: ([UInt16]) -> [UInt16]?) -> String? {
        body(Array(text.utf16)).map { String(decoding: $0, as: UTF16.self) }
    }

    @Test("URIs")
    func uris() {
        #expect(through("a b/é😀") { URICoding.encode($0, isComponent: false) } == "a%20b/%C3%A9%F0%9F%98%80")
        #expect(through("a/b") { URICoding.encode($0, isComponent: true) } == "a%2Fb")
        #expect(through("%2F%20%C3%A9") { URICoding.decode($0, isComponent: false) } == "%2F é")
        #expect(through("%2F%20") { URICoding.decode($0, isComponent: true) } == "/ ")
        #expect(through("%") { URICoding.decode($0, isComponent: true) } == nil)
        #expect(through("%C3x") { URICoding.decode($0, isComponent: true) } == nil)
        #expect(URICoding.encode([0xD800], isComponent: false) == nil)
    }

    @Test("escape and unescape")
    func escapes() {
        #expect(through("a é\u{3042}") { URICoding.escape($0) } == "a%20%E9%u3042")
        #expect(through("%u3042%E9%zz%") { URICoding.unescape($0) } == "\u{3042}é%zz%")
    }
}
