import AVM
import Testing

@Suite("Numbers as ActionScript 3 has them")
struct NumberConversionTests {
    static let fixed: [(Double, Int, String)] = [
        (0, 2, "0.00"), (1.005, 2, "1.00"), (0.5, 0, "1"), (2.5, 0, "3"), (0.05, 0, "0"), (0.0001, 2, "0.00"),
        (99.995, 1, "100.0"), (-1.25, 1, "-1.3"), (1234.5678, 2, "1234.57"), (1e21, 2, "1e+21"), (0.95, 1, "0.9"),
        (0.96, 1, "1.0"), (0.000001, 7, "0.0000010"),
    ]

    @Test("toFixed", arguments: Self.fixed)
    func toFixed(number: Double, digits: Int, text: String) {
        #expect(NumberConversion.fixed(number, digits: digits) == text)
    }

    static let precision: [(Double, Int, String)] = [
        (123.456, 4, "123.5"), (0.000123, 2, "0.00012"), (1_234_567, 2, "1.2e+6"), (1e-10, 3, "1.00e-10"),
        (0, 3, "0.000"), (9.99, 2, "10"), (-5, 1, "-5"),
    ]

    @Test("toPrecision", arguments: Self.precision)
    func toPrecision(number: Double, count: Int, text: String) {
        #expect(NumberConversion.precision(number, count: count) == text)
    }

    static let exponential: [(Double, Int, String)] = [
        (12345, 2, "1.23e+4"), (0, 2, "0.00e-16"), (77.1, 0, "7e+1"), (9.96, 1, "9.9"), (-1, 3, "-1.000"),
        (0, 0, "1e-15"), (4_294_967_295, 1, "4.2e+9"),
    ]

    @Test("toExponential", arguments: Self.exponential)
    func toExponential(number: Double, digits: Int, text: String) {
        #expect(NumberConversion.exponential(number, digits: digits) == text)
    }

    static let radix: [(Double, Int, String)] = [
        (255, 16, "ff"), (255.9, 16, "ff"), (-255, 2, "-11111111"), (0.5, 2, "0"), (1e3, 36, "rs"),
        (.nan, 2, "NaN"), (3.5, 10, "3.5"),
    ]

    @Test("toString with a radix gives whole numbers", arguments: Self.radix)
    func toRadix(number: Double, radix: Int, text: String) {
        #expect(NumberConversion.string(number, radix: radix) == text)
    }

    static let numbers: [(String, Double)] = [
        ("", 0), (" \t\n", 0), ("12", 12), ("  12.5\u{2028}", 12.5), ("0x1F", 31), ("-0x10", -16),
        ("-Infinity", -.infinity),
        ("1e3", 1000), (".5", 0.5), ("5.", 5),
    ]

    @Test("Number(text)", arguments: Self.numbers)
    func number(text: String, number: Double) { #expect(NumberConversion.number(Array(text.utf16)) == number) }

    @Test("what is no number", arguments: ["a", "1a", "0x", "0xg", "1 2", "--1", "Infinityx", "e5", "."])
    func notANumber(text: String) { #expect(NumberConversion.number(Array(text.utf16)).isNaN) }

    @Test("parseInt and parseFloat take what they can")
    func parsing() {
        #expect(NumberConversion.parseInt(Array(" 12px".utf16), radix: 0) == 12)
        #expect(NumberConversion.parseInt(Array("-0x1g".utf16), radix: 0) == -1)
        #expect(NumberConversion.parseInt(Array("0x10".utf16), radix: 10) == 0)
        #expect(NumberConversion.parseInt(Array("zz".utf16), radix: 36) == 1295)
        #expect(NumberConversion.parseInt(Array("12".utf16), radix: 1).isNaN)
        #expect(NumberConversion.parseInt(Array("0x20000000000001".utf16), radix: 16) == 9_007_199_254_740_992)
        #expect(NumberConversion.parseFloat(Array(" 3.5e2x".utf16)) == 350)
        #expect(NumberConversion.parseFloat(Array("Infinityx".utf16)).isNaN)
        #expect(NumberConversion.parseFloat(Array("Infinity x".utf16)) == .infinity)
        #expect(NumberConversion.parseFloat(Array("x".utf16)).isNaN)
    }

    @Test("indices are whole and within bounds; negative ones count from the end")
    func indices() {
        #expect(NumberConversion.clampedIndex(-1, count: 5) == 4)
        #expect(NumberConversion.clampedIndex(-9, count: 5) == 0)
        #expect(NumberConversion.clampedIndex(.infinity, count: 5) == 5)
        #expect(NumberConversion.clampedIndex(.nan, count: 5) == 0)
    }
}
