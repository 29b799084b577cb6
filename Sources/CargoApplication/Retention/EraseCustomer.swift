public import CargoDomain

/// Erases a customer from a store (CRG-18, REP-11; GDPR, article 17).
///
/// Repeat it after an interruption: it goes on where it stopped, with another pseudonym if another one is given.
public struct EraseCustomer: Sendable {
    /// What was erased.
    public struct Report: Hashable, Sendable {
        /// The cargos that had the customer's id.
        public let cargos: [TrackingId]
        /// The subscriptions that were removed.
        public let subscriptions: Int
        /// How many other records were changed or removed.
        public let records: Int
        /// Whether there was nothing to erase.
        public var isEmpty: Bool { cargos.isEmpty && subscriptions == 0 && records == 0 }
    }

    private let kit: CargoKit

    /// Creates the operation on a kit's store.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Returns a new random pseudonym, such as `ERASED-7K3M9QX2R5TB`.
    ///
    /// It doesn't lead back to the customer.
    public static func pseudonym() throws(DomainError) -> CustomerId {
        var random = SystemRandomNumberGenerator()
        return try CustomerId("ERASED-\(TrackingId(randomBits: random.next()))")
    }

    /// Erases a customer.
    /// - Parameters:
    ///   - customer: the customer.
    ///   - pseudonym: the id in the customer's place.
    ///   - archived: the customer's cargos in archives: the store may still have their domain events, and subscriptions to their references.
    ///   - progress: called with the number of cargos done and their total.
    /// - Returns: `removal_unsupported` if the store can't remove anything; `corrupt_record` if a cargo of the customer is corrupt.
    @concurrent
    public func execute(
        _ customer: CustomerId,
        as pseudonym: CustomerId,
        archived: [ArchivedCargo] = [],
        progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async -> Result<Report, DomainError> {
        await outcome { () async throws(DomainError) in
            let retention = try kit.store.requiredRetention()
            // Tokens go first, so that no booking is made with one meanwhile.
            let tokens = try await kit.store.access.map { ManageAccess($0, kit.clock) }?.removeTokens(of: customer) ?? 0
            let subscriptions = try await removeSubscriptions(of: customer)
            // References leave the filters before they go with the cargos, so that a run after an interruption doesn't have to know them. The customer
            // stays in the filters as long as cargos have their id.
            var filters = try await eraseFromFilters(archived.flatMap(\.contents.cargo.references), of: customer, as: pseudonym)
            var erased: [TrackingId] = []
            while customer != pseudonym {
                // Somebody may book for the customer meanwhile.
                let cargos = try await kit.store.cargos.findForCustomer(customer).get()
                if cargos.isEmpty { break }
                filters.formUnion(try await eraseFromFilters(cargos.flatMap(\.references), of: customer, as: pseudonym))
                for cargo in cargos {
                    try await erase(cargo.trackingId, customer, pseudonym)
                    erased.append(cargo.trackingId)
                    progress(erased.count, max(erased.count, cargos.count))
                }
            }
            let (known, references) = try await traces(
                of: customer,
                as: pseudonym,
                in: Set(archived.map(\.contents.cargo.trackingId)).union(erased)
            )
            filters.formUnion(try await eraseFromFilters(references, of: customer, as: pseudonym, withTheirId: true))
            // The records of the subscriptions that were just removed are among these.
            let traces = max(0, try await retention.eraseTraces(of: customer, in: known, as: pseudonym).get() - subscriptions)
            return Report(cargos: erased, subscriptions: subscriptions, records: tokens + filters.count + traces)
        }
    }

    /// Returns the customer's cargos with those that an interrupted run erased, which are found by the events that name the customer, and the
    /// references that the events name.
    private func traces(
        of customer: CustomerId,
        as pseudonym: CustomerId,
        in cargos: Set<TrackingId>
    ) async throws(DomainError) -> (cargos: Set<TrackingId>, references: [CargoReference]) {
        var known = cargos
        var references: [TrackingId: Set<CargoReference>] = [:]
        try await kit.store.forEachEvent { (event) async throws(DomainError) in
            guard event.aggregateType == .cargo else { return true }
            let cargo = try TrackingId(event.aggregateId)
            if event.actor?.belongs(to: customer) ?? false { known.insert(cargo) }
            switch event.fact {
            case .cargoBooked(customer, _, _), .customerErased(pseudonym): known.insert(cargo)
            case .referenceAdded(let reference), .referenceRemoved(let reference):
                if reference != .erased { references[cargo, default: []].insert(reference) }
            default: break
            }
            return true
        }
        return (known, references.filter { known.contains($0.key) }.flatMap(\.value))
    }

    private func erase(_ trackingId: TrackingId, _ customer: CustomerId, _ pseudonym: CustomerId) async throws(DomainError) {
        try await Retry.onConflict { () async throws(DomainError) in
            switch await kit.store.cargos.findByTrackingId(trackingId) {
            case .success(let cargo):
                if cargo.customerId == customer { try await kit.store.cargos.save(cargo.erasingCustomer(as: pseudonym)).get() }
            case .failure(let error):
                if error.code != .cargoArchived { throw error }
            }
        }
    }

    private func removeSubscriptions(of customer: CustomerId) async throws(DomainError) -> Int {
        guard let subscriptions = try await kit.store.subscriptions?.all(ownedBy: customer) else { return 0 }
        let manager = try ManageSubscriptions(kit)
        for subscription in subscriptions { _ = try await manager.remove(subscription.id).get() }
        return subscriptions.count
    }

    /// Erases references of a customer's cargos, and perhaps their id, from the filters of the company's own subscriptions.
    ///
    /// A reference that a cargo of somebody else carries stays.
    /// - Returns: the subscriptions that were changed.
    private func eraseFromFilters(
        _ references: [CargoReference],
        of customer: CustomerId,
        as pseudonym: CustomerId,
        withTheirId: Bool = false
    ) async throws(DomainError) -> Set<SubscriptionId> {
        guard let subscriptions = kit.store.subscriptions else { return [] }
        let own = try await subscriptions.all(ownedBy: nil)
        var erased: Set<CargoReference> = []
        for reference in Set(own.flatMap(\.filteredReferences)).intersection(references) {
            if try await isTheirsAlone(reference, [customer, pseudonym]) { erased.insert(reference) }
        }
        var changed: Set<SubscriptionId> = []
        for subscription in own {
            _ = try await subscriptions.change(subscription.id) { stored in
                let isChanged = stored.eraseFromFilter(withTheirId ? customer : nil, as: pseudonym, erased)
                if isChanged { changed.insert(stored.id) }
                return isChanged
            }
        }
        return changed
    }

    private func isTheirsAlone(_ reference: CargoReference, _ customers: Set<CustomerId>) async throws(DomainError) -> Bool {
        var last: TrackingId?
        while true {
            let query = CargoQuery(reference: reference)
            let page = try await kit.store.cargos.find(query, after: last, limit: PageLimit.range.upperBound).get()
            guard page.items.allSatisfy({ customers.contains($0.customerId) }) else { return false }
            guard let next = page.next else { return true }
            last = next
        }
    }
}

/// Collects everything that a store holds of a customer (GDPR, article 15).
public struct ExportCustomer: Sendable {
    /// What the store holds of a customer.
    public struct Response: Sendable {
        /// Their cargos with the histories.
        public let cargos: [StoredCargoContents]
        /// The domain events of those cargos that are still there.
        public let events: [DomainEvent]
        /// Their subscriptions.
        public let subscriptions: [Subscription]
        /// Their tokens.
        public let tokens: [ManagedToken]
    }

