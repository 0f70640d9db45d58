import AVM
import AVM2

/// `flash.media.AVCaptionStyle`.
enum AVCaptionStyleClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVCaptionStyle", "()",
            [
                Field("backgroundColor", ":String"), Field("backgroundOpacity", ":String"),
                Field("bottomInset", ":String"), Field("edgeColor", ":String"), Field("fillColor", ":String"),
                Field("fillOpacity", ":String"), Field("font", ":String"), Field("fontColor", ":String"),
                Field("fontEdge", ":String"), Field("fontOpacity", ":String"), Field("size", ":String"),
            ])
        face.since = 30
        face.hasEmptyTexts = true
        return face
    }()

    static let table = face.table {
        [
            .text("DEFAULT", "default"), .text("NONE", "none"),
            .text("MONOSPACE_WITH_SERIFS", "monospaced_with_serifs"),
            .text("MONOSPACED_WITHOUT_SERIFS", "monospaced_without_serifs"),
            .text("PROPORTIONAL_WITH_SERIFS", "proportional_with_serifs"),
            .text("PROPORTIONAL_WITHOUT_SERIFS", "proportional_without_serifs"), .text("CASUAL", "casual"),
            .text("CURSIVE", "cursive"), .text("DEPRESSED", "depressed"), .text("RAISED", "raised"),
            .text("SMALL_CAPITALS", "small_capitals"), .text("UNIFORM", "uniform"), .text("SMALL", "small"),
            .text("MEDIUM", "medium"), .text("LARGE", "large"), .text("BRIGHT_MAGENTA", "bright_magenta"),
            .text("MAGENTA", "magenta"), .text("DARK_MAGENTA", "dark_magenta"), .text("BRIGHT_RED", "bright_red"),
            .text("RED", "red"), .text("DARK_RED", "dark_red"), .text("BRIGHT_YELLOW", "bright_yellow"),
            .text("YELLOW", "yellow"), .text("DARK_YELLOW", "dark_yellow"), .text("BRIGHT_GREEN", "bright_green"),
            .text("GREEN", "green"), .text("DARK_GREEN", "dark_green"), .text("BRIGHT_CYAN", "bright_cyan"),
            .text("CYAN", "cyan"), .text("DARK_CYAN", "dark_cyan"), .text("BRIGHT_BLUE", "bright_blue"),
            .text("BLUE", "blue"), .text("DARK_BLUE", "dark_blue"), .text("BRIGHT_WHITE", "bright_white"),
            .text("WHITE", "white"), .text("GRAY", "gray"), .text("BLACK", "black"),
            .text("LEFT_DROP_SHADOW", "drop_shadow_left"), .text("RIGHT_DROP_SHADOW", "drop_shadow_right"),
        ]
    }
}
