import CargoDomain
import CargoTesting
import Testing

@Suite("The canonical text of instants")
struct InstantCanonicalTests {
    static func canonical(_ text: String) -> Instant? {
        Array(text.utf8).withUnsafeBytes { Instant(canonical: $0) }
    }

    @Test(
        "VAL-TIME-3: both parsers read canonical text",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_234_567_890_123, "2009-02-13T23:31:30.123Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func known(milliseconds: Int64, text: String) throws {
        let instant = try Instant(epochMilliseconds: milliseconds)
        #expect(instant.description == text)
        #expect(try Instant(text) == instant)
        #expect(Self.canonical(text) == instant)
    }

    @Test("VAL-TIME-3: random instants and each day of 400 years survive a round trip through text")
    func roundTrip() throws {
        var generator = SplitMix64(seed: 9)
        for day in 0..<146_097 {
            let within = Int64.random(in: 0..<86_400_000, using: &generator)
            let instant = try Instant(epochMilliseconds: Int64(day) * 86_400_000 + within)
            #expect(Self.canonical(instant.description) == instant)
        }
        for _ in 0..<5000 {
            let instant = try Instant(epochMilliseconds: .random(in: 0...253_402_300_799_999, using: &generator))
            #expect(Self.canonical(instant.description) == instant)
            #expect(try Instant(instant.description) == instant)
        }
    }

    @Test("VAL-TIME-2: with any byte changed, the fast parser accepts only what the full parser accepts")
    func everyByteEverywhere() {
        let text = Array("2024-02-29T23:59:59.999Z".utf8)
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                let short = changed.withUnsafeBytes { Instant(canonical: $0) }
                let long = try? Instant(String(decoding: changed, as: UTF8.self))
                // No change of a single byte gives another valid 24-byte spelling, so both parsers agree.
                #expect(short == long, "byte \(byte) at \(place)")
            }
        }
    }

    @Test(
        "VAL-TIME-1, VAL-TIME-2: days, times and years that don't exist are rejected",
        arguments: [
            "2023-02-29T00:00:00.000Z", "2100-02-29T00:00:00.000Z", "2024-04-31T00:00:00.000Z", "2024-00-01T00:00:00.000Z",
            "2024-13-01T00:00:00.000Z",
            "2024-01-00T00:00:00.000Z", "2024-01-32T00:00:00.000Z", "2024-01-01T24:00:00.000Z", "2024-01-01T00:60:00.000Z",
            "2024-01-01T00:00:60.000Z", "1969-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "2024-01-01T00:00:00.00Z", "",
            "2024-01-01T00:00:00.0000Z", "2024-01-01T00:00:00Z0000",
        ]
    )
    func refused(text: String) {
        #expect(Self.canonical(text) == nil)
    }
}
