import AVM
import AVM2
import Base
import Player
import Renderer

/// Triangles and drawings as data.
extension GraphicsClass {
    static func checkWinding(_ winding: String?, _ call: NativeCall) throws(ScriptError) {
        guard let winding else { throw call.machine.makeError(.type, 2007, ["winding"]) }
        guard winding == "evenOdd" || winding == "nonZero" else {
            throw call.machine.makeError(.argument, 2008, ["winding"])
        }
    }

    // MARK: Triangles

    private enum Culling: String { case none, positive, negative }

    /// `drawTriangles(vertices, indices, uvtData, culling)`: without indices every three vertices are a triangle.
    static func drawTriangles(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        guard let vertices = call.object(0)?.native(as: VectorState.self) else { return }
        let indices = call.object(1)?.native(as: VectorState.self)
        let count = vertices.count / 2
        guard vertices.count % 2 == 0, indices.map({ $0.count % 3 == 0 }) ?? (vertices.count % 6 == 0) else {
            throw call.machine.makeError(.argument, 2004)
        }
        let uvt = call.object(2)?.native(as: VectorState.self)
        if let uvt, uvt.count != count * 2, uvt.count != count * 3 { throw call.machine.makeError(.argument, 2004) }
        guard let culling = Culling(rawValue: call.text(3)) else {
            throw call.machine.makeError(.argument, 2004)
        }
        let step = count == 0 ? 2 : (uvt?.count ?? 0) / count
        let triangles = Triangles(drawing: drawing, culling: culling, vertices: vertices, uvt: uvt, step: step)
        let total = indices?.count ?? count
        for start in stride(from: 0, to: total - total % 3, by: 3) {
            let corners = (start..<start + 3).map { index in
                indices.map { Int($0.elements[index].unsafeInt) } ?? index
            }
            guard corners.allSatisfy({ $0 >= 0 && $0 < count }) else { continue }
            triangles.draw(corners)
        }
    }

    private struct Triangles {
        let drawing: Drawing
        let culling: Culling
        let vertices: VectorState
        let uvt: VectorState?
        let step: Int

        private func corner(_ index: Int) -> (x: Double, y: Double) {
            (vertices.elements[index * 2].unsafeNumber, vertices.elements[index * 2 + 1].unsafeNumber)
        }

        func draw(_ corners: [Int]) {
            let (a, b, c) = (corner(corners[0]), corner(corners[1]), corner(corners[2]))
            let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
            switch culling {
            case .none: break
            case .positive: if area > 0 { return }
            case .negative: if area < 0 { return }
            }
            if let uvt, step != 3 || !project(uvt, corners, a, b, c) { fit(uvt, corners, a, b, c) }
            drawing.move(to: GraphicsClass.point(a.x, a.y))
            drawing.line(to: GraphicsClass.point(b.x, b.y))
            drawing.line(to: GraphicsClass.point(c.x, c.y))
            drawing.line(to: GraphicsClass.point(a.x, a.y))
        }

        /// The bitmap that the drawing is filled with, laid as it may be.
        private var bitmap: (id: BitmapID, isSmoothed: Bool, isRepeating: Bool)? {
            switch drawing.currentFill {
            case .bitmap(let id, _, let isSmoothed, let isRepeating)?,
                .projected(let id, _, let isSmoothed, let isRepeating)?:
                return (id, isSmoothed, isRepeating)
            default: return nil
            }
        }

        /// Lays the bitmap so that its corners come to lie as the coordinates say, as seen in perspective: places over
        /// depths run straight across the screen, and so do the inverse depths `t` themselves.
        private func project(
            _ uvt: VectorState, _ corners: [Int], _ a: (x: Double, y: Double), _ b: (x: Double, y: Double),
            _ c: (x: Double, y: Double)
        ) -> Bool {
            guard let bitmap, let size = drawing.bitmapSize(bitmap.id) else { return false }
            let depths = corners.map { uvt.elements[$0 * 3 + 2].unsafeNumber }
            if depths[0] == depths[1], depths[1] == depths[2] { return false }
            let (x1, y1, x2, y2) = ((b.x - a.x) * 20, (b.y - a.y) * 20, (c.x - a.x) * 20, (c.y - a.y) * 20)
            let area = x1 * y2 - x2 * y1
            guard area != 0, area.isFinite else { return false }
            func plane(_ values: [Double]) -> (Double, Double, Double) {
                let (p, q) = (values[1] - values[0], values[2] - values[0])
                let across = (p * y2 - q * y1) / area
                let down = (q * x1 - p * x2) / area
                return (across, down, values[0] - (across * a.x + down * a.y) * 20)
            }
            func scaled(_ offset: Int, _ length: Int) -> (Double, Double, Double) {
                plane((0..<3).map { uvt.elements[corners[$0] * 3 + offset].unsafeNumber * Double(length) * depths[$0] })
            }
            let (u, v, t) = (scaled(0, size.width), scaled(1, size.height), plane(depths))
            let projection = Projection(u.0, u.1, u.2, v.0, v.1, v.2, t.0, t.1, t.2)
            guard projection.isFinite else { return false }
            drawing.beginFill(
                .projected(
                    bitmap.id, projection, isSmoothed: bitmap.isSmoothed, isRepeating: bitmap.isRepeating))
            return true
        }

