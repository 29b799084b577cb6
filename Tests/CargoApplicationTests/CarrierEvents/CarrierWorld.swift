import CargoApplication
import CargoDomain
import CargoTesting

/// A world with a routed cargo in a container, and a desk for what its carrier sends.
struct CarrierWorld {
    static let box = CargoReference.stub(.container, "MSKU1234565")

    let world: World
    let desk: CarrierEventDesk
    let follower: CarrierEventFollower
    private let read = Readings()

    /// The messages by their documents, in place of a reader.
    private final class Readings: @unchecked Sendable {
        // Tests set and read it in turn.
        var messages: [String: CarrierMessage] = [:]
    }

    init(references: [CargoReference] = [box], maximumOpen: Int = CarrierEventDesk.maximumOpen) async throws {
        world = try await World()
        try await world.addStubVoyages()
        world.clock.set(to: .stub(day: 60))
        let read = read
        desk = CarrierEventDesk(world.kit, VoyageDirectory(world.store.voyages), maximumOpen: maximumOpen) {
            read.messages[$0] ?? CarrierMessage()
        }
        follower = CarrierEventFollower(world.kit, desk)
        try await book("ABC123", references)
    }

    /// Books a routed cargo.
    func book(_ id: String, _ references: [CargoReference], itinerary: Itinerary? = .stub()) async throws {
        var cargo = Cargo.stub(id, itinerary: itinerary)
        for reference in references { cargo = try cargo.adding(reference) }
        try await world.store.cargos.save(cargo).get()
    }

    /// Sends events as a carrier.
    @discardableResult
    func send(_ messages: CarrierMessage..., of carrier: String = "MAEU") async throws -> [CarrierEventDesk.Outcome] {
        try await desk.receive(
            messages.enumerated().map { place, message in
                let document = "\(message)"
                read.messages[document] = message
                var digest = Array(repeating: UInt8(0), count: 16)
                for (index, byte) in document.utf8.enumerated() { digest[index % 16] = digest[index % 16] &* 31 &+ byte }
                return .init(id: try CarrierEventId(carrier: carrier, digest: digest), document: document, message: message)
            },
            of: carrier
        )
    }

    /// What was done to a cargo, in order.
    func history(_ id: String = "ABC123") async throws -> [String] {
        try await world.store.handlingEvents.findHistory(of: .stub(id)).get().events.map { event in
            let day = (event.completionTime.epochMilliseconds - Instant.stub(day: 0).epochMilliseconds) / 86_400_000
            return "\(event.activity.type.rawValue) \(event.activity.location) \(event.activity.voyageNumber?.text ?? "-") \(day)"
        }
    }

    /// The reasons of the events that wait.
    func waiting() async throws -> [String] {
        try await desk.list(limit: 100).items.compactMap { event in
            guard case .open(let reason) = event.state else { return nil }
            return [reason.code.rawValue, reason.subject].compactMap(\.self).joined(separator: " ")
        }
    }
}

extension CarrierMessage {
    /// Returns what a carrier says of a container.
    static func stub(
        _ move: Move,
        at place: String,
        day: Int,
        voyage: String? = nil,
        id: String? = nil,
        created: Int? = nil,
        box: CargoReference? = CarrierWorld.box,
        documents: [CargoReference] = []
    ) -> CarrierMessage {
        var message = CarrierMessage()
        message.meaning = .move(move)
        message.place = .stub(place)
        message.time = .stub(day: day)
        message.eventId = id
        message.createdAt = created.map { .stub(day: $0) }
        message.equipment = [box].compactMap(\.self)
        message.documents = documents
        if let voyage, let number = try? CarrierVoyageNumber(voyage) {
            if move == .discharged { message.voyage.import = [number] } else { message.voyage.export = [number] }
        }
        return message
    }
}
