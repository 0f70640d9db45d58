import AVM2

/// `flash.display3D.Context3D`.
enum Context3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display3D.Context3D", base: "flash.events.EventDispatcher", [.abstract, .final])
        table.since = 13
        table.members = {
            [
                NativeMember(missingProperty: "backBufferHeight", ":int"),
                NativeMember(missingProperty: "backBufferWidth", ":int"),
                NativeMember(missingProperty: "driverInfo", ":String"),
                NativeMember(missingProperty: "enableErrorChecking", ":Boolean"),
                NativeMember(missingProperty: "maxBackBufferHeight", ":int"),
                NativeMember(missingProperty: "maxBackBufferWidth", ":int"),
                NativeMember(missingProperty: "profile", ":String"),
                NativeMember(
                    missing: "clear",
                    """
                    (p0:Number = 0, p1:Number = 0, p2:Number = 0, p3:Number = 0, p4:Number = 0, p5:uint = 0, \
                    p6:uint = 0):void
                    """),
                NativeMember(
                    missing: "configureBackBuffer",
                    "(p0:int, p1:int, p2:int, p3:Boolean = false, p4:Boolean = false, p5:Boolean = false):void"),
                NativeMember(
                    missing: "createCubeTexture",
                    "(p0:int, p1:String, p2:Boolean, p3:int = 0):flash.display3D.textures.CubeTexture"),
                NativeMember(missing: "createIndexBuffer", "(p0:int, p1:String = null):flash.display3D.IndexBuffer3D"),
                NativeMember(missing: "createProgram", "():flash.display3D.Program3D"),
                NativeMember(
                    missing: "createRectangleTexture",
                    "(p0:int, p1:int, p2:String, p3:Boolean):flash.display3D.textures.RectangleTexture"),
                NativeMember(
                    missing: "createTexture",
                    "(p0:int, p1:int, p2:String, p3:Boolean, p4:int = 0):flash.display3D.textures.Texture"),
                NativeMember(
                    missing: "createVertexBuffer", "(p0:int, p1:int, p2:String = null):flash.display3D.VertexBuffer3D"),
                NativeMember(missing: "createVideoTexture", "():flash.display3D.textures.VideoTexture"),
                NativeMember(missing: "dispose", "(p0:Boolean = false):void"),
                NativeMember(missing: "drawToBitmapData", "(p0:flash.display.BitmapData):void"),
                NativeMember(
                    missing: "drawTriangles", "(p0:flash.display3D.IndexBuffer3D, p1:int = 0, p2:int = 0):void"),
                NativeMember(missing: "present", "():void"),
                NativeMember(missing: "setBlendFactors", "(p0:String, p1:String):void"),
                NativeMember(missing: "setColorMask", "(p0:Boolean, p1:Boolean, p2:Boolean, p3:Boolean):void"),
                NativeMember(missing: "setCulling", "(p0:String):void"),
                NativeMember(missing: "setDepthTest", "(p0:Boolean, p1:String):void"),
                NativeMember(missing: "setProgram", "(p0:flash.display3D.Program3D):void"),
                NativeMember(
                    missing: "setProgramConstantsFromByteArray",
                    "(p0:String, p1:int, p2:int, p3:flash.utils.ByteArray, p4:uint):void"),
                NativeMember(
                    missing: "setProgramConstantsFromMatrix",
                    "(p0:String, p1:int, p2:flash.geom.Matrix3D, p3:Boolean = false):void"),
                NativeMember(
                    missing: "setProgramConstantsFromVector", "(p0:String, p1:int, p2:Vector.<Number>, p3:int = 0):void"
                ),
                NativeMember(missing: "setRenderToBackBuffer", "():void"),
                NativeMember(
                    missing: "setRenderToTexture",
                    """
                    (p0:flash.display3D.textures.TextureBase, p1:Boolean = false, p2:int = 0, p3:int = 0, \
                    p4:int = 0):void
                    """),
                NativeMember(missing: "setSamplerStateAt", "(p0:int, p1:String, p2:String, p3:String):void"),
                NativeMember(missing: "setScissorRectangle", "(p0:flash.geom.Rectangle):void"),
                NativeMember(
                    missing: "setStencilActions",
                    "(p0:String = null, p1:String = null, p2:String = null, p3:String = null, p4:String = null):void"),
                NativeMember(missing: "setStencilReferenceValue", "(p0:uint, p1:uint = 0, p2:uint = 0):void"),
                NativeMember(missing: "setTextureAt", "(p0:int, p1:flash.display3D.textures.TextureBase):void"),
                NativeMember(
                    missing: "setVertexBufferAt",
                    "(p0:int, p1:flash.display3D.VertexBuffer3D, p2:int = 0, p3:String = null):void"),
            ]
        }
        table.staticMembers = {
            [
                NativeMember(missingProperty: "supportsVideoTexture", ":Boolean")
            ]
        }
        return table
    }()
}
