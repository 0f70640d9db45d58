import Base
import SWF
import TestSupport

/// Small movies with colours that a test can tell apart, also on a screen of 16 bits.
enum Movies {
    static let red = 0xFF0000
    static let blue = 0x0000FF
    static let green = 0x00FF00
    /// The colours of ``steps()``'s frames.
    static let palette = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF]

    /// The left half red, the right half blue; one frame.
    static func still(width: Int = 160, height: Int = 120) -> [UInt8] {
        var movie = SWFWriter(width: width, height: height)
        movie.setBackgroundColor(color(blue))
        let half = ShapePath.rectangle(x: 0, y: 0, width: Double(width / 2), height: Double(height))
        movie.defineShape(id: 1, half, fill: .solid(color(red)))
        movie.place(1, depth: 1)
        movie.showFrame()
        return movie.file(.zlib)
    }

    /// Frames that are each filled with one colour of ``palette``.
    static func steps(frameRate: Double = 24, width: Int = 160, height: Int = 120) -> [UInt8] {
        var movie = SWFWriter(width: width, height: height, frameRate: frameRate)
        let stage = ShapePath.rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        for (index, rgb) in palette.enumerated() {
            let id = CharacterID(index + 1)
            movie.defineShape(id: id, stage, fill: .solid(color(rgb)))
            if index == 0 { movie.place(id, depth: 1) } else { movie.replace(id, depth: 1) }
            movie.showFrame()
        }
        return movie.file(.zlib)
    }

    /// A movie that puts a value into a property of its shared object "slot" in the first `frames` frames, and never
    /// says that it is to be stored. `value` pushes the value.
    static func saving(_ property: String, frames: Int, _ value: (inout ActionAssembler) -> Void) -> [UInt8] {
        var code = ActionAssembler()
        code.push(.text("so"), .text("slot"), .int(1), .text("SharedObject"))
        code.op(.getVariable)
        code.push(.text("getLocal"))
        code.op(.callMethod)
        code.op(.setVariable)
        code.push(.text("so"))
        code.op(.getVariable)
        code.push(.text("data"))
        code.op(.getMember)
        code.push(.text(property))
        value(&code)
        code.op(.setMember)
        code.op(.end)
        var movie = SWFWriter(version: 8, width: 40, height: 40, frameRate: 24)
        for frame in 0..<2 {
            if frame < frames { movie.doAction(code.bytes) }
            movie.showFrame()
        }
        return movie.file(.none)
    }

    /// Frames with a red square of 20 by 20 on blue, at x = 40 times the frame (from 0), y = 40.
    static func walk(frameRate: Double, frames: Int = 8) -> [UInt8] {
        var movie = SWFWriter(width: 40 * frames, height: 120, frameRate: frameRate)
        movie.setBackgroundColor(color(blue))
        movie.defineShape(
            id: 1, ShapePath.rectangle(x: 0, y: 40, width: 20, height: 20), fill: .solid(color(red)))
        movie.place(1, depth: 1)
        for frame in 0..<frames {
            if frame > 0 { movie.move(depth: 1, Matrix(tx: Int32(frame * 40 * 20))) }
            movie.showFrame()
        }
        return movie.file(.zlib)
    }

    /// A button as large as the stage: red, green under the pointer, blue while pressed.
    static func button(width: Int = 400, height: Int = 300) -> [UInt8] {
        var movie = SWFWriter(width: width, height: height)
        let stage = ShapePath.rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        for (id, rgb) in [(1, red), (2, green), (3, blue)] {
            movie.defineShape(id: CharacterID(id), stage, fill: .solid(color(rgb)))
        }
        let records = [(ButtonStates([.up, .hitTest]), 1), ([.over], 2), ([.down], 3)].map {
            ButtonRecord(states: $0.0, id: CharacterID($0.1), depth: Depth($0.1), matrix: .identity)
        }
        movie.defineButton2(id: 4, records)
        movie.place(4, depth: 1)
        movie.showFrame()
        return movie.file(.zlib)
    }

    private static func color(_ rgb: Int) -> RGBA { RGBA(rgb: UInt32(rgb)) }
}
