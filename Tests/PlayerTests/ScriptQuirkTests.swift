import Base
import Player
import SWF
import TestSupport
import Testing

/// Quirks of ActionScript 1 and 2 that movies can see: which frames loop, what is converted, what is kept.
@Suite struct ScriptQuirkTests {
    /// A sprite of two frames that says which one runs.
    private func twoFrames(_ sprite: inout SWFWriter, showsLast: Bool) {
        sprite.doAction(tracing("one"))
        sprite.showFrame()
        sprite.doAction(tracing("two"))
        if showsLast { sprite.showFrame() }
    }

    @Test("a clip loops at the End behind a ShowFrame only, whatever number of frames it claims")
    func looping() throws {
        for (showsLast, expected) in [(true, ["one", "two", "one", "two"]), (false, ["one", "two"])] {
            for frameCount in [UInt16(1), 2, 3] {
                let stage = try Stage { movie in
                    movie.defineSprite(id: 1, frameCount: frameCount) { twoFrames(&$0, showsLast: showsLast) }
                    movie.place(1, depth: 1, name: "clip")
                    movie.showFrame()
                }
                #expect(stage.run(4) == expected, "frames claimed: \(frameCount)")
            }
        }
    }

    private func run(version: UInt8 = 8, _ code: (inout ActionAssembler) -> Void) throws -> [String] {
        let stage = try Stage(version: version) { movie in
            movie.doAction(actions(code))
            movie.showFrame()
        }
        return stage.run()
    }

    /// An object whose `valueOf` and `toString` trace their names.
    private func makeTalker(_ code: inout ActionAssembler, _ name: String) {
        code.newVariable(name, "Object")
        for method in ["valueOf", "toString"] {
            code.pushVariable(name)
            code.push(.text(method))
            code.function("", []) { code in
                code.trace(method)
                code.push(.int(3))
                code.op(.return)
            }
            code.op(.setMember)
        }
    }

    @Test("SetProperty converts the value even where there is no clip, but for texts that cannot be written")
    func conversions() throws {
        for (index, expected) in [(Int32(0), ["valueOf"]), (5, ["valueOf"]), (13, ["toString"]), (15, [])] {
            let traced = try run { code in
                makeTalker(&code, "o")
                code.push(.text("nowhere"), .int(index))
                code.pushVariable("o")
                code.op(.setProperty)
            }
            #expect(traced == expected, "property \(index)")
        }
    }

    @Test("null and undefined leave _visible as it is, even where they count as 0")
    func visibility() throws {
        let traced = try run(version: 6) { code in
            code.pushVariable("this")
            code.push(.text("_visible"), .null)
            code.op(.setMember)
            code.traceMember("this", "_visible")
        }
        #expect(traced == ["true"])
    }

    @Test("an attribute that begins with xmlns and names no prefix declares the default namespace")
    func namespaces() throws {
        let traced = try run { code in
            code.push(.text("x"), .text("<a xmlns:='one' xmlnsfoo='two'/>"), .int(1), .text("XML"))
            code.op(.newObject)
            code.op(.setVariable)
            code.push(.text("n"))
            code.pushVariable("x")
            code.push(.text("firstChild"))
            code.op(.getMember)
            code.op(.setVariable)
            code.traceMember("n", "namespaceURI")
            code.callMethod("n", "getPrefixForNamespace", .text("two"))
            code.push(.text("!"))
            code.op(.add2)
            code.op(.trace)
        }
        #expect(traced == ["one", "!"])
    }

    @Test("a turned clip takes a width by its other side")
    func turnedWidth() throws {
        let stage = try Stage { movie in
            movie.defineSprite(id: 1) { $0.showFrame() }
            movie.place(1, depth: 1, name: "clip")
            movie.doAction(
                actions { code in
                    for (name, x, y) in [("lineTo", Int32(10), Int32(0)), ("lineTo", 10, 20)] {
                        code.callMethod("clip", name, .int(x), .int(y))
                        code.op(.pop)
                    }
                    for (name, value) in [("_rotation", Int32(90)), ("_width", 40)] {
                        code.pushVariable("clip")
                        code.push(.text(name), .int(value))
                        code.op(.setMember)
                    }
                    code.traceMember("clip", "_xscale")
                    code.traceMember("clip", "_yscale")
                })
            movie.showFrame()
        }
        #expect(stage.run() == ["200", "100"])
    }

    @Test("a place that a script sets loses what is less than a twip")
    func wholeTwips() throws {
        let traced = try run { code in
            code.callMethod("this", "createEmptyMovieClip", .text("a"), .int(1))
            code.op(.pop)
            for value in [0.04, 0.09, -0.09, 1.15] {
                code.pushVariable("a")
                code.push(.text("_x"), .double(value))
                code.op(.setMember)
                code.traceMember("a", "_x")
            }
        }
        #expect(traced == ["0", "0.05", "-0.05", "1.15"])
    }
}
