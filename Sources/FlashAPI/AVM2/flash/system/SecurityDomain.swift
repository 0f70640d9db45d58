import AVM
import AVM2

/// `flash.system.SecurityDomain`.
enum SecurityDomainClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.system.SecurityDomain")
        table.staticMembers = {
            [
                NativeMember(get: "currentDomain", ":flash.system.SecurityDomain") { (call) throws(ScriptError) in
                    let key = "flash.system.SecurityDomain.currentDomain"
                    if let known = call.machine.keptValues[key] { return known }
                    guard let traits = call.machine.traits(named: "flash.system.SecurityDomain") else { return .null }
                    _ = try call.machine.classObject(traits)
                    let made = Value(call.machine.instantiate(traits))
                    call.machine.keptValues[key] = made
                    return made
                }
            ]
        }
        table.flags.insert(.abstract)
        return table
    }()
}
