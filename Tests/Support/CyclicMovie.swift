import SWF

/// A movie whose sprites and buttons hold themselves and each other. Flash plays such files; what they show is nothing.
public enum CyclicMovie {
    public static func file() -> [UInt8] {
        var movie = SWFWriter(version: 6, width: 60, height: 60)
        movie.defineShape(id: 1, .rectangle(x: 0, y: 0, width: 9, height: 9), fill: .solid(.black))
        movie.defineSprite(id: 2) { sprite in
            sprite.place(1, depth: 1)
            // Twice, so that each level has twice as many as the one above.
            sprite.place(2, depth: 2)
            sprite.place(2, depth: 3)
            sprite.showFrames(2)
        }
        movie.defineSprite(id: 3) { sprite in
            sprite.place(4, depth: 1)
            sprite.showFrame()
        }
        let states: ButtonStates = [.up, .over, .down, .hitTest]
        movie.defineButton2(
            id: 4,
            [
                ButtonRecord(states: states, id: 3, depth: 1, matrix: .identity),
                ButtonRecord(states: states, id: 4, depth: 2, matrix: .identity),
                ButtonRecord(states: states, id: 4, depth: 3, matrix: .identity),
            ])
        movie.place(2, depth: 1)
        movie.place(4, depth: 2)
        movie.showFrames(3)
        return movie.file()
    }
}
