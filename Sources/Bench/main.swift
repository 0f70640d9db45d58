/// The benchmark program: prints a table of the sections that its arguments name, or of all.
let sections: [(name: String, run: () -> Void)] = [
    ("avm1", ActionBench.run),
    ("heap", HeapBench.run),
    ("library", LibraryBench.run),
    ("video", VideoBench.run),
]
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "movie", let path = arguments.dropFirst().first(where: { $0 != "--cpu" }) {
    MovieBench.run(path, countsCPU: arguments.contains("--cpu"))
} else if arguments.first == "leak", arguments.count > 1 {
    LeakBench.run(arguments[1], milliseconds: arguments.count > 2 ? Double(arguments[2]) ?? 0.3 : 0.3)
} else {
    for name in arguments where !sections.contains(where: { $0.name == name }) {
        print(
            "bench: no section \(name); there are \(sections.map(\.name).joined(separator: ", ")) and movie FILE [--cpu], leak FILE [MILLISECONDS]"
        )
    }
    for section in sections where arguments.isEmpty || arguments.contains(section.name) {
        print("== \(section.name)")
        section.run()
    }
}
