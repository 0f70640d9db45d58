import AVM

/// The part of `ByteArray` that reads.
enum ByteArrayReading {
    private typealias Fault = ByteStorage.Fault

    static let members: [NativeMember] = [
        read("readBoolean", "():Boolean") { (storage) throws(ByteStorage.Fault) in
            Value(try storage.read(UInt8.self) != 0)
        },
        read("readByte", "():int") { (storage) throws(ByteStorage.Fault) in Value(Int32(try storage.read(Int8.self))) },
        read("readUnsignedByte", "():uint") { (storage) throws(ByteStorage.Fault) in
            Value(Int32(try storage.read(UInt8.self)))
        },
        read("readShort", "():int") { (storage) throws(ByteStorage.Fault) in
            Value(Int32(try storage.read(Int16.self)))
        },
        read("readUnsignedShort", "():uint") { (storage) throws(ByteStorage.Fault) in
            Value(Int32(try storage.read(UInt16.self)))
        },
        read("readInt", "():int") { (storage) throws(ByteStorage.Fault) in Value(try storage.read(Int32.self)) },
        read("readUnsignedInt", "():uint") { (storage) throws(ByteStorage.Fault) in
            Value(Int(try storage.read(UInt32.self)))
        },
        read("readFloat", "():Number") { (storage) throws(ByteStorage.Fault) in
            Value(double: Double(try storage.readFloat()))
        },
        read("readDouble", "():Number") { (storage) throws(ByteStorage.Fault) in
            Value(double: try storage.readDouble())
        },
        NativeMember(method: "readUTF", "():String") { (call) throws(ScriptError) in
            let units = try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in
                try storage.readUTF()
            }
            return call.text(units)
        },
        NativeMember(method: "readUTFBytes", "(length:uint):String") { (call) throws(ScriptError) in
            let size = Int(call.uint(0))
            let units = try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in
                try storage.readUTFBytes(size)
            }
            return call.text(units)
        },
        NativeMember(method: "readMultiByte", "(length:uint, charSet:String):String") { (call) throws(ScriptError) in
            guard call.string(1) != nil else { throw ByteArrayClass.null("charSet", call) }
            let size = Int(call.uint(0))
            let units = try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in
                CharacterSet.decode(try storage.readBytes(size), call.text(1))
            }
            return call.text(units)
        },
        NativeMember(
            method: "readBytes", "(bytes:flash.utils.ByteArray, offset:uint = 0, length:uint = 0):void", readBytes),
        NativeMember(method: "readObject", "():*") { (call) throws(ScriptError) in
            let state = try call.state(ByteArrayState.self)
            return try AMFReading.read(state.storage, version: state.objectEncoding, call.machine)
        },
    ]

    private static func read(
        _ name: StaticString, _ signature: StaticString,
        _ body: @escaping @Sendable (ByteStorage) throws(ByteStorage.Fault) -> Value
    ) -> NativeMember {
        NativeMember(method: name, signature) { (call) throws(ScriptError) in
            try ByteArrayClass.checked(call, body)
        }
    }

    /// Length 0 means all that is left. The target grows; its position stays.
    private static func readBytes(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let target = call.object(0)?.native(as: ByteArrayState.self)?.storage else {
            throw ByteArrayClass.null("bytes", call)
        }
        let offset = Int(call.uint(1))
        let wanted = Int(call.uint(2))
        try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in
            let bytes = Array(try storage.readBytes(wanted == 0 ? storage.available : wanted))
            let old = target.position
            // It reaches to where bytes would go even if there are none.
            if offset > target.count { try target.setCount(offset) }
            target.position = offset
            defer { target.position = old }
            try target.write(bytes)
        }
        return .undefined
    }
}
