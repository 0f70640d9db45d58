import AVM

extension AVM2Machine {
    /// A value in AMF. `version` is 0 or 3.
    public func amfBytes(of value: Value, version: UInt32) throws(ScriptError) -> [UInt8] {
        let storage = ByteStorage()
        try AMFWriting.write(value, to: storage, version: version, self)
        return Array(storage.bytes)
    }

    /// The value that bytes in AMF begin with.
    public func amfValue(_ bytes: some Collection<UInt8>, version: UInt32) throws(ScriptError) -> Value {
        let storage = ByteStorage(bytes)
        storage.position = 0
        return try AMFReading.read(storage, version: version, self)
    }

    /// Names and values as shared objects have them: each name, its value and a zero byte. In version 3 they share one
    /// table of references.
    public func amfProperties(
        _ properties: [(name: StringRef, value: Value)], version: UInt32
    ) throws(ScriptError) -> [UInt8] {
        if version == 3 {
            var writer = AMFWriting(self)
            for (name, value) in properties {
                writer.text(name.units)
                try writer.write(value)
                writer.zero()
            }
            return writer.bytes
        }
        var bytes: [UInt8] = []
        for (name, value) in properties {
            let utf8 = CharacterSet.utf8(name.units)
            bytes += [UInt8(truncatingIfNeeded: utf8.count >> 8), UInt8(truncatingIfNeeded: utf8.count)] + utf8
            bytes += try amfBytes(of: value, version: 0) + [0]
        }
        return bytes
    }

    /// Reads what ``amfProperties(_:version:)`` writes, as far as it can be read, and calls `body` with each.
    public func readAMFProperties(
        _ bytes: some Collection<UInt8>, version: UInt32,
        _ body: (_ name: [UInt16], Value) throws(ScriptError) -> Void
    ) throws(ScriptError) {
        let storage = ByteStorage(bytes)
        storage.position = 0
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        if version == 3 {
            var reader = AMFReading(storage, self)
            while storage.available > 0 {
                let name = try reader.text()
                try body(name, try reader.value())
                storage.position += 1
            }
            return
        }
        while storage.available > 2 {
            guard let name = try? storage.readUTF() else { return }
            try body(name, try AMFReading.read(storage, version: 0, self))
            storage.position += 1
        }
    }
}
