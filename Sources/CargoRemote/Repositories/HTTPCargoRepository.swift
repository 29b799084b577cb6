import CargoDomain
import CargoWire

/// The cargos in a remote store.
struct HTTPCargoRepository: CargoRepository {
    let client: RemoteClient

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        await client.value(.get("cargos/\(trackingId.text)"))
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        await client.save(.save("cargos/\(cargo.trackingId.text)", over: cargo.version, CargoSave(cargo)), over: cargo.version) {
            await findByTrackingId(cargo.trackingId).map { ($0.version, $0.isStored(cargo)) }
        }
    }

    func nextTrackingId() async -> Result<TrackingId, DomainError> {
        await client.value(RemoteCall(method: "POST", path: "tracking-ids"), as: DrawnTrackingId.self).map(\.trackingId)
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await client.pages("customers/\(customerId.text)/cargos") { text throws(DomainError) in try TrackingId(text) }.map(\.items)
    }

    func findForCustomer(
        _ customerId: CustomerId,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await client.page("customers/\(customerId.text)/cargos", after: trackingId?.text, limit: limit) { text throws(DomainError) in
            try TrackingId(text)
        }
    }

    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await client.page("cargos", after: trackingId?.text, limit: limit) { text throws(DomainError) in try TrackingId(text) }
    }

    func findOnVoyage(
        _ number: VoyageNumber,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await client.page("voyages/\(number.text)/cargos", after: trackingId?.text, limit: limit) { text throws(DomainError) in
            try TrackingId(text)
        }
    }

    func findAt(
        _ location: UnLocode,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await client.page("locations/\(location.text)/cargos", after: trackingId?.text, limit: limit) { text throws(DomainError) in
            try TrackingId(text)
        }
    }

    func findNeeding(
        _ need: AttentionReason,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await client.page("needs/\(need.rawValue)/cargos", after: trackingId?.text, limit: limit) { text throws(DomainError) in
            try TrackingId(text)
        }
    }

    func findByReference(
        _ reference: CargoReference,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await client.page(
            "cargos-by-reference",
            query: "type=\(reference.type.rawValue)&value=\(RemoteClient.encoded(reference.value))&",
            after: trackingId?.text,
            limit: limit
        ) { text throws(DomainError) in try TrackingId(text) }
    }
}

extension Cargo {
    /// Whether this cargo is what saving another one stores: the same cargo in the next version.
    fileprivate func isStored(_ saved: Cargo) -> Bool {
        var writer = JSONWriter()
        saved.write(to: &writer, version: saved.version + 1)
        return writer.bytes == canonicalBytes
    }
}
