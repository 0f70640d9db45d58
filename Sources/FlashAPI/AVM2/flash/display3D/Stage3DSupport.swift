import AVM
import AVM2
import Stage3D

/// What the classes of `flash.display3D` share.
extension NativeCall {
    /// The value that a parameter names. Error #2007 for null, #2008 for what is no name of one.
    func choice<Choice: RawRepresentable<String>>(
        _ index: Int, _ name: String, _ type: Choice.Type = Choice.self
    ) throws(ScriptError) -> Choice {
        let text = try requiredText(index, name).text
        guard let choice = Choice(rawValue: text) else { throw machine.makeError(.argument, 2008, [name]) }
        return choice
    }

    /// The bytes of a ByteArray parameter from an offset on. Error #2007 for null, #3669 where there are too few.
    func bytes(_ index: Int, _ name: String, from offset: Int, count: Int?) throws(ScriptError) -> [UInt8] {
        guard let state = try required(index, name).native(as: ByteArrayState.self) else {
            throw machine.makeError(.type, 2007, [name])
        }
        let storage = state.storage
        let wanted = count ?? max(0, storage.count - offset)
        guard offset >= 0, wanted >= 0, offset <= storage.count, wanted <= storage.count - offset,
            let base = storage.base
        else {
            if offset >= 0 && wanted == 0 { return [] }
            throw machine.makeError(.error, 3669)
        }
        return Array(UnsafeBufferPointer(start: base + offset, count: wanted))
    }

    /// The numbers of a Vector parameter. Error #2007 for null.
    func vector(_ index: Int, _ name: String) throws(ScriptError) -> UnsafeBufferPointer<Value> {
        guard let state = try required(index, name).native(as: VectorState.self) else {
            throw machine.makeError(.type, 2007, [name])
        }
        return UnsafeBufferPointer(start: state.elements, count: state.count)
    }

    /// What stands behind a resource; Error #3694 once it is disposed.
    func resource<Resource>(_ resource: Resource?) throws(ScriptError) -> Resource {
        guard let resource else { throw machine.makeError(.error, 3694) }
        return resource
    }
}

extension AVM2Machine {
    /// A new object of an abstract class of `flash.display3D`.
    func makeResource(_ name: String) throws(ScriptError) -> Object {
        guard let traits = traits(named: name) else { throw nullReference(.undefined) }
        _ = try classObject(traits)
        return instantiate(traits)
    }
}
