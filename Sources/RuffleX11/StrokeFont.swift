import Base
import Renderer
import UI

/// Letters for the program's own controls, made of strokes. There is nothing to load, and they are there whatever
/// fonts a machine has.
///
/// A hundred units make the font's size. The baseline is y = 0, capitals are 70 high and small letters 50.
enum StrokeFont {
    static let capitalHeight = 0.70
    private static let strokeWidth = 9.5
    /// Free space at each side of a letter, half the stroke included.
    private static let bearing = 9.5
    private static let spaceWidth = 28.0

    /// A letter's strokes, its first point at x = 0, as `M x y` (go), `L x y` (line) and `Q cx cy x y` (curve).
    private static let letters: [Character: String] = [
        "A": "M 0 0 L 27 70 L 54 0 M 9 23 L 45 23",
        "B": "M 0 37 L 24 37 Q 43 37 43 53 Q 43 70 24 70 L 0 70 L 0 0 L 25 0 Q 47 0 47 18 Q 47 37 24 37",
        "C": "M 52 57 Q 45 70 29 70 Q 0 70 0 35 Q 0 0 29 0 Q 45 0 52 13",
        "D": "M 0 0 L 0 70 L 20 70 Q 54 70 54 35 Q 54 0 20 0 L 0 0",
        "E": "M 42 70 L 0 70 L 0 0 L 43 0 M 0 37 L 36 37",
        "F": "M 42 70 L 0 70 L 0 0 M 0 36 L 36 36",
        "G": "M 53 57 Q 46 70 29 70 Q 0 70 0 35 Q 0 0 29 0 Q 55 0 55 28 L 55 33 L 32 33",
        "H": "M 0 0 L 0 70 M 50 0 L 50 70 M 0 37 L 50 37",
        "I": "M 0 0 L 0 70",
        "J": "M 32 70 L 32 20 Q 32 0 15 0 Q 0 0 0 17",
        "K": "M 0 0 L 0 70 M 46 70 L 0 27 M 16 42 L 49 0",
        "L": "M 0 70 L 0 0 L 39 0",
        "M": "M 0 0 L 0 70 L 31 20 L 62 70 L 62 0",
        "N": "M 0 0 L 0 70 L 50 0 L 50 70",
        "O": "M 31 70 Q 62 70 62 35 Q 62 0 31 0 Q 0 0 0 35 Q 0 70 31 70",
        "P": "M 0 0 L 0 70 L 24 70 Q 46 70 46 50 Q 46 31 24 31 L 0 31",
        "Q": "M 31 70 Q 62 70 62 35 Q 62 0 31 0 Q 0 0 0 35 Q 0 70 31 70 M 40 16 L 60 -6",
        "R": "M 0 0 L 0 70 L 24 70 Q 46 70 46 50 Q 46 31 24 31 L 0 31 M 22 31 L 48 0",
        "S": "M 43 58 Q 38 70 23 70 Q 3 70 3 53 Q 3 41 23 37 Q 47 32 47 18 Q 47 0 23 0 Q 6 0 0 14",
        "T": "M 0 70 L 50 70 M 25 70 L 25 0",
        "U": "M 0 70 L 0 27 Q 0 0 25 0 Q 50 0 50 27 L 50 70",
        "V": "M 0 70 L 27 0 L 54 70",
        "W": "M 0 70 L 20 0 L 41 66 L 62 0 L 82 70",
        "X": "M 0 70 L 48 0 M 48 70 L 0 0",
        "Y": "M 0 70 L 25 34 L 50 70 M 25 34 L 25 0",
        "Z": "M 1 70 L 46 70 L 0 0 L 48 0",
        "a": "M 40 50 L 40 0 M 40 34 Q 40 50 20 50 Q 0 50 0 25 Q 0 0 20 0 Q 40 0 40 16",
        "b": "M 0 72 L 0 0 M 0 34 Q 0 50 20 50 Q 40 50 40 25 Q 40 0 20 0 Q 0 0 0 16",
        "c": "M 36 41 Q 31 50 20 50 Q 0 50 0 25 Q 0 0 20 0 Q 31 0 36 9",
        "d": "M 40 72 L 40 0 M 40 34 Q 40 50 20 50 Q 0 50 0 25 Q 0 0 20 0 Q 40 0 40 16",
        "e": "M 0 26 L 40 26 Q 40 50 20 50 Q 0 50 0 25 Q 0 0 21 0 Q 32 0 37 9",
        "f": "M 26 71 Q 10 74 10 56 L 10 0 M 0 48 L 24 48",
        "g": "M 40 50 L 40 0 Q 40 -19 20 -19 Q 9 -19 4 -14 M 40 34 Q 40 50 20 50 Q 0 50 0 25 Q 0 0 20 0 Q 40 0 40 16",
        "h": "M 0 72 L 0 0 M 0 30 Q 0 50 19 50 Q 37 50 37 30 L 37 0",
        "i": "M 0 50 L 0 0 M 0 68 L 0 69",
        "j": "M 6 50 L 6 -8 Q 6 -19 -5 -18 M 6 68 L 6 69",
        "k": "M 0 72 L 0 0 M 34 50 L 0 19 M 13 31 L 36 0",
        "l": "M 0 72 L 0 0",
        "m": "M 0 50 L 0 0 M 0 32 Q 0 50 16 50 Q 31 50 31 32 L 31 0 M 31 32 Q 31 50 47 50 Q 62 50 62 32 L 62 0",
        "n": "M 0 50 L 0 0 M 0 30 Q 0 50 19 50 Q 37 50 37 30 L 37 0",
        "o": "M 21 50 Q 42 50 42 25 Q 42 0 21 0 Q 0 0 0 25 Q 0 50 21 50",
        "p": "M 0 50 L 0 -19 M 0 34 Q 0 50 20 50 Q 40 50 40 25 Q 40 0 20 0 Q 0 0 0 16",
        "q": "M 40 50 L 40 -19 M 40 34 Q 40 50 20 50 Q 0 50 0 25 Q 0 0 20 0 Q 40 0 40 16",
        "r": "M 0 50 L 0 0 M 0 28 Q 0 50 22 49",
        "s": "M 32 41 Q 28 50 17 50 Q 2 50 2 38 Q 2 29 17 26 Q 34 23 34 12 Q 34 0 17 0 Q 4 0 0 10",
        "t": "M 10 66 L 10 14 Q 10 0 26 1 M 0 49 L 25 49",
        "u": "M 0 50 L 0 20 Q 0 0 18 0 Q 37 0 37 20 M 37 50 L 37 0",
        "v": "M 0 50 L 19 0 L 38 50",
        "w": "M 0 50 L 14 0 L 29 46 L 44 0 L 58 50",
        "x": "M 0 50 L 36 0 M 36 50 L 0 0",
        "y": "M 0 50 L 19 2 M 38 50 L 15 -12 Q 12 -20 2 -19",
        "z": "M 1 50 L 34 50 L 0 0 L 36 0",
        "0": "M 22 70 Q 44 70 44 35 Q 44 0 22 0 Q 0 0 0 35 Q 0 70 22 70",
        "1": "M 4 57 L 20 70 L 20 0",
        "2": "M 1 54 Q 3 70 21 70 Q 41 70 41 52 Q 41 40 27 27 L 0 0 L 43 0",
        "3": "M 2 58 Q 8 70 21 70 Q 40 70 40 53 Q 40 37 20 37 Q 43 37 43 19 Q 43 0 21 0 Q 5 0 0 13",
        "4": "M 34 0 L 34 70 L 0 20 L 46 20",
        "5": "M 38 70 L 6 70 L 3 38 Q 10 44 21 44 Q 43 44 43 22 Q 43 0 20 0 Q 5 0 0 12",
        "6": "M 38 61 Q 33 70 23 70 Q 0 70 0 30 Q 0 0 22 0 Q 43 0 43 22 Q 43 43 22 43 Q 2 43 0 24",
        "7": "M 0 70 L 42 70 L 16 0",
        "8":
            "M 22 38 Q 3 38 3 54 Q 3 70 22 70 Q 41 70 41 54 Q 41 38 22 38 "
            + "Q 0 38 0 19 Q 0 0 22 0 Q 44 0 44 19 Q 44 38 22 38",
        "9": "M 5 9 Q 10 0 20 0 Q 43 0 43 40 Q 43 70 21 70 Q 0 70 0 48 Q 0 27 21 27 Q 41 27 43 46",
        ".": "M 0 0 L 0 1",
        ",": "M 4 2 L 0 -11",
        ":": "M 0 4 L 0 5 M 0 44 L 0 45",
        "-": "M 0 28 L 26 28",
        "+": "M 0 32 L 44 32 M 22 10 L 22 54",
        "/": "M 0 -8 L 28 74",
        "(": "M 14 78 Q 0 60 0 32 Q 0 4 14 -14",
        ")": "M 0 78 Q 14 60 14 32 Q 14 4 0 -14",
        "!": "M 0 70 L 0 22 M 0 0 L 0 1",
        "?": "M 0 56 Q 2 70 17 70 Q 36 70 36 53 Q 36 44 26 37 Q 17 31 17 20 M 17 0 L 17 1",
        "%":
            "M 54 70 L 14 0 M 14 70 Q 28 70 28 53 Q 28 36 14 36 Q 0 36 0 53 Q 0 70 14 70 "
            + "M 54 34 Q 68 34 68 17 Q 68 0 54 0 Q 40 0 40 17 Q 40 34 54 34",
    ]

