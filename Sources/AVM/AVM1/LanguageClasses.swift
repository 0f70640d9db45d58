import AVM

/// The classes of the language itself, which know no display object. Each has a file of its own under `Classes`.
public enum LanguageClasses {
    public static func install(on machine: Machine) {
        ObjectClass.install(on: machine)
        FunctionClass.install(on: machine)
        GlobalFunctions.install(on: machine)
        NumberClass.install(on: machine)
        BooleanClass.install(on: machine)
        StringClass.install(on: machine)
        ArrayClass.install(on: machine)
        MathClass.install(on: machine)
        ErrorClass.install(on: machine)
        DateClass.install(on: machine)
        XMLNodeClass.install(on: machine)
        // `Object` was there before `Function`, whose instance it is.
        if let object = machine.prototypes.object.ownValue(machine.names.constructor)?.object {
            let function = machine.prototypes.function.ownValue(machine.names.constructor) ?? .undefined
            machine.heap.define(machine.names.constructor, function, .hidden, on: object)
        }
        machine.notePrimitiveClasses()
        NativeNumbers.install(on: machine)
        AsBroadcasterClass.install(on: machine)
        NativeNumbers.collect(on: machine)
    }

    /// Gives the functions of classes that have been installed since their numbers.
    public static func collectNumbers(on machine: Machine) { NativeNumbers.collect(on: machine) }
}
