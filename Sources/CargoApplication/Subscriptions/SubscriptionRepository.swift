public import CargoDomain

/// Stores subscriptions, and the progress of their deliveries beside them.
public protocol SubscriptionRepository: Sendable {
    /// Returns a subscription; nil if none has this id, or if it was removed.
    @concurrent
    func find(_ id: SubscriptionId) async -> Result<Subscription?, DomainError>

    /// Reads a page of subscriptions, ordered by id, without the removed ones. Broken records are left out.
    ///
    /// A page may have fewer items than the limit although more follow: `next` tells.
    /// - Parameters:
    ///   - id: the id to start after; nil for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findPage(after id: SubscriptionId?, limit: Int) async -> Result<Page<Subscription, SubscriptionId>, DomainError>

    /// Reads a page of one owner's subscriptions in the same way.
    /// - Parameters:
    ///   - owner: the customer; nil for the operator.
    ///   - id: the id to start after; nil for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findPage(ownedBy owner: CustomerId?, after id: SubscriptionId?, limit: Int) async -> Result<
        Page<Subscription, SubscriptionId>, DomainError
    >

    /// Durably stores a subscription as the next version if the store holds the version that the subscription names.
    /// - Returns: whether it was stored; false if another writer was faster.
    @concurrent
    func save(_ subscription: Subscription) async -> Result<Bool, DomainError>

    /// Returns the progress of a subscription; nil if none is stored.
    @concurrent
    func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError>

    /// Durably stores a subscription's progress as the next version if the store holds the version that its partition names.
    /// - Returns: whether it was stored; false if another relay was faster.
    @concurrent
    func save(_ progress: SubscriptionProgress, of id: SubscriptionId) async -> Result<Bool, DomainError>
}

extension SubscriptionRepository {
    /// Reads pages of all subscriptions.
    public func findPage(ownedBy owner: CustomerId?, after id: SubscriptionId?, limit: Int) async -> Result<
        Page<Subscription, SubscriptionId>, DomainError
    > {
        await findPage(after: id, limit: limit).map { page in Page(items: page.items.filter { $0.owner == owner }, next: page.next) }
    }

    /// Returns all subscriptions, ordered by id.
    package func all() async throws(DomainError) -> [Subscription] {
        try await pages { id in await findPage(after: id, limit: PageLimit.range.upperBound) }
    }

    /// Returns all subscriptions of an owner, ordered by id.
    /// - Parameter owner: the customer; nil for the operator.
    package func all(ownedBy owner: CustomerId?) async throws(DomainError) -> [Subscription] {
        try await pages { id in await findPage(ownedBy: owner, after: id, limit: PageLimit.range.upperBound) }
    }

    private func pages(
        _ page: (SubscriptionId?) async -> Result<Page<Subscription, SubscriptionId>, DomainError>
    ) async throws(DomainError) -> [Subscription] {
        var all: [Subscription] = []
        var last: SubscriptionId?
        while true {
            let page = try await page(last).get()
            all += page.items
            guard let next = page.next else { return all }
            last = next
        }
    }
}
