import AVM
import AVM1
import Base
import Player

/// Properties that MovieClip and Button (and in part TextField) share.
enum DisplayProperties {
    static let shared: [NativeProperty] = [
        property(
            "tabIndex", .version6,
            get: { object, _ in
                // Quirk: text fields show it without a sign.
                object.tabIndex.map {
                    object is EditText ? Value(Double(UInt32(truncatingIfNeeded: $0))) : Value($0)
                } ?? .undefined
            },
            set: { (object, value, machine) throws(ScriptError) in
                guard !value.isNullish else { return object.tabIndex = nil }
                if object is EditText { return object.tabIndex = Int(try machine.toInt32(value)) }
                // Quirk: what is beyond its range is the lowest number there is, for clips and buttons.
                object.tabIndex = Int(Int32(exactly: try machine.toNumber(value).rounded(.towardZero)) ?? .min)
            }),
        property(
            "cacheAsBitmap", .version8, get: { object, _ in Value(object.isCachedAsBitmap || !object.filters.isEmpty) },
            set: { object, value, machine in object.isCachedAsBitmap = machine.toBool(value) }),
        property(
            "blendMode", .version8, get: { object, machine in machine.string(object.blendMode.scriptName) },
            set: { (object, value, machine) throws(ScriptError) in
                if let mode = try BlendMode(script: value, machine) { object.blendMode = mode }
            }),
        property(
            "filters", .version8,
            get: { (object, machine) throws(ScriptError) in try ScriptFilters.array(object.filters, machine) },
            set: { (object, value, machine) throws(ScriptError) in
                object.filters = try ScriptFilters.read(value, machine)
            }),
    ]

    /// A property of a display object that is on the stage.
    static func property(
        _ name: StaticString, _ since: PropertyAttributes,
        get: @escaping @Sendable (DisplayObject, Machine) throws(ScriptError) -> Value,
        set: (@Sendable (DisplayObject, Value, Machine) throws(ScriptError) -> Void)? = nil
    ) -> NativeProperty {
        let getter: NativeBody = { (call) throws(ScriptError) in
            guard let object = live(call) else { return .undefined }
            return try get(object, call.machine)
        }
        guard let set else { return NativeProperty(name, get: getter, .hidden.union(since)) }
        let setter: NativeBody = { (call) throws(ScriptError) in
            if let object = live(call) { try set(object, call[0], call.machine) }
            return .undefined
        }
        return NativeProperty(name, get: getter, set: setter, .hidden.union(since))
    }

    private static func live(_ call: Call) -> DisplayObject? {
        guard let this = call.this.object, this.displayObject != nil else { return nil }
        return call.machine.host.liveClip(this)?.displayObject
    }
}

extension MovieClipClass {
    static let properties: [NativeProperty] =
        DisplayProperties.shared + [
            DisplayProperties.property(
                "_lockroot", .version6,
                get: { object, _ in Value((object as? MovieClip)?.locksRoot ?? false) },
                set: { object, value, machine in (object as? MovieClip)?.locksRoot = machine.toBool(value) }),
            DisplayProperties.property(
                "opaqueBackground", .version8,
                get: { object, _ in object.opaqueBackground.map { Value(Int($0)) } ?? .undefined },
                set: { (object, value, machine) throws(ScriptError) in
                    object.opaqueBackground = value.isNullish ? nil : try machine.toUInt32(value) & 0xFF_FFFF
                }),
            DisplayProperties.property("scrollRect", .version8, get: scrollRect, set: setScrollRect),
            DisplayProperties.property("transform", .version8, get: transform, set: setTransform),
        ]

    /// An instance of a class of a package, made by its constructor as the script sees it; undefined without it.
    static func make(_ path: [StaticString], _ arguments: [Value], _ machine: Machine) throws(ScriptError) -> Value {
        var object = machine.global
        for step in path.dropLast() {
            guard let next = try machine.get(object, step).object else { return .undefined }
            object = next
        }
        guard let name = path.last else { return .undefined }
        return try machine.construct(try machine.get(object, name), arguments)
    }

    private static func scrollRect(_ object: DisplayObject, _ machine: Machine) throws(ScriptError) -> Value {
        guard let rect = object.scrollRect else { return .undefined }
        return try make(
            ["flash", "geom", "Rectangle"],
            [
                Value(Double(rect.xMin) / 20), Value(Double(rect.yMin) / 20), Value(rect.width.pixels),
                Value(rect.height.pixels),
            ], machine)
    }

    private static func setScrollRect(
        _ object: DisplayObject, _ value: Value, _ machine: Machine
    ) throws(ScriptError) {
        guard let rect = value.object else {
            object.scrollRect = nil
            return
        }
        func twips(_ name: StaticString) throws(ScriptError) -> Int32 {
            let number = try machine.toNumber(try machine.get(rect, name))
            return Twips(pixels: number.isFinite ? number.rounded(.down) : 0).raw
        }
        let (x, y) = (try twips("x"), try twips("y"))
        object.scrollRect = TwipsRect(
            xMin: x, xMax: x &+ (try twips("width")), yMin: y, yMax: y &+ (try twips("height")))
    }

    private static func transform(_ object: DisplayObject, _ machine: Machine) throws(ScriptError) -> Value {
        try make(["flash", "geom", "Transform"], [Value(orUndefined: object.avm1Object())], machine)
    }

    private static func setTransform(
        _ object: DisplayObject, _ value: Value, _ machine: Machine
    ) throws(ScriptError) {
        guard let given = value.object, let own = try transform(object, machine).object else { return }
        try machine.set(own, "matrix", try machine.get(given, "matrix"))
        try machine.set(own, "colorTransform", try machine.get(given, "colorTransform"))
    }
}

extension BlendMode {
    /// A name or a number; what is neither changes nothing, but for undefined, which means normal.
    init?(script value: Value, _ machine: Machine) throws(ScriptError) {
        if value.isNullish {
            self = .normal
            return
        }
        if value.isNumber {
            guard let mode = BlendMode(rawValue: UInt8(truncatingIfNeeded: try machine.toInt32(value))) else {
                return nil
            }
            self = mode
            return
        }
        let name = try machine.toString(value).text
        guard let mode = Self.allCases.first(where: { $0.scriptName == name }) else { return nil }
        self = mode
    }
}
