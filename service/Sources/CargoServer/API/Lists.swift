import CargoApplication
import CargoDomain
import CargoWire

/// A page of cargos, each whole.
struct WholeCargoList: WireObject {
    static let form = ObjectForm<WholeCargoList>(
        "WholeCargoList",
        .member("asOf", \.asOf, "The time of the list."),
        .member("cargos", { $0.list.cargos.map(\.cargo) }),
        .optional("next", \.list.next, example: TrackingId.schema.example)
    )

    let asOf: Instant
    private let list: CargoList

    init(_ list: CargoList, at now: Instant) {
        self.list = list
        asOf = now
    }
}

/// A page of voyages.
struct VoyageList: WireObject {
    static let form = ObjectForm<VoyageList>("VoyageList", .optional("next", \.next), .member("voyages", \.voyages))

    let voyages: [VoyageView]
    let next: VoyageNumber?
}

/// A page of locations.
struct LocationList: WireObject {
    static let form = ObjectForm<LocationList>("LocationList", .member("locations", \.locations), .optional("next", \.next))

    let locations: [Location]
    let next: UnLocode?
}

/// A cargo's handling events.
struct HandlingEventList: WireObject {
    static let form = ObjectForm<HandlingEventList>("HandlingEventList", .member("handlingEvents", \.handlingEvents))

    let handlingEvents: [HandlingEvent]
}

/// A page of domain events.
struct DomainEventList: WireObject {
    static let form = ObjectForm<DomainEventList>(
        "DomainEventList",
        .member("events", \.events),
        .optional("next", \.next, schema: .natural(from: 1))
    )

    let events: [DomainEvent]
    let next: Int64?
}

/// What became of a row of a batch.
struct RowResult: WireObject {
    static let form = ObjectForm<RowResult>(
        "RowResult",
        .optional("code", \.code),
        .member("line", \.line, schema: .natural(from: 1), example: 2),
        .optional("path", \.path),
        .member("result", \.result, schema: .words(nil, ["added", "updated", "unchanged", "rejected", "failed"])),
        .optional("trackingId", \.trackingId, "The cargo of the row, if it was booked, now or earlier.")
    )

    let line: Int
    var code: String?
    var path: String?
    let result: String
    var trackingId: TrackingId?
}
