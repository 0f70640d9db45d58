import AVM2

/// `flash.media.H264Level`.
enum H264LevelClass {
    static let table = NativeClassTable.constants("flash.media.H264Level", since: 13) {
        [
            .text("LEVEL_1", "1"), .text("LEVEL_1_1", "1.1"), .text("LEVEL_1_2", "1.2"), .text("LEVEL_1_3", "1.3"),
            .text("LEVEL_1B", "1b"), .text("LEVEL_2", "2"), .text("LEVEL_2_1", "2.1"), .text("LEVEL_2_2", "2.2"),
            .text("LEVEL_3", "3"), .text("LEVEL_3_1", "3.1"), .text("LEVEL_3_2", "3.2"), .text("LEVEL_4", "4"),
            .text("LEVEL_4_1", "4.1"), .text("LEVEL_4_2", "4.2"), .text("LEVEL_5", "5"), .text("LEVEL_5_1", "5.1"),
        ]
    }
}
