import AVM
import AVM2

/// `flash.system.Capabilities`.
enum CapabilitiesClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.system.Capabilities")
        table.staticMembers = { members }
        return table
    }()

    private static func flag(_ name: StaticString, _ value: Bool) -> NativeMember {
        NativeMember(get: name, ":Boolean") { (_) throws(ScriptError) in Value(value) }
    }

    private static func number(_ name: StaticString, _ value: Double) -> NativeMember {
        NativeMember(get: name, ":Number") { (_) throws(ScriptError) in Value(double: value) }
    }

    private static func text(_ name: StaticString, _ value: String) -> NativeMember {
        NativeMember(get: name, ":String") { (call) throws(ScriptError) in call.text(value) }
    }

    /// A screen as many as any: movies lay themselves out by it.
    private static let members: [NativeMember] = [
        flag("isEmbeddedInAcrobat", false),
        flag("hasEmbeddedVideo", true),
        flag("hasAudio", true),
        flag("avHardwareDisable", true),
        flag("hasAccessibility", false),
        flag("hasAudioEncoder", false),
        flag("hasMP3", true),
        flag("hasPrinting", false),
        flag("hasScreenBroadcast", false),
        flag("hasScreenPlayback", false),
        flag("hasStreamingAudio", true),
        flag("hasStreamingVideo", true),
        flag("hasVideoEncoder", false),
        flag("hasTLS", true),
        flag("hasIME", true),
        flag("isDebugger", true),
        flag("localFileReadDisable", false),
        flag("supports32BitProcesses", true),
        flag("supports64BitProcesses", true),
        text("language", "en"),
        text("manufacturer", "Adobe Linux"),
        text("os", "Linux"),
        text("cpuArchitecture", "x86"),
        NativeMember(get: "playerType", ":String") { (call) throws(ScriptError) in call.text(call.player.playerType) },
        NativeMember(get: "version", ":String") { (call) throws(ScriptError) in call.text(call.player.playerVersion) },
        text("screenColor", "color"),
        text("maxLevelIDC", "5.1"),
        text("touchscreenType", "none"),
        text("_internal", ""),
        number("pixelAspectRatio", 1),
        number("screenDPI", 72),
        number("screenResolutionX", 1536),
        number("screenResolutionY", 864),
        NativeMember(get: "serverString", ":String") { (call) throws(ScriptError) in
            let version = call.player.playerVersion.split(separator: " ").joined(separator: "%20")
                .split(separator: ",").joined(separator: "%2C")
            return call.text(
                """
                A=t&SA=t&SV=t&EV=t&MP3=t&AE=f&VE=f&ACC=f&PR=f&SP=f&SB=f&DEB=t&V=\(version)&M=Adobe%20Linux\
                &R=1536x864&COL=color&AR=1.0&OS=Linux&ARCH=x86&L=en&IME=t&PR32=t&PR64=t\
                &PT=\(call.player.playerType)&AVD=t&LFD=f&WD=f&TLS=t&ML=5.1&DP=72
                """)
        },
        NativeMember(
            method: "hasMultiChannelAudio", "(type:String):Boolean"
        ) { (_) throws(ScriptError) in .false },
    ]
}
