import AVM
import AVM1

/// The classes of `flash.filters`, as objects that hold numbers.
enum FilterClasses {
    private static let blur = 0.0...255.0
    private static let quality = FilterField("quality", .whole(0...15), .number(1))
    private static let anyNumber = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    private static let displacement = -65535.0...65535.0
    /// 45 degrees as Flash's fixed-point radians give them back.
    private static let defaultAngle = 44.9999999772279
    private static let types = ["inner", "outer", "full"]

    private static let classes: [(name: StaticString, fields: [FilterField])] = [
        (
            "BevelFilter",
            [
                FilterField("distance", .number(anyNumber), .number(4)),
                FilterField("angle", .angle, .number(defaultAngle)),
                FilterField("highlightColor", .color, .number(0xFFFFFF)),
                FilterField("highlightAlpha", .alpha, .number(1)),
                FilterField("shadowColor", .color, .number(0)),
                FilterField("shadowAlpha", .alpha, .number(1)),
                FilterField("blurX", .number(blur), .number(4)),
                FilterField("blurY", .number(blur), .number(4)),
                FilterField("strength", .number(0...255), .number(1)),
                quality,
                FilterField("type", .choice(types), .text("inner")),
                FilterField("knockout", .bool, .bool(false)),
            ]
        ),
        (
            "BlurFilter",
            [
                FilterField("blurX", .number(blur), .number(4)),
                FilterField("blurY", .number(blur), .number(4)),
                quality,
            ]
        ),
        (
            "ColorMatrixFilter",
            [
                FilterField(
                    "matrix", .list(.colorMatrix),
                    .list([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]))
            ]
        ),
        (
            "ConvolutionFilter",
            [
                FilterField("matrixX", .whole(0...15), .number(0)),
                FilterField("matrixY", .whole(0...15), .number(0)),
                FilterField("matrix", .list(.convolution), .list([])),
                FilterField("divisor", .number(anyNumber), .number(1)),
                FilterField("bias", .number(anyNumber), .number(0)),
                FilterField("preserveAlpha", .bool, .bool(true)),
                FilterField("clamp", .bool, .bool(true)),
                FilterField("color", .color, .number(0)),
                FilterField("alpha", .alpha, .number(0)),
            ]
        ),
        (
            "DisplacementMapFilter",
            [
                FilterField("mapBitmap", .bitmap, .undefined),
                FilterField("mapPoint", .point, .list([0, 0])),
                FilterField("componentX", .whole(-2_147_483_648...2_147_483_647), .number(0)),
                FilterField("componentY", .whole(-2_147_483_648...2_147_483_647), .number(0)),
                FilterField("scaleX", .number(displacement), .number(0)),
                FilterField("scaleY", .number(displacement), .number(0)),
                FilterField("mode", .choice(["clamp", "ignore", "color", "wrap"]), .text("wrap")),
                FilterField("color", .color, .number(0)),
                FilterField("alpha", .alpha, .number(0)),
            ]
        ),
        (
            "DropShadowFilter",
            [
                FilterField("distance", .number(anyNumber), .number(4)),
                FilterField("angle", .angle, .number(defaultAngle)),
                FilterField("color", .color, .number(0)),
                FilterField("alpha", .alpha, .number(1)),
                FilterField("blurX", .number(blur), .number(4)),
                FilterField("blurY", .number(blur), .number(4)),
                FilterField("strength", .number(0...255), .number(1)),
                quality,
                FilterField("inner", .bool, .bool(false)),
                FilterField("knockout", .bool, .bool(false)),
                FilterField("hideObject", .bool, .bool(false)),
            ]
        ),
        (
            "GlowFilter",
            [
                FilterField("color", .color, .number(0xFF0000)),
                FilterField("alpha", .alpha, .number(1)),
                FilterField("blurX", .number(blur), .number(6)),
                FilterField("blurY", .number(blur), .number(6)),
                FilterField("strength", .number(0...255), .number(2)),
                quality,
                FilterField("inner", .bool, .bool(false)),
                FilterField("knockout", .bool, .bool(false)),
            ]
        ),
        ("GradientBevelFilter", gradient),
        ("GradientGlowFilter", gradient),
    ]

