import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// The index finds what a search through all events finds.
struct DCSAIndexTests {
    private static let places = ["HKHKG", "SESTO", "USNYC", "DEHAM"]
    private static let voyages = ["V100", "V200", "VOYAGE-900", "VOYAGE-901"]
    private static let containers = ["MSKU1234565", "CSQU3054383"]

    /// An outbox of random facts of a few cargos.
    ///
    /// The clock is set back now and then.
    private static func outbox(_ count: Int, seed: UInt64) throws -> [DomainEvent] {
        var generator = SplitMix64(seed: seed)
        func any<Element>(_ elements: [Element], _ generator: inout SplitMix64) throws -> Element {
            try #require(elements.randomElement(using: &generator))
        }
        var done: [HandlingEvent] = []
        var events: [DomainEvent] = []
        for sequence in 1...count {
            let cargo = try TrackingId("CARGO-\(sequence.isMultiple(of: 3) ? "LONG-" : "")\(Int.random(in: 1...12, using: &generator))")
            let voyage = try VoyageNumber(any(voyages, &generator))
            let now = Int64(sequence) * 1000 - Int64.random(in: 0...3000, using: &generator) + 1_800_000_000_000
            let (from, to) = (try UnLocode(any(Array(places[..<2]), &generator)), try UnLocode(any(Array(places[2...]), &generator)))
            let departure = try Instant(epochMilliseconds: now + Int64.random(in: 0...9, using: &generator) * 86_400_000)
            let arrival = try departure.advanced(by: .seconds(86_400))
            let fact: DomainFact
            switch Int.random(in: 0..<16, using: &generator) {
            case 0:
                fact = .cargoBooked(
                    customerId: .stub(sequence.isMultiple(of: 2) ? "ACME" : "OTHER"),
                    origin: from,
                    routeSpecification: .stub()
                )
            case 1:
                let leg = try Leg(voyageNumber: voyage, loadLocation: from, unloadLocation: to, loadTime: departure, unloadTime: arrival)
                fact = .cargoRouted(itinerary: try Itinerary([leg]))
            case 2: fact = .cargoCancelled(reason: try Reason("Sold elsewhere"))
            case 3: fact = .cargoReinstated
            case 4: fact = .referenceAdded(reference: try CargoReference(.container, any(containers, &generator)))
            case 5: fact = .referenceRemoved(reference: try CargoReference(.container, any(containers, &generator)))
            case 6: fact = .referenceAdded(reference: try CargoReference(.billOfLading, "BL\(sequence % 3)"))
            case 7: fact = .referenceAdded(reference: try CargoReference(.booking, "BOOKING \(sequence % 3)"))
            case 8 where !done.isEmpty:
                let event = try any(done, &generator)
                events.append(
                    try envelope(.handlingEventRetracted(event: event, reason: try Reason("Wrong scan")), event.trackingId, sequence, now)
                )
                continue
            case 9:
                let movement = try CarrierMovement(
                    departureLocation: from,
                    arrivalLocation: to,
                    departureTime: departure,
                    arrivalTime: arrival
                )
                fact = .voyageRescheduled(voyageNumber: voyage, schedule: try Schedule([movement]))
            case 10:
                fact = .portCallReported(
                    voyageNumber: voyage,
                    location: from,
                    movement: 0,
                    end: .departure,
                    status: .estimated,
                    time: arrival
                )
            case 11: fact = .voyageSubstituted(leg: 0, previous: voyage, voyageNumber: .stub(try any(voyages, &generator)))
            case 12: fact = .cargoHeld(type: try any(HoldType.allCases, &generator), reason: .stub())
            case 13: fact = .cargoReleased(type: try any(HoldType.allCases, &generator))
            default:
                let activity: HandlingActivity = try any(
                    [.receive(at: from), .load(onto: voyage, at: from), .unload(from: voyage, at: to), .customs(at: to), .claim(at: to)],
                    &generator
                )
                let time = try Instant(epochMilliseconds: now)
                let event = try HandlingEvent(trackingId: cargo, activity: activity, completionTime: time, registrationTime: time)
                done.append(event)
                fact = .handlingEventRegistered(event: event, isExpected: true)
            }
            events.append(try envelope(fact, cargo, sequence, now))
        }
        return events
    }

