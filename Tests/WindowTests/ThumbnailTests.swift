import Foundation
import TestSupport
import Testing

@Suite("Thumbnails")
struct ThumbnailTests {
    @Test("a movie whose script never ends has its picture in time")
    func endless() throws {
        var code = ActionAssembler()
        let loop = code.label()
        code.place(loop)
        code.jump(loop)
        var movie = SWFWriter(width: 100, height: 50)
        movie.doAction(code.bytes)
        movie.showFrame()
        let file = try TemporaryFile(movie.file(.zlib))
        let picture = file.path + ".png"
        let start = Date()
        let end = try run(["--screenshot", picture, "--thumbnail", "64", "--", file.path])
        #expect(end.status == 0)
        // Scripts end after 3.8 s; what is left is starting and writing.
        #expect(Date().timeIntervalSince(start) < 6)
        #expect(FileManager.default.fileExists(atPath: picture))
    }
}
