import AVM
import AVM1

/// Classes of devices and services that a desktop without them has: the names are there, what they would do is counted.
enum AbsentDevices {
    /// A class whose methods only count their calls.
    private static func install(_ name: StaticString, _ methods: [StaticString], _ machine: Machine) {
        var row = NativeClass(name, constructor: { _ in .undefined })
        row.methods = methods.map { SystemClass.missing("\(name).\($0)", as: $0) }
        machine.install(row)
    }

    static func install(on machine: Machine) {
        install(
            "Camera", ["setMode", "setQuality", "setKeyFrameInterval", "setMotionLevel", "setLoopback", "setCursor"],
            machine)
        if let device = machine.global.ownValue(machine.heap.strings.pinned("Camera"))?.object {
            machine.install([NativeProperty("names", get: { call in Value(call.machine.makeArray()) })], on: device)
            machine.install([NativeMethod("get", { _ in .null })], on: device)
        }
        installPrintJob(machine)
        let accessibility = machine.makeObject()
        machine.install(
            [
                NativeMethod("isActive", { _ in .false }),
                SystemClass.missing("Accessibility.sendEvent", as: "sendEvent"),
                SystemClass.missing("Accessibility.updateProperties", as: "updateProperties"),
            ], on: accessibility)
        for name: StaticString in ["isActive", "sendEvent", "updateProperties"] {
            if let slot = accessibility.slot(of: machine.heap.strings.pinned(name)) {
                machine.heap.setAttributes([.hidden, .version6], slot: slot, of: accessibility)
            }
        }
        machine.define(machine.global, "Accessibility", Value(accessibility), .hidden)
    }

    /// Printing is always refused: `start` gives false.
    private static func installPrintJob(_ machine: Machine) {
        var row = NativeClass("PrintJob", constructor: { call in call.this })
        row.methods = [
            NativeMethod("start") { call in
                call.machine.host.missing("PrintJob.start")
                return .false
            },
            NativeMethod("addPage", { _ in .false }), NativeMethod("send", { _ in .undefined }),
        ]
        let names: [StaticString] = ["paperHeight", "paperWidth", "pageHeight", "pageWidth", "orientation"]
        row.properties = names.map { name in NativeProperty(name, get: { _ in .undefined }) }
        machine.install(row)
    }
}
