import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoWire

/// The schemas agree with the readers and the writers.
struct SchemaTests {
    private typealias Reader = @Sendable (Input) throws -> Void

    private static let requests: [(schema: Schema, read: Reader)] = [
        (BookCargo.Request.schema, { _ = try BookCargo.Request($0) }),
        (ChangeDestination.Request.schema, { _ = try ChangeDestination.Request($0) }),
        (ChangeDeadline.Request.schema, { _ = try ChangeDeadline.Request($0) }),
        (RegisterHandlingEvent.Request.schema, { _ = try RegisterHandlingEvent.Request($0) }),
        (RegisterLocation.Request.schema, { _ = try RegisterLocation.Request($0) }),
        (RegisterVoyage.Request.schema, { _ = try RegisterVoyage.Request($0) }),
    ]

    @Test(arguments: requests.indices)
    func `a request's reader takes exactly the members of its schema`(index: Int) throws {
        let (schema, read) = Self.requests[index]
        func input(without name: String? = nil) -> Input {
            Input(
                members: schema.members.compactMap { member in
                    guard member.name != name, let example = member.example ?? member.schema.example else { return nil }
                    return .init(name: member.name, value: example)
                }
            )
        }
        try read(input())
        for member in schema.members {
            if member.isRequired {
                #expect(throws: DomainError.validationFailed([.init(path: member.name, code: .fieldRequired)])) {
                    try read(input(without: member.name))
                }
            } else {
                try read(input(without: member.name))
            }
        }
    }

    @Test func `what the hand-written writers write has the shape of its schema`() throws {
        let written: [(Schema, String)] = [
            (Cargo.schema, Cargo.stub().canonicalText), (Voyage.schema, Voyage.stub().canonicalText),
            (Location.schema, Location.stub().canonicalText), (HandlingEvent.schema, HandlingEvent.stub().canonicalText),
            (BookingReservation.schema, BookingReservation.stub().canonicalText), (Itinerary.schema, Itinerary.stub().canonicalText),
            (DomainEvent.schema, DomainEvent.stub().canonicalText), (CloudEvent.schema, CloudEvent(.stub()).canonicalText),
        ]
        for (schema, text) in written {
            #expect(schema.shape.firstBreach(in: try JSONParser.parse(text)) == nil, "\(text)")
        }
    }

    @Test func `a form leaves out what is absent and sorts the rest by name`() {
        struct Pair: WireObject {
            static let form = ObjectForm<Pair>("Pair", .optional("b", \.b), .member("c", \.c), .optional("a", \.a))
            let a: Int?
            let b: String?
            let c: Bool
        }
        #expect(Pair(a: nil, b: nil, c: true).canonicalText == #"{"c":true}"#)
        #expect(Pair(a: 1, b: "x", c: false).canonicalText == #"{"a":1,"b":"x","c":false}"#)
        #expect(Pair.schema.definition["required"] == ["c"])
    }

    @Test func `a form doesn't write the member that is omitted`() {
        let view = CargoTrackingView.stub()
        var writer = JSONWriter()
        view.write(to: &writer, showsCustomer: false)
        #expect(!writer.text.contains(#""customerId""#))
        #expect(view.canonicalText.contains(#""customerId":"#))
    }
}
