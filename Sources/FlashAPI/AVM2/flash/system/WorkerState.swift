import AVM2

/// `flash.system.WorkerState`.
enum WorkerStateClass {
    static let table = NativeClassTable.constants("flash.system.WorkerState", since: 17) {
        [
            .text("NEW", "new"), .text("RUNNING", "running"), .text("TERMINATED", "terminated"),
        ]
    }
}
