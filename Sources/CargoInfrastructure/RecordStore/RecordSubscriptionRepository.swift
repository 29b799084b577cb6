package import CargoApplication
package import CargoDomain
import CargoWire
import Synchronization

/// The subscriptions of a record store: a record for each, and one for the progress of its deliveries.
package struct RecordSubscriptionRepository<Store: RecordStore>: SubscriptionRepository {
    private let store: Store
    private let known: KnownSubscriptions

    /// Creates the repository over a record store.
    init(_ store: Store, _ known: KnownSubscriptions) {
        self.store = store
        self.known = known
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
        await page(after: id, limit, isGone: known.isRemoved) { _ in true }
    }

    /// Returns a page of an owner's subscriptions, without the removed ones.
    package func findPage(ownedBy owner: CustomerId?, after id: SubscriptionId?, limit: Int) async -> Result<
        Page<Subscription, SubscriptionId>, DomainError
    > {
        await page(after: id, limit, isGone: { known.isForeign($0, to: owner) }) { $0.owner == owner }
    }

    private func page(
        after id: SubscriptionId?,
        _ limit: Int,
        isGone: @escaping @Sendable (String) -> Bool,
        where isWanted: @escaping @Sendable (Subscription) -> Bool
    ) async -> Result<Page<Subscription, SubscriptionId>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try await store.page(.subscription, after: id?.text, limit: limit, key: \.id, isGone: isGone) { (record) throws(DomainError) in
                let found = try record.subscription()
                known.note(found)
                return found.state != .removed && isWanted(found) ? found : nil
            }
        }
    }

    /// Stores a subscription's next version.
    package func save(_ subscription: Subscription) async -> Result<Bool, DomainError> {
        await commit(
            .subscription,
            subscription.id,
            subscription.version,
            subscription.documentSchema,
            SubscriptionRecord.encode(subscription)
        )
    }

    /// Returns the stored progress of a subscription.
    package func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError> {
        await .awaiting { () throws(DomainError) in try await store.read(.delivery, id.text)?.subscriptionProgress() }
    }

    /// Stores the next version of a subscription's progress.
    package func save(_ progress: SubscriptionProgress, of id: SubscriptionId) async -> Result<Bool, DomainError> {
        await commit(.delivery, id, progress.partition.version, RecordKind.delivery.schema, SubscriptionProgressRecord.encode(progress))
    }

    private func commit(
        _ kind: RecordKind,
        _ id: SubscriptionId,
        _ version: Int64,
        _ schema: Int,
        _ document: [UInt8]
    ) async -> Result<Bool, DomainError> {
        await .awaiting { () throws(DomainError) in
            switch await store.commit([RecordWrite(kind: kind, id: id.text, expectedVersion: version, schema: schema, document: document)])
            {
            case .committed: return true
            case .conflict: return false
            case .failed(let error): throw error
            }
        }
    }
}

/// What is known of subscriptions that were read, so that pages don't read the records of removed ones and of other owners.
///
/// A subscription's owner never changes. A removed subscription doesn't change at all, and its id isn't used again.
final class KnownSubscriptions: Sendable {
    private enum Fact {
        case removed
        case owned(by: CustomerId?)
    }

    private let facts = Mutex<[String: Fact]>([:])

    func isRemoved(_ id: String) -> Bool { if case .removed = facts.withLock({ $0[id] }) { true } else { false } }

    /// Whether a subscription is removed, or is known to be another owner's.
    func isForeign(_ id: String, to owner: CustomerId?) -> Bool {
        switch facts.withLock({ $0[id] }) {
        case nil: false
        case .removed: true
        case .owned(by: let known): known != owner
        }
    }

    func note(_ subscription: Subscription) {
        facts.withLock { $0[subscription.id.text] = subscription.state == .removed ? .removed : .owned(by: subscription.owner) }
    }
}
