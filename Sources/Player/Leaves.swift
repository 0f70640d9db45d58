import Base
import Renderer
import SWF

/// A shape of the dictionary on the stage.
final class Graphic: DisplayObject {
    private var shape: ShapeCharacter

    /// ActionScript 3: its timeline gives it the shape of another; it stays the object that scripts know.
    func takeShape(of other: Graphic) {
        shape = other.shape
        characterID = other.characterID
        player.invalidate()
    }

    init(player: Player, assets: MovieAssets, characterID: CharacterID, shape: ShapeCharacter) {
        self.shape = shape
        super.init(player: player, assets: assets, characterID: characterID)
    }

    /// What scripts of ActionScript 3 have drawn over it.
    private(set) lazy var drawing: Drawing = {
        hasDrawing = true
        return Drawing(resources: player.resources)
    }()
    private var hasDrawing = false

    override var selfBounds: TwipsRect { hasDrawing ? shape.bounds.union(drawing.bounds) : shape.bounds }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        list.append(.shape(shape.shape, state.matrix, state.colorTransform))
        if hasDrawing, let drawn = drawing.shapeID() { list.append(.shape(drawn, state.matrix, state.colorTransform)) }
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool {
        player.resources.shape(shape.shape)?.contains(point) ?? false
    }
}

/// A shape between two shapes, as ``DisplayObject/ratio`` says.
final class MorphGraphic: DisplayObject {
    private let morph: MorphCharacter

    init(player: Player, assets: MovieAssets, characterID: CharacterID, morph: MorphCharacter) {
        self.morph = morph
        super.init(player: player, assets: assets, characterID: characterID)
    }

    override var selfBounds: TwipsRect { morph.shape(atRatio: ratio).bounds }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        list.append(.shape(morph.shape(atRatio: ratio).id, state.matrix, state.colorTransform))
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool {
        player.resources.shape(morph.shape(atRatio: ratio).id)?.contains(point) ?? false
    }
}

/// A bitmap of the dictionary placed without a shape around it.
final class BitmapGraphic: DisplayObject {
    private let bitmap: BitmapCharacter

    init(player: Player, assets: MovieAssets, characterID: CharacterID, bitmap: BitmapCharacter) {
        self.bitmap = bitmap
        super.init(player: player, assets: assets, characterID: characterID)
    }

    override var selfBounds: TwipsRect {
        // A side of a bitmap is at most 65,535 pixels, so twips fit.
        TwipsRect(
            xMin: 0, xMax: Int32(clamping: bitmap.width * 20), yMin: 0, yMax: Int32(clamping: bitmap.height * 20))
    }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        let matrix = state.matrix * Affine(a: 20, d: 20)
        list.append(.bitmap(bitmap.bitmap, matrix, state.colorTransform, isSmoothed: false))
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool { selfBounds.contains(point) }
}

/// A text whose glyphs the author's tool has placed.
public final class StaticText: DisplayObject {
    let text: DefineText

    init(player: Player, assets: MovieAssets, characterID: CharacterID, text: DefineText) {
        self.text = text
        super.init(player: player, assets: assets, characterID: characterID)
    }

    /// What a `TextSnapshot` has selected: by the places of the letters that it knows, and the colour below them.
    var selection: (isSelected: [Bool], color: RGBA) = ([], .black) { didSet { player.invalidate() } }

    override var selfBounds: TwipsRect { text.matrix.apply(text.bounds) }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        let outer = state.matrix * Affine(text.matrix)
        if selection.isSelected.contains(true), !state.isMask {
            let color = state.colorTransform.apply(selection.color)
            for (glyph, isSelected) in zip(snapshotGlyphs(), selection.isSelected) where isSelected {
                let box = glyph.box
                let place = Affine(a: box.right - box.left, d: box.bottom - box.top, tx: box.left, ty: box.top)
                list.append(.glyph(player.unitSquare, outer * place, color))
            }
        }
        forEachGlyph { shape, place, color in
            list.append(.glyph(shape, outer * place, state.colorTransform.apply(color)))
        }
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool { selfBounds.contains(point) }

    /// Calls `body` with each glyph's outline, its place in the text's space and its colour.
    private func forEachGlyph(_ body: (ShapeID, Affine, RGBA) -> Void) {
        var font: FontCharacter?
        var height = 0.0
        var color = RGBA.black
        var (x, y) = (0.0, 0.0)
        for record in text.records {
            if let id = record.font { font = assets.font(id) }
            if let value = record.height { height = Double(value) }
            if let value = record.color { color = value }
            if let offset = record.xOffset { x = Double(offset) }
            if let offset = record.yOffset { y = Double(offset) }
            let scale = height / (font?.emSquare ?? 1024)
            for glyph in record.glyphs {
                if let shape = font?.glyph(Int(glyph.index)) {
                    body(shape, Affine(a: scale, d: scale, tx: x, ty: y), color)
                }
                x += Double(glyph.advance)
            }
        }
    }
}
