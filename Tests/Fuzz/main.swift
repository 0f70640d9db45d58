import SWF
import TestSupport
#if canImport(Glibc)
    import Glibc
#endif

for path in CommandLine.arguments.dropFirst() {
    guard let file = fopen(path, "rb") else { print("no \(path)"); continue }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: size)
    fread(&bytes, 1, size, file)
    fclose(file)
    do {
        let movie = try Movie(bytes)
        let walk = MovieWalk(movie)
        if !movie.warnings.isEmpty || !walk.failures.isEmpty { print(path, walk.tagCount, walk.failures, movie.warnings) }
    } catch { print(path, error) }
}
