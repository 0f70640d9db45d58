import Glibc

let programName = "ruffle-x11"

/// Something that ends the program, in words for the person who started it.
struct Complaint: Error, Equatable {
    /// One line, without the program's name and without a full stop.
    var message: String
    /// 1 where something failed, 2 where the command line is wrong.
    var status: Int32 = 1
    /// Only the movie cannot be played: the library goes on.
    var isOfMovie = false
}

/// The text of a system call's failure, such as "No such file or directory".
func describe(errno code: Int32) -> String {
    String(cString: strerror(code))
}

/// Writes one line for a person to standard error. There is nowhere to tell that this itself failed.
func report(_ message: String) {
    let line = "\(programName): \(message.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
        let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        if written < 0 && errno != EINTR { return }
        bytes = bytes.dropFirst(max(0, written))
    }
}
