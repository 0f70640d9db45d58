import AVM
import AVM2

/// `IDataInput` and `IDataOutput` of a class that keeps its bytes in a ByteArray of its own.
enum ByteForwarding {
    private static let inputs: [(StaticString, StaticString)] = [
        ("readBytes", "(bytes:flash.utils.ByteArray, offset:uint = 0, length:uint = 0):void"),
        ("readBoolean", "():Boolean"), ("readByte", "():int"), ("readUnsignedByte", "():uint"), ("readShort", "():int"),
        ("readUnsignedShort", "():uint"), ("readInt", "():int"), ("readUnsignedInt", "():uint"),
        ("readFloat", "():Number"), ("readDouble", "():Number"),
        ("readMultiByte", "(length:uint, charSet:String):String"), ("readUTF", "():String"),
        ("readUTFBytes", "(length:uint):String"), ("readObject", "():*"),
    ]

    private static let outputs: [(StaticString, StaticString)] = [
        ("writeBytes", "(bytes:flash.utils.ByteArray, offset:uint = 0, length:uint = 0):void"),
        ("writeBoolean", "(value:Boolean):void"), ("writeByte", "(value:int):void"), ("writeShort", "(value:int):void"),
        ("writeInt", "(value:int):void"), ("writeUnsignedInt", "(value:uint):void"),
        ("writeFloat", "(value:Number):void"),
        ("writeDouble", "(value:Number):void"), ("writeMultiByte", "(value:String, charSet:String):void"),
        ("writeUTF", "(value:String):void"), ("writeUTFBytes", "(value:String):void"),
        ("writeObject", "(object:*):void"),
    ]

    /// What says whether a call may go on: throws where it may not.
    typealias Check = @Sendable (NativeCall) throws(ScriptError) -> Void

    /// Reading methods, on the ByteArray in a slot.
    static func input(slot: Int, check: @escaping Check) -> [NativeMember] {
        inputs.map { forward($0.0, $0.1, slot, check) } + [
            NativeMember(get: "bytesAvailable", ":uint") { (call) throws(ScriptError) in
                try check(call)
                return try call.machine.get(call.machine.publicName("bytesAvailable"), of: call.slot(slot))
            }
        ]
    }

    static func output(slot: Int, check: @escaping Check) -> [NativeMember] {
        outputs.map { forward($0.0, $0.1, slot, check) }
    }

    /// `endian` and `objectEncoding`, the same for all of the slots.
    static func settings(slots: [Int]) -> [NativeMember] {
        [setting("endian", ":String", slots), setting("objectEncoding", ":uint", slots)]
    }

    private static func forward(
        _ name: StaticString, _ signature: StaticString, _ slot: Int, _ check: @escaping Check
    ) -> NativeMember {
        NativeMember(method: name, signature) { (call) throws(ScriptError) in
            try check(call)
            return try call.machine.callMethod(
                call.machine.publicName(name), of: call.slot(slot), Array(call.arguments))
        }
    }

    private static func setting(_ name: StaticString, _ type: StaticString, _ slots: [Int]) -> NativeMember {
        NativeMember(
            property: name, type,
            get: { (call) throws(ScriptError) in
                try call.machine.get(call.machine.publicName(name), of: call.slot(slots[0]))
            },
            set: { (call) throws(ScriptError) in
                for slot in slots {
                    try call.machine.set(call.machine.publicName(name), of: call.slot(slot), to: call[0])
                }
                return .undefined
            })
    }
}
