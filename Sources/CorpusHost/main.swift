import Foundation

/// Plays the case that CASE.json describes and writes its results under OUTDIR; `Case` tells the format.
/// `--stress N` collects garbage at every Nth allocation: what a native holds where the collector does not look shows.
do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var stressInterval: Int?
    if arguments.first == "--stress" {
        guard arguments.count > 1, let interval = Int(arguments[1]), interval > 0 else { throw HostError.usage }
        stressInterval = interval
        arguments.removeFirst(2)
    }
    guard arguments.count == 2 else { throw HostError.usage }
    let description = try Data(contentsOf: URL(fileURLWithPath: arguments[0]))
    let settings = try JSONDecoder().decode(Case.self, from: description)
    try Host(settings, output: URL(fileURLWithPath: arguments[1]), stressInterval: stressInterval).run()
} catch {
    FileHandle.standardError.write(Data("corpus-host: \(error)\n".utf8))
    exit(1)
}
