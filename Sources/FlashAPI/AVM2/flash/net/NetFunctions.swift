import AVM
import AVM2
import Player

/// Functions of `flash.net`.
enum NetFunctions {
    static let functions: [NativeFunction] = [
        NativeFunction(
            "flash.net.navigateToURL", "(request:flash.net.URLRequest, window:String = null):void", navigateToURL),
        NativeFunction("flash.net.sendToURL", "(request:flash.net.URLRequest):void") { (call) throws(ScriptError) in
            let request = try URLRequestClass.request(try call.required(0, "request"), call)
            call.player.fetch(request) { _ in }
            return .undefined
        },
    ]

    /// Names of windows that count whatever their case, and without the mark in front for "blank".
    private static func target(_ name: String) -> String {
        let lower = name.lowercased()
        if lower == "blank" { return "_blank" }
        return ["_blank", "_self", "_parent", "_top"].contains(lower) ? lower : name
    }

    private static func navigateToURL(_ call: NativeCall) throws(ScriptError) -> Value {
        var request = try URLRequestClass.request(try call.required(0, "request"), call)
        request.body = request.body ?? []
        call.player.host.navigate(request, target: call.string(1).map { target($0.text) } ?? "_blank")
        return .undefined
    }
}
