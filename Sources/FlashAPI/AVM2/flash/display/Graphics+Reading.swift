import AVM
import AVM2
import Base
import Player
import Renderer

/// `readGraphicsData`: a drawing as objects, which `drawGraphicsData` draws again.
extension GraphicsClass {
    static let readGraphicsData: NativeBody = { (call) throws(ScriptError) in
        let object = try call.state(GraphicsState.self).displayObject
        let writer = DataWriter(call)
        try writer.read(object, recurses: call.bool(0))
        let type = call.machine.type(named: "flash.display.IGraphicsData")
        let (vector, state) = try call.machine.makeVector(of: type, count: 0)
        for value in writer.made.elements { try state.append(value, call.machine) }
        return Value(vector)
    }

    private struct DataWriter: ~Copyable {
        let call: NativeCall
        let made: ValueBuffer
        private var machine: AVM2Machine { call.machine }
        /// Display objects that are read: a tree of any size takes bounded time.
        private static let deepest = 64

        init(_ call: NativeCall) {
            self.call = call
            made = ValueBuffer(call.heap)
        }

        func read(_ object: DisplayObject, recurses: Bool, depth: Int = 0) throws(ScriptError) {
            if let shape = object.drawing2?.picture {
                for layer in shape.layers { try read(layer, isNonZero: shape.isNonZero) }
            }
            guard recurses, depth < Self.deepest, let container = object as? Container else { return }
            for child in container.children { try read(child, recurses: true, depth: depth + 1) }
        }

        private func read(_ layer: ShapeLayer, isNonZero: Bool) throws(ScriptError) {
            let filled = layer.edges.filter { $0.fill1 != 0 }
            if let paint = layer.fills.first, !filled.isEmpty {
                guard let fill = try fill(paint) else { return }
                made.append(fill)
                made.append(try path(filled, isNonZero))
                made.append(Value(try machine.make("flash.display.GraphicsEndFill", [])))
            }
            for (index, stroke) in layer.strokes.enumerated() {
                let edges = layer.edges.filter { Int($0.line) == index + 1 }
                guard !edges.isEmpty, let fill = try fill(stroke.paint) else { continue }
                made.append(fill)
                made.append(try self.stroke(stroke, fill))
                made.append(try path(edges, isNonZero))
                // Ends the stroke.
                made.append(Value(try machine.make("flash.display.GraphicsStroke", [])))
            }
        }

        /// Nil for what has no object.
        private func fill(_ paint: Paint) throws(ScriptError) -> Value? {
            switch paint {
            case .solid(let color):
                return Value(
                    try machine.make(
                        "flash.display.GraphicsSolidFill",
                        [Value(Int(color.rgb)), Value(double: Double(color.alpha) / 255)]))
            case .linear(let gradient, let matrix): return try self.gradient("linear", gradient, matrix, 0)
            case .radial(let gradient, let matrix, let focal):
                return try self.gradient("radial", gradient, matrix, focal)
            case .bitmap, .projected, .program: return nil
            }
        }

        private func gradient(
            _ type: String, _ gradient: Gradient, _ matrix: Affine, _ focal: Double
        ) throws(ScriptError) -> Value {
            let held = ValueBuffer(call.heap)
            held.append(machine.string(type))
            held.append(Value(machine.makeArray(gradient.stops.map { Value(Int($0.color.rgb)) })))
            held.append(Value(machine.makeArray(gradient.stops.map { Value(double: Double($0.color.alpha) / 255) })))
            held.append(Value(machine.makeArray(gradient.stops.map { Value(Int($0.ratio)) })))
            held.append(
                Value(
                    try machine.make(
                        "flash.geom.Matrix",
                        [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx / 20, matrix.ty / 20].map {
                            Value(double: $0)
                        })))
            let spreads: [GradientSpread: String] = [.pad: "pad", .reflect: "reflect", .repeat: "repeat"]
            held.append(machine.string(spreads[gradient.spread] ?? "pad"))
            held.append(machine.string(gradient.interpolation == .linearRGB ? "linearRGB" : "rgb"))
            held.append(Value(double: focal))
            return Value(try machine.make("flash.display.GraphicsGradientFill", held.elements))
        }

        private func stroke(_ stroke: Stroke, _ fill: Value) throws(ScriptError) -> Value {
            let scale =
                switch (stroke.noHScale, stroke.noVScale) {
                case (true, true): "none"
                case (true, false): "horizontal"
                case (false, true): "vertical"
                case (false, false): "normal"
                }
            let caps: [LineCap: String] = [.round: "round", .none: "none", .square: "square"]
            let (joint, limit): (String, Double) =
                switch stroke.join {
                case .round: ("round", 3)
                case .bevel: ("bevel", 3)
                case .miter(let limit): ("miter", limit)
                }
            let held = ValueBuffer(call.heap)
            held.append(Value(double: stroke.width / 20))
            held.append(Value(stroke.pixelHinting))
            for text in [scale, caps[stroke.startCap] ?? "round", joint] { held.append(machine.string(text)) }
            held.append(Value(double: limit))
            held.append(fill)
            return Value(try machine.make("flash.display.GraphicsStroke", held.elements))
        }

        /// `moveTo` 1, `lineTo` 2, `curveTo` 3.
        private func path(_ edges: [ShapeEdge], _ isNonZero: Bool) throws(ScriptError) -> Value {
            var commands: [Int32] = []
            var data: [Double] = []
            func add(_ command: Int32, _ points: TwipsPoint...) {
                commands.append(command)
                for point in points { data += [Double(point.x) / 20, Double(point.y) / 20] }
            }
            var pen: TwipsPoint?
            for edge in edges {
                if pen != edge.from { add(1, edge.from) }
                if edge.isCurve { add(3, edge.control, edge.to) } else { add(2, edge.to) }
                pen = edge.to
            }
            let held = ValueBuffer(call.heap)
            let (vector, state) = try machine.makeVector(of: machine.type(named: "int"), count: 0)
            held.append(Value(vector))
            for command in commands { try state.append(Value(Int(command)), machine) }
            held.append(Value(try machine.makeNumberVector(data)))
            held.append(machine.string(isNonZero ? "nonZero" : "evenOdd"))
            return Value(try machine.make("flash.display.GraphicsPath", held.elements))
        }
    }
}
