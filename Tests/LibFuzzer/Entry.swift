import FuzzKit

/// What libFuzzer calls with every input it thinks of. See CONTRIBUTING.md for how to build and run it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Victim.attack(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

/// libFuzzer's own loop, for programs that bring their own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager expects a program's `main` under this name.
@_cdecl("LibFuzzer_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var count = count
    var arguments = arguments
    return withUnsafeMutablePointer(to: &arguments) { runDriver(&count, $0, testOneInput) }
}
