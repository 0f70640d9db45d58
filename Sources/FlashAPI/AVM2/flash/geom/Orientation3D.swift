import AVM2

/// `flash.geom.Orientation3D`.
enum Orientation3DClass {
    static let table = NativeClassTable.constants("flash.geom.Orientation3D", since: 10) {
        [
            .text("AXIS_ANGLE", "axisAngle"), .text("EULER_ANGLES", "eulerAngles"), .text("QUATERNION", "quaternion"),
        ]
    }
}
