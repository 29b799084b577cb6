public import CargoDomain

extension CargoOperations {
    // MARK: Locations and voyages

    /// Registers a location, or renames it if it is registered already (`RegisterLocation`).
    @discardableResult
    public func registerLocation(_ unLocode: UnLocode, named name: LocationName) async throws(DomainError) -> Location {
        try await perform(RegisterLocation.self, .init(unLocode: unLocode, name: name)).get()
    }

    /// Returns a location (`FindLocation`).
    public func location(_ unLocode: UnLocode) async throws(DomainError) -> Location {
        try await perform(FindLocation.self, .init(unLocode: unLocode)).get()
    }

    /// Returns a page of locations, ordered by code (`ListLocations`).
    /// - Parameters:
    ///   - text: what a location's code or name must contain; nil for every location.
    ///   - after: the last code of the previous page; nil for the first page.
    ///   - limit: the maximum number of locations, 1 to 1000.
    public func locations(
        containing text: String? = nil,
        after: UnLocode? = nil,
        limit: Int = 100
    ) async throws(DomainError) -> Page<Location, UnLocode> {
        try await perform(ListLocations.self, .init(containing: text, after: after, limit: limit)).get()
    }

    /// Registers a voyage; an equal one is left as it is (`RegisterVoyage`).
    @discardableResult
    public func registerVoyage(
        _ number: VoyageNumber,
        schedule: Schedule,
        details: VoyageDetails? = nil
    ) async throws(DomainError) -> RegisterVoyage.Response {
        try await perform(RegisterVoyage.self, .init(voyageNumber: number, schedule: schedule, details: details)).get()
    }

    /// Reschedules a voyage and lists its cargos that won't travel as planned (`RescheduleVoyage`).
    /// - Parameters:
    ///   - number: the voyage.
    ///   - schedule: its new schedule.
    ///   - expectedVersion: the version that the voyage must have; nil accepts any.
    @discardableResult
    public func rescheduleVoyage(
        _ number: VoyageNumber,
        to schedule: Schedule,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> RescheduleVoyage.Response {
        try await perform(RescheduleVoyage.self, .init(voyageNumber: number, schedule: schedule, expectedVersion: expectedVersion)).get()
    }

    /// Returns a voyage (`FindVoyage`).
    public func voyage(_ number: VoyageNumber) async throws(DomainError) -> VoyageView {
        try await perform(FindVoyage.self, .init(voyageNumber: number)).get()
    }

    /// Returns a page of voyages, ordered by number (`ListVoyages`).
    /// - Parameters:
    ///   - after: the last number of the previous page; nil for the first page.
    ///   - limit: the maximum number of voyages, 1 to 1000.
    public func voyages(after: VoyageNumber? = nil, limit: Int = 100) async throws(DomainError) -> Page<VoyageView, VoyageNumber> {
        try await perform(ListVoyages.self, .init(after: after, limit: limit)).get()
    }

    // MARK: Cargos and events

    /// Returns a cargo as it is stored (`FindCargo`).
    public func cargo(_ trackingId: TrackingId) async throws(DomainError) -> StoredCargo {
        try await perform(FindCargo.self, CargoRequest(trackingId: trackingId)).get()
    }

    /// Returns a page of cargos, ordered by tracking id (`ListCargos`).
    /// - Parameters:
    ///   - filter: which cargos to list; all by default.
    ///   - after: the last tracking id of the previous page; nil for the first page.
    ///   - limit: the maximum number of cargos, 1 to 1000.
    public func cargos(
        _ filter: CargoFilter = CargoFilter(),
        after: TrackingId? = nil,
        limit: Int = 100
    ) async throws(DomainError) -> CargoList {
        try await perform(ListCargos.self, .init(filter: filter, after: after, limit: limit)).get()
    }

    /// Returns a page of a customer's cargos, ordered by tracking id (`ListCargosForCustomer`).
    /// - Parameters:
    ///   - customerId: the customer.
    ///   - filter: which of them to list; all by default.
    ///   - after: the last tracking id of the previous page; nil for the first page.
    ///   - limit: the maximum number of cargos, 1 to 1000.
    public func cargos(
        of customerId: CustomerId,
        _ filter: CargoFilter = CargoFilter(),
        after: TrackingId? = nil,
        limit: Int = 100
    ) async throws(DomainError) -> CargoList {
        try await perform(ListCargosForCustomer.self, .init(customerId: customerId, filter: filter, after: after, limit: limit)).get()
    }

    /// Returns a page of the cargos that have a reference, ordered by tracking id (`FindByReference`).
    /// - Parameters:
    ///   - reference: the reference, which several cargos may share.
    ///   - after: the last tracking id of the previous page; nil for the first page.
    ///   - limit: the maximum number of cargos, 1 to 1000.
    public func cargos(
        with reference: CargoReference,
        after: TrackingId? = nil,
        limit: Int = 100
    ) async throws(DomainError) -> CargoList {
        try await perform(FindByReference.self, .init(reference, after: after, limit: limit)).get()
    }

    /// Returns a page of the cargos that someone may mean by what they typed (`LookUpCargos`).
    /// - Parameters:
    ///   - lookup: a tracking id, and references of some types.
    ///   - after: the last tracking id of the previous page; nil for the first page.
    ///   - limit: the maximum number of cargos, 1 to 1000.
    public func cargos(
        matching lookup: CargoLookup,
        after: TrackingId? = nil,
        limit: Int = 100
    ) async throws(DomainError) -> CargoList {
        try await perform(LookUpCargos.self, .init(lookup, after: after, limit: limit)).get()
    }

    /// Counts the cargos that need attention by their causes, the most frequent first (`SummarizeWorklist`).
    /// - Parameter customerId: whose cargos to count; nil for all.
    public func worklistSummary(of customerId: CustomerId? = nil) async throws(DomainError) -> SummarizeWorklist.Response {
        try await perform(SummarizeWorklist.self, .init(customerId: customerId)).get()
    }

    /// Returns domain events in the order in which they were stored; an empty list at the end (`ReadEvents`).
    /// - Parameters:
    ///   - sequence: the sequence number of the last event seen; 0 for the start.
    ///   - limit: the maximum number of events, 1 to 1000.
    public func events(after sequence: Int64 = 0, limit: Int = 100) async throws(DomainError) -> [DomainEvent] {
        try await perform(ReadEvents.self, .init(after: sequence, limit: limit)).get()
    }

    /// Returns a page of the domain events of a cargo, or of all, that say who caused them (`ReadAuditTrail`).
    public func auditTrail(_ request: ReadAuditTrail.Request) async throws(DomainError) -> ReadAuditTrail.Response {
        try await perform(ReadAuditTrail.self, request).get()
    }
}

extension CargoOperations {
    /// The locations with these codes, as far as they can be found: one that isn't registered is left out, and after any other error so is the rest.
    package func locations(named codes: some Sequence<UnLocode>) async -> [Location] {
        var found: [Location] = []
        for code in codes {
            do throws(DomainError) {
                found.append(try await location(code))
            } catch {
                guard error.code == .locationNotFound else { break }
            }
        }
        return found
    }
}
