import AVM
import AVM1
import Base
import Glibc
import TestSupport

/// A machine with one clip and nothing else, and what the scripts in it trace.
final class ScriptWorld: MachineHost {
    let heap = Heap()
    private(set) var machine: Machine!
    private(set) var clip: Object!
    private(set) var traced: [String] = []
    private(set) var missed: [String] = []
    let version: UInt8
    private var random = SeededRandom(seed: 1)
    private let roots = Roots()

    /// With STRESS_COLLECTOR set, every test of this kind collects at every allocation.
    private static let isStressedAlways = getenv("STRESS_COLLECTOR") != nil

    init(version: UInt8 = 8, isStressed: Bool = false) {
        self.version = version
        machine = Machine(host: self, heap: heap, rootVersion: version)
        LanguageClasses.install(on: machine)
        clip = machine.makeObject()
        clip.setNative(ClipState())
        roots.object = clip
        heap.addRoots(roots)
        heap.isStressed = isStressed || Self.isStressedAlways
    }

    /// Runs code as a timeline would and gives what it traced.
    @discardableResult
    func run(_ body: (inout ActionAssembler) -> Void) throws -> [String] {
        var code = ActionAssembler()
        body(&code)
        return try run(bytes: code.finished())
    }

    /// Runs a part of some bytes (all of them where no part is named).
    @discardableResult
    func run(bytes: [UInt8], part: Range<Int>? = nil) throws -> [String] {
        traced.removeAll()
        let source = CodeSource(bytes: bytes, swfVersion: version, machine: machine)
        try machine.run(part ?? 0..<bytes.count, of: source, in: clip)
        return traced
    }

    private final class ClipState: NativeState {
        override var isLiveClip: Bool { true }
    }

    private final class Roots: RootProvider {
        var object: Object?
        func visitRoots(_ marker: inout Marker) { marker.visit(object) }
    }

    // MARK: MachineHost

    func trace(_ text: StringRef) { traced.append(text.text) }
    var milliseconds: Double { 0 }
    var wallClock: Double { 0 }
    func localOffset(at moment: Double) -> Double { 60 }
    func nextRandom() -> UInt32 { UInt32(truncatingIfNeeded: random.next()) }
    func missing(_ feature: String) { missed.append(feature) }
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
    func isClip(_ object: Object) -> Bool { object == clip }
    func isMovieClip(_ object: Object) -> Bool { object == clip }
    func liveClip(_ object: Object) -> Object? { object }
    func targetPath(of clip: Object) -> StringRef { heap.makeString("_level0") }
    func root(of clip: Object) -> Object? { clip }
    func parent(of clip: Object) -> Object? { nil }
    func level(_ number: Int) -> Object? { number == 0 ? clip : nil }
    func child(named name: StringRef, of clip: Object, ignoresCase: Bool) -> Object? { nil }
    func swfVersion(of clip: Object) -> UInt8 { version }
    func property(_ index: Int, of clip: Object) throws(ScriptError) -> Value? { nil }
    func setProperty(_ index: Int, of clip: Object?, to value: Value) throws(ScriptError) {}
    func goto(frame: Int, of clip: Object, andPlay: Bool) {}
    func frame(named label: StringRef, of clip: Object) -> Int? { nil }
    func frame(labelled label: StringRef, of clip: Object) -> Int? { nil }
    func play(_ clip: Object) {}
    func stop(_ clip: Object) {}
    func nextFrame(_ clip: Object) {}
    func previousFrame(_ clip: Object) {}
    func toggleQuality() {}
    func stopAllSounds() {}
    func callFrame(_ frame: Int, of clip: Object) throws(ScriptError) {}
    func framesLoaded(of clip: Object) -> Int { 1 }
    func frameCount(of clip: Object) -> Int { 1 }
    func duplicate(_ clip: Object, name: StringRef, depth: Int32) {}
    func remove(_ clip: Object) {}
    func startDrag(
        _ clip: Object, lockCenter: Bool, constraint: (left: Double, top: Double, right: Double, bottom: Double)?
    ) {}
    func stopDrag() {}
    func getURL(_ url: StringRef, target: StringRef, kind: URLRequestKind, from clip: Object) throws(ScriptError) {}
}

extension ActionAssembler {
    /// `name(arguments)`, its result left on the stack.
    mutating func call(_ name: String, _ arguments: Operand...) {
        for argument in arguments.reversed() { push(argument) }
        push(.int(Int32(arguments.count)), .text(name))
        op(.callFunction)
    }

    /// Calls a method of the value that lies on the stack under its arguments' places: pushes the variable first.
    mutating func callMethod(_ variable: String, _ method: String, _ arguments: Operand...) {
        for argument in arguments.reversed() { push(argument) }
        push(.int(Int32(arguments.count)), .text(variable))
        op(.getVariable)
        push(.text(method))
        op(.callMethod)
    }

    /// `trace(variable)`.
    mutating func traceVariable(_ name: String) {
        push(.text(name))
        op(.getVariable)
        op(.trace)
    }

    /// `name = new Class(arguments)`.
    mutating func make(_ name: String, _ class: String, _ arguments: Operand...) {
        push(.text(name))
        for argument in arguments.reversed() { push(argument) }
        push(.int(Int32(arguments.count)), .text(`class`))
        op(.newObject)
        op(.setVariable)
    }
}
