import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoWire

@Suite("The record of a subscription")
struct SubscriptionRecordTests {
    private static let secret = "whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="

    private static func record(_ dcsa: String = "", secret: String = secret) -> String {
        #"{"createdAt":"2026-01-01T00:00:00.000Z","createdBy":"desk",\#(dcsa)"endpoint":"https://partner.example/hook","filter":{},"#
            + #""id":"0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10","resends":[],"secrets":[{"secret":"\#(secret)"}],"#
            + #""since":"2026-01-01T00:00:00.000Z","startsAfter":7,"state":"ACTIVE"}"#
    }

    private static func decode(_ text: String) throws -> Subscription {
        try Array(text.utf8).withUnsafeBytes { bytes in
            Result { () throws(DomainError) in try SubscriptionRecord.decode(bytes) }
        }.get()
    }

    @Test("of a version without the format of DCSA is read and written as it was")
    func old() throws {
        let subscription = try Self.decode(Self.record())
        #expect(subscription.dcsaFilter == nil && subscription.revealedSecret == Self.secret)
        #expect(subscription.canonicalText == Self.record())
    }

    @Test(
        "keeps why the subscription is paused as earlier versions wrote it",
        arguments: [
            ("paused by its owner", PauseReason.byOwner), ("the endpoint answered 410", .delivery(.answered(status: 410))),
            (
                "every delivery has failed since 2026-01-01T00:00:00.000Z: the connection broke",
                .failing(since: .stub(), last: .unanswered(.connectionBroken))
            ), ("Moving house", .other("Moving house")),
        ]
    )
    func paused(text: String, reason: PauseReason) throws {
        let record = Self.record().replacing(#""resends""#, with: #""reason":"\#(text)","resends""#).replacing("ACTIVE", with: "PAUSED")
        let subscription = try Self.decode(record)
        #expect(subscription.state == .paused(reason: reason))
        #expect(subscription.canonicalText == record)
    }

    @Test("of an attempt keeps why it failed as earlier versions wrote it")
    func attempt() throws {
        let text =
            #"{"at":"2026-01-01T00:00:00.000Z","eventId":"e","eventType":"CargoBooked","failure":"the endpoint answered 500","sequence":1}"#
        let attempt = try DeliveryAttempt(input: JSONParser.parse(text))
        #expect(attempt.failure == .answered(status: 500))
        #expect(attempt.canonicalText == text)
    }

    @Test("in the format of DCSA has the filter's members as the standard writes them")
    func dcsa() throws {
        let filter = #""dcsaFilter":{"UNLocationCode":"HKHKG","eventType":["SHIPMENT","EQUIPMENT"],"shipmentEventTypeCode":[]},"#
        let text = Self.record(filter)
        let subscription = try Self.decode(text)
        #expect(
            try subscription.dcsaFilter
                == DCSAEventFilter([.eventType: ["SHIPMENT", "EQUIPMENT"], .UNLocationCode: ["HKHKG"], .shipmentEventTypeCode: []])
        )
        #expect(subscription.canonicalText == text)
        #expect(subscription.revealedSecret == String(Self.secret.dropFirst(6)))
        #expect(subscription.dcsaFilter?.description == "UNLocationCode=HKHKG; eventType=SHIPMENT,EQUIPMENT; shipmentEventTypeCode=")
        let everything = try Self.decode(Self.record(#""dcsaFilter":{},"#))
        #expect(everything.dcsaFilter == DCSAEventFilter())
    }

    @Test(
        "with a filter that the standard doesn't have is corrupt",
        arguments: [
            #"{"eventType":["SHIP"]}"#, #"{"eventType":"SHIPMENT"}"#, #"{"scheduleID":"x"}"#, #"{"vesselIMONumber":["1"]}"#,
            #"{"carrierServiceCode":"123456"}"#, #"{"unknown":"x"}"#, #"["SHIPMENT"]"#,
        ]
    )
    func corrupt(filter: String) {
        #expect {
            try Self.decode(Self.record(#""dcsaFilter":\#(filter),"#))
        } throws: { ($0 as? DomainError)?.code == .corruptRecord }
    }

    @Test("with a sealed secret keeps it as it is, and has neither a broken one nor another format")
    func sealed() throws {
        let sealed = SealedSecret.stub()
        let subscription = try Self.decode(Self.record(secret: sealed.text))
        #expect(subscription.secrets == [.init(sealed)] && subscription.revealedSecret == nil)
        #expect(subscription.canonicalText == Self.record(secret: sealed.text))
        let opened = subscription.mappingSecrets { _ in .init(sealed, opened: .random()) }
        #expect(opened.canonicalText == subscription.canonicalText)
        for broken in [String(sealed.text.dropLast()), sealed.text.replacing(":1:", with: ":2:"), sealed.keyId, "sealed"] {
            #expect { try Self.decode(Self.record(secret: broken)) } throws: { ($0 as? DomainError)?.code == .corruptRecord }
        }
    }

    @Test("a secret of DCSA has 32 to 512 bytes, one of Standard Webhooks 24 to 64")
    func secrets() throws {
        func encoded(_ count: Int) -> String { Base64.encode([UInt8](repeating: 7, count: count)) }
        for (count, isStandard, isDCSA) in [
            (23, false, false), (24, true, false), (31, true, false), (32, true, true), (64, true, true), (65, false, true),
            (512, false, true), (513, false, false),
        ] {
            #expect((WebhookSecret("whsec_" + encoded(count)) != nil) == isStandard, "\(count)")
            #expect((WebhookSecret(dcsa: encoded(count)) != nil) == isDCSA, "\(count)")
            let stored = try? Self.decode(Self.record(secret: "whsec_" + encoded(count)))
            #expect((stored != nil) == (isStandard || isDCSA), "\(count)")
        }
        #expect(WebhookSecret(dcsa: encoded(32) + "\n") == nil && WebhookSecret(dcsa: "whsec_" + encoded(32)) == nil)
    }
}
