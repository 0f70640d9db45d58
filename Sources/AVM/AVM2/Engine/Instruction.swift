import AVM

/// One step of register code.
struct Instruction {
    var op: UInt16
}
final class LoweredCode {}
final class SiteList { func visit(_ marker: inout Marker) {} }
