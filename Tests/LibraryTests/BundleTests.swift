import Foundation
import Testing

@testable import Library

@Suite("Bundles")
struct BundleTests {
    private func information(_ text: String) throws -> BundleInformation { try BundleInformation(Array(text.utf8)) }

    @Test("every player option is read")
    func options() throws {
        let read = try information(
            sampleInformation + """
                [player]
                script_timeout = 30
                base_url = "https://example.org/"
                quality = "8x8linear"
                align = "top_left"
                force_align = true
                scale_mode = "no_border"
                force_scale_mode = false
                upgrade_http_to_https = true
                load_behavior = "blocking"
                letterbox = "fullscreen"
                spoof_url = "http://example.org/a.swf"
                version = 9
                runtime = "air"
                frame_rate = 12.5
                mock_external_interface = true
                [player.parameters]
                b = "1"
                a = ""
                """)
        #expect(read.warnings.isEmpty)
        let options = read.options
        #expect(options.scriptTimeout == 30 && options.quality == .high8x8linear && options.align == .topLeft)
        #expect(options.forceAlign == true && options.scaleMode == .noBorder && options.forceScaleMode == false)
        #expect(options.upgradeToHTTPS == true && options.loadBehavior == .blocking)
        #expect(options.letterbox == .fullscreen && options.spoofURL == "http://example.org/a.swf")
        #expect(options.version == 9 && options.runtime == .air && options.frameRate == 12.5)
        #expect(options.mockExternalInterface == true && options.baseURL == "https://example.org/")
        #expect(options.parameters.map(\.name) == ["b", "a"])
    }

    @Test("wrong options are warnings and say nothing")
    func warnings() throws {
        let read = try information(
            sampleInformation + """
                [player]
                script_timeout = -1
                quality = "HIGH"
                version = 900
                frame_rate = nan
                base_url = "not absolute"
                force_align = "yes"
                unknown = 1
                parameters = { a = 1, b = "x" }
                """)
        #expect(read.warnings.count == 7)
        #expect(read.warnings.contains("player.force_align must be true or false, not a string"))
        #expect(read.warnings.contains { $0.hasPrefix("player.quality cannot be \"HIGH\"; it is one of low") })
        #expect(read.options.parameters == [PlayerOptions.Parameter(name: "b", value: "x")])
        #expect(read.options.quality == nil && read.options.version == nil && read.options.frameRate == nil)
    }

    @Test(
        "a bundle without what it needs is refused",
        arguments: [
            ("", "has no table [bundle]"), ("bundle = 1", "has no table [bundle]"),
            ("[bundle]\nurl='file:///a'", "no name"),
            ("[bundle]\nname=''\nurl='invalid'", "no absolute url"), ("[bundle", "line 1"),
        ])
    func fatal(_ text: String, _ message: String) {
        let got = problem { () throws(LibraryProblem) in _ = try BundleInformation(Array(text.utf8)) }
        #expect(got?.contains(message) == true)
    }

    @Test("options are merged field by field")
    func merging() {
        var user = PlayerOptions()
        var bundle = PlayerOptions()
        user.quality = .low
        bundle.quality = .high
        bundle.frameRate = 10
        bundle.parameters = [PlayerOptions.Parameter(name: "a", value: "1")]
        user.parameters = [PlayerOptions.Parameter(name: "a", value: "2")]
        let merged = user.over(bundle)
        #expect(merged.quality == .low && merged.frameRate == 10)
        #expect(merged.parameters.map(\.value) == ["1", "2"])
    }

    @Test("writing keeps what it does not know, and a number as it was written")
    func writing() throws {
        let text =
            "# mine\n[player]\nscript_timeout = 30 # s\nodd = 1\n[bundle]\nurl = \"file:///m.swf\"\nname = \"n\"\n"
        var read = try information(text)
        #expect(String(decoding: try read.encoded(), as: UTF8.self) == text)
        read.options.quality = .best
        read.options.parameters = [PlayerOptions.Parameter(name: "x", value: "y")]
        let again = try BundleInformation(try read.encoded())
        #expect(again.options == read.options)
        #expect(
            String(decoding: try read.encoded(), as: UTF8.self).contains("# mine\n[player]\nscript_timeout = 30 # s"))
    }

    @Test("URLs name files below content and nothing else")
    func urls() {
        #expect(BundleURL.path(of: "file:///locale/en.xml?x=1") == "locale/en.xml")
        #expect(BundleURL.path(of: "FILE://host/a%20b.swf") == "a b.swf")
        #expect(BundleURL.path(of: "file:///../a") == nil)
        #expect(BundleURL.path(of: "file:///%2e%2e/a") == nil)
        #expect(BundleURL.path(of: "file:///a%2Fb") == nil)
        #expect(BundleURL.path(of: "file:///a%00") == nil)
        #expect(BundleURL.path(of: "http://a/b") == nil)
        #expect(BundleURL.path(of: "file:///") == nil)
    }

    @Test("archive and folder give the same")
    func sources() throws {
        let scratch = try Scratch()
        try scratch.write(sampleInformation, to: "folder/ruffle-bundle.toml")
        try scratch.write("FWS\u{6}....", to: "folder/content/movie.swf")
        try scratch.write("<en/>", to: "folder/content/locale/en.xml")
        try scratch.write("secret", to: "secret")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/folder/content/link", withDestinationPath: scratch.path + "/secret")
        try Data(try sampleArchive()).write(to: URL(fileURLWithPath: scratch.path + "/b.RUF"))
        for path in ["folder", "folder/", "folder/ruffle-bundle.toml", "b.RUF"] {
            let bundle = try #require(try Bundle.open(at: "\(scratch.path)/\(path)"))
            #expect(bundle.information.name == "Sample")
            #expect(try bundle.movie().starts(with: Array("FWS".utf8)))
            #expect(try bundle.content(at: "locale/en.xml") == Array("<en/>".utf8))
            #expect(try bundle.content(at: "../ruffle-bundle.toml") == nil)
            #expect(try bundle.content(at: "link") == nil)
            let copy = try Bundle(archive: try bundle.archived(bundle.information))
            #expect(try copy.movie() == bundle.movie())
        }
        #expect(try Bundle.open(at: scratch.path + "/secret") == nil)
        #expect(try Bundle.open(at: scratch.path + "/none") == nil)
    }
}
