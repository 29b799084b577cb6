import CargoApplication
import CargoDomain

/// The subscriptions of an in-memory store.
struct InMemorySubscriptionRepository: SubscriptionRepository {
    let store: InMemoryStore

    func find(_ id: SubscriptionId) async -> Result<Subscription?, DomainError> {
        store.atomically { world in world.subscriptions[id].flatMap { $0.state == .removed ? nil : $0 } }
    }

    func findPage(after id: SubscriptionId?, limit: Int) async -> Result<Page<Subscription, SubscriptionId>, DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            let ids = world.subscriptions.keys(after: id)
            let page = ids.prefix(limit)
            let items = page.compactMap { world.subscriptions[$0] }.filter { $0.state != .removed }
            return Page(items: items, next: page.count < ids.count ? page.last : nil)
        }
    }

    func save(_ subscription: Subscription) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard (world.subscriptions[subscription.id]?.version ?? 0) == subscription.version else { return false }
            world.subscriptions[subscription.id] = subscription.stored(as: try Version.next(after: subscription.version))
            return true
        }
    }

    func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError> {
        store.atomically { world in world.subscriptionProgress[id] }
    }

    func save(_ progress: SubscriptionProgress, of id: SubscriptionId) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            let version = progress.partition.version
            guard (world.subscriptionProgress[id]?.partition.version ?? 0) == version else { return false }
            world.subscriptionProgress[id] = try progress.stored(as: try Version.next(after: version))
            return true
        }
    }
}
