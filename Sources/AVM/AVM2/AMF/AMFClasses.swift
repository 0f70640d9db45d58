import AVM

/// What AMF needs to know of classes: their aliases, and which of their properties are written.
extension AVM2Machine {
    /// The alias of an object's class, nil where it has none.
    func amfAlias(of traits: TraitsRef) -> String? { classAliases.first { $0.value == traits }?.key }

    /// Public variables and properties that can be both read and written, in the order of their declaration.
    func amfNames(of traits: TraitsRef) -> [Atom] {
        var found: [(isSlot: Bool, order: Int32, name: Atom)] = []
        traits.pointee.bindings.forEach { name, namespace, binding in
            guard namespace == .public else { return }
            if binding.kind == .slot || binding.kind == .getterSetter {
                found.append((binding.kind == .slot, binding.index, name))
            }
        }
        found.sort { $0.isSlot != $1.isSlot ? $0.isSlot : $0.order < $1.order }
        return found.map { $0.name }
    }

    /// Dynamic properties that are written: no functions, nothing hidden from enumerations.
    func amfDynamicNames(of object: Object) -> [Atom] {
        object.ownNames.filter { name in
            guard let slot = object.slot(of: name), !object.attributes(slot).contains(.dontEnum) else { return false }
            return !isCallable(object.value(slot))
        }
    }

    func isExternalizable(_ traits: TraitsRef) -> Bool {
        self.traits(named: "flash.utils.IExternalizable").map { traits.isKind(of: $0) } ?? false
    }
}
