import AVM
import AVM2

/// `flash.system.LoaderContext`: slots in the order of the members.
public enum LoaderContextClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.system.LoaderContext",
            constructor: """
                (checkPolicyFile:Boolean = false, applicationDomain:flash.system.ApplicationDomain = null, \
                securityDomain:flash.system.SecurityDomain = null)
                """)
        table.members = { members }
        table.initialize = { (call) throws(ScriptError) in
            for index in 0..<3 { call.setSlot(index, call[index]) }
            call.setSlot(allowCodeImport, .true)
            call.setSlot(imageDecodingPolicy, call.text("onDemand"))
            return .undefined
        }
        return table
    }()

    public static let applicationDomain = 1
    public static let allowCodeImport = 3
    public static let parameters = 5
    static let imageDecodingPolicy = 6
    static let slotEnd = 7

    private static let members: [NativeMember] = [
        NativeMember(slot: "checkPolicyFile", ":Boolean"),
        NativeMember(slot: "applicationDomain", ":flash.system.ApplicationDomain"),
        NativeMember(slot: "securityDomain", ":flash.system.SecurityDomain"),
        NativeMember(slot: "allowCodeImport", ":Boolean"),
        NativeMember(slot: "requestedContentParent", ":flash.display.DisplayObjectContainer"),
        NativeMember(slot: "parameters", ":Object"),
        NativeMember(slot: "imageDecodingPolicy", ":String"),
        NativeMember(property: "allowLoadBytesCodeExecution", ":Boolean", get: getAllow, set: setAllow),
    ]

    private static func getAllow(_ call: NativeCall) throws(ScriptError) -> Value { call.slot(allowCodeImport) }

    private static func setAllow(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setSlot(allowCodeImport, call[0])
        return .undefined
    }
}
