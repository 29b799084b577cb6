import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoWire

/// The list of event types agrees with the facts, and with the guide.
struct EventTypeTests {
    @Test(arguments: EventType.all.map(\.name))
    func `the example of a type is a whole event that is read and written as it stands`(name: String) throws {
        let type = try #require(EventType.named(name))
        let event = try #require(type.example)
        let data = try #require(type.data.example)
        #expect(event.fact.type == name && event.fact.aggregateType == type.aggregate)
        #expect(try JSONParser.parse(event.canonicalText)["data"] == data)
        #expect(type.data.members.allSatisfy { data[$0.name] != nil }, "an example shows every member")
        #expect(try DomainEventRecord.reconstitute(try JSONParser.parse(event.canonicalText)) == event)
    }

    @Test func `the types are sorted, and a subscription may name each of them`() throws {
        #expect(DomainFact.typeNames == DomainFact.typeNames.sorted() && DomainFact.typeNames.count == 29)
        let names = Input.list(DomainFact.typeNames.map(Input.text))
        let request: Input = ["endpoint": "https://partner.example/hook", "filter": ["eventTypes": names]]
        #expect(try SubscriptionRequest(request).filter.eventTypes == Set(DomainFact.typeNames))
    }

    @Test func `data that lacks a member or has another one is refused with its place`() throws {
        let faulty: [(Input, String)] = [
            (["type": "CUSTOMS"], "data.reason"), (["by": "me", "reason": "Seal", "type": "CUSTOMS"], "data.by"),
        ]
        for (data, path) in faulty {
            #expect(throws: DomainError.shapeInvalid(path: path)) { try DomainFact(type: "CargoHeld", data: data) }
        }
        #expect(throws: DomainError.shapeInvalid(path: "type")) { try DomainFact(type: "CargoSold", data: [:]) }
    }

    @Test func `the guide to webhooks lists every type with its meaning and an example, and docs-events too`() throws {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs").standardizedFileURL
        let entries = try EventType.all.map { type in
            let example = try #require(type.example)
            return """
                **\(type.name).** \(type.meaning)

                ```json
                \(String(example.canonicalText.firstMatch(of: /"data":(.*),"eventId"/)?.1 ?? ""))
                ```

                """
        }
        let list = entries.joined(separator: "\n")
        let guide = try String(contentsOf: docs.appending(path: "webhooks.md"), encoding: .utf8)
        #expect(guide.contains(list), "docs/webhooks.md must have this list:\n\(list)")
        let booked = try #require(EventType.named("CargoBooked")?.example)
        #expect(guide.contains("```json\n\(CloudEvent(booked).canonicalText)\n```"), "\(CloudEvent(booked).canonicalText)")
        let events = try String(contentsOf: docs.appending(path: "events.md"), encoding: .utf8)
        for type in EventType.all { #expect(events.contains("`\(type.name)`"), "docs/events.md lacks \(type.name)") }
    }
}
