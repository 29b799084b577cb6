package import CargoApplication
package import CargoDomain
import CargoWire
import Synchronization

/// The subscriptions of a record store: a record for each, and one for the progress of its deliveries.
package struct RecordSubscriptionRepository<Store: RecordStore>: SubscriptionRepository {
    private let store: Store
    private let removed: RemovedSubscriptions

    /// Creates the repository over a record store.
    init(_ store: Store, _ removed: RemovedSubscriptions) {
        self.store = store
        self.removed = removed
    }

    /// Returns a subscription that isn't removed.
    package func find(_ id: SubscriptionId) async -> Result<Subscription?, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let found = try await store.read(.subscription, id.text)?.subscription(), found.state != .removed else { return nil }
            return found
        }
    }

    /// Returns a page of subscriptions, without the removed ones.
    package func findPage(after id: SubscriptionId?, limit: Int) async -> Result<Page<Subscription, SubscriptionId>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try await store.page(.subscription, after: id?.text, limit: limit, key: \.id, isGone: removed.contains) {
                (record) throws(DomainError) in
                let found = try record.subscription()
                guard found.state == .removed else { return found }
                removed.note(found.id)
                return nil
            }
        }
    }

    /// Stores a subscription's next version.
    package func save(_ subscription: Subscription) async -> Result<Bool, DomainError> {
        await commit(.subscription, subscription.id, subscription.version, SubscriptionRecord.encode(subscription))
    }

    /// Returns the stored progress of a subscription.
    package func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError> {
        await .awaiting { () throws(DomainError) in try await store.read(.delivery, id.text)?.subscriptionProgress() }
    }

    /// Stores the next version of a subscription's progress.
    package func save(_ progress: SubscriptionProgress, of id: SubscriptionId) async -> Result<Bool, DomainError> {
        await commit(.delivery, id, progress.partition.version, SubscriptionProgressRecord.encode(progress))
    }

    private func commit(_ kind: RecordKind, _ id: SubscriptionId, _ version: Int64, _ document: [UInt8]) async -> Result<Bool, DomainError>
    {
        await .awaiting { () throws(DomainError) in
            switch await store.commit([RecordWrite(kind: kind, id: id.text, expectedVersion: version, document: document)]) {
            case .committed: return true
            case .conflict: return false
            case .failed(let error): throw error
            }
        }
    }
}

/// The subscriptions that are known to be removed, so that pages don't read their records.
///
/// A removed subscription never changes, and its id isn't used again.
final class RemovedSubscriptions: Sendable {
    private let ids = Mutex<Set<String>>([])

    func contains(_ id: String) -> Bool { ids.withLock { $0.contains(id) } }

    func note(_ id: SubscriptionId) { _ = ids.withLock { $0.insert(id.text) } }
}
