import Glibc

/// Where things lie on this machine.
public enum Paths {
    /// The path without links and dots, nil where nothing is there.
    public static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    /// The folder of this program's data: `$XDG_DATA_HOME/ruffle-x11`. Nil where the person has no home.
    ///
    /// Spec: XDG Base Directory Specification 0.8. A relative path there counts for nothing.
    public static var data: String? {
        if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/ruffle-x11" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.local/share/ruffle-x11"
    }

    /// The folder of this program's own settings: `$XDG_CONFIG_HOME/ruffle-x11`.
    public static var configuration: String? {
        if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/ruffle-x11" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.config/ruffle-x11"
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
