import AVM
import AVM1
import Player

/// `System`, `System.capabilities`, `System.security`, `System.IME` and `System.Product`.
enum SystemClass {
    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        let unowned = Unowned(runtime)
        let system = machine.makeObject()
        machine.define(machine.global, "System", Value(system), .hidden)
        machine.install(
            [
                NativeMethod("setClipboard") { (call) throws(ScriptError) -> Value in
                    unowned.runtime.player.host.clipboard = try call.machine.toString(call[0]).text
                    return .undefined
                },
                NativeMethod("showSettings") { (call) throws(ScriptError) -> Value in
                    // Panels are privacy, storage, microphone and camera; of those only listening is asked about.
                    let panel = call.count > 0 ? try call.machine.toNumber(call[0]) : 0
                    if panel == 0 || panel == 2 { unowned.runtime.player.microphone(0)?.ask() }
                    return .undefined
                },
            ], on: system)
        machine.define(system, "exactSettings", .true, [.hidden, .version6])
        machine.define(system, "useCodepage", .false, .hidden)
        installCapabilities(on: system, runtime)
        installSecurity(on: system, runtime)
        installIME(on: system, machine)
        var product = NativeClass("Product", constructor: { call in call.this })
        product.methods = [
            missing("System.Product.launch", as: "launch"), missing("System.Product.download", as: "download"),
            missing("System.Product.isInstalled", as: "isInstalled"),
            missing("System.Product.validate", as: "validate"), missing("System.Product.isRunning", as: "isRunning"),
            missing("System.Product.installedVersion", as: "installedVersion"),
        ]
        machine.install(product, on: system)
    }

    /// A method that is not there yet: counted when it is called.
    static func missing(_ feature: String, as name: StaticString) -> NativeMethod {
        NativeMethod(name) { call in
            call.machine.host.missing(feature)
            return .undefined
        }
    }

    // MARK: capabilities

    private static let flags: [(name: StaticString, value: Bool)] = [
        ("hasAccessibility", false), ("hasTLS", true), ("hasVideoEncoder", false), ("hasAudioEncoder", false),
        ("hasMP3", true), ("hasAudio", true), ("hasStreamingAudio", true), ("hasStreamingVideo", true),
        ("hasEmbeddedVideo", true), ("hasPrinting", false), ("hasScreenPlayback", false), ("hasScreenBroadcast", false),
        ("isDebugger", false), ("avHardwareDisable", true), ("localFileReadDisable", false),
        ("windowlessDisable", false), ("isEmbeddedInAcrobat", false), ("hasIME", true),
        ("supports32BitProcesses", true), ("supports64BitProcesses", true),
    ]
    private static let numbers: [(name: StaticString, value: Double)] = [
        ("pixelAspectRatio", 1), ("screenDPI", 72), ("screenResolutionX", 1536), ("screenResolutionY", 864),
    ]
    private static func texts(_ player: Player) -> [(name: StaticString, value: String)] {
        [
            ("screenColor", "color"), ("version", player.playerVersion), ("playerType", player.playerType),
            ("maxLevelIDC", "5.1"), ("manufacturer", "Adobe Linux"), ("os", "Linux"), ("cpuArchitecture", "x86"),
            ("language", "en"),
        ]
    }

    /// The letters by which `serverString` names the capabilities, in its order.
    private static let serverKeys: [(key: String, name: String)] = [
        ("A", "hasAudio"), ("SA", "hasStreamingAudio"), ("SV", "hasStreamingVideo"), ("EV", "hasEmbeddedVideo"),
        ("MP3", "hasMP3"), ("AE", "hasAudioEncoder"), ("VE", "hasVideoEncoder"), ("ACC", "hasAccessibility"),
        ("PR", "hasPrinting"), ("SP", "hasScreenPlayback"), ("SB", "hasScreenBroadcast"), ("DEB", "isDebugger"),
        ("V", "version"), ("M", "manufacturer"), ("R", "resolution"), ("COL", "screenColor"),
        ("AR", "pixelAspectRatio"), ("OS", "os"), ("ARCH", "cpuArchitecture"), ("L", "language"), ("IME", "hasIME"),
        ("PR32", "supports32BitProcesses"), ("PR64", "supports64BitProcesses"), ("PT", "playerType"),
        ("AVD", "avHardwareDisable"), ("LFD", "localFileReadDisable"), ("WD", "windowlessDisable"), ("TLS", "hasTLS"),
        ("ML", "maxLevelIDC"), ("DP", "screenDPI"),
    ]

    private static func installCapabilities(on system: Object, _ runtime: AVM1Runtime) {
        let machine = runtime.machine!
        let texts = texts(runtime.player)
        let capabilities = machine.makeObject()
        machine.define(system, "capabilities", Value(capabilities), .hidden)
        let attributes: PropertyAttributes = [.hidden, .readOnly]
        for (name, value) in flags { machine.define(capabilities, name, Value(value), attributes) }
        for (name, value) in numbers { machine.define(capabilities, name, Value(value), attributes) }
        for (name, value) in texts { machine.define(capabilities, name, machine.string(value), attributes) }
        machine.define(capabilities, "serverString", machine.string(serverString(texts)), attributes)
    }

    private static func serverString(_ texts: [(name: StaticString, value: String)]) -> String {
        var values: [String: String] = ["resolution": "1536x864"]
        for (name, value) in flags { values["\(name)"] = value ? "t" : "f" }
        for (name, value) in numbers { values["\(name)"] = NumberConversion.avm1String(value) }
        for (name, value) in texts {
            values["\(name)"] = PercentCoding.escape(Array(value.utf8))
        }
        return serverKeys.map { "\($0.key)=\(values[$0.name] ?? "")" }.joined(separator: "&")
    }

    // MARK: security

    private static func installSecurity(on system: Object, _ runtime: AVM1Runtime) {
        let machine = runtime.machine!
        let security = machine.makeObject()
        machine.define(system, "security", Value(security), .hidden)
        machine.install(
            [
                NativeMethod("allowDomain", { call in Value(call.count > 0) }),
                NativeMethod("allowInsecureDomain", { _ in .true }),
                missing("System.security.loadPolicyFile", as: "loadPolicyFile"),
                missing("System.security.chooseLocalSwfPath", as: "chooseLocalSwfPath"),
                missing("System.security.escapeDomain", as: "escapeDomain"),
            ], on: security)
        let unowned = Unowned(runtime)
        machine.install(
            [
                NativeProperty(
                    "sandboxType",
                    get: { call in
                        call.machine.string(unowned.runtime.player.sandboxType)
                    })
            ], on: security)
        machine.install(NativeClass("PolicyFileResolver"), on: security)
    }

    // MARK: IME

    private static let conversionModes: [NativeConstant] = [
        NativeConstant("ALPHANUMERIC_FULL", .text("ALPHANUMERIC_FULL")),
        NativeConstant("ALPHANUMERIC_HALF", .text("ALPHANUMERIC_HALF")),
        NativeConstant("CHINESE", .text("CHINESE")),
        NativeConstant("JAPANESE_HIRAGANA", .text("JAPANESE_HIRAGANA")),
        NativeConstant("JAPANESE_KATAKANA_FULL", .text("JAPANESE_KATAKANA_FULL")),
        NativeConstant("JAPANESE_KATAKANA_HALF", .text("JAPANESE_KATAKANA_HALF")),
        NativeConstant("KOREAN", .text("KOREAN")),
        NativeConstant("UNKNOWN", .text("UNKNOWN")),
    ]

    /// There is no input method to steer: it is off, and nothing turns it on.
    private static func installIME(on system: Object, _ machine: Machine) {
        let ime = machine.makeObject()
        machine.define(system, "IME", Value(ime), .hidden)
        machine.install(conversionModes, on: ime)
        machine.install(
            [
                NativeMethod("getEnabled", { _ in .false }), NativeMethod("setEnabled", { _ in .false }),
                NativeMethod("getConversionMode", { call in call.machine.string("UNKNOWN") }),
                NativeMethod("setConversionMode", { _ in .false }),
                NativeMethod("setCompositionString", { _ in .false }), NativeMethod("doConversion", { _ in .false }),
            ], on: ime)
        machine.makeBroadcaster(ime)
    }
}
