import AVM2

extension FlashPackages {
    /// `flash.display3D`
    static let display3DTables: [NativeClassTable] = [
        Context3DBlendFactorClass.table, Context3DBufferUsageClass.table, Context3DClearMaskClass.table,
        Context3DCompareModeClass.table, Context3DMipFilterClass.table, Context3DProfileClass.table,
        Context3DProgramTypeClass.table, Context3DRenderModeClass.table, Context3DStencilActionClass.table,
        Context3DTextureFilterClass.table, Context3DTextureFormatClass.table, Context3DTriangleFaceClass.table,
        Context3DVertexBufferFormatClass.table, Context3DWrapModeClass.table, Context3DClass.table,
        IndexBuffer3DClass.table, Program3DClass.table, VertexBuffer3DClass.table, TextureBaseClass.table,
        TextureClass.table, CubeTextureClass.table, RectangleTextureClass.table, VideoTextureClass.table,
    ]
}
