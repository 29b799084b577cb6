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
        await client.value(RemoteCall(method: "POST", path: "/v1/repository/tracking-ids"), as: DrawnTrackingId.self).map(\.trackingId)
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await client.pages("cargos", query: CargoQuery(customer: customerId).urlQuery) { text throws(DomainError) in try TrackingId(text) }
            .map(\.items)
    }

    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await client.page("cargos", query: query.urlQuery, after: trackingId?.text, limit: limit) { text throws(DomainError) in
            try TrackingId(text)
        }
    }
}

extension CargoQuery {
    /// The query of a URL before the page's own parameters, ending in `&`; empty without conditions.
    fileprivate var urlQuery: String {
        parameters.map { "\($0.name)=\(RemoteClient.encoded($0.value))&" }.joined()
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
