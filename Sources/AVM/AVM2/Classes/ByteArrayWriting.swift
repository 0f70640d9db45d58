import AVM

/// The part of `ByteArray` that writes.
enum ByteArrayWriting {
    static let members: [NativeMember] = [
        write("writeBoolean", "(value:Boolean):void") { (storage, call) throws(ByteStorage.Fault) in
            try storage.write(UInt8(call.bool(0) ? 1 : 0))
        },
        write("writeByte", "(value:int):void") { (storage, call) throws(ByteStorage.Fault) in
            try storage.write(UInt8(truncatingIfNeeded: call.int(0)))
        },
        write("writeShort", "(value:int):void") { (storage, call) throws(ByteStorage.Fault) in
            try storage.write(UInt16(truncatingIfNeeded: call.int(0)))
        },
        write("writeInt", "(value:int):void") { (storage, call) throws(ByteStorage.Fault) in
            try storage.write(call.int(0))
        },
        write("writeUnsignedInt", "(value:uint):void") { (storage, call) throws(ByteStorage.Fault) in
            try storage.write(call.uint(0))
        },
        write("writeFloat", "(value:Number):void") { (storage, call) throws(ByteStorage.Fault) in
            try storage.write(Float(call.number(0)))
        },
        write("writeDouble", "(value:Number):void") { (storage, call) throws(ByteStorage.Fault) in
            try storage.write(call.number(0))
        },
        NativeMember(method: "writeUTF", "(value:String):void") { (call) throws(ScriptError) in
            guard let text = call.string(0) else { throw ByteArrayClass.null("value", call) }
            let fits = try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in
                try storage.writeUTF(CharacterSet.utf8(text.units))
            }
            guard fits else { throw call.machine.makeError(.range, 2006) }
            return .undefined
        },
        NativeMember(method: "writeUTFBytes", "(value:String):void") { (call) throws(ScriptError) in
            guard let text = call.string(0) else { throw ByteArrayClass.null("value", call) }
            try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in
                try storage.write(CharacterSet.utf8(text.units))
            }
            return .undefined
        },
        NativeMember(method: "writeMultiByte", "(value:String, charSet:String):void") { (call) throws(ScriptError) in
            guard let text = call.string(0) else { throw ByteArrayClass.null("value", call) }
            guard call.string(1) != nil else { throw ByteArrayClass.null("charSet", call) }
            try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in
                try storage.write(CharacterSet.encode(text.units, call.text(1)))
            }
            return .undefined
        },
        NativeMember(
            method: "writeBytes", "(bytes:flash.utils.ByteArray, offset:uint = 0, length:uint = 0):void", writeBytes),
        NativeMember(method: "writeObject", "(object:*):void") { (call) throws(ScriptError) in
            let state = try call.state(ByteArrayState.self)
            try AMFWriting.write(call[0], to: state.storage, version: state.objectEncoding, call.machine)
            return .undefined
        },
    ]

    private static func write(
        _ name: StaticString, _ signature: StaticString,
        _ body: @escaping @Sendable (ByteStorage, NativeCall) throws(ByteStorage.Fault) -> Void
    ) -> NativeMember {
        NativeMember(method: name, signature) { (call) throws(ScriptError) in
            try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in try body(storage, call) }
            return .undefined
        }
    }

    /// Length 0 means all from the offset on.
    private static func writeBytes(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let source = call.object(0)?.native(as: ByteArrayState.self)?.storage else {
            throw ByteArrayClass.null("bytes", call)
        }
        let offset = Int(call.uint(1))
        let wanted = Int(call.uint(2))
        guard offset <= source.count, wanted <= source.count - offset else {
            throw call.machine.makeError(.range, 2006)
        }
        let range = offset..<(wanted == 0 ? source.count : offset + wanted)
        let bytes = Array(source.bytes[range])
        try ByteArrayClass.checked(call) { (storage) throws(ByteStorage.Fault) in try storage.write(bytes) }
        return .undefined
    }
}
