import FuzzKit
import SWF
import TestSupport
import Testing

@Suite("Mutants")
struct MutantTests {
    private static let mutator = Mutator(originals: Mutator.richMovies, seed: 1)

    @Test("the same number gives the same mutant, another one another")
    func determinism() {
        for index in [0, 1, 77] {
            #expect(Self.mutator.mutant(index) == Mutator(originals: Mutator.richMovies, seed: 1).mutant(index))
        }
        #expect(Set((0..<50).map { Self.mutator.mutant($0) }).count == 50)
        #expect(Self.mutator.mutant(0) != Mutator(originals: Mutator.richMovies, seed: 2).mutant(0))
    }

    @Test("most mutants are still movies, and many have tags that cannot be decoded")
    func variety() {
        let walks = (0..<300).compactMap { try? Movie(Self.mutator.mutant($0)) }.map { MovieWalk($0) }
        #expect(walks.count > 250)
        #expect(walks.filter { !$0.failures.isEmpty }.count > 50)
        #expect(Set(walks.map(\.tagCount)).count > 30)
    }

    /// The long run is the `fuzz` program's, in a release build. Here the debug build's checks for overflow and
    /// exclusive access watch.
    @Test("a few hundred are played without a fault")
    func play() {
        for index in 0..<400 { Victim.attack(Self.mutator.mutant(index)) }
    }

    @Test("a movie whose characters hold themselves ends")
    func cyclicMovie() throws {
        #expect(try #require(Victim.attack(CyclicMovie.file())) >= 10)
    }

    @Test("the whole movies that mutants are made of are played")
    func originals() throws {
        for original in Mutator.richMovies {
            #expect(try #require(Victim.attack(original)) >= 10)
        }
        #expect(Victim.attack([1, 2, 3]) == nil)
    }
}
