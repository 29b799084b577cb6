public import CargoDomain

/// Lists the cargos that someone may mean by what they typed: a tracking id, or a reference of any type.
///
/// To find the cargos with one reference whose type is known, use `FindByReference`.
public struct LookUpCargos: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// What was typed, and the page to list.
    public struct Request: Sendable {
        /// The last tracking id of the previous page; nil for the first page.
        public let after: TrackingId?
        /// Which of the cargos with the references to list.
        public let filter: CargoFilter
        /// The maximum number of cargos, 1 to 1000.
        public let limit: Int
        /// What was typed.
        public let lookup: CargoLookup

        /// Creates a request.
        public init(_ lookup: CargoLookup, filter: CargoFilter = CargoFilter(), after: TrackingId? = nil, limit: Int = 100) {
            self.after = after
            self.filter = filter
            self.limit = limit
            self.lookup = lookup
        }
    }

    /// Lists the cargo with the tracking id alone; if there is no such cargo, a page of those that have one of the references.
    /// - Returns: the page, empty if there is no such cargo, or one of the errors `integer_out_of_range` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoList, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            if let cargo = try await cargo(request.lookup.trackingId) { return CargoList([cargo], next: nil, at: kit.clock.now()) }
            let found = try await kit.page(of: request.filter, after: request.after, limit: limit) {
                (after, limit) async throws(DomainError) in
                try await page(of: request.lookup.references, after: after, limit: limit)
            }
            return CargoList(found.items, next: found.next, at: kit.clock.now())
        }
    }

    private func cargo(_ trackingId: TrackingId?) async throws(DomainError) -> Cargo? {
        guard let trackingId else { return nil }
        do throws(DomainError) {
            return try await kit.store.cargos.findByTrackingId(trackingId).get()
        } catch {
            guard error.code == .cargoNotFound else { throw error }
            return nil
        }
    }

    /// Reads a page for each reference and merges them.
    private func page(
        of references: [CargoReference],
        after trackingId: TrackingId?,
        limit: Int
    ) async throws(DomainError) -> Page<Cargo, TrackingId> {
        var found: [TrackingId: Cargo] = [:]
        var isComplete = true
        for reference in references {
            let page = try await kit.store.cargos.find(CargoQuery(reference: reference), after: trackingId, limit: limit).get()
            for cargo in page.items { found[cargo.trackingId] = cargo }
            if page.next != nil { isComplete = false }
        }
        let items = Array(found.values.sorted { $0.trackingId < $1.trackingId }.prefix(limit))
        return Page(items: items, next: isComplete && items.count == found.count ? nil : items.last?.trackingId)
    }
}

/// What someone typed to name a cargo: a tracking id, or a reference of some type.
public struct CargoLookup: Hashable, Sendable {
    /// The tracking id; nil if the text can't be one.
    public let trackingId: TrackingId?
    /// The references, at most one of each type.
    public let references: [CargoReference]

    /// Creates a lookup.
    public init(trackingId: TrackingId? = nil, references: [CargoReference] = []) {
        self.trackingId = trackingId
        self.references = references
    }

    /// Whether the text can be neither a tracking id nor a reference.
    public var isEmpty: Bool { trackingId == nil && references.isEmpty }

    /// The lookup for someone who may only track: without customers' own references, which aren't for others to guess.
    public var forPublic: CargoLookup { CargoLookup(trackingId: trackingId, references: references.filter { $0.type != .customer }) }
}
