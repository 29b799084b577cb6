package import CargoApplication
package import CargoDomain
import CargoWire

/// The subscriptions of a record store: a record for each, and one for the progress of its deliveries.
package struct RecordSubscriptionRepository<Store: RecordStore>: SubscriptionRepository {
    private let store: Store

    /// Creates the repository over a record store.
    package init(_ store: Store) { self.store = store }

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
            let page = try await store.page(.subscription, after: id?.text, limit: limit, key: \.id) {
                (record) throws(DomainError) in try record.subscription()
            }
            return Page(items: page.items.filter { $0.state != .removed }, next: page.next)
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
