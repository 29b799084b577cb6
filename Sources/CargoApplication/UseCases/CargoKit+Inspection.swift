import CargoDomain

/// The steps that commands, inspections and views share.
extension CargoKit {
    /// Derives a cargo from its stored history, applies a rule to it, announces its estimate, and saves it once (UC-4).
    ///
    /// If the rule rejects the cargo or changes nothing, nothing is saved, not even what the derivation changed (CRG-0). A conflict with another
    /// writer isn't retried.
    func change(
        _ cargo: Cargo,
        announces: Bool = true,
        by rule: (Cargo) throws(DomainError) -> Cargo
    ) async throws(DomainError) -> CargoRevision {
        let history = try await store.handlingEvents.findHistory(of: cargo.trackingId).get()
        return try await change(cargo, after: history, announces: announces, by: rule)
    }

    /// Changes a cargo whose history is known.
    func change(
        _ cargo: Cargo,
        after history: HandlingHistory,
        announces: Bool = true,
        by rule: (Cargo) throws(DomainError) -> Cargo
    ) async throws(DomainError) -> CargoRevision {
        let derived = try cargo.derivingDeliveryProgress(from: history)
        let changed = try rule(derived)
        guard changed.raisedFacts.count > derived.raisedFacts.count else {
            return CargoRevision(trackingId: cargo.trackingId, version: cargo.version)
        }
        try await store.cargos.save(announces ? try await announced(changed, after: history) : changed).get()
        return CargoRevision(trackingId: cargo.trackingId, version: try Version.next(after: cargo.version))
    }

    /// Derives a cargo from a history and announces its present estimate (UC-5).
    func inspected(_ cargo: Cargo, after history: HandlingHistory) async throws(DomainError) -> Cargo {
        try await announced(try cargo.derivingDeliveryProgress(from: history), after: history)
    }

    /// Announces the present estimate of a cargo; one without an itinerary stays as it is (EST-7).
    func announced(_ cargo: Cargo, after history: HandlingHistory) async throws(DomainError) -> Cargo {
        guard let outlook = try await outlook(of: cargo, after: history) else { return cargo }
        return try cargo.announcing(outlook.estimate)
    }

    /// Works out what the voyages as they are stored make of a cargo's route; `nil` without an itinerary (EST-1 to EST-6).
    func outlook(of cargo: Cargo, after history: HandlingHistory) async throws(DomainError) -> Outlook? {
        guard let itinerary = cargo.itinerary else { return nil }
        let voyages = try await store.voyages.findAll(Set(itinerary.legs.map(\.voyageNumber)).sorted()).get()
        return try cargo.outlook(after: history, voyages: voyages)
    }
}
