import AVM
import AVM2

/// `flash.filters.ConvolutionFilter`. Its matrix has as many numbers as its two sides say.
enum ConvolutionFilterClass {
    static let face = FilterFace(
        "flash.filters.ConvolutionFilter",
        """
        (matrixX:Number = 0, matrixY:Number = 0, matrix:Array = null, divisor:Number = 1, bias:Number = 0, \
        preserveAlpha:Boolean = true, clamp:Boolean = true, color:uint = 0, alpha:Number = 0)
        """,
        [
            FilterProperty("matrixX", ":Number", .side), FilterProperty("matrixY", ":Number", .side),
            FilterProperty("matrix", ":Array", .list), FilterProperty("divisor", ":Number"),
            FilterProperty("bias", ":Number"),
            FilterProperty("preserveAlpha", ":Boolean"), FilterProperty("clamp", ":Boolean"),
            FilterProperty("color", ":uint", .rgb), FilterProperty("alpha", ":Number", .alpha),
        ])

    static let table: NativeClassTable = {
        var table = face.table(flags: [])
        let members = table.members
        table.members = {
            members() + [
                NativeMember(
                    property: "matrix", ":Array", get: matrix,
                    set: { (call) throws(ScriptError) in
                        call.setSlot(2, Value(call.machine.makeArray(FilterProperty.list(call[0]))))
                        return .undefined
                    })
            ]
        }
        return table
    }()

    private static func matrix(_ call: NativeCall) throws(ScriptError) -> Value {
        let count = Int(call.number(slot: 0)) * Int(call.number(slot: 1))
        let known = FilterProperty.list(call.slot(2))
        var numbers: [Value] = []
        for index in 0..<max(0, count) {
            numbers.append(Value(double: try index < known.count ? call.machine.toNumber(known[index]) : 0))
        }
        return Value(call.machine.makeArray(numbers))
    }
}
