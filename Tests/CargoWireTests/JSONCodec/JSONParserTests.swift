import CargoDomain
import Testing

@testable import CargoWire

@Suite("Canonical JSON: reading")
struct JSONParserTests {
    @Test(
        "each JSON value is parsed to its input value",
        arguments: [
            (#"{}"#, [:]), (#"[]"#, []), (#""""#, ""), (#"true"#, true), (#"false"#, false), ("0", 0), ("-0", 0), ("-12", -12),
            ("9007199254740991", 9_007_199_254_740_991), ("-9007199254740991", -9_007_199_254_740_991),
            (" \t\r\n[ 1 , 2 ] \n", [1, 2]), (#"{ "b" : [ { } ] , "a" : "x" }"#, ["a": "x", "b": [[:]]]),
            (#""\" \\ \/ \b \t \n \f \r \u0041 \u00e9 \u00E9 \uD83D\uDE00""#, "\" \\ / \u{8} \t \n \u{c} \r A é é \u{1F600}"),
            (#""\u0000\u001f\u007f""#, "\u{0}\u{1f}\u{7f}"), ("\"\u{7f}\u{2028}\u{FFFF}\u{10FFFF}\"", "\u{7f}\u{2028}\u{FFFF}\u{10FFFF}"),
        ] as [(String, Input)]
    )
    func reads(text: String, expected: Input) throws {
        #expect(try JSONParser.parse(text) == expected)
    }

    static let malformed: [String] = [
        // No value, or more than one
        "", " ", "{} {}", "1 2", "[1]x", "{}\u{0}", "\u{FEFF}{}", "{}\u{A0}", "\u{B}1", "1\u{C}", "/**/1", "// x\n1",
        // Words
        "null", "[null]", #"{"a":null}"#, "True", "tru", "truex", "t", "NaN", "Infinity", "-Infinity", "undefined",
        // Numbers
        "-", "+1", "01", "-01", "00", "-00", "1.0", "1.", ".5", "1e1", "1E1", "1e", "-1.5", "0x10", "0.0", "0e0", "1_000", "--1", "1-", "١",
        "１",
        // Lists and objects
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1}", "{", "}", "{]", #"{"a""#, #"{"a":"#, #"{"a":1"#,
        #"{"a":1,"#,
        #"{"a":1,}"#, #"{,"a":1}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a"}"#, "{1:2}", "{a:1}", "{'a':1}", #"{"a":1;"b":2}"#, #"{"a"::1}"#,
        // Duplicate names
        #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"":1,"":2}"#, #"[{"x":{"é":1,"\u00e9":2}}]"#,
        // Strings
        "\"", "\"a", "\"\\", "\"\\\"", "'a'", #""\x""#, #""\a""#, #""\U0041""#, #""\u""#, #""\u1""#, #""\u123""#, #""\u123g""#,
        #""\u+123""#, #""\u 123""#,
        "\"\u{0}\"", "\"\u{1}\"", "\"\n\"", "\"\t\"", "\"\r\"", "\"\u{1f}\"",
        // Lone surrogates
        #""\ud800""#, #""\udfff""#, #""\udc00\ud800""#, #""\ud800\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#,
        #""\ud83d\ude0""#,
        #"{"\ud800":1}"#,
    ]

    @Test("text that isn't JSON of the supported subset is json_invalid, with the text unchanged", arguments: malformed)
    func rejects(text: String) {
        #expect(throws: DomainError.invalid(.jsonInvalid, text: text)) { try JSONParser.parse(text) }
        #expect(throws: DomainError.invalid(.jsonInvalid, text: text)) { try JSONParser.parse(text, hugeIntegers: .kept) }
    }

    @Test(
        "bytes that aren't UTF-8 are json_invalid",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFE], [0xFF],
        ] as [[UInt8]]
    )
    func rejectsBadUTF8(bytes: [UInt8]) {
        for text in [[0x22] + bytes + [0x22], [0x22, 0x5C, 0x6E] + bytes + [0x22], [0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D]] {
            let repaired = String(decoding: text, as: UTF8.self)
            #expect(throws: DomainError.invalid(.jsonInvalid, text: repaired)) {
                try text.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }.get()
            }
        }
    }

    @Test("a byte order mark is json_invalid")
    func rejectsByteOrderMark() {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x31]
        #expect(throws: DomainError.invalid(.jsonInvalid, text: "\u{FEFF}1")) {
            try bytes.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }.get()
        }
    }

    @Test("names that Swift compares as equal but whose scalars differ are two names")
    func normalisationDoesNotMerge() throws {
        let value = try JSONParser.parse(#"{"\u00e9":1,"e\u0301":2}"#)
        #expect(value == .object([.init(name: "e\u{301}", value: 2), .init(name: "\u{e9}", value: 1)]))
    }

    @Test("members are sorted by UTF-16 code units")
    func sortsMembers() throws {
        let value = try JSONParser.parse(
            "{\"\u{FF5E}\":1,\"\u{1F600}\":2,\"b\":3,\"a\":4,\"\":5,\"ab\":6,\"\u{20AC}\":7,\"\u{D7FF}\":8,\"\u{E000}\":9}"
        )
        guard case .object(let members) = value else {
            Issue.record("no object")
            return
        }
        #expect(
            members.map { Array($0.name.unicodeScalars) }
                == ["", "a", "ab", "b", "\u{20AC}", "\u{D7FF}", "\u{1F600}", "\u{E000}", "\u{FF5E}"].map { Array($0.unicodeScalars) }
        )
        #expect(members.map(\.name) == members.map(\.name).sorted { Array($0.utf16).lexicographicallyPrecedes(Array($1.utf16)) })
    }

    @Test(
        "VAL-INT-1: integers beyond ±(2^53−1) are rejected with their digits, or kept if the caller allows it",
        arguments: [
            "9007199254740992", "-9007199254740992", "9223372036854775808", "-99999999999999999999999999999999999999999999",
        ]
    )
    func hugeIntegers(digits: String) throws {
        #expect(throws: DomainError.invalid(.integerOutOfRange, text: digits)) { try JSONParser.parse("{\"a\":[\(digits)]}") }
        #expect(try JSONParser.parse("[\(digits)]", hugeIntegers: .kept) == [.hugeInteger(digits)])
    }

    @Test("the first of several huge integers is reported, unless the text is malformed")
    func hugeIntegerPrecedence() {
        #expect(throws: DomainError.invalid(.integerOutOfRange, text: "9007199254740993")) {
            try JSONParser.parse(#"{"b":9007199254740993,"a":9007199254740992}"#)
        }
        let both = #"[9007199254740993,]"#
        #expect(throws: DomainError.invalid(.jsonInvalid, text: both)) { try JSONParser.parse(both) }
        let leadingZero = "09007199254740993"
        #expect(throws: DomainError.invalid(.jsonInvalid, text: leadingZero)) { try JSONParser.parse(leadingZero) }
        let fraction = "9007199254740993.0"
        #expect(throws: DomainError.invalid(.jsonInvalid, text: fraction)) { try JSONParser.parse(fraction) }
    }

    @Test("of another program's JSON, members that are null are left out and other numbers keep their spelling")
    func foreign() throws {
        func parse(_ text: String) throws(DomainError) -> Input {
            var text = text
            return try text.withUTF8 { bytes in
                Result { () throws(DomainError) in try JSONParser.parseForeign(UnsafeRawBufferPointer(bytes)) }
            }.get()
        }
        let read = try parse(#"{"b":null,"a":{"c" : null },"d":[53.5,-0.25E+10,1e3,7,9007199254740992],"n":"null"}"#)
        let spelled = ["53.5", "-0.25E+10", "1e3"].map { Input.hugeInteger($0) }
        #expect(try parse("[null,1, null ]") == [1])
        #expect(read == ["a": [:], "d": .list(spelled + [7, .hugeInteger("9007199254740992")]), "n": "null"])
        let malformed = [
            "null", #"{"a":nul}"#, #"{"a":nullx}"#, #"{"a":null"#, "1.", "1.e1", "1e", "1e+", ".5", "01.5", "1.5.5", "1e1e1", "-",
        ]
        for text in malformed {
            #expect(throws: DomainError.invalid(.jsonInvalid, text: text)) { try parse(text) }
        }
    }

    @Test("64 levels of nesting are accepted and 65 are rejected, for arrays and objects")
    func nesting() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            let width = open.hasPrefix("[{") ? 2 : 1
            let deepest = String(repeating: open, count: 64 / width) + "1" + String(repeating: close, count: 64 / width)
            #expect(throws: Never.self) { try JSONParser.parse(deepest) }
            let tooDeep = "[\(deepest)]"
            #expect(throws: DomainError.invalid(.jsonInvalid, text: tooDeep)) { try JSONParser.parse(tooDeep) }
        }
        // Adjacent values aren't nested.
        let wide = "[" + String(repeating: "[[]],", count: 1000) + "1]"
        #expect(throws: Never.self) { try JSONParser.parse(wide) }
        let hostile = String(repeating: "[", count: 1_000_000)
        #expect(throws: DomainError.invalid(.jsonInvalid, text: hostile)) { try JSONParser.parse(hostile) }
    }
}
