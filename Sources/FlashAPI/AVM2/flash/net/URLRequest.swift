import AVM
import AVM2
import Player

/// `flash.net.URLRequest`.
enum URLRequestClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.URLRequest", .final, constructor: "(url:String = null)")
        table.members = { members }
        table.initialize = { (call) throws(ScriptError) in
            call.setSlot(Slot.url, call[0])
            call.setSlot(Slot.method, call.text("GET"))
            call.setSlot(Slot.contentType, call.text("application/x-www-form-urlencoded"))
            call.setSlot(Slot.headers, Value(call.machine.makeArray()))
            return .undefined
        }
        return table
    }()

    private enum Slot {
        static let url = 0
        static let method = 1
        static let contentType = 2
        static let data = 3
        static let headers = 4
        static let digest = 5
    }

    private static let fields: [Field] = [
        Field("url", ":String"), Field("method", ":String"), Field("contentType", ":String"), Field("data", ":Object"),
        Field("requestHeaders", ":Array"), Field("digest", ":String"), Field("followRedirects", ":Boolean"),
        Field("userAgent", ":String"), Field("manageCookies", ":Boolean"), Field("useCache", ":Boolean"),
        Field("cacheResponse", ":Boolean"), Field("idleTimeout", ":Number"), Field("authenticate", ":Boolean"),
    ]

    private static let members: [NativeMember] =
        Field.members(Array(fields[0..<6]), from: 0) + [
            NativeMember(property: "method", ":String", get: { (call) throws(ScriptError) in call.slot(Slot.method) }) {
                (call) throws(ScriptError) in
                let text = call.text(0).uppercased()
                guard ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"].contains(text), call[0].isString else {
                    throw call.machine.makeError(.argument, 2008, ["method"])
                }
                call.setSlot(Slot.method, call.text(text))
                return .undefined
            },
            NativeMember(
                missing: "useRedirectedURL",
                """
                (sourceRequest:flash.net.URLRequest, wholeURL:Boolean = false, pattern:* = null, \
                replace:String = null):void
                """),
        ]

    /// What a request object asks for. Error #2007 where it has no address.
    static func request(_ object: Object, _ call: NativeCall) throws(ScriptError) -> FetchRequest {
        let machine = call.machine
        let slots = object.cell.slots
        guard let written = slots[Slot.url].string?.text else { throw machine.makeError(.type, 2007, ["url"]) }
        var request = FetchRequest(url: URLReference.resolve(written, base: URLOfMovie.current(call)))
        request.reference = written
        request.method = slots[Slot.method].string?.equals("POST") ?? false ? .post : .get
        request.contentType = slots[Slot.contentType].string?.text ?? request.contentType
        request.headers = headers(slots[Slot.headers])
        let data = slots[Slot.data]
        guard !data.isNullish else { return request }
        if let bytes = data.object?.native(as: ByteArrayState.self) {
            if request.method == .post { request.body = Array(bytes.storage.bytes) }
            return request
        }
        let text = try machine.toString(data).text
        if request.method == .post {
            request.body = Array(text.utf8)
        } else if !text.isEmpty {
            let mark = written.contains("?") ? "&" : "?"
            request.url += mark + text
            request.reference = written + mark + text
        }
        return request
    }

    private static func headers(_ value: Value) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        guard let list = value.object?.native(as: ArrayState.self) else { return headers }
        for index in 0..<min(Int(list.length), 256) {
            guard let slots = list[index].object?.cell.slots, let name = slots[0].string, let text = slots[1].string
            else { continue }
            // Of headers with one name the last counts, in the place of the first.
            if let known = headers.firstIndex(where: { $0.name == name.text }) {
                headers[known].value = text.text
            } else {
                headers.append((name.text, text.text))
            }
        }
        return headers
    }
}
