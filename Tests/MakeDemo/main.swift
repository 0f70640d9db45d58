// Writes the demo movie: `swift run MakeDemo assets/demo.swf`.

#if canImport(Glibc)
    import Glibc
#endif

/// Ends the program with a line on standard error.
func fail(_ message: String, status: Int32) -> Never {
    let line = Array("\(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
}

guard CommandLine.arguments.count == 2 else { fail("usage: MakeDemo FILE", status: 2) }
let path = CommandLine.arguments[1]
let movie = Demo.file()
guard let file = fopen(path, "wb"), fwrite(movie, 1, movie.count, file) == movie.count, fclose(file) == 0 else {
    fail("\(path): \(String(cString: strerror(errno)))", status: 1)
}
