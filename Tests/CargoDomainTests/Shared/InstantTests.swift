import CargoDomain
import CargoTesting
import Testing

@Suite("Instants")
struct InstantTests {
    static let largest: Int64 = 253_402_300_799_999

    @Test("VAL-TIME-1: an instant is a millisecond between the start of 1970 and the end of 9999")
    func bounds() throws {
        #expect(try Instant(epochMilliseconds: 0) == .earliest)
        #expect(try Instant(epochMilliseconds: Self.largest) == .latest)
        #expect(Instant.earliest.epochMilliseconds == 0)
        #expect(Instant.latest.epochMilliseconds == Self.largest)
        #expect(try Instant(epochMilliseconds: 1) > .earliest)
    }

    @Test("VAL-TIME-1: a number out of range is rejected with its digits", arguments: [-1, 253_402_300_800_000, .min, .max] as [Int64])
    func outOfRange(milliseconds: Int64) {
        #expect(throws: DomainError.invalid(.instantOutOfRange, text: String(milliseconds))) {
            try Instant(epochMilliseconds: milliseconds)
        }
    }

    @Test(
        "VAL-TIME-2: parsing truncates the fraction to milliseconds and applies the offset",
        arguments: [
            ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"),
            ("2026-12-31T23:59:59Z", "2026-12-31T23:59:59.000Z"),
            ("2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.100Z"),
            ("2026-01-01T00:00:00.12Z", "2026-01-01T00:00:00.120Z"),
            ("2026-01-01T00:00:00.123Z", "2026-01-01T00:00:00.123Z"),
            ("2026-01-01T00:00:00.1239Z", "2026-01-01T00:00:00.123Z"),
            ("2026-01-01T00:00:00.9999Z", "2026-01-01T00:00:00.999Z"),
            ("2026-01-01T00:00:00.999999999Z", "2026-01-01T00:00:00.999Z"),
            ("2026-01-01T00:00:00.000999999+00:00", "2026-01-01T00:00:00.000Z"),
            ("2026-01-01T01:30:00+01:30", "2026-01-01T00:00:00.000Z"),
            ("2025-12-31T18:30:00.5-05:30", "2026-01-01T00:00:00.500Z"),
            ("2026-01-01T18:00:00+18:00", "2026-01-01T00:00:00.000Z"),
            ("2025-12-31T06:00:00-18:00", "2026-01-01T00:00:00.000Z"),
            ("2026-01-01T17:59:00+17:59", "2026-01-01T00:00:00.000Z"),
            ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"),
            ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"),
            ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000Z"),
            ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
            ("1969-12-31T06:00:00-18:00", "1970-01-01T00:00:00.000Z"),
            ("1970-01-01T18:00:00+18:00", "1970-01-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
            ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999Z"),
            ("9999-12-31T05:59:59.999-18:00", "9999-12-31T23:59:59.999Z"),
        ]
    )
    func reads(text: String, canonical: String) throws {
        #expect(try Instant(text).description == canonical)
        #expect(try Instant(canonical) == Instant(text))
    }

    @Test(
        "VAL-TIME-2: well-formed text for a time outside the range is instant_out_of_range",
        arguments: [
            "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.9999999Z", "1970-01-01T00:00:00+00:01", "1970-01-01T17:59:59.999+18:00",
            "9999-12-31T23:59:59-00:01", "9999-12-31T06:00:00.000-18:00", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
            "1582-10-10T00:00:00Z", "1900-02-28T00:00:00Z", "0000-02-29T00:00:00Z", "1600-02-29T12:00:00Z",
        ]
    )
    func readsOutOfRange(text: String) {
        #expect(throws: DomainError.invalid(.instantOutOfRange, text: text)) { try Instant(text) }
    }

    static let malformed = [
        "", "Z", "2026", "2026-01-01", "2026-01-01T00:00Z", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "2026-01-01t00:00:00Z",
        "2026-01-01T00:00:00z", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z\n",
        "2026-01-01T00:00:00Z\r\n", "2026-01-01T00:00:00Z\0", "\u{FEFF}2026-01-01T00:00:00Z", "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00.1234567890Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.5", "2026-01-01T00:00:00.-5Z",
        "2026-01-01T00:00:00.5.5Z", "2026-1-01T00:00:00Z", "02026-01-01T00:00:00Z", "+2026-01-01T00:00:00Z", "-026-01-01T00:00:00Z",
        "12026-01-01T00:00:00Z", "20260101T000000Z", "2026-01-01T000000Z", "2026-W01-1T00:00:00Z", "2026-001T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-02-29T00:00:00Z",
        "2026-02-30T00:00:00Z", "2100-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-06-31T00:00:00Z", "2026-09-31T00:00:00Z", "2026-11-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T23:60:00Z",
        "2026-01-01T23:59:60Z", "2016-12-31T23:59:60Z", "2026-01-01T-1:00:00Z", "2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00+18:01",
        "2026-01-01T00:00:00-18:01", "2026-01-01T00:00:00+19:00", "2026-01-01T00:00:00+17:60", "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00+01", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01:0",
        "2026-01-01T00:00:00+01:000", "2026-01-01T00:00:00+01:00Z", "2026-01-01T00:00:00 +01:00", "2026-01-01T00:00:00UTC",
        "2026-01-01T00:00:00Z[UTC]", "2026-01-01T00:00:00\u{2212}01:00", "\u{FF12}026-01-01T00:00:00Z", "2026-01-01T00:00:0\u{FF10}Z",
        "\u{0662}\u{0660}\u{0662}\u{0666}-01-01T00:00:00Z", "2026\u{2010}01\u{2010}01T00:00:00Z", "2026-01-01T00:00:00.\u{0661}Z",
        "2026-01-01T00:00:00\u{FF3A}", "1e03-01-01T00:00:00Z", "0x26-01-01T00:00:00Z", "1767225600000", "yyyy-MM-ddTHH:mm:ssZ",
    ]

    @Test("VAL-TIME-2: any other text is rejected, and the error has it unchanged", arguments: malformed)
    func refuses(text: String) {
        #expect(throws: DomainError.invalid(.instantInvalid, text: text)) { try Instant(text) }
    }

    @Test("VAL-TIME-2: text with one character added, removed or replaced never parses as the same instant")
    func everyOtherCharacter() throws {
        let text = Array("2026-07-15T12:34:56.789Z".utf8)
        let instant = try Instant(String(decoding: text, as: UTF8.self))
        for place in text.indices {
            var shorter = text
            shorter.remove(at: place)
            #expect((try? Instant(String(decoding: shorter, as: UTF8.self))) != instant)
            for byte in UInt8(0)...127 where byte != text[place] {
                var other = text
                other[place] = byte
                #expect((try? Instant(String(decoding: other, as: UTF8.self))) != instant)
            }
        }
    }

    @Test(
        "VAL-TIME-3: the canonical text is 24 characters, in UTC, to the millisecond",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (999, "1970-01-01T00:00:00.999Z"),
            (86_399_999, "1970-01-01T23:59:59.999Z"), (86_400_000, "1970-01-02T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (1_234_567_890_123, "2009-02-13T23:31:30.123Z"),
            (largest, "9999-12-31T23:59:59.999Z"),
        ]
    )
    func writes(milliseconds: Int64, text: String) throws {
        #expect(try Instant(epochMilliseconds: milliseconds).description == text)
        #expect(try Instant(text).epochMilliseconds == milliseconds)
    }

    @Test("VAL-TIME-1, VAL-TIME-3: counting days agrees with the text of every first and last day of a month from 1970 to 9999")
    func calendar() throws {
        var days: Int64 = 0
        for year in 1970...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in [1, length] {
                    let digits = [year, month + 1, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
                    let text = "\(digits[0])-\(digits[1])-\(digits[2])T00:00:00.000Z"
                    let instant = try Instant(epochMilliseconds: (days + Int64(day) - 1) * 86_400_000)
                    if instant.description != text { Issue.record("\(instant) is not \(text)") }
                    if try Instant(text) != instant { Issue.record("\(text) is read as \(try Instant(text))") }
                }
                days += Int64(length)
            }
        }
        #expect(days * 86_400_000 - 1 == Self.largest)
    }

    @Test("VAL-INT-1, VAL-TIME-1: moving an instant out of range fails, even if the sum overflows")
    func advancing() throws {
        #expect(try Instant.earliest.advanced(by: .milliseconds(Self.largest)) == .latest)
        #expect(try Instant.latest.advanced(by: .milliseconds(-Self.largest)) == .earliest)
        for (instant, step) in [(Instant.earliest, -1), (.latest, 1), (.latest, .max), (.earliest, .min)] as [(Instant, Int64)] {
            let error = #expect(throws: DomainError.self) { try instant.advanced(by: .milliseconds(step)) }
            #expect(error?.code == .instantOutOfRange)
        }
    }

    @Test("VAL-TIME-2: the fast parser reads canonical text and nothing else")
    func canonicalBytes() throws {
        func short(_ text: String) -> Instant? {
            var copy = text
            return copy.withUTF8 { Instant(canonical: UnsafeRawBufferPointer($0)) }
        }
        let canonical = ["1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]
        for text in canonical { #expect(try short(text) == Instant(text)) }
        let others = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.12+1Z", "2026-01-01T00:00:00.1234Z", "1969-12-31T23:59:59.999Z"]
        for text in others + ["2026-01-01T00:00:00.00+0Z", "2026-01-01T00:00:00+00:0Z"] + Self.malformed { #expect(short(text) == nil) }
    }
}
