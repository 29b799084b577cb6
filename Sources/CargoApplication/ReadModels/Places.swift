import CargoDomain

/// The locations that a view speaks of, each looked up once; one without a known name has its code for a name.
struct Places {
    private let repository: any LocationRepository
    private var known: [UnLocode: Location] = [:]

    init(_ repository: any LocationRepository) { self.repository = repository }

    /// Looks up all that a tracking view names.
    mutating func look(up cargo: Cargo, _ history: HandlingHistory) async throws(DomainError) {
        try await look(up: cargo.origin)
        try await look(up: cargo.routeSpecification.destination)
        for event in history.events { try await look(up: event.activity.location) }
        for leg in cargo.itinerary?.legs ?? [] {
            try await look(up: leg.loadLocation)
            try await look(up: leg.unloadLocation)
        }
    }

    private mutating func look(up code: UnLocode) async throws(DomainError) {
        guard known[code] == nil else { return }
        switch await repository.findByUnLocode(code) {
        case .success(let location): known[code] = location
        case .failure(let error): if error.code != .locationNotFound { throw error }
        }
    }

    /// The location with this code.
    func location(_ code: UnLocode) -> Location { known[code] ?? Location(unLocode: code, name: LocationName(code)) }

    /// The name of the location with this code.
    func name(_ code: UnLocode) -> String { known[code]?.name.text ?? code.text }
}
