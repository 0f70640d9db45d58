import Foundation

/// Plays the case that CASE.json describes and writes its results under OUTDIR; `Case` tells the format.
do {
    guard CommandLine.arguments.count == 3 else { throw HostError.usage }
    let description = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    let settings = try JSONDecoder().decode(Case.self, from: description)
    try Host(settings, output: URL(fileURLWithPath: CommandLine.arguments[2])).run()
} catch {
    FileHandle.standardError.write(Data("corpus-host: \(error)\n".utf8))
    exit(1)
}