    private static let gradient: [FilterField] = [
        FilterField("distance", .number(anyNumber), .number(4)),
        FilterField("angle", .angle, .number(defaultAngle)),
        FilterField("colors", .list(.colors), .undefined),
        FilterField("alphas", .list(.alphas), .undefined),
        FilterField("ratios", .list(.ratios), .undefined),
        FilterField("blurX", .number(blur), .number(4)),
        FilterField("blurY", .number(blur), .number(4)),
        FilterField("strength", .number(0...255), .number(1)),
        quality,
        FilterField("type", .choice(types), .text("inner")),
        FilterField("knockout", .bool, .bool(false)),
    ]

    static let package = "flash.filters"

    static func install(on machine: Machine) {
        var base = NativeClass("BitmapFilter", constructor: { call in call.this })
        base.methods = [NativeMethod("clone", clone)]
        let parent = machine.install(base, package: package).prototype
        for (name, fields) in classes { install(name, fields, parent, machine) }
    }

    private static func install(_ name: StaticString, _ fields: [FilterField], _ parent: Object, _ machine: Machine) {
        var row = NativeClass(name) { (call) throws(ScriptError) -> Value in
            guard let this = call.this.object else { return .undefined }
            let state = FilterState(kind: "\(name)")
            for field in fields { field.reset(state, call.machine) }
            for (index, field) in fields.enumerated() where index < call.count {
                try field.set(call[index], state, call.machine)
            }
            // What is a filter already stays what it is.
            if this.native(as: FilterState.self) == nil { this.setNative(state) }
            return call.this
        }
        let order = shownOrder["\(name)"] ?? fields.map { "\($0.name)" }
        row.properties = order.compactMap { name in fields.first { "\($0.name)" == name } }.map { property($0) }
        let prototype = machine.install(row, package: package, parent: parent).prototype
        machine.install([NativeMethod("clone", clone, [])], on: prototype)
        machine.prototypes.others["\(name)"] = prototype
    }

    /// The order of properties where it is not that of the constructor's arguments.
    private static let shownOrder: [String: [String]] = [
        "BevelFilter": [
            "distance", "angle", "highlightColor", "highlightAlpha", "shadowColor", "shadowAlpha", "quality",
            "strength", "knockout", "blurX", "blurY", "type",
        ],
        "DropShadowFilter": [
            "distance", "angle", "color", "alpha", "quality", "inner", "knockout", "blurX", "blurY", "strength",
            "hideObject",
        ],
        "GlowFilter": ["color", "alpha", "quality", "inner", "knockout", "blurX", "blurY", "strength"],
        "GradientBevelFilter": gradientOrder, "GradientGlowFilter": gradientOrder,
    ]
    private static let gradientOrder = [
        "distance", "angle", "colors", "alphas", "ratios", "blurX", "blurY", "quality", "strength", "knockout", "type",
    ]

    private static func property(_ field: FilterField) -> NativeProperty {
        NativeProperty(
            field.name,
            get: { (call) throws(ScriptError) -> Value in
                guard let state = call.this.object?.native(as: FilterState.self) else { return .undefined }
                return try field.get(state, call.machine)
            },
            set: { (call) throws(ScriptError) -> Value in
                if let state = call.this.object?.native(as: FilterState.self) {
                    try field.set(call[0], state, call.machine)
                }
                return .undefined
            }, [])
    }

    private static func clone(_ call: Call) throws(ScriptError) -> Value {
        guard let state = call.this.object?.native(as: FilterState.self) else { return .undefined }
        return Value(make(state.copy(), call.machine))
    }

    /// A filter object for a state.
    static func make(_ state: FilterState, _ machine: Machine) -> Object {
        let object = machine.heap.makeObject(proto: Value(orUndefined: machine.prototypes.others[state.kind]))
        object.setNative(state)
        return object
    }
}
