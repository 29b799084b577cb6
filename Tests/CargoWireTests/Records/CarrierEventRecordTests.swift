import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoWire

@Suite("The record of a carrier's event")
struct CarrierEventRecordTests {
    private static let open = #"{"code":"voyage_not_found","status":"OPEN","subject":"UK244A"}"#

    private static func record(_ state: String, document: String = #""document":"{}","#, waits: String = "") -> String {
        #"{\#(document)"id":"MAEU.00000000000000000000000000000001","receivedAt":"2026-01-02T00:00:00.000Z","state":\#(state)\#(waits)}"#
    }

    private static func decode(_ text: String) throws -> CarrierEvent {
        try Array(text.utf8).withUnsafeBytes { bytes in
            Result { () throws(DomainError) in try CarrierEventRecord.decode(bytes) }
        }.get()
    }

    @Test("has the members of its state")
    func sound() throws {
        let text = Self.record(Self.open, waits: #","waits":["VOYAGE:UK244A"]"#)
        let event = try Self.decode(text)
        #expect(event.state == .open(CarrierEventReason(.voyageUnknown, "UK244A")) && event.waits == [.voyage("UK244A")])
        #expect(event.canonicalText == text)
    }

    @Test(
        "is corrupt without the members that it needs, or with others",
        arguments: [
            record(#"{"status":"OPEN"}"#), record(#"{"status":"OPEN","subject":"a"}"#), record(#"{"code":"unknown","status":"OPEN"}"#),
            record(#"{"status":"APPLIED"}"#), record(#"{"status":"GONE"}"#), record(#"{"status":"REMOVED"}"#),
            record(#"{"at":"2026-01-02T00:00:00.000Z","code":"refused","status":"APPLIED"}"#),
            record(#"{"at":"2026-01-02T00:00:00.000Z","status":"APPLIED","trackingId":"ABC123","voyageNumber":"V100"}"#),
            record(#"{"at":"2026-01-02T00:00:00.000Z","by":"desk","status":"DISMISSED"}"#),
            record(#"{"at":"2026-01-02T00:00:00.000Z","status":"REMOVED"}"#, document: ""), record(open, document: ""),
            record(open, waits: #","waits":["SHIP:A"]"#), record(open, waits: #","waits":["TIME:now"]"#),
            record(#"{"at":"2026-01-02T00:00:00.000Z","status":"APPLIED"}"#, waits: #","waits":["VOYAGE:A"]"#),
        ]
    )
    func corrupt(text: String) {
        #expect {
            try Self.decode(text)
        } throws: { ($0 as? DomainError)?.code == .corruptRecord }
    }

    @Test("keeps no U+0000 of a reason's subject, and 100 scalars")
    func subject() {
        #expect(CarrierEventReason(.unreadable, "a\0b").subject == "ab")
        #expect(CarrierEventReason(.unreadable, String(repeating: "é", count: 101)).subject == String(repeating: "é", count: 100))
    }
}
