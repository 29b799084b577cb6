import CargoDomain
import CargoTesting
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    static let upperAndDigits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".unicodeScalars)
    static let alphanumerics = upperAndDigits.union("abcdefghijklmnopqrstuvwxyz".unicodeScalars)

    /// Texts that resemble an id but aren't valid.
    static let traps = [
        "", " ", "ABC123\n", "ABC123\r\n", " ABC123", "ABC123 ", "ABC\t123", "ABC\0123", "\u{FEFF}ABC123", "ABC\u{200B}123",
        "A\u{308}BC123",
        "\u{C4}BC123", "\u{FF21}BC123", "ABC\u{FF11}23", "ABC\u{0661}23", "ABC\u{2010}123", "ABC\u{2013}123", "\u{DF}ABC123",
        "\u{131}ABC123",
        "\u{130}ABC123", "\u{17F}ABC123", "\u{212A}ABC123", "\u{1F6A2}ABC", "ABC/123", "ABC:123", "ABC+123", "ABC,123",
    ]

    @Test("VAL-ID-1: a tracking id is 3 to 36 characters long")
    func trackingIdLength() throws {
        for length in [3, 4, 35, 36] { #expect(try TrackingId(String(repeating: "A", count: length)).text.utf8.count == length) }
        for length in [0, 1, 2, 37, 38, 1000] {
            let text = String(repeating: "A", count: length)
            #expect(throws: DomainError.invalid(.trackingIdInvalid, text: text)) { try TrackingId(text) }
        }
    }

    @Test("VAL-ID-1: a tracking id has upper-case letters, digits and inner hyphens; every ASCII character is tried in every position")
    func trackingIdCharacters() {
        for value in UInt8(0)...127 {
            let scalar = Unicode.Scalar(value)
            let isOuter = Self.upperAndDigits.contains(scalar)
            #expect(((try? TrackingId("\(scalar)BC")) != nil) == isOuter)
            #expect(((try? TrackingId("AB\(scalar)")) != nil) == isOuter)
            #expect(((try? TrackingId("A\(scalar)C")) != nil) == (isOuter || scalar == "-"))
        }
        #expect((try? TrackingId("A--------------------------------B")) != nil)
    }

    @Test(
        "VAL-ID-1: a tracking id isn't trimmed, case-folded or normalised",
        arguments: traps + ["abc123", "ABc123", "-ABC", "ABC-", "AB", "A_C", "A.C"]
    )
    func refusesTrackingId(text: String) {
        #expect(throws: DomainError.invalid(.trackingIdInvalid, text: text)) { try TrackingId(text) }
    }

    @Test(
        "VAL-ID-2: a generated tracking id encodes 60 bits in Crockford's Base32",
        arguments: [
            (0, "000000000000"), (1, "000000000001"), (31, "00000000000Z"), (32, "000000000010"), (0x0FFF_FFFF_FFFF_FFFF, "ZZZZZZZZZZZZ"),
            (0xF000_0000_0000_0000, "000000000000"), (0x0800_0000_0000_0000, "G00000000000"), (0x0088_6429_8E84_A96C, "123456789ABC"),
        ] as [(UInt64, String)]
    )
    func generated(bits: UInt64, text: String) throws {
        let id = TrackingId(randomBits: bits)
        #expect(id.text == text)
        #expect(try TrackingId(text) == id)
    }

    @Test("VAL-ID-2: each of the 32 digits encodes its value; I, L, O and U aren't digits")
    func alphabet() {
        let signs = (0..<32).map { TrackingId(randomBits: $0).text.last.map(String.init) ?? "" }
        #expect(signs.joined() == "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        for place in 0..<12 {
            for value in UInt64(0)..<32 {
                let text = Array(TrackingId(randomBits: value << UInt64(5 * (11 - place))).text).map(String.init)
                #expect(text[place] == signs[Int(value)])
            }
        }
    }

    @Test("VAL-ID-2: 10,000 generated ids are distinct and parse")
    func draws() throws {
        var source = SplitMix64(seed: 1)
        let ids = (0..<10_000).map { _ in TrackingId(randomBits: source.next()) }
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(try TrackingId(id.text) == id) }
    }

    @Test("VAL-ID-3: customer ids and voyage numbers are 1 to 36 characters long")
    func length() throws {
        for length in [1, 2, 35, 36] {
            let text = String(repeating: "a", count: length)
            #expect(try CustomerId(text).text == text)
            #expect(try VoyageNumber(text).text == text)
        }
        for length in [0, 37, 1000] {
            let text = String(repeating: "a", count: length)
            #expect(throws: DomainError.invalid(.customerIdInvalid, text: text)) { try CustomerId(text) }
            #expect(throws: DomainError.invalid(.voyageNumberInvalid, text: text)) { try VoyageNumber(text) }
        }
    }

    @Test("VAL-ID-3: they start with a letter or digit, then also allow - _ and .; every ASCII character is tried in every position")
    func characters() {
        for value in UInt8(0)...127 {
            let scalar = Unicode.Scalar(value)
            let isFirst = Self.alphanumerics.contains(scalar)
            let isInner = isFirst || scalar == "-" || scalar == "_" || scalar == "."
            for (text, isValid) in [("\(scalar)b", isFirst), ("\(scalar)", isFirst), ("a\(scalar)b", isInner), ("ab\(scalar)", isInner)] {
                #expect(((try? CustomerId(text)) != nil) == isValid)
                #expect(((try? VoyageNumber(text)) != nil) == isValid)
            }
        }
    }

    @Test("VAL-ID-3: they aren't trimmed, case-folded or normalised", arguments: traps)
    func refuses(text: String) {
        #expect(throws: DomainError.invalid(.customerIdInvalid, text: text)) { try CustomerId(text) }
        #expect(throws: DomainError.invalid(.voyageNumberInvalid, text: text)) { try VoyageNumber(text) }
    }

    @Test("VAL-ID-3: case is significant, and they sort in ASCII order")
    func caseAndOrder() throws {
        #expect(try CustomerId("acme") != CustomerId("ACME"))
        #expect(try VoyageNumber("v1") != VoyageNumber("V1"))
        #expect(
            ["b", "V2", "a", "V10", "0", "V_", "V.", "V-"].map { VoyageNumber.stub($0) }.sorted().map(\.text) == [
                "0", "V-", "V.", "V10", "V2", "V_", "a", "b",
            ]
        )
        #expect(["a1", "A1", "0"].map { CustomerId.stub($0) }.sorted().map(\.text) == ["0", "A1", "a1"])
        #expect(["AA0", "A-A", "A0A"].map { TrackingId.stub($0) }.sorted().map(\.text) == ["A-A", "A0A", "AA0"])
    }
}
