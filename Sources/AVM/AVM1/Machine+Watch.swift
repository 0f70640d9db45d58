import AVM

extension Machine {
    /// Lets a watcher of the property, if there is one, change the value that is about to be set.
    func watched(_ object: Object, _ name: Atom, _ value: Value) throws(ScriptError) -> Value {
        value
    }
}
