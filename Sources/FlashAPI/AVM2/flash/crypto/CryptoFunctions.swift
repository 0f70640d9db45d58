import AVM
import AVM2

/// Functions of `flash.crypto`.
enum CryptoFunctions {
    static let functions: [NativeFunction] = [
        NativeFunction("flash.crypto.generateRandomBytes", "(numberRandomBytes:uint):flash.utils.ByteArray") {
            (call) throws(ScriptError) in
            let count = call.uint(0)
            guard (1...1024).contains(count) else { throw call.machine.makeError(.range, 2004) }
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: call.machine.host.nextRandom() >> 24) }
            return Value(try URLLoaderClass.makeByteArray(bytes, call.machine))
        }
    ]
}
