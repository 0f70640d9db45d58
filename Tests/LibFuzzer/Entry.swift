import FuzzKit

/// What libFuzzer calls with every input it thinks of. See CONTRIBUTING.md for how to build and run it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Victim.attack(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}
