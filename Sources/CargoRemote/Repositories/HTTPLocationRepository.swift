import CargoDomain
import CargoWire

/// The locations in a remote store.
struct HTTPLocationRepository: LocationRepository {
    let client: RemoteClient

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> {
        await client.value(.get("locations/\(unLocode.text)"))
    }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> {
        guard !locations.isEmpty else { return .success(()) }
        let outcome = await client.call(.send("PUT", "locations", RecordList(locations)))
        switch outcome.result {
        case .success(let answer):
            return answer.status == 204
                ? .success(()) : .failure(.technical(.remoteRejected, cause: "the response to a save has status \(answer.status)"))
        case .failure(let error):
            guard let doubt = outcome.doubt else { return .failure(error) }
            return .failure(outcome.isCancelled ? .unknownOutcome(doubt) : error.explained("it is unknown whether they were saved"))
        }
    }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await client.page("locations", after: unLocode?.text, limit: limit) { text throws(DomainError) in try UnLocode(text) }
    }
}
