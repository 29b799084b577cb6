import CargoDomain
import CargoTesting
import Testing

@Suite("A location")
struct LocationTests {
    @Test("VAL-LOC-2: the code identifies a location; equality also compares the name")
    func identity() {
        let old = Location.stub("SESTO", name: "Stockholm")
        let new = Location.stub("SESTO", name: "Stockholm Norvik")
        #expect(old.isSameLocation(as: new))
        #expect(old != new)
        #expect(old == .stub("SESTO", name: "Stockholm"))
        #expect(!old.isSameLocation(as: .stub("SEGOT", name: "Stockholm")))
    }

    @Test(
        "VAL-LOC-2: a name has 1 to 200 scalars; bytes, UTF-16 units and grapheme clusters aren't counted",
        arguments: ["a", "\u{F6}", "\u{1F6A2}", "\u{308}", "\u{10FFFF}"]
    )
    func length(scalar: String) throws {
        for count in [1, 199, 200] { #expect(try LocationName(String(repeating: scalar, count: count)).text.unicodeScalars.count == count) }
        let long = String(repeating: scalar, count: 201)
        #expect(throws: DomainError.invalid(.locationNameInvalid, text: long)) { try LocationName(long) }
        #expect(throws: DomainError.invalid(.locationNameInvalid, text: "")) { try LocationName("") }
    }

    @Test("VAL-LOC-2: control characters are rejected anywhere in a name, and the scalars next to them are accepted")
    func controls() throws {
        for value in Array(UInt32(0)...0x1F) + Array(0x7F...0x9F) {
            let scalar = try #require(Unicode.Scalar(value))
            for text in ["\(scalar)ab", "a\(scalar)b", "ab\(scalar)"] {
                #expect(throws: DomainError.invalid(.locationNameInvalid, text: text)) { try LocationName(text) }
            }
        }
        for text in ["a b", "a~b", "a\u{A0}b", "a\u{2028}b", "a\u{AD}b"] { #expect(try LocationName(text).text == text) }
        #expect((try? LocationName("a\r\nb")) == nil)
    }

    @Test("VAL-LOC-2: a name of only white space is rejected; any other name is kept untrimmed")
    func blanks() throws {
        let spaces: [UInt32] = [0x20, 0xA0, 0x1680] + Array(0x2000...0x200A) + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
        for value in spaces {
            let blank = String(try #require(Unicode.Scalar(value)))
            for text in [blank, blank + blank, " \(blank)"] {
                #expect(throws: DomainError.invalid(.locationNameInvalid, text: text)) { try LocationName(text) }
            }
            let padded = try LocationName("\(blank)a\(blank)").text
            #expect(Array(padded.unicodeScalars) == Array("\(blank)a\(blank)".unicodeScalars))
        }
    }

    @Test(
        "VAL-LOC-2: an invisible character without the White_Space property makes a name",
        arguments: ["\u{200B}", "\u{FEFF}", "\u{180E}", "\u{2060}", "\u{200C}", "\u{2800}", "\u{3164}", "\u{1FFF}", "\u{3001}"]
    )
    func invisible(text: String) throws {
        #expect(try LocationName(text).text == text)
    }
}
