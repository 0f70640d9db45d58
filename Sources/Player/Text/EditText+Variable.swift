import AVM
import AVM1
import SWF

/// The variable of ActionScript 1 and 2 that a field is bound to.
extension EditText {
    public func setVariable(_ path: String) {
        variable = path
        knownVariable = nil
        guard let (owner, name) = variablePlace() else { return }
        if !player.avm1.machine.hasProperty(owner, name), let tag {
            // Quirk: a variable that is not there yet gets what the field had at first, and so does the field.
            let text = tag.initialText.map { Array(assets.text($0).utf16) } ?? []
            if !text.isEmpty { if isHTML { setHTML(text) } else { setPlain(text) } }
        }
        bindVariable()
    }

    /// The clip and the name that the path means, seen from the parent.
    private func variablePlace() -> (owner: Object, name: Atom)? {
        guard runsAVM1, !variable.isEmpty, let parent = parent?.avm1Object() else { return nil }
        let machine = player.avm1.machine!
        let units = Array(variable.utf16)
        guard let split = units.lastIndex(where: { $0 == 0x3A || $0 == 0x2E || $0 == 0x2F }) else {
            return (parent, machine.atom(variable))
        }
        let name = String(decoding: units[(split + 1)...], as: UTF16.self)
        let path = units[split] == 0x2F ? units[...split] : units[..<split]
        var owner: Object?
        player.avm1.perform { () throws(ScriptError) in
            try player.avm1.withTarget(parent) { () throws(ScriptError) in
                owner = try machine.object(atPath: machine.heap.makeString(utf16: Array(path)), from: parent)
            }
        }
        return owner.map { ($0, machine.atom(name)) }
    }

    /// Takes the variable's text where there is one, else gives it its own.
    func bindVariable() {
        guard let (owner, name) = variablePlace() else { return }
        if player.avm1.machine.hasProperty(owner, name) {
            readVariable(isBinding: true)
        } else if content.count > 0 {
            writeVariable()
        }
    }

    /// Takes on what the variable has become since it was last looked at.
    public func readVariable() { readVariable(isBinding: false) }

    private func readVariable(isBinding: Bool) {
        guard let (owner, name) = variablePlace(), let parent = parent?.avm1Object() else { return }
        // Quirk: only variables of clips are watched, one of another object is read when it is bound.
        guard isBinding || owner.displayObject != nil else { return }
        player.avm1.perform { () throws(ScriptError) in
            try player.avm1.withTarget(parent) { () throws(ScriptError) in
                let machine = player.avm1.machine!
                // What a getter gives does not reach the text.
                if let place = machine.holder(of: name, from: owner), place.object.accessorCell(place.slot) != nil {
                    return
                }
                guard let value = try machine.find(owner, name), !value.isUndefined else { return }
                let text = try machine.toString(value).text
                guard text != knownVariable else { return }
                knownVariable = text
                if isHTML || styles != nil { setHTML(Array(text.utf16)) } else { setPlain(Array(text.utf16)) }
            }
        }
    }

    func writeVariable() {
        guard let (owner, name) = variablePlace() else { return }
        let text = isHTML ? htmlText : content.text
        knownVariable = text
        player.avm1.perform { () throws(ScriptError) in
            try player.avm1.machine.set(owner, name, player.avm1.machine.string(text))
        }
    }
}
