import AVM
import AVM2
import Base

/// A picture of a text as a child of its field.
struct FieldImage {
    let serial: Int
    let object: DisplayObject
    /// What it is wide and high by itself, in twips, as far as that is known.
    var width = 0
    var height = 0
}

/// The pictures that `<img>` tags put into a field: children of it, which scripts find by their `id`.
extension EditText {
    /// The child that an `<img>` with that `id` has made (`TextField.getImageReference`).
    public func image(named id: String) -> DisplayObject? {
        mayHoldImages = true
        matchImages()
        guard let image = content.images.first(where: { $0.id == id }) else { return nil }
        return images.first { $0.serial == image.serial }?.object
    }

    /// Makes children for the pictures that have none, and takes out those whose picture is gone.
    func matchImages() {
        guard !(content.images.isEmpty && images.isEmpty) else { return }
        guard mayHoldImages else {
            // A field of a timeline gets them when the frame is over.
            player.hasUnfittedText = true
            return
        }
        let wanted = Set(content.images.map(\.serial))
        for image in images where !wanted.contains(image.serial) { removeNow(image.object) }
        images.removeAll { !wanted.contains($0.serial) }
        for image in content.images where !images.contains(where: { $0.serial == image.serial }) {
            guard let object = runsAVM1 ? makeChild1(image) : makeChild2(image) else { continue }
            images.append(FieldImage(serial: image.serial, object: object))
        }
    }

    /// Pictures of one field that are shown: a movie cannot fill the memory with those of one text.
    static let mostImages = 1024

    /// What the lines have to leave room for.
    var imageRequests: [TextFloats.Request] {
        content.images.prefix(Self.mostImages).map { image in
            let size = size(of: image)
            return TextFloats.Request(
                index: image.index, width: size.width + 2 * LineBreaker.twips(image.horizontalSpace),
                height: size.height + 2 * LineBreaker.twips(image.verticalSpace), side: image.side)
        }
    }

    /// What its tag says, or what it is by itself.
    private func size(of image: TextImage) -> (width: Int, height: Int) {
        let child = images.first { $0.serial == image.serial }
        return (
            image.width.map { LineBreaker.twips($0) } ?? child?.width ?? 0,
            image.height.map { LineBreaker.twips($0) } ?? child?.height ?? 0
        )
    }

    /// Looks at what has been loaded meanwhile, and puts the children where the lines leave room for them.
    func placeImages() {
        mayHoldImages = true
        matchImages()
        guard !images.isEmpty else { return }
        var hasGrown = false
        for index in images.indices where images[index].width == 0 || images[index].height == 0 {
            let size = Self.ownSize(of: images[index].object)
            guard size.width > 0, size.height > 0 else { continue }
            (images[index].width, images[index].height) = size
            hasGrown = true
        }
        if hasGrown { invalidateLayout() }
        let layout = layout
        guard scroll >= 1, scroll <= layout.lines.count else { return }
        let dx = Int(box.xMin) + Self.gutter - LineBreaker.twips(hscroll)
        let dy = Int(box.yMin) + Self.gutter - layout.lines[scroll - 1].y
        for (image, area) in zip(content.images, layout.images) {
            guard let child = images.first(where: { $0.serial == image.serial }) else { continue }
            let size = size(of: image)
            var matrix = Matrix.identity
            if child.width > 0 { matrix.a = Float(size.width) / Float(child.width) }
            if child.height > 0 { matrix.d = Float(size.height) / Float(child.height) }
            matrix.tx = Int32(clamping: area.x + dx + LineBreaker.twips(image.horizontalSpace))
            matrix.ty = Int32(clamping: area.y + dy + LineBreaker.twips(image.verticalSpace))
            if child.object.matrix != matrix { child.object.matrix = matrix }
        }
    }

    /// A movie is as large as its stage, all else as what it shows.
    private static func ownSize(of object: DisplayObject) -> (width: Int, height: Int) {
        let content = (object as? LoaderObject)?.children.first ?? object
        if let clip = content as? MovieClip, clip.characterID == nil, clip.assets !== object.parent?.assets {
            let stage = clip.assets.movie.header.frameSize
            return (Int(stage.xMax) - Int(stage.xMin), Int(stage.yMax) - Int(stage.yMin))
        }
        let box = object.bounds
        return box.isEmpty ? (0, 0) : (Int(box.xMax) - Int(box.xMin), Int(box.yMax) - Int(box.yMin))
    }

    // MARK: Children

    /// A clip of the library, or one into which the picture is loaded.
    private func makeChild1(_ image: TextImage) -> DisplayObject? {
        let symbol = assets.exports(named: image.source).flatMap { player.instantiate($0, of: assets) }
        let timeline = Timeline(movie: assets.movie, records: [], frameCount: 1)
        let child = symbol ?? MovieClip(player: player, assets: assets, characterID: nil, timeline: timeline)
        child.name = image.id ?? player.nextInstanceName()
        place(child, atDepth: MovieClip.scriptDepth &+ Int32(clamping: image.serial))
        if let clip = child as? MovieClip {
            clip.didEnterStage(by: .script(nil))
        } else {
            child.didEnterStage()
        }
        if symbol == nil, let clip = child as? MovieClip {
            player.avm1.perform { () throws(ScriptError) in
                try player.avm1.loader.loadMovie(image.source, into: clip, method: .none, variablesOf: nil)
            }
        }
        return child
    }

    /// An instance of a class of the movie, or a Loader that loads the picture.
    private func makeChild2(_ image: TextImage) -> DisplayObject? {
        var made: DisplayObject?
        player.avm2.perform { () throws(ScriptError) in
            let machine = player.avm2.machine!
            let name = machine.qname(dotted: image.source.replacing("::", with: "."))
            if let traits = player.avm2.domain(of: assets).type(name),
                machine.derives(traits, from: "flash.display.DisplayObject")
            {
                made = try machine.construct(traits).displayObject2
            } else if let loader = machine.traits(named: "flash.display.Loader"),
                let request = machine.traits(named: "flash.net.URLRequest")
            {
                let held = ValueBuffer(machine.heap)
                held.append(Value(try machine.construct(request, [machine.string(image.source)])))
                let object = try machine.construct(loader)
                held.append(Value(object))
                made = object.displayObject2
                if let made { player.avm2.addChild(made, to: self, at: children.count) }
                _ = try machine.callMethod("load", of: Value(object), held.elements[0])
            }
        }
        guard let made else { return nil }
        if made.parent !== self { player.avm2.addChild(made, to: self, at: children.count) }
        if let id = image.id { made.name = id }
        return made
    }
}
