import Glibc

/// The words of the command line, the program's name left out. A name of a file is bytes, which need be no UTF-8: both
/// forms are kept.
struct CommandLineArguments {
    let texts: [String]
    private let bytes: [[CChar]]

    init() {
        let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
        bytes = words.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
        texts = words.map { String(cString: $0) }
    }

    /// The bytes, ended by 0, of the first word that reads as `text`.
    func bytes(of text: String) -> [CChar] {
        texts.firstIndex(of: text).map { bytes[$0] } ?? Array(text.utf8CString)
    }
}

/// Opens /dev/null for each standard stream that is closed: else the next file to be opened, such as the connection to
/// the X server, would be taken for it.
func openMissingStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
        // The lowest free number is the stream's, since those below it are open.
        _ = open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
}