    static func hasGlyph(_ letter: Character) -> Bool { letters[letter] != nil }

    /// One letter: its shape at a font size of 100 pixels, and how far the next letter is, as a share of the size.
    struct Glyph {
        var shape: VectorShape?
        var advance: Double
    }

    /// The glyph of `letter`; a question mark where there is none.
    static func glyph(_ letter: Character) -> Glyph {
        if letter == " " { return Glyph(shape: nil, advance: spaceWidth / 100) }
        let path = letters[letter] ?? letters["?"]!
        var sketch = ShapeSketch(strokeWidth: strokeWidth)
        var tokens = path.split(separator: " ")[...]
        var pen = (0.0, 0.0)
        var right = 0.0
        /// The next point of the path, with y turned downwards.
        func point() -> (Double, Double) {
            let x = tokens.popFirst().flatMap { Double($0) } ?? 0
            let y = tokens.popFirst().flatMap { Double($0) } ?? 0
            right = max(right, x)
            return (x + bearing, -y)
        }
        while let verb = tokens.popFirst() {
            switch verb {
            case "M": pen = point()
            case "L":
                let end = point()
                sketch.stroke([pen, end])
                pen = end
            default:
                let control = point()
                let end = point()
                sketch.stroke(pen, control, end)
                pen = end
            }
        }
        return Glyph(shape: sketch.shape, advance: (right + 2 * bearing) / 100)
    }

    /// The width of `text` as a share of the font's size.
    static func width(of text: String) -> Double { text.reduce(0) { $0 + glyph($1).advance } }
}
