import CargoDomain

/// The locations that a view mentions, looked up in one call.
///
/// An unregistered location is named by its code.
struct Places {
    private let known: [UnLocode: Location]

    /// Looks up every location that a tracking view mentions.
    init(of cargo: Cargo, _ history: HandlingHistory, _ repository: any LocationRepository) async throws(DomainError) {
        known = try await repository.findAll(Self.codes(of: cargo, history).sorted()).get()
    }

    init(known locations: [Location]) { known = Dictionary(locations.map { ($0.unLocode, $0) }) { first, _ in first } }

    /// The codes of the locations that a tracking view mentions.
    static func codes(of cargo: Cargo, _ history: HandlingHistory) -> Set<UnLocode> {
        var codes: Set = [cargo.origin, cargo.routeSpecification.destination]
        for event in history.events { codes.insert(event.activity.location) }
        for leg in cargo.itinerary?.legs ?? [] {
            codes.insert(leg.loadLocation)
            codes.insert(leg.unloadLocation)
        }
        return codes
    }

    /// The location with this code.
    func location(_ code: UnLocode) -> Location { known[code] ?? Location(unLocode: code, name: LocationName(code)) }

    /// The name of the location with this code.
    func name(_ code: UnLocode) -> String { known[code]?.name.text ?? code.text }
}
