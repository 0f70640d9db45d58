import AVM2

extension FlashPackages {
    /// What `flash.display` has beside the stage
    static let displayDataTables: [NativeClassTable] = [
        ActionScriptVersionClass.table, BitmapDataChannelClass.table, BitmapEncodingColorSpaceClass.table,
        BlendModeClass.table, CapsStyleClass.table, ColorCorrectionClass.table, ColorCorrectionSupportClass.table,
        GradientTypeClass.table, GraphicsPathCommandClass.table, GraphicsPathWindingClass.table,
        InterpolationMethodClass.table, JointStyleClass.table, LineScaleModeClass.table, PixelSnappingClass.table,
        SWFVersionClass.table, ShaderParameterTypeClass.table, ShaderPrecisionClass.table, SpreadMethodClass.table,
        StageAlignClass.table, StageDisplayStateClass.table, StageQualityClass.table, StageScaleModeClass.table,
        TriangleCullingClass.table, GraphicsSolidFillClass.table, GraphicsEndFillClass.table,
        GraphicsBitmapFillClass.table, GraphicsGradientFillClass.table, GraphicsShaderFillClass.table,
        GraphicsStrokeClass.table, GraphicsPathClass.table, GraphicsTrianglePathClass.table,
        JPEGEncoderOptionsClass.table,
        JPEGXREncoderOptionsClass.table, PNGEncoderOptionsClass.table, FrameLabelClass.table, SceneClass.table,
        IDrawCommandClass.table, IGraphicsDataClass.table, IGraphicsFillClass.table, IGraphicsPathClass.table,
        IGraphicsStrokeClass.table, Stage3DClass.table, ShaderJobClass.table, ShaderInputClass.table,
        ShaderParameterClass.table, ShaderDataClass.table, ShaderClass.table, NativeMenuClass.table,
        NativeMenuItemClass.table,
    ]
}