        /// Lays the bitmap of the fill so that its corners come to lie as the coordinates say, without perspective.
        private func fit(
            _ uvt: VectorState, _ corners: [Int], _ a: (x: Double, y: Double), _ b: (x: Double, y: Double),
            _ c: (x: Double, y: Double)
        ) {
            guard let (id, isSmoothed, isRepeating) = bitmap, let size = drawing.bitmapSize(id) else { return }
            let places = corners.map { index in
                (
                    u: uvt.elements[index * step].unsafeNumber * Double(size.width),
                    v: uvt.elements[index * step + 1].unsafeNumber * Double(size.height)
                )
            }
            let (u1, v1) = (places[1].u - places[0].u, places[1].v - places[0].v)
            let (u2, v2) = (places[2].u - places[0].u, places[2].v - places[0].v)
            let determinant = u1 * v2 - u2 * v1
            guard determinant != 0, determinant.isFinite else { return }
            let (x1, y1, x2, y2) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y)
            let sx = (x1 * v2 - x2 * v1) / determinant
            let sy = (y1 * v2 - y2 * v1) / determinant
            let tx = (x2 * u1 - x1 * u2) / determinant
            let ty = (y2 * u1 - y1 * u2) / determinant
            let matrix = Affine(
                a: sx * 20, b: sy * 20, c: tx * 20, d: ty * 20,
                tx: (a.x - sx * places[0].u - tx * places[0].v) * 20,
                ty: (a.y - sy * places[0].u - ty * places[0].v) * 20)
            drawing.beginFill(.bitmap(id, matrix, isSmoothed: isSmoothed, isRepeating: isRepeating))
        }
    }

    // MARK: Drawings as data

    /// `drawGraphicsData`: each object does what the method of its name does.
    static let drawGraphicsData: NativeBody = { (call) throws(ScriptError) in
        guard let list = call.object(0)?.native(as: VectorState.self) else {
            throw call.machine.makeError(.type, 2007, ["graphicsData"])
        }
        let replay = Replay(call: call)
        var index = 0
        while index < list.count {
            if let object = list.elements[index].object { try replay.draw(object) }
            index += 1
        }
        return .undefined
    }

    private struct Replay {
        let call: NativeCall

        private func field(_ object: Object, _ name: StaticString) throws(ScriptError) -> Value {
            try call.machine.get(call.machine.publicName(name), of: Value(object))
        }

        private func run(
            _ method: StaticString, _ object: Object, _ fields: [StaticString]
        ) throws(ScriptError) {
            let values = ValueBuffer(call.heap)
            for name in fields { values.append(try field(object, name)) }
            _ = try call.machine.callMethod(call.machine.publicName(method), of: call.this, values.elements)
        }

        /// The name of its class: all of these are final.
        private func name(_ object: Object) -> String { call.machine.traits(of: object).name.name.text }

        private static let gradient: [StaticString] = [
            "type", "colors", "alphas", "ratios", "matrix", "spreadMethod", "interpolationMethod", "focalPointRatio",
        ]
        private static let bitmap: [StaticString] = ["bitmapData", "matrix", "repeat", "smooth"]

        func draw(_ object: Object) throws(ScriptError) {
            switch name(object) {
            case "GraphicsSolidFill": try run("beginFill", object, ["color", "alpha"])
            case "GraphicsGradientFill": try run("beginGradientFill", object, Self.gradient)
            case "GraphicsBitmapFill": try run("beginBitmapFill", object, Self.bitmap)
            case "GraphicsEndFill": try run("endFill", object, [])
            case "GraphicsPath":
                guard try field(object, "commands").isObject, try field(object, "data").isObject else { return }
                try run("drawPath", object, ["commands", "data", "winding"])
            case "GraphicsTrianglePath":
                // Quirk: here it is another error than in a call of `drawTriangles`.
                guard let culling = try field(object, "culling").string, Culling(rawValue: culling.text) != nil else {
                    throw call.machine.makeError(.argument, 2008, ["culling"])
                }
                try run("drawTriangles", object, ["vertices", "indices", "uvtData", "culling"])
            case "GraphicsStroke": try stroke(object)
            default: break
            }
        }

        private func stroke(_ object: Object) throws(ScriptError) {
            let thickness = try field(object, "thickness")
            guard let fill = try field(object, "fill").object, thickness.isNumber, !thickness.unsafeNumber.isNaN else {
                return try run("lineStyle", object, [])
            }
            let name = name(fill)
            let isSolid = name == "GraphicsSolidFill"
            let values = ValueBuffer(call.heap)
            values.append(thickness)
            values.append(isSolid ? try field(fill, "color") : .zero)
            values.append(isSolid ? try field(fill, "alpha") : Value(double: 1))
            for name: StaticString in ["pixelHinting", "scaleMode", "caps", "joints", "miterLimit"] {
                values.append(try field(object, name))
            }
            _ = try call.machine.callMethod(call.machine.publicName("lineStyle"), of: call.this, values.elements)
            switch name {
            case "GraphicsGradientFill": try run("lineGradientStyle", fill, Self.gradient)
            case "GraphicsBitmapFill": try run("lineBitmapStyle", fill, Self.bitmap)
            default: break
            }
        }
    }
}
