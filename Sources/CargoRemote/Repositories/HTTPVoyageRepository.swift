import CargoDomain
import CargoWire

/// The voyages in a remote store.
struct HTTPVoyageRepository: VoyageRepository {
    let client: RemoteClient

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
        await client.value(.get("voyages/\(number.text)"))
    }

    func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> {
        var found: [VoyageNumber: Voyage] = [:]
        var rest = Set(numbers).sorted()[...]
        while !rest.isEmpty {
            let asked = rest.prefix(Self.maximumNumbers).map(\.text).joined(separator: ",")
            switch await client.value(.get("voyages-by-number?numbers=\(asked)"), as: RecordList<Voyage>.self) {
            case .failure(let error): return .failure(error)
            case .success(let list): for voyage in list.items { found[voyage.number] = voyage }
            }
            rest = rest.dropFirst(Self.maximumNumbers)
        }
        return .success(found)
    }

    /// The numbers in one request, which keep its target below 8 KiB.
    private static let maximumNumbers = 200

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        await client.save(.save("voyages/\(voyage.number.text)", over: voyage.version, VoyageSave(voyage)), over: voyage.version) {
            await findByNumber(voyage.number).map { stored in
                (stored.version, stored.version == voyage.version + 1 && stored.schedule == voyage.schedule)
            }
        }
    }

    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await client.page("voyages", after: number?.text, limit: limit) { text throws(DomainError) in try VoyageNumber(text) }
    }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        let since = min(max(0, position), Version.maximum)
        return await client.pages("voyage-changes", query: "since=\(since)&") { text throws(DomainError) in try VoyageNumber(text) }
            .flatMap { (voyages: [Voyage], position) in
                guard let position else { return .failure(.technical(.remoteRejected, cause: "the changes have no position")) }
                return .success(VoyageChanges(voyages: voyages, position: position))
            }
    }
}
