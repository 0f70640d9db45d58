import AVM2

extension FlashPackages {
    /// `flash.geom`
    static let geomTables: [NativeClassTable] = [
        PointClass3.table, RectangleClass3.table, MatrixClass3.table, ColorTransformClass3.table,
        Vector3DClass.table, Matrix3DClass.table, Utils3DClass.table, PerspectiveProjectionClass.table,
        Orientation3DClass.table,
    ]
}
