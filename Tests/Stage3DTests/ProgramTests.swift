import Testing

@testable import Stage3D

/// What is no AGAL, and why. Numbers are those of Flash's errors.
@Suite struct ProgramTests {
    private typealias Assembler = ShaderAssembler

    private static func fault(
        vertex: [UInt8] = Assembler.plainVertex, fragment: [UInt8] = Assembler.plainFragment,
        _ profile: Profile = .baseline
    ) -> Int? {
        do throws(ProgramFault) {
            _ = try Program(vertex: vertex, fragment: fragment, for: profile)
            return nil
        } catch { return error.number }
    }

    @Test("a plain program is one")
    func plain() { #expect(Self.fault() == nil) }

    @Test("headers are checked from the front")
    func headers() {
        let good = Assembler.plainFragment
        #expect(Self.fault(fragment: Array(good.prefix(20))) == 3615)
        for (place, number) in [(0, 3616), (1, 3617), (5, 3618), (6, 3619)] {
            var bad = good
            bad[place] = 99
            #expect(Self.fault(fragment: bad) == number)
        }
    }

    @Test("destinations that cannot be written")
    func destinations() {
        for (register, number) in [
            (Assembler.Register.sampler, 3649), (.varying, 3650), (.attribute, 3651), (.constant, 3652), (.depth, 3749),
        ] {
            var assembler = Assembler(isVertex: false)
            assembler.op(0, register, Assembler.source(.constant))
            #expect(Self.fault(fragment: assembler.bytes) == number)
        }
        var masked = Assembler(isVertex: false)
        masked.op(0, .output, mask: 0, Assembler.source(.constant))
        #expect(Self.fault(fragment: masked.bytes) == 3653)
    }

    @Test("sources that cannot be read")
    func sources() {
        for (register, number) in [
            (Assembler.Register.sampler, 3638), (.attribute, 3644), (.output, 3646), (.temporary, 3647),
        ] {
            var assembler = Assembler(isVertex: false)
            assembler.op(0, .output, Assembler.source(register))
            #expect(Self.fault(fragment: assembler.bytes) == number)
        }
        var far = Assembler(isVertex: false)
        far.op(0, .output, Assembler.source(.constant, 28))
        #expect(Self.fault(fragment: far.bytes) == 3659)
        var indirect = Assembler(isVertex: false)
        indirect.op(0, .output, Assembler.indirect(.constant, 0, component: 0, offset: 0))
        #expect(Self.fault(fragment: indirect.bytes) == 3639)
    }

    @Test("what version 2 brought is for profiles that have it")
    func versions() {
        var assembler = Assembler(isVertex: false, version: 2)
        assembler.op(0x1A, .output, Assembler.source(.varying))
        #expect(Self.fault(fragment: assembler.bytes) == 3617)
        #expect(Self.fault(fragment: assembler.bytes, .standard) == nil)
        var unclosed = Assembler(isVertex: false, version: 2)
        unclosed.op(0x21, nil)
        unclosed.op(0, .output, Assembler.source(.varying))
        #expect(Self.fault(fragment: unclosed.bytes, .standard) == 3623)
    }

    @Test("a sampler is used in one way only")
    func samplers() {
        var assembler = Assembler(isVertex: false)
        assembler.op(0x28, .temporary, at: 0, Assembler.source(.varying), Assembler.sampler(0))
        assembler.op(0x28, .temporary, at: 1, Assembler.source(.varying), Assembler.sampler(0, isLinear: true))
        assembler.op(1, .output, at: 0, Assembler.source(.temporary, 0), Assembler.source(.temporary, 1))
        #expect(Self.fault(fragment: assembler.bytes) == 3696)
    }

    @Test("bytes at random are refused or run, never more")
    func noise() {
        var state: UInt64 = 1
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        var read = 0
        for _ in 0..<20_000 {
            var bytes = Assembler.plainFragment
            for _ in 0..<3 { bytes[Int(next()) % bytes.count] = next() % 48 }
            guard let program = try? Program(vertex: Assembler.plainVertex, fragment: bytes, for: .standardExtended)
            else { continue }
            read += 1
            let scene = Scene(program, width: 4, height: 4)
            scene.drawAll(SIMD4(1, 0, 0, 1))
        }
        #expect(read > 100)
    }
}