    private static func envelope(_ fact: DomainFact, _ cargo: TrackingId, _ sequence: Int, _ now: Int64) throws -> DomainEvent {
        let id: String =
            switch fact {
            case .voyageRescheduled(let voyage, _), .portCallReported(let voyage, _, _, _, _, _): voyage.text
            default: cargo.text
            }
        return DomainEvent(
            eventId: "e\(sequence)",
            occurredAt: try Instant(epochMilliseconds: now),
            schemaVersion: 2,
            correlationId: nil,
            actor: nil,
            aggregateType: fact.aggregateType,
            aggregateId: id,
            aggregateVersion: 1,
            // Positions of an outbox may have gaps.
            sequence: Int64(2 * sequence),
            fact: fact
        )
    }

    private static func index(_ events: [DomainEvent]) -> DCSAIndex {
        var index = DCSAIndex()
        for event in events { index.learn(from: event) }
        return index
    }

    /// All events as they are sent, by their numbers, in the order in which they were created.
    private static func all(_ index: DCSAIndex) throws -> [(entry: Int, event: Input)] {
        try (0..<index.count).compactMap { entry in
            try index.event(entry).map { (entry, try JSONParser.parse($0.canonicalText)) }
        }
    }

    // MARK: What a filter and an order mean, by the members of an event alone

    private static func values(_ name: String, of event: Input) -> [String] {
        func documents(_ type: String) -> [String] {
            (event["documentReferences"]?.asList ?? []).filter { $0["documentReferenceType"]?.asText == type }
                .compactMap { $0["documentReferenceValue"]?.asText }
        }
        switch name {
        case "carrierBookingReference", "bookingReference": return documents("BKG")
        case "transportDocumentReference": return documents("TRD")
        case "equipmentReference":
            return (event["references"]?.asList ?? []).filter { $0["referenceType"]?.asText == "EQ" }
                .compactMap { $0["referenceValue"]?.asText }
        case "transportCallID", "carrierVoyageNumber", "exportVoyageNumber", "UNLocationCode":
            return [event["transportCall"]?[name]?.asText].compactMap(\.self)
        default: return [event[name]?.asText].compactMap(\.self)
        }
    }

    private static func matches(_ event: Input, _ name: String, _ value: String) -> Bool {
        guard name.hasPrefix("eventCreatedDateTime") else {
            return values(name, of: event).contains { value.split(separator: ",").contains($0[...]) }
        }
        let time = event["eventCreatedDateTime"]?.asText ?? ""
        return switch name.split(separator: ":").last {
        case "gte": time >= value
        case "gt": time > value
        case "lte": time <= value
        case "lt": time < value
        default: time == value
        }
    }

    private static func key(_ field: String, of event: Input) -> String {
        switch field {
        case "carrierBookingReference": values(field, of: event).first ?? ""
        case "equipmentReference": values(field, of: event).count == 1 ? values(field, of: event).first ?? "" : ""
        default: values(field, of: event).first ?? ""
        }
    }

    private static func sorted(_ events: [(entry: Int, event: Input)], _ sort: String) -> [(entry: Int, event: Input)] {
        let keys = sort.split(separator: ",").map { $0.split(separator: ":").map(String.init) }
        return events.map { one in (one, keys.map { key($0[0], of: one.event) }) }
            .sorted { one, other in
                for (index, key) in keys.enumerated() where one.1[index] != other.1[index] {
                    return (one.1[index] < other.1[index]) == (key.last != "DESC")
                }
                return one.0.entry < other.0.entry
            }
            .map(\.0)
    }

