import AVM
import AVM2

/// Bytes in and out of a ByteArray object, at its position.
enum ByteArrayAccess {
    /// Makes `bytes` all that it holds, the position at its start.
    static func write(_ bytes: [UInt8], to object: Object, _ machine: AVM2Machine) throws(ScriptError) {
        guard let state = object.native(as: ByteArrayState.self) else { throw machine.nullReference(.null) }
        do throws(ByteStorage.Fault) { try state.storage.replace(bytes) } catch {
            throw machine.makeError(.error, 1000)
        }
        state.storage.position = 0
    }

    /// Writes bytes at the position, which then lies behind them.
    static func append(_ bytes: [UInt8], to object: Object, _ machine: AVM2Machine) throws(ScriptError) {
        guard let state = object.native(as: ByteArrayState.self) else { throw machine.nullReference(.null) }
        do throws(ByteStorage.Fault) { try state.storage.write(bytes) } catch {
            throw machine.makeError(.error, 1000)
        }
    }

    /// Reads `count` bytes from the position on; Error #2030 where there are fewer.
    static func read(_ count: Int, from object: Object, _ machine: AVM2Machine) throws(ScriptError) -> [UInt8] {
        guard let state = object.native(as: ByteArrayState.self) else { throw machine.nullReference(.null) }
        do throws(ByteStorage.Fault) { return Array(try state.storage.readBytes(count)) } catch {
            throw machine.makeError(.eof, 2030)
        }
    }

    /// Bytes from the position on.
    static func available(in object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Int {
        guard let state = object.native(as: ByteArrayState.self) else { throw machine.nullReference(.null) }
        return max(0, state.storage.count - state.storage.position)
    }
}
