import AVM
import AVM1

extension Machine {
    /// The object that stands for a package such as "flash.geom", made where it is missing.
    func package(_ path: String) -> Object {
        var object = global
        for step in path.split(separator: ".") {
            let name = atom(String(step))
            if let next = object.ownValue(name)?.object {
                object = next
            } else {
                let made = makeObject()
                // Movies before SWF 8 do not see packages.
                heap.define(name, Value(made), object == global ? [.hidden, .version8] : .hidden, on: object)
                object = made
            }
        }
        return object
    }

    /// Installs a class in a package.
    @discardableResult
    func install(
        _ row: NativeClass, package path: String, parent: Object? = nil, prototype: Object? = nil
    ) -> (constructor: Object, prototype: Object) {
        install(row, parent: parent, prototype: prototype, on: package(path), [])
    }

    /// An instance of a class of a package, made by its constructor as the script sees it.
    func instance(of name: StaticString, package path: String, _ arguments: [Value]) throws(ScriptError) -> Value {
        try construct(try get(package(path), name), arguments)
    }

    /// The number that a property of an object gives.
    func number(_ object: Object, _ name: StaticString) throws(ScriptError) -> Double {
        try toNumber(try get(object, name))
    }

    /// Sets properties to numbers.
    func setNumbers(_ object: Object, _ values: [(name: StaticString, value: Double)]) throws(ScriptError) {
        for (name, value) in values { try set(object, name, Value(value)) }
    }

    /// What a property is as text, one piece of a `toString`.
    func text(_ object: Object, _ name: StaticString) throws(ScriptError) -> String {
        try toString(try get(object, name)).text
    }
}
