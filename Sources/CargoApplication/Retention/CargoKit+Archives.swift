package import CargoDomain

extension CargoKit {
    /// Returns this kit with some archives at hand: it tracks the cargos in them as if they were in the store (`TrackCargo`).
    ///
    /// All else about a cargo in an archive is `cargo_archived`, until it is restored (`RestoreCargo`).
    public func reading(_ archives: any CargoArchives) -> CargoKit {
        var kit = self
        kit.archives = store.retention.map { KnownArchives(archives: archives, retention: $0) }
        return kit
    }

    /// Returns this kit over a part of its store: the cargos of a customer.
    package func over(_ store: Repositories, of customer: CustomerId) -> CargoKit {
        var kit = CargoKit(store: store, routing: routing, clock: clock)
        kit.archives = archives
        kit.archives?.customer = customer
        return kit
    }

    /// Returns this kit over another view of its store, with another routing service, and with its archives behind something else.
    package func wrapping(
        store: Repositories,
        routing: any RoutingService,
        archives wrapped: (any CargoArchives) -> any CargoArchives
    ) -> CargoKit {
        let kit = CargoKit(store: store, routing: routing, clock: clock)
        return archives.map { kit.reading(wrapped($0.archives)) } ?? kit
    }
}

/// The archives at hand, and the store that says where a removed cargo is.
struct KnownArchives: Sendable {
    let archives: any CargoArchives
    let retention: any StoreRetention
    /// The customer whose cargos can be read; nil for everyone's.
    var customer: CustomerId?

    /// Returns a removed cargo's contents; nil if the cargo wasn't removed, its archive isn't at hand, or it is another customer's.
    func contents(of trackingId: TrackingId) async throws(DomainError) -> StoredCargoContents? {
        try await cargo(trackingId)?.contents
    }

    /// Returns a removed cargo with its events; nil in the same cases.
    func cargo(_ trackingId: TrackingId) async throws(DomainError) -> ArchivedCargo? {
        guard let place = try await retention.place(of: trackingId).get() else { return nil }
        guard let archived = try await archives.find(trackingId, at: place).get() else { return nil }
        return customer.map { $0 == archived.contents.cargo.customerId } ?? true ? archived : nil
    }
}
