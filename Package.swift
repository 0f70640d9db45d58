// swift-tools-version: 6.2
import PackageDescription

/// Flags of every Swift target, see CONTRIBUTING.md: a warning is an error, and a release build drops the
/// exclusivity checks (a debug build, and so every unit test, keeps them).
let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .unsafeFlags(
        ["-enforce-exclusivity=unchecked", "-cross-module-optimization", "-Xcc", "-march=x86-64-v2"],
        .when(configuration: .release)),
]

/// Dispatch: each case of an interpreter's loop ends with a jump of its own to the next instruction's case. The
/// compiler knows how (tail duplication), but not for so many cases unless it is told to.
let threadedDispatch: [SwiftSetting] = [
    .unsafeFlags(
        ["-Xllvm", "-tail-dup-pred-size=1000", "-Xllvm", "-tail-dup-succ-size=1000"], .when(configuration: .release))
]

let package = Package(
    name: "ruffle-x11",
    products: [
        .executable(name: "ruffle-x11", targets: ["RuffleX11"]),
        .executable(name: "corpus-host", targets: ["CorpusHost"]),
        .executable(name: "bench", targets: ["Bench"]),
        .executable(name: "raster-bench", targets: ["RasterBench"]),
        .executable(name: "fuzz", targets: ["Fuzz"]),
    ],
    targets: [
        // System libraries: a module map and a header shim each.
        .systemLibrary(name: "CX11", pkgConfig: "xext", providers: [.apt(["libx11-dev", "libxext-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLZMA", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"])]),
        .systemLibrary(name: "CStack"),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-16", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CAlsa", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        // Loads libavcodec (libavcodec-dev, libavutil-dev) by itself at first use.
        .target(name: "CAVCodec", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        // Loads libcurl (libcurl4-openssl-dev) by itself at first use.
        .target(name: "CCurl"),
        // Loads libdbus (libdbus-1-dev) by itself at first use. Its headers lie apart; which of these folders has them the
        // distribution says.
        .target(
            name: "CDBus",
            cSettings: [
                .unsafeFlags([
                    "-I/usr/include/dbus-1.0", "-I/usr/lib/x86_64-linux-gnu/dbus-1.0/include",
                    "-I/usr/lib64/dbus-1.0/include", "-I/usr/lib/dbus-1.0/include",
                ])
            ]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),

        // Arrows go one way: a target imports only what stands above it.
        .target(name: "Base", swiftSettings: swift),
        .target(name: "SWF", dependencies: ["Base", "CZlib", "CLZMA"], swiftSettings: swift),
        // Loops over pixels and samples are 50 times as slow without optimisation: a debug build optimises them too and
        // keeps the checks.
        .target(
            name: "Media", dependencies: ["Base", "CJPEG", "CPNG", "CGIF", "CZlib", "CAVCodec"],
            swiftSettings: swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        // The loops over pixels, for each kind of processor.
        .target(
            name: "CPixels",
            cSettings: [.unsafeFlags(["-O2", "-fwrapv", "-Wall", "-Wextra", "-Werror", "-march=x86-64-v2"])]),
        .target(
            name: "Renderer", dependencies: ["Base", "CPixels"],
            swiftSettings: swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .target(
            name: "Stage3D", dependencies: ["Base"],
            swiftSettings: swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .target(
            name: "PixelBender", swiftSettings: swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .target(
            name: "Fonts", dependencies: ["Base", "CFreeType", "CFontconfig", "CHarfBuzz", "CFriBidi"],
            swiftSettings: swift),
        .target(
            name: "AVM", dependencies: ["Base", "CStack", "CZlib", "CLZMA"], path: "Sources/AVM/Core",
            swiftSettings: swift),
        .target(name: "AVM1", dependencies: ["AVM", "Base"], path: "Sources/AVM/AVM1", swiftSettings: swift),
        .target(
            name: "AVM2", dependencies: ["AVM", "Base", "CPCRE2"], path: "Sources/AVM/AVM2",
            swiftSettings: swift + threadedDispatch),
        .target(
            name: "Player", dependencies: ["Base", "SWF", "Media", "Renderer", "Fonts", "AVM", "AVM1", "AVM2"],
            swiftSettings: swift),
        .target(
            name: "FlashAPI1", dependencies: ["Player", "AVM1", "AVM", "Renderer", "Media", "SWF", "Base"],
            path: "Sources/FlashAPI/AVM1", swiftSettings: swift),
        .target(
            name: "FlashAPI2",
            dependencies: ["Player", "AVM2", "AVM", "PixelBender", "Stage3D", "Renderer", "Media", "SWF", "Base"],
            path: "Sources/FlashAPI/AVM2", swiftSettings: swift),
        .target(
            name: "FlashAPI", dependencies: ["FlashAPI1", "FlashAPI2", "Player"], path: "Sources/FlashAPI/Install",
            swiftSettings: swift),
        .target(name: "Library", dependencies: ["CZlib", "CLinux"], swiftSettings: swift),
        .target(name: "UI", dependencies: ["Renderer", "Fonts", "Library", "Base"], swiftSettings: swift),
        .executableTarget(
            name: "RuffleX11",
            dependencies: [
                "FlashAPI", "Player", "UI", "Renderer", "Library", "Fonts", "Media", "SWF", "Base", "CX11", "CLinux",
                "CAlsa", "CCurl", "CDBus",
            ],
            swiftSettings: swift),
        .executableTarget(
            name: "CorpusHost", dependencies: ["FlashAPI", "Player", "Renderer", "Fonts", "Media", "SWF", "Base"],
            swiftSettings: swift),

        // Tests and what they share.
        .target(
            name: "TestSupport", dependencies: ["Base", "SWF", "CZlib", "CLZMA"], path: "Tests/Support",
            swiftSettings: swift),
        .target(name: "Measure", swiftSettings: swift),
        .executableTarget(
            name: "RasterBench", dependencies: ["Measure", "Renderer", "Base"], swiftSettings: swift),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "Measure", "FlashAPI", "Player", "UI", "Library", "Fonts", "Media", "Renderer", "AVM", "SWF", "Base",
                "TestSupport",
            ],
            swiftSettings: swift),
        .executableTarget(
            name: "MakeDemo", dependencies: ["TestSupport", "SWF", "Base"], path: "Tests/MakeDemo", swiftSettings: swift
        ),
        .target(
            name: "FuzzKit", dependencies: ["TestSupport", "Player", "Renderer", "Media", "SWF", "Base"],
            path: "Tests/FuzzKit", swiftSettings: swift),
        .executableTarget(
            name: "Fuzz", dependencies: ["FuzzKit", "TestSupport"], path: "Tests/Fuzz", swiftSettings: swift),
        .testTarget(
            name: "BaseTests", dependencies: ["TestSupport", "Base"], path: "Tests/BaseTests", swiftSettings: swift),
        .testTarget(
            name: "SWFTests", dependencies: ["TestSupport", "SWF", "Base"], path: "Tests/SWFTests", swiftSettings: swift
        ),
        .testTarget(
            name: "LibraryTests", dependencies: ["TestSupport", "Library"], path: "Tests/LibraryTests",
            swiftSettings: swift),
        .testTarget(
            name: "UITests", dependencies: ["UI", "Library", "Renderer", "Base"], path: "Tests/UITests",
            swiftSettings: swift),
        .testTarget(
            name: "MediaTests", dependencies: ["TestSupport", "Media", "Base"], path: "Tests/MediaTests",
            swiftSettings: swift),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzKit", "TestSupport", "SWF"], path: "Tests/FuzzTests",
            swiftSettings: swift),
        .systemLibrary(name: "CXTest", path: "Tests/CXTest", providers: [.apt(["libxtst-dev"])]),
        .testTarget(
            name: "WindowTests",
            dependencies: [
                "RuffleX11", "TestSupport", "FlashAPI", "Player", "Library", "Renderer", "Media", "SWF", "Base", "CX11",
                "CXTest",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "AVMTests", dependencies: ["TestSupport", "AVM", "Base"], path: "Tests/AVMTests", swiftSettings: swift
        ),
        .testTarget(
            name: "AVM1Tests", dependencies: ["TestSupport", "AVM1", "AVM", "SWF", "Base"], path: "Tests/AVM1Tests",
            swiftSettings: swift),
        .testTarget(
            name: "AVM2Tests", dependencies: ["TestSupport", "AVM2", "AVM", "Base"], path: "Tests/AVM2Tests",
            swiftSettings: swift),
        .testTarget(
            name: "PlayerTests",
            dependencies: [
                "TestSupport", "FlashAPI", "FlashAPI1", "FlashAPI2", "Player", "Fonts", "Renderer", "Media", "AVM2",
                "AVM",
                "SWF", "Base",
            ],
            path: "Tests/PlayerTests", swiftSettings: swift),
        .testTarget(
            name: "PixelBenderTests", dependencies: ["PixelBender"], path: "Tests/PixelBenderTests",
            swiftSettings: swift),
        .testTarget(
            name: "Stage3DTests", dependencies: ["Stage3D"], path: "Tests/Stage3DTests", swiftSettings: swift),
        .testTarget(
            name: "FontsTests", dependencies: ["Fonts", "Base"], path: "Tests/FontsTests", swiftSettings: swift),
        .testTarget(
            name: "RendererTests", dependencies: ["TestSupport", "Renderer", "CPixels", "Media", "Base"],
            path: "Tests/RendererTests", swiftSettings: swift),
    ]
)

// libFuzzer instruments what it runs, so it is only there when asked for: LIBFUZZER=1 swift build --product LibFuzzer.
if Context.environment["LIBFUZZER"] != nil {
    package.targets.append(
        .executableTarget(
            name: "LibFuzzer", dependencies: ["FuzzKit"], path: "Tests/LibFuzzer", swiftSettings: swift,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
    for target in package.targets where target.swiftSettings != nil {
        target.swiftSettings? += [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])]
    }
}
