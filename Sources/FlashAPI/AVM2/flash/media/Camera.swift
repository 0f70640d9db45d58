import AVM
import AVM2

/// `flash.media.Camera`: there is none.
enum CameraClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.media.Camera", base: "flash.events.EventDispatcher", [.abstract, .final])
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(method: "getCamera", "(name:String = null):flash.media.Camera") {
                    (_) throws(ScriptError) in .null
                },
                NativeMember(get: "names", ":Array") { (call) throws(ScriptError) in Value(call.machine.makeArray()) },
                NativeMember(get: "isSupported", ":Boolean") { (_) throws(ScriptError) in .false },
                NativeMember(missing: "_scanHardware", "():void"),
            ]
        }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(missingProperty: "activityLevel", ":Number"), NativeMember(missingProperty: "bandwidth", ":int"),
        NativeMember(missingProperty: "currentFPS", ":Number"), NativeMember(missingProperty: "fps", ":Number"),
        NativeMember(missingProperty: "height", ":int"), NativeMember(missingProperty: "index", ":int"),
        NativeMember(missingProperty: "keyFrameInterval", ":int"),
        NativeMember(missingProperty: "loopback", ":Boolean"),
        NativeMember(missingProperty: "motionLevel", ":int"), NativeMember(missingProperty: "motionTimeout", ":int"),
        NativeMember(missingProperty: "muted", ":Boolean"), NativeMember(missingProperty: "name", ":String"),
        NativeMember(missingProperty: "quality", ":int"), NativeMember(missingProperty: "width", ":int"),
        NativeMember(missing: "setCursor", "(value:Boolean):void"),
        NativeMember(missing: "setKeyFrameInterval", "(keyFrameInterval:int):void"),
        NativeMember(missing: "setLoopback", "(compress:Boolean = false):void"),
        NativeMember(
            missing: "setMode", "(width:int, height:int, fps:Number, favorArea:Boolean = true):void"),
        NativeMember(missing: "setMotionLevel", "(motionLevel:int, timeout:int = 2000):void"),
        NativeMember(missing: "setQuality", "(bandwidth:int, quality:int):void"),
        NativeMember(missing: "drawToBitmapData", "(destination:flash.display.BitmapData):void"),
        NativeMember(
            missing: "copyToByteArray", "(rect:flash.geom.Rectangle, destination:flash.utils.ByteArray):void"),
        NativeMember(missing: "copyToVector", "(rect:flash.geom.Rectangle, destination:Vector.<uint>):void"),
    ]
}
