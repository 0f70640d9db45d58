import AVM
import AVM2
import SWF

/// Between filter objects and what the player has.
enum FilterConversion {
    static func array(of filters: [Filter], _ machine: AVM2Machine) throws(ScriptError) -> Object {
        machine.makeArray()
    }

    static func filters(_ value: Value, _ machine: AVM2Machine) throws(ScriptError) -> [Filter] {
        if !value.isNullish { machine.host.missing("DisplayObject.filters") }
        return []
    }
}
