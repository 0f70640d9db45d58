import AVM

/// Since which SWF version a class or a member of it is there.
///
/// A movie sees only what its version's player had: code written before has classes and methods of those names of its
/// own, which would else clash with them (Error #1053).
enum APIVersions {
    static func since(_ table: NativeClassTable) -> UInt8 {
        classes[String(describing: table.name)] ?? table.since
    }

    static func since(_ className: String, _ member: String) -> UInt8 { members[className]?[member] ?? 0 }

    /// Classes whose tables do not say it themselves.
    private static let classes: [String: UInt8] = [
        "JSON": 13,
        "flash.accessibility.ISearchableText": 10, "flash.accessibility.ISimpleTextSelection": 10,
        "flash.display.Stage3D": 13, "flash.display.BitmapEncodingColorSpace": 16,
        "flash.display.JPEGEncoderOptions": 16, "flash.display.JPEGXREncoderOptions": 16,
        "flash.display.PNGEncoderOptions": 16, "flash.display.AVLoader": 28,
        "flash.display3D.Context3D": 13, "flash.display3D.Context3DProgramType": 13,
        "flash.display3D.Context3DRenderMode": 13, "flash.display3D.Context3DStencilAction": 13,
        "flash.display3D.Context3DTextureFormat": 13, "flash.display3D.Context3DTriangleFace": 13,
        "flash.display3D.Context3DVertexBufferFormat": 13, "flash.display3D.IndexBuffer3D": 13,
        "flash.display3D.Program3D": 13, "flash.display3D.VertexBuffer3D": 13,
        "flash.display3D.Context3DBlendFactor": 13, "flash.display3D.Context3DClearMask": 13,
        "flash.display3D.Context3DCompareMode": 13, "flash.display3D.Context3DBufferUsage": 25,
        "flash.display3D.Context3DMipFilter": 19, "flash.display3D.Context3DTextureFilter": 19,
        "flash.display3D.Context3DWrapMode": 19, "flash.display3D.Context3DProfile": 17,
        "flash.events.NetDataEvent": 11, "flash.events.NetMonitorEvent": 11, "flash.events.SoftKeyboardEvent": 11,
        "flash.events.SoftKeyboardTrigger": 11, "flash.events.StageVideoAvailabilityEvent": 11,
        "flash.events.VideoEvent": 11, "flash.events.AVDictionaryDataEvent": 28, "flash.events.AVLoadInfoEvent": 28,
        "flash.events.AVManifestLoadEvent": 28, "flash.events.AVPauseAtPeriodEndEvent": 28,
        "flash.events.AVPlayStateEvent": 28, "flash.events.AVStatusEvent": 28, "flash.events.AVStreamSwitchEvent": 28,
        "flash.events.DRMDeviceGroupErrorEvent": 18, "flash.events.DRMDeviceGroupEvent": 18,
        "flash.events.DRMReturnVoucherCompleteEvent": 19, "flash.events.DRMReturnVoucherErrorEvent": 19,
        "flash.events.GameInputEvent": 20, "flash.events.OutputProgressEvent": 21, "flash.events.ThrottleEvent": 15,
        "flash.events.ThrottleType": 15,
        "flash.security.X500DistinguishedName": 13, "flash.security.X509Certificate": 13,
    ]

    private static let members: [String: [String: UInt8]] = [
        "flash.display.BitmapData": ["copyPixelsToByteArray": 17, "drawWithQuality": 16, "encode": 16],
        "flash.display.DisplayObject": ["metaData": 20],
        "flash.display.DisplayObjectContainer": ["removeChildren": 13, "stopAllMovieClips": 21],
        "flash.display.Graphics": ["cubicCurveTo": 13, "readGraphicsData": 19],
        "flash.display.GraphicsPath": ["cubicCurveTo": 13],
        "flash.display.InteractiveObject": [
            "needsSoftKeyboard": 11, "softKeyboardInputAreaOfInterest": 11, "requestSoftKeyboard": 11,
        ],
        "flash.display.MovieClip": ["isPlaying": 13],
        "flash.display.Stage": [
            "allowsFullScreen": 11, "color": 11, "softKeyboardRect": 11, "displayContextInfo": 13, "stage3Ds": 13,
            "allowsFullScreenInteractive": 16, "browserZoomFactor": 16, "contentsScaleFactor": 18, "mouseLock": 15,
        ],
        "flash.display.Stage3D": ["requestContext3DMatchingProfiles": 23],
        "flash.display3D.Context3D": [
            "supportsVideoTexture": 28, "backBufferHeight": 26, "backBufferWidth": 26, "maxBackBufferHeight": 26,
            "maxBackBufferWidth": 26, "profile": 23, "createRectangleTexture": 21, "createVideoTexture": 28,
            "setProgramConstantsFromByteArray": 15, "setSamplerStateAt": 19,
        ],
        "flash.display3D.Context3DTextureFormat": [
            "BGRA_PACKED": 17, "BGR_PACKED": 17, "COMPRESSED_ALPHA": 15, "RGBA_HALF_FLOAT": 27,
        ],
        "flash.events.Event": ["CHANNEL_MESSAGE": 17, "CHANNEL_STATE": 17, "VIDEO_FRAME": 25, "WORKER_STATE": 17],
        "flash.events.FullScreenEvent": ["interactive": 16],
        "flash.events.HTTPStatusEvent": ["redirected": 24],
        "flash.events.MouseEvent": [
            "CONTEXT_MENU": 15, "MIDDLE_CLICK": 15, "MIDDLE_MOUSE_DOWN": 15, "MIDDLE_MOUSE_UP": 15, "RIGHT_CLICK": 15,
            "RIGHT_MOUSE_DOWN": 15, "RIGHT_MOUSE_UP": 15, "movementX": 15, "movementY": 15,
        ],
        "flash.events.VideoTextureEvent": ["RENDER_STATE": 28, "colorSpace": 28, "status": 28, "codecInfo": 28],
    ]
}
