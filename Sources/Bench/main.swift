/// The benchmark program: prints a table of the sections that its arguments name, or of all.
let sections: [(name: String, run: () -> Void)] = [
    ("avm1", ActionBench.run),
    ("heap", HeapBench.run),
]
let wanted = CommandLine.arguments.dropFirst()
for name in wanted where !sections.contains(where: { $0.name == name }) {
    print("bench: no section \(name); there are \(sections.map(\.name).joined(separator: ", "))")
}
for section in sections where wanted.isEmpty || wanted.contains(section.name) {
    print("== \(section.name)")
    section.run()
}