    private static let filters: [(String, [String])] = [
        ("eventType", ["SHIPMENT", "TRANSPORT", "EQUIPMENT,SHIPMENT"]), ("shipmentEventTypeCode", ["RECE", "CONF,VOID", "DRFT"]),
        ("documentTypeCode", ["BKG", "CUS,TRD"]), ("transportEventTypeCode", ["ARRI", "ARRI,DEPA"]),
        ("equipmentEventTypeCode", ["LOAD", "GTIN,GTOT"]), ("carrierBookingReference", ["CARGO-1", "CARGO-LONG-2", "BOOKING 1", "NONE"]),
        ("bookingReference", ["CARGO-2"]), ("transportDocumentReference", ["BL0", "BL1"]), ("equipmentReference", containers),
        ("transportCallID", ["HKHKG-V100", "SESTO", "XXXXX"]), ("carrierVoyageNumber", voyages), ("exportVoyageNumber", voyages),
        ("UNLocationCode", places),
        ("eventCreatedDateTime:gte", ["2027-01-15T08:05:00.000Z"]), ("eventCreatedDateTime:lt", ["2027-01-15T08:10:00.000Z"]),
        ("eventCreatedDateTime:gt", ["2027-01-15T08:02:00.000Z"]), ("eventCreatedDateTime:lte", ["2027-01-15T08:03:00.000Z"]),
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `pages of any filter and order are those of a search through all events`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        // More than one block.
        let index = Self.index(try Self.outbox(1500, seed: seed))
        let all = try Self.all(index)
        #expect(index.count > DCSAIndex.Block.size && all.count < index.count)
        var found = 0
        for _ in 0..<40 {
            var fields: [EncodedFields.Field] = []
            for (name, values) in Self.filters.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)) {
                fields.append((name, try #require(values.randomElement(using: &generator))))
            }
            var expected = all.filter { event in fields.allSatisfy { Self.matches(event.event, $0.name, $0.value) } }
            if Bool.random(using: &generator) {
                let sorted = DCSASortKey.Field.allCases.shuffled(using: &generator).prefix(Int.random(in: 1...2, using: &generator))
                let sort = sorted.map { $0.rawValue + ["", ":ASC", ":DESC"][Int.random(in: 0...2, using: &generator)] }.joined(
                    separator: ","
                )
                fields.append(("sort", sort))
                expected = Self.sorted(expected, sort)
            }
            fields.append(("limit", "\(Int.random(in: max(1, expected.count / 9)...expected.count / 2 + 2, using: &generator))"))
            #expect(try Self.walk(index, fields, isBackwards: false) == expected.map(\.entry), "\(fields)")
            #expect(try Self.walk(index, fields, isBackwards: true) == expected.map(\.entry), "\(fields)")
            found += expected.isEmpty ? 0 : 1
        }
        #expect(found > 20)
    }

    /// The filters by which subscriptions can ask for events, as one list of values each.
    private static let subscribable: [(DCSAEventFilter.Member, [[String]])] = filters.compactMap { name, values in
        guard let member = DCSAEventFilter.Member(rawValue: name) else { return nil }
        return (member, values.map { member.codes == nil ? [$0] : $0.split(separator: ",").map(String.init) })
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a subscription receives the events of its filter, each from the domain event that it comes from`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let index = Self.index(try Self.outbox(400, seed: seed))
        let all = try Self.all(index)
        let last = try #require(index.sequences.last)
        #expect(Self.subscribable.count == 13)
        var found = 0
        for _ in 0..<30 {
            var values: [DCSAEventFilter.Member: [String]] = [:]
            for (member, choices) in Self.subscribable.shuffled(using: &generator).prefix(Int.random(in: 0...2, using: &generator)) {
                values[member] = choices.randomElement(using: &generator)
            }
            let owner: CustomerId? = Bool.random(using: &generator) ? try CustomerId("ACME") : nil
            let expected = all.filter { one in
                values.allSatisfy { Self.matches(one.event, $0.key.rawValue, $0.value.joined(separator: ",")) }
                    && (owner == nil || index.cargo(of: one.entry).customerId == owner)
            }
            let filter = DCSAFilter(try DCSAEventFilter(values))
            let sent = (0...last + 1).flatMap { index.events(from: $0, filter, owner: owner) }
            #expect(sent.map(\.id.text) == expected.compactMap { $0.event["eventID"]?.asText }, "\(values)")
            found += expected.isEmpty ? 0 : 1
        }
        #expect(found > 15)
    }

    @Test(arguments: [DCSAEventFilter.Member.transportDocumentTypeCode, .scheduleID, .vesselIMONumber, .carrierServiceCode])
    func `a filter by what the service doesn't record matches nothing`(member: DCSAEventFilter.Member) throws {
        let index = Self.index(try Self.outbox(50, seed: 6))
        let value = member.codes?.first ?? (member.isUUID ? "9679a405-3316-42a5-8533-aba000f5689c" : "9")
        let filter = DCSAFilter(try DCSAEventFilter([member: [value]]))
        let last = try #require(index.sequences.last)
        #expect((0...last).allSatisfy { index.events(from: $0, filter, owner: nil).isEmpty })
    }

