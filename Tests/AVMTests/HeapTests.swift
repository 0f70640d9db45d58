import AVM
import Testing

@Suite("Heap")
struct HeapTests {
    private final class Roots: RootProvider {
        var values: [Value] = []
        func visitRoots(_ marker: inout Marker) { marker.visit(values) }
    }

    /// Native state that counts how many of its kind are alive.
    private final class Counted: NativeState {
        let count: Counter
        init(_ count: Counter) {
            self.count = count
            super.init()
            count.alive += 1
        }
        deinit { count.alive -= 1 }
    }

    private final class Counter { var alive = 0 }

    @Test("what a root holds survives a collection with all that it leads to")
    func rootsHold() {
        let heap = Heap()
        let roots = Roots()
        heap.addRoots(roots)
        let name = heap.strings.intern("next")
        var chain = Value.null
        for index in 0..<1000 {
            let object = heap.makeObject(proto: .undefined)
            heap.add(name, chain, to: object)
            heap.add(heap.strings.intern("number"), Value(index), to: object)
            chain = Value(object)
        }
        roots.values = [chain]
        heap.collect()
        var count = 0
        var next = roots.values[0]
        while let object = next.object {
            count += 1
            next = object.ownValue(name) ?? .undefined
        }
        #expect(count == 1000)
    }

    @Test("what nothing holds is freed, and its native state released")
    func freed() {
        let heap = Heap()
        let counter = Counter()
        @inline(never) func fill() {
            for _ in 0..<5000 { heap.makeObject(proto: .undefined).setNative(Counted(counter)) }
        }
        fill()
        heap.collect()
        // Sweeping is left to later allocations and collections.
        heap.collect()
        // The native stack is scanned conservatively: a stale pointer may hold a few.
        #expect(counter.alive < 50)
    }

    @Test("a value buffer holds its values while everything is collected")
    func buffers() {
        let heap = Heap()
        heap.isStressed = true
        let buffer = ValueBuffer(heap)
        for index in 0..<100 { buffer.append(Value(heap.makeString("text \(index)"))) }
        for index in 0..<100 { #expect(buffer[index].string?.text == "text \(index)") }
    }

    @Test("stress collects at every so many allocations")
    func stressInterval() {
        let heap = Heap()
        heap.stressInterval = 10
        heap.isStressed = true
        for index in 0..<100 { _ = heap.makeString("text \(index)") }
        #expect(heap.collectionCount == 10)
    }

    @Test("equal names are one atom, array indices are known as such")
    func atoms() {
        let heap = Heap()
        let a = heap.strings.intern("some name")
        let b = heap.strings.intern(heap.makeString("some name"))
        #expect(a == b)
        #expect(heap.strings.intern("42").arrayIndex == 42)
        #expect(heap.strings.intern("042").arrayIndex == nil)
        #expect(heap.strings.intern("-1").arrayIndex == nil)
    }

    @Test("a rope a hundred thousand pieces long is joined in order")
    func ropes() throws {
        let heap = Heap()
        var rope = heap.makeString("")
        for index in 0..<100_000 {
            rope = try #require(heap.concatenate(rope, heap.makeString(index % 2 == 0 ? "ab" : "cd")))
        }
        #expect(rope.count == 200_000)
        #expect(rope.text.hasPrefix("abcdabcd") && rope.text.hasSuffix("abcd"))
    }

    @Test("objects that get the same properties in the same order share a shape; deleting parts them")
    func shapes() {
        let heap = Heap()
        let (x, y) = (heap.strings.intern("x"), heap.strings.intern("y"))
        let objects = (0..<3).map { _ in heap.makeObject(proto: .undefined) }
        for object in objects {
            heap.add(x, Value(1), to: object)
            heap.add(y, Value(2), to: object)
        }
        #expect(objects[0].shapeID == objects[1].shapeID)
        heap.delete(slot: 0, from: objects[2])
        #expect(objects[2].shapeID != objects[1].shapeID)
        #expect(objects[2].ownValue(x) == nil && objects[2].ownValue(y) == Value(2))
    }

    @Test("more than the limit, all of it held, is told to the machine")
    func limit() {
        let heap = Heap()
        let roots = Roots()
        heap.addRoots(roots)
        heap.limit = 4 << 20
        for _ in 0..<64 { roots.values.append(Value(heap.makeString(String(repeating: "x", count: 1 << 17)))) }
        heap.collect()
        heap.collect()
        #expect(heap.isOverLimit)
    }

    @Test("a value is eight bytes of plain bits and keeps what it is given")
    func values() {
        #expect(MemoryLayout<Value>.size == 8 && _isPOD(Value.self))
        #expect(Value(1.5).number == 1.5 && Value(3.0).isInt && Value(-0.0).isDouble)
        #expect(Value(Double.nan).isNumber && !Value(Double.nan).isObject)
        #expect(Value(true).bool == true && Value.null.isNullish && !Value(0).isNullish)
    }
}

@Suite("Memory beside the heap")
struct ExternalMemoryTests {
    /// Native state that says it holds so much.
    private final class Holder: NativeState {
        var size = 0
        override var externalSize: Int { size }
    }

    @Test("what native state holds is counted when it grows, and given back with its cell")
    func balance() {
        let heap = Heap()
        heap.collect()
        let before = heap.bytesInUse
        for _ in 0..<100 {
            let object = heap.makeObject(proto: .undefined)
            let state = Holder()
            object.setNative(state)
            state.size = 1 << 20
            heap.noteExternal(of: state)
            // It gives its memory back before it goes, as a bitmap does that is disposed.
            state.size = 0
            heap.noteExternal(of: state)
        }
        #expect(heap.bytesInUse - before < 1 << 20)
    }

    @Test("a collection finds what grew without saying so")
    func silentGrowth() {
        let heap = Heap()
        let object = heap.makeObject(proto: .undefined)
        let state = Holder()
        object.setNative(state)
        let before = heap.bytesInUse
        state.size = 10 << 20
        heap.collect()
        #expect(heap.bytesInUse >= before + (10 << 20))
        withExtendedLifetime(object) {}
    }

    @Test("there is room up to the limit")
    func room() {
        let heap = Heap()
        heap.limit = heap.bytesInUse + (32 << 20)
        #expect(heap.hasRoom(forExternal: 16 << 20))
        #expect(!heap.hasRoom(forExternal: 64 << 20))
    }
}
