import AVM
import AVM2
import Player

extension NativeCall {
    /// The player that the call happens in.
    var runtime: AVM2Runtime {
        guard let runtime = machine.host as? AVM2Runtime else { preconditionFailure("a machine without a player") }
        return runtime
    }
    var player: Player { runtime.player }

    /// `this`, which in a method is always an object.
    func thisObject() throws(ScriptError) -> Object {
        guard let object = this.object else { throw machine.nullReference(this) }
        return object
    }

    /// A fixed slot of `this`.
    func slot(_ index: Int) -> Value { this.object.map { $0.cell.slots[index] } ?? .undefined }

    func setSlot(_ index: Int, _ value: Value) { this.object?.cell.slots[index] = value }

    func text(_ text: String) -> Value { machine.string(text) }

    /// The object of a parameter that must not be null: else Error #2007.
    func required(_ index: Int, _ name: String) throws(ScriptError) -> Object {
        guard let object = self[index].object else { throw machine.makeError(.type, 2007, [name]) }
        return object
    }

    /// The text of a parameter that must not be null: else Error #2007.
    func requiredText(_ index: Int, _ name: String) throws(ScriptError) -> StringRef {
        guard let string = self[index].string else { throw machine.makeError(.type, 2007, [name]) }
        return string
    }
}

extension AVM2Machine {
    /// A new object of a native class of that name.
    func make(_ name: String, _ arguments: [Value] = []) throws(ScriptError) -> Object {
        guard let traits = traits(named: name) else { throw nullReference(.undefined) }
        return try construct(traits, arguments)
    }

    func number(_ object: Object, slot index: Int) -> Double {
        let value = object.cell.slots[index]
        return value.isNumber ? value.unsafeNumber : .nan
    }
}
