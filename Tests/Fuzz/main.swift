// Plays mutated movies and watches that nothing traps, hangs or eats the machine.
//
//     fuzz --mutants 20000 --seed 1           run them; exit status 1 on the first fault
//     fuzz --seed 1 --only 1234 --save FILE   write that one mutant, and run it
//     fuzz FILE…                              run files

import FuzzKit
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// The mutant that is being run, for the signal handlers; -1 for none.
nonisolated(unsafe) private var current: Int = -1
/// Seconds that one mutant may take, processor time and all.
private let secondsPerMutant: UInt32 = 20
/// Bytes of address space that the whole run may take.
private let memoryLimit: UInt = 6 << 30

/// Writes `text` and ends. Safe inside a signal handler: no allocation.
private func die(_ text: StaticString) -> Never {
    var digits: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0, 0, 0, 10)
    withUnsafeMutableBytes(of: &digits) { buffer in
        var rest = max(0, current)
        for index in (0..<8).reversed() {
            buffer[index] = UInt8(48 + rest % 10)
            rest /= 10
        }
        _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        _ = write(STDERR_FILENO, buffer.baseAddress, 9)
    }
    _exit(1)
}

private func watch() {
    // A stack that has run out cannot run a handler: it gets one of its own.
    let size = 1 << 16
    var stack = stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
        handle(number) { _ in die("crash in mutant ") }
    }
    handle(SIGALRM) { _ in die("hang in mutant ") }
    var limit = rlimit(rlim_cur: memoryLimit, rlim_max: memoryLimit)
    if setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) != 0 { die("no memory limit at mutant ") }
}

private func handle(_ number: CInt, _ handler: @escaping @convention(c) (CInt) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_ONSTACK
    sigaction(number, &action, nil)
}

/// The options of the command line and the files it names.
struct Options {
    var mutants = 1000
    var seed: UInt64 = 1
    var only: Int?
    var save: String?
    var files: [String] = []

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--mutants": mutants = rest.popFirst().flatMap { Int($0) } ?? mutants
            case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
            case "--only": only = rest.popFirst().flatMap { Int($0) }
            case "--save": save = rest.popFirst()
            default: files.append(argument)
            }
        }
    }
}

private func run(_ bytes: [UInt8], number: Int) -> Bool {
    current = number
    alarm(secondsPerMutant)
    let isMovie = Victim.attack(bytes) != nil
    alarm(0)
    return isMovie
}

private func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
watch()
if !options.files.isEmpty {
    for (number, path) in options.files.enumerated() {
        guard let bytes = contents(of: path) else { die("unreadable file ") }
        print("\(path): \(run(bytes, number: number) ? "a movie" : "no movie")")
    }
    exit(0)
}
let mutator = Mutator(originals: Mutator.richMovies, seed: options.seed)
if let only = options.only {
    let bytes = mutator.mutant(only)
    if let path = options.save, let file = fopen(path, "wb") {
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
    print("mutant \(only): \(run(bytes, number: only) ? "a movie" : "no movie")")
    exit(0)
}
var movies = 0
for number in 0..<options.mutants where run(mutator.mutant(number), number: number) { movies += 1 }
print("\(options.mutants) mutants, \(movies) of them movies, no fault")
