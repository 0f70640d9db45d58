import Base
import FlashAPI
import Measure
import Player
import SWF
import TestSupport

/// The machine of ActionScript 1 and 2: nanoseconds an action, loop actions included.
enum ActionBench {
    private struct Task: Sendable {
        let name: String
        /// Actions of one turn of the loop, the loop's own seven among them.
        let actions: Int
        /// Once, before the loop.
        var setUp: @Sendable (inout ActionAssembler) -> Void = { _ in }
        let body: @Sendable (inout ActionAssembler) -> Void
    }

    private static let turns: Int32 = 300_000

    static func run() {
        print(column("task", 20) + column("ns/action", 12) + "ms")
        for task in tasks {
            let movie = movie(task)
            let best = times(3) { play(movie) }[0]
            let actions = Double(turns) * Double(task.actions)
            print(column(task.name, 20) + column(fixed(best * 1e9 / actions), 12) + fixed(best * 1000))
        }
    }

    private static func play(_ movie: Movie) {
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        options.installAVM2 = FlashAPI.installAVM2
        let player = Player(movie: movie, viewport: Viewport(width: 1, height: 1), options: options)
        player.runFrame()
    }

    /// A movie whose only frame runs the task in a function with registers: 1 counts, 2 to 4 are the task's.
    private static func movie(_ task: Task) -> Movie {
        var code = ActionAssembler()
        task.setUp(&code)
        code.function2("main", [], registers: 6) { code in
            code.push(.int(0))
            code.storeRegister(1)
            code.op(.pop)
            code.push(.int(0))
            code.storeRegister(2)
            code.op(.pop)
            code.push(.text("o"))
            code.op(.getVariable)
            code.storeRegister(3)
            code.op(.pop)
            let top = code.label()
            code.place(top)
            task.body(&code)
            code.push(.register(1))
            code.op(.increment)
            code.storeRegister(1)
            code.push(.int(turns))
            code.op(.less2)
            code.jumpIf(top)
        }
        code.push(.int(0), .text("main"))
        code.op(.callFunction)
        code.op(.pop)
        var writer = SWFWriter(version: 8)
        writer.doAction(code.finished())
        writer.showFrame()
        guard let movie = try? Movie(writer.file(.none)) else { preconditionFailure("the bench's own movie") }
        return movie
    }

    private static let tasks: [Task] = [
        Task(name: "empty loop", actions: 7) { _ in },
        Task(name: "registers", actions: 7 + 10) { code in
            for _ in 0..<2 {
                code.push(.register(2), .register(1))
                code.op(.add2)
                code.storeRegister(2)
                code.op(.pop)
            }
        },
        Task(name: "number arithmetic", actions: 7 + 7) { code in
            code.push(.register(2), .double(0.5))
            code.op(.multiply)
            code.push(.register(1))
            code.op(.add2)
            code.storeRegister(2)
            code.op(.pop)
        },
        Task(
            name: "calls", actions: 7 + 10,
            setUp: { code in
                code.function2("f", [(1, "x")], registers: 2) { code in
                    code.push(.register(1), .int(1))
                    code.op(.add2)
                    code.op(.return)
                }
            },
            body: { code in
                code.push(.register(1), .int(1), .text("f"))
                code.op(.callFunction)
                code.storeRegister(2)
                code.op(.pop)
            }),
        Task(
            name: "member get and set", actions: 7 + 8, setUp: makeObject,
            body: { code in
                code.push(.register(3), .text("x"), .register(3), .text("x"))
                code.op(.getMember)
                code.push(.int(1))
                code.op(.add2)
                code.op(.setMember)
            }),
        Task(
            name: "method calls", actions: 7 + 9,
            setUp: { code in
                makeObject(&code)
                code.push(.text("o"))
                code.op(.getVariable)
                code.push(.text("m"))
                code.function2("", [(1, "x")], registers: 2) { code in
                    code.push(.register(1))
                    code.op(.return)
                }
                code.op(.setMember)
            },
            body: { code in
                code.push(.register(1), .int(1), .register(3), .text("m"))
                code.op(.callMethod)
                code.storeRegister(2)
                code.op(.pop)
            }),
        Task(name: "string building", actions: 7 + 5) { code in
            code.push(.register(2), .text("x"))
            code.op(.add2)
            code.storeRegister(2)
            code.op(.pop)
        },
        Task(
            name: "array work", actions: 7 + 10,
            setUp: { code in
                code.push(.text("o"), .int(0))
                code.op(.initArray)
                code.op(.setVariable)
            },
            body: { code in
                code.push(.register(3), .register(1), .register(1))
                code.op(.setMember)
                code.push(.register(3), .register(1))
                code.op(.getMember)
                code.storeRegister(2)
                code.op(.pop)
            }),
        Task(name: "new objects", actions: 7 + 3) { code in
            code.push(.int(0))
            code.op(.initObject)
            code.op(.pop)
        },
    ]

    /// `o = {x: 0}`
    @Sendable private static func makeObject(_ code: inout ActionAssembler) {
        code.push(.text("o"), .text("x"), .int(0), .int(1))
        code.op(.initObject)
        code.op(.setVariable)
    }
}