    private let kit: CargoKit

    /// Creates the operation on a kit's store.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Collects what the store holds.
    /// - Returns: `corrupt_record` if a cargo of the customer is corrupt; `removal_unsupported` if the store can't tell.
    @concurrent
    public func execute(_ customer: CustomerId) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let retention = try kit.store.requiredRetention()
            var cargos: [StoredCargoContents] = []
            for cargo in try await kit.store.cargos.findForCustomer(customer).get() {
                cargos.append(try await retention.contents(of: cargo.trackingId).get())
            }
            let events = try await kit.store.events(of: Set(cargos.map(\.cargo.trackingId)))
            return Response(
                cargos: cargos,
                events: events.values.flatMap(\.self).sorted { $0.sequence < $1.sequence },
                subscriptions: try await kit.store.subscriptions?.all(ownedBy: customer) ?? [],
                tokens: try await kit.store.access?.findAll().get().compactMap(\.token).filter { $0.customer == customer } ?? []
            )
        }
    }
}

extension CargoStore {
    /// Returns the domain events of some cargos that are still in the outbox, which is read once from front to end.
    fileprivate func events(of cargos: Set<TrackingId>) async throws(DomainError) -> [TrackingId: [DomainEvent]] {
        let names = Dictionary(uniqueKeysWithValues: cargos.map { ($0.text, $0) })
        var found: [TrackingId: [DomainEvent]] = [:]
        try await forEachEvent { event in
            if event.aggregateType == .cargo, let cargo = names[event.aggregateId] { found[cargo, default: []].append(event) }
            return true
        }
        return found
    }
}
