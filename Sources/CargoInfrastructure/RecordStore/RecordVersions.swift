import CargoApplication
import CargoDomain

/// The versions of a record store's aggregates.
struct RecordVersions<Store: RecordStore>: AggregateVersions {
    let store: Store

    func versions(of aggregates: [AggregateName]) async -> Result<[Int64], DomainError> {
        await .awaiting { () throws(DomainError) in try await store.versions(aggregates.map(Self.record)) }
    }

    func versionsWithoutWaiting(of aggregates: [AggregateName]) -> [Int64]? {
        store.versionsWithoutWaiting(aggregates.map(Self.record))
    }

    private static func record(of aggregate: AggregateName) -> (kind: RecordKind, id: String) {
        switch aggregate {
        case .cargo(let id): (.cargo, id.text)
        case .voyage(let number): (.voyage, number.text)
        case .location(let code): (.location, code.text)
        }
    }
}
