import AVM
import AVM2

/// Bytes in and out of a ByteArray object, at its position.
enum ByteArrayAccess {
    static func write(_ bytes: [UInt8], to object: Object, _ machine: AVM2Machine) throws(ScriptError) {
        machine.host.missing("ByteArray from pixels")
    }

    static func read(_ count: Int, from object: Object, _ machine: AVM2Machine) throws(ScriptError) -> [UInt8] {
        machine.host.missing("ByteArray to pixels")
        return [UInt8](repeating: 0, count: count)
    }
}
