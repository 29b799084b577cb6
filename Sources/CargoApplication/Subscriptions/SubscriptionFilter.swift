public import CargoDomain

/// Which events a subscription receives: those that match every part that is set.
public struct SubscriptionFilter: Hashable, Sendable {
    /// Only events of this cargo.
    public let trackingId: TrackingId?
    /// Only events of this customer's cargos.
    public let customerId: CustomerId?
    /// Only events of cargos that carry this reference when the event is sent.
    public let reference: CargoReference?
    /// Only events of these types, such as `CargoArrived`; all types if empty.
    public let eventTypes: Set<String>

    /// Creates a filter; without arguments it lets every event pass.
    public init(
        trackingId: TrackingId? = nil,
        customerId: CustomerId? = nil,
        reference: CargoReference? = nil,
        eventTypes: Set<String> = []
    ) {
        self.trackingId = trackingId
        self.customerId = customerId
        self.reference = reference
        self.eventTypes = eventTypes
    }

    /// Returns the filter with another customer, and with `CUSTOMER:ERASED` in place of some references (REP-11).
    func erasing(_ customer: CustomerId?, as pseudonym: CustomerId, _ references: Set<CargoReference>) -> SubscriptionFilter {
        SubscriptionFilter(
            trackingId: trackingId,
            customerId: customer != nil && customerId == customer ? pseudonym : customerId,
            reference: reference.map { references.contains($0) ? .erased : $0 },
            eventTypes: eventTypes
        )
    }

    /// Returns whether an entry of the outbox passes.
    ///
    /// The type of an event that can't be read is unknown, so only the other parts count.
    /// - Parameters:
    ///   - owner: the customer who may see only events of their own cargos; nil for the operator.
    ///   - cargos: looks up the event's cargo if the result depends on it.
    func matches(_ entry: FeedEntry, owner: CustomerId?, _ cargos: CargoLookups) async throws(DomainError) -> Bool {
        if case .event(let event) = entry, !eventTypes.isEmpty, !eventTypes.contains(event.fact.type) { return false }
        let customers = [owner, customerId].compactMap(\.self)
        guard trackingId != nil || reference != nil || !customers.isEmpty else { return true }
        guard let id = entry.trackingId, trackingId.map({ $0 == id }) ?? true else { return false }
        if !customers.isEmpty {
            guard let customer = try await cargos.customer(of: entry), customers.allSatisfy({ $0 == customer }) else { return false }
        }
        guard let reference else { return true }
        return try await cargos.references(of: id).contains(reference)
    }
}

/// Looks up what filters have to know of cargos.
package actor CargoLookups {
    private let cargos: any CargoRepository
    /// The customer of a cargo changes only if they are erased (CRG-18).
    private var customers: [TrackingId: CustomerId] = [:]
    private static let capacity = 100_000

    /// Creates lookups in a repository.
    package init(_ cargos: any CargoRepository) { self.cargos = cargos }

    /// Returns the customer whose cargo raised an event; nil if it was a voyage, or if the cargo can't be read.
    package func customer(of entry: FeedEntry) async throws(DomainError) -> CustomerId? {
        guard let id = entry.trackingId else { return nil }
        if case .event(let event) = entry, case .customerErased(let pseudonym) = event.fact { customers[id] = pseudonym }
        return try await customer(of: id)
    }

    /// Returns a cargo's customer; nil if there is no such cargo, or if it can't be read.
    func customer(of id: TrackingId) async throws(DomainError) -> CustomerId? {
        if let known = customers[id] { return known }
        return try await cargo(id)?.customerId
    }

    /// Returns the references that a cargo carries now.
    func references(of id: TrackingId) async throws(DomainError) -> [CargoReference] { try await cargo(id)?.references ?? [] }

    private func cargo(_ id: TrackingId) async throws(DomainError) -> Cargo? {
        switch await cargos.findByTrackingId(id) {
        case .success(let cargo):
            if customers.count >= Self.capacity { customers.removeAll(keepingCapacity: true) }
            customers[id] = cargo.customerId
            return cargo
        case .failure(let error):
            guard error.isOfAbsentCargo || error.code == .corruptRecord else { throw error }
            return nil
        }
    }
}

extension FeedEntry {
    /// The cargo that raised the event; nil if it was a voyage, or can't be read.
    package var trackingId: TrackingId? {
        let prefix = "Cargo:"
        let aggregate: String? =
            switch self {
            case .event(let event): event.aggregate
            case .unreadable(let event): event.aggregate
            }
        guard let aggregate, aggregate.hasPrefix(prefix) else { return nil }
        do throws(DomainError) { return try TrackingId(String(aggregate.dropFirst(prefix.count))) } catch { return nil }
    }
}
