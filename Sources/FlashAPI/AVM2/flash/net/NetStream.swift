import AVM
import AVM2
import Player

/// Native state of a `flash.net.NetStream`.
final class NetStreamState: EventTargetState {
    var client = Value.null
    var connection = Value.null
    var bufferTime = 0.1
    var transform = Value.null
    var stream: MediaStream?
    /// Number of the last `play`: an answer to an earlier one is not wanted any more.
    var request = 0
    var token: FetchToken?
    /// What scripts have set without an effect.
    var numbers: [String: Double] = [:]
    var flags: [String: Bool] = [:]
    /// What `play` was called with last.
    var resource: String?

    private weak var microphone: Microphone?

    func attach(_ microphone: Microphone?) {
        self.microphone?.isAttached = false
        self.microphone = microphone
        microphone?.isAttached = true
    }

    override var externalSize: Int { stream?.heldBytes ?? 0 }

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(client)
        marker.visit(connection)
        marker.visit(transform)
    }
}

/// `flash.net.NetStream`: files, and bytes that a script hands in.
enum NetStreamClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.net.NetStream", base: "flash.events.EventDispatcher",
            constructor: "(connection:flash.net.NetConnection, peerID:String = \"connectToFMS\")")
        table.members = { members + NetStreamPlayback.methods + settings + numbers + flags + methods }
        table.staticMembers = {
            [
                .text("CONNECT_TO_FMS", "connectToFMS"), .text("DIRECT_CONNECTIONS", "directConnections"),
                NativeMember(missing: "resetDRMVouchers", "():void"),
            ]
        }
        table.makeState = { _, _ in NetStreamState() }
        table.initialize = initialize
        return table
    }()

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetStreamState.self)
        guard let connection = call.object(0)?.native(as: NetConnectionState.self), connection.isConnected else {
            throw call.machine.makeError(.argument, 2126)
        }
        state.connection = call[0]
        return .undefined
    }

    private static let members: [NativeMember] = [
        NativeMember(
            property: "client", ":Object",
            get: { (call) throws(ScriptError) in
                let client = try call.state(NetStreamState.self).client
                return client.isNull ? call.this : client
            },
            set: { (call) throws(ScriptError) in
                guard call[0].isObject else { throw call.machine.makeError(.type, 2004) }
                try call.state(NetStreamState.self).client = call[0]
                return .undefined
            }),
        NativeMember(
            property: "bufferTime", ":Number",
            get: { (call) throws(ScriptError) in Value(double: try call.state(NetStreamState.self).bufferTime) },
            set: { (call) throws(ScriptError) in
                let state = try call.state(NetStreamState.self)
                state.bufferTime = call.number(0)
                state.stream?.bufferTime = state.bufferTime
                return .undefined
            }),
        NativeMember(
            property: "soundTransform", ":flash.media.SoundTransform",
            get: { (call) throws(ScriptError) in
                try SoundTransformClass.copy(try call.state(NetStreamState.self).transform, call.machine)
            },
            set: { (call) throws(ScriptError) in
                let state = try call.state(NetStreamState.self)
                state.transform = try SoundTransformClass.copy(call[0], call.machine)
                state.stream?.gains = SoundTransformClass.gains(state.transform)
                return .undefined
            }),
        NativeMember(get: "objectEncoding", ":uint") { (_) throws(ScriptError) in Value(Int32(3)) },
        NativeMember(missingProperty: "multicastInfo", ":flash.net.NetStreamMulticastInfo"),
        NativeMember(missingProperty: "videoStreamSettings", ":flash.media.VideoStreamSettings"),
        NativeMember(missingProperty: "peerStreams", ":Array"),
        NativeMember(missingProperty: "farID", ":String"),
        NativeMember(missingProperty: "farNonce", ":String"),
        NativeMember(missingProperty: "nearNonce", ":String"),
    ]

    private static func missing(_ type: StaticString, _ names: [StaticString]) -> [NativeMember] {
        names.map { NativeMember(missingProperty: $0, type) }
    }

    private static let numbers: [NativeMember] = missing(
        ":Number",
        [
            "multicastAvailabilityUpdatePeriod", "multicastFetchPeriod",
            "multicastPushNeighborLimit", "multicastRelayMarginDuration", "multicastWindowDuration",
        ])

    private static let flags: [NativeMember] = missing(
        ":Boolean",
        [
            "multicastAvailabilitySendToAll"
        ])

    private static let methods: [NativeMember] = [
        NativeMember(missing: "step", "(frames:int):void"),
        NativeMember(method: "attach", "(connection:flash.net.NetConnection):void") { (call) throws(ScriptError) in
            let connection = try call.required(0, "connection")
            guard connection.native(as: NetConnectionState.self)?.isConnected == true else {
                throw call.machine.makeError(.argument, 2126)
            }
            try call.state(NetStreamState.self).connection = call[0]
            return .undefined
        },
        NativeMember(method: "attachAudio", "(microphone:flash.media.Microphone):void") { (call) throws(ScriptError) in
            // It is listened to, though there is no server that it is sent to.
            try call.state(NetStreamState.self).attach(MicrophoneClass3.microphone(of: call[0]))
            return .undefined
        },
        NativeMember(missing: "attachCamera", "(theCamera:flash.media.Camera, snapshotMilliseconds:int = -1):void"),
        NativeMember(missing: "preloadEmbeddedData", "(param:Object):void"),
        NativeMember(missing: "publish", "(name:String = null, type:String = null):void"),
        NativeMember(missing: "receiveVideoFPS", "(FPS:Number):void"),
        NativeMember(missing: "send", "(handlerName:String, ...rest):void"),
        NativeMember(missing: "onPeerConnect", "(subscriber:flash.net.NetStream):Boolean"),
    ]
}
