import AVM
import AVM2

/// Objects that are a few numbers in slots: points, rectangles, matrices.
extension NativeCall {
    /// A number slot of `this`.
    @inline(__always)
    func number(slot index: Int) -> Double {
        let value = slot(index)
        return value.isDouble ? value.unsafeDouble : value.isInt ? Double(value.unsafeInt) : .nan
    }

    /// Sets the first slots of `this`.
    func setNumbers(_ numbers: Double...) {
        guard let slots = this.object?.cell.slots else { return }
        for (index, number) in numbers.enumerated() { slots[index] = Value(double: number) }
    }

    /// The slots of an object argument. Error #1009 where it is null.
    func numbers(of index: Int) throws(ScriptError) -> NumberSlots {
        guard let object = self[index].object else { throw machine.nullReference(.null) }
        return NumberSlots(slots: object.cell.slots)
    }

    var ownNumbers: NumberSlots {
        get throws(ScriptError) { NumberSlots(slots: try thisObject().cell.slots) }
    }

    /// `(x=1, y=2)`: the first slots under their names.
    func describe(_ names: [String]) throws(ScriptError) -> Value {
        var text = "("
        for (index, name) in names.enumerated() {
            if index > 0 { text += ", " }
            text += name + "=" + (try machine.toString(slot(index)).text)
        }
        return self.text(text + ")")
    }
}

/// The slots of an object, all of them numbers.
struct NumberSlots {
    let slots: UnsafeMutablePointer<Value>

    subscript(index: Int) -> Double {
        get { slots[index].isNumber ? slots[index].unsafeNumber : .nan }
        nonmutating set { slots[index] = Value(double: newValue) }
    }
}

extension AVM2Machine {
    /// A new object of a class whose first slots are numbers. No constructor runs.
    private func makeNumbers(_ name: String, _ numbers: [Double]) throws(ScriptError) -> Object {
        guard let traits = traits(named: name) else { throw nullReference(.undefined) }
        _ = try classObject(traits)
        let object = instantiate(traits)
        for (index, number) in numbers.enumerated() { object.cell.slots[index] = Value(double: number) }
        return object
    }

    func makePoint(_ x: Double, _ y: Double) throws(ScriptError) -> Object {
        try makeNumbers("flash.geom.Point", [x, y])
    }

    func makeRectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) throws(ScriptError) -> Object {
        try makeNumbers("flash.geom.Rectangle", [x, y, width, height])
    }

    /// `numbers`: a, b, c, d, tx, ty.
    func makeMatrix(_ numbers: [Double]) throws(ScriptError) -> Object { try makeNumbers("flash.geom.Matrix", numbers) }

    /// `numbers`: the multipliers of red, green, blue, alpha, then the offsets.
    func makeColorTransform(_ numbers: [Double]) throws(ScriptError) -> Object {
        try makeNumbers("flash.geom.ColorTransform", numbers)
    }

    func makeVector3D(
        _ x: Double, _ y: Double, _ z: Double, _ w: Double = 0
    ) throws(ScriptError) -> Object {
        try makeNumbers("flash.geom.Vector3D", [x, y, z, w])
    }

    /// A `Vector.<Number>`.
    func makeNumberVector(_ numbers: [Double]) throws(ScriptError) -> Object {
        let (object, state) = try makeVector(of: .number, count: numbers.count)
        for (index, number) in numbers.enumerated() { state.elements[index] = Value(double: number) }
        return object
    }
}
