import AVM

/// Writes values of ActionScript 3 in AMF 0. What that has no form for is written in AMF 3 behind a mark.
struct AMF0Writing {
    private unowned(unsafe) let machine: AVM2Machine
    private var writer = AMF0Writer()
    private var numbers: [UInt: Int] = [:]

    init(_ machine: AVM2Machine) { self.machine = machine }

    var bytes: [UInt8] { writer.bytes }

    mutating func write(_ value: Value) throws(ScriptError) {
        if value.isNumber { return writer.number(value.unsafeNumber) }
        if let bool = value.bool { return writer.bool(bool) }
        if let string = value.string { return writer.string(CharacterSet.utf8(string.units)) }
        if value.isNull { return writer.marker(.null) }
        guard let object = value.object, !machine.isCallable(value) else { return writer.marker(.undefined) }
        try machine.reserve(0)
        if let number = numbers[object.identity], number <= 0xFFFF {
            writer.marker(.reference)
            return writer.u16(UInt16(number))
        }
        if let date = object.native(as: DateState.self) { return writer.date(date.time) }
        if let node = object.native(as: XMLNode.self) {
            writer.marker(.xml)
            return writer.longText(CharacterSet.utf8(try machine.xml.xmlText(node)))
        }
        if object.native(as: VectorState.self) != nil || object.native(as: ByteArrayState.self) != nil
            || object.native(as: DictionaryState.self) != nil
        {
            var other = AMFWriting(machine)
            try other.write(value)
            writer.marker(.amf3)
            return writer.raw(other.bytes)
        }
        numbers[object.identity] = numbers.count
        if let array = object.native(as: ArrayState.self) { return try write(array, object) }
        try writeObject(object)
    }

    private mutating func write(_ array: ArrayState, _ object: Object) throws(ScriptError) {
        let names = machine.amfDynamicNames(of: object)
        if names.isEmpty && array.sparse.isEmpty && array.denseCount == Int(array.length) {
            writer.marker(.strictArray)
            writer.u32(array.length)
            for index in 0..<Int(array.length) {
                try write(array[index] == ArrayState.hole ? .undefined : array[index])
            }
            return
        }
        writer.marker(.ecmaArray)
        writer.u32(array.length)
        for index in 0..<array.denseCount where array[index] != ArrayState.hole {
            writer.name(Array(String(index).utf8))
            try write(array[index])
        }
        for key in array.sparse.keys.sorted() {
            writer.name(Array(String(key).utf8))
            try write(array[Int(key)])
        }
        try write(names, of: object)
        writer.objectEnd()
    }

    private mutating func writeObject(_ object: Object) throws(ScriptError) {
        let traits = machine.traits(of: object)
        if let alias = machine.amfAlias(of: traits) {
            writer.marker(.typedObject)
            writer.name(Array(alias.utf8))
        } else {
            writer.marker(.object)
        }
        if traits != machine.types.object { try write(machine.amfNames(of: traits), of: object) }
        try write(machine.amfDynamicNames(of: object), of: object)
        writer.objectEnd()
    }

    private mutating func write(_ names: [Atom], of object: Object) throws(ScriptError) {
        for name in names {
            let value = try machine.get(machine.publicName(name), of: Value(object))
            if machine.isCallable(value) { continue }
            writer.name(CharacterSet.utf8(name.string.units))
            try write(value)
        }
    }
}