    /// Reads all pages, by their cursors alone.
    private static func walk(_ index: DCSAIndex, _ fields: [EncodedFields.Field], isBackwards: Bool) throws -> [Int] {
        var filter = try DCSAFilter(fields)
        if isBackwards { filter = try DCSAFilter([("cursor", filter.cursor(.last))]) }
        var found: [Int] = []
        while true {
            let page = index.page(filter)
            #expect(page.entries.count <= filter.limit)
            // The first page that is read is at one end of the list.
            if found.isEmpty { #expect(!(isBackwards ? page.hasNext : page.hasPrevious)) }
            found = isBackwards ? page.entries + found : found + page.entries
            guard isBackwards ? page.hasPrevious : page.hasNext, let first = page.entries.first, let last = page.entries.last else { break }
            filter = try DCSAFilter([("cursor", filter.cursor(isBackwards ? .before(index.id(first)) : .after(index.id(last))))])
        }
        return found
    }

    @Test func `each event is found by its id, and no other id finds one`() throws {
        let index = Self.index(try Self.outbox(300, seed: 4))
        var ids: Set<String> = []
        for entry in 0..<index.count {
            let id = index.id(entry)
            #expect(ids.insert(id.text).inserted)
            #expect(DCSAEventID(id.text) == id)
            #expect(DCSAEventID(id.text.uppercased()) == id)
            #expect(index.entry(id) == (index.kind(entry) == nil ? nil : entry))
            #expect(index.entry(DCSAEventID(sequence: id.sequence, ordinal: id.ordinal, checksum: id.checksum ^ 1)) == nil)
            #expect(index.entry(DCSAEventID(sequence: id.sequence + 1, ordinal: id.ordinal, checksum: id.checksum)) == nil)
            #expect(index.entry(DCSAEventID(sequence: id.sequence, ordinal: 1 << 23, checksum: id.checksum)) == nil)
        }
        #expect(DCSAEventID(sequence: (1 << 53) - 1, ordinal: 77, checksum: .max).text == "01ffffff-ffff-8fff-8000-137fffffffff")
        for text in [
            "", "01ffffff-ffff-7fff-8000-137fffffffff", "01ffffff-ffff-8fff-c000-137fffffffff", "01ffffffffff8fff8000137fffffffff",
        ] {
            #expect(DCSAEventID(text) == nil)
        }
    }

    @Test func `an id of another store and a cursor beyond the end find nothing`() throws {
        let index = Self.index(try Self.outbox(50, seed: 5))
        let foreign = DCSAEventID(sequence: 1 << 52, ordinal: 3, checksum: 1)
        for sort in [[], [("sort", "eventDateTime")]] as [[EncodedFields.Field]] {
            let filter = try DCSAFilter(sort)
            let after = index.page(try DCSAFilter([("cursor", filter.cursor(.after(foreign)))]))
            #expect(after.entries.isEmpty && !after.hasNext)
        }
    }
}
