/// The steps of one frame of the whole movie, in order. A new object catches up to the current one.
///
/// A movie of SWF 8 and before knows only ``enter`` (timelines advance, children are placed and run their own first
/// frame at once) and ``scripts`` (the queued actions run). ActionScript 3 uses all four: constructors run between
/// the placing of children and their frame scripts, and frame scripts before EXIT_FRAME.
enum FramePhase: Int, CaseIterable, Sendable {
    /// Playheads advance and timelines place, move and remove children.
    case enter
    /// What was placed is constructed.
    case construct
    /// Frame scripts and queued actions run.
    case scripts
    /// The frame ends.
    case exit
}
