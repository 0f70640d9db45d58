import AVM
import AVM2

/// `flash.system.JPEGLoaderContext`.
enum JPEGLoaderContextClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.system.JPEGLoaderContext", base: "flash.system.LoaderContext",
            constructor: """
                (deblockingFilter:Number = 0, checkPolicyFile:Boolean = false, \
                applicationDomain:flash.system.ApplicationDomain = null, \
                securityDomain:flash.system.SecurityDomain = null)
                """)
        table.members = { [NativeMember(slot: "deblockingFilter", ":Number")] }
        table.initialize = { (call) throws(ScriptError) in
            for index in 0..<3 { call.setSlot(index, call[index + 1]) }
            call.setSlot(LoaderContextClass.allowCodeImport, .true)
            call.setSlot(LoaderContextClass.slotEnd, call[0])
            return .undefined
        }
        table.since = 10
        return table
    }()
}
