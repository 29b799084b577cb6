import CargoDomain

/// Reads pages of aggregates, in the same way for every kind.
extension RecordStore {
    /// Reads aggregates in ASCII order of their ids, leaving out broken ones, and those that `decode` returns `nil` for.
    ///
    /// `next` is the key of the last one, or `nil` if there are no more.
    /// - Parameter isGone: whether the record with this id needn't be read, because `decode` would return `nil`.
    func page<Item: Sendable, Key: Sendable>(
        _ kind: RecordKind,
        after id: String?,
        limit: Int,
        key: (Item) -> Key,
        isGone: (String) -> Bool = { _ in false },
        _ decode: (Record) throws(DomainError) -> Item?
    ) async throws(DomainError) -> Page<Item, Key> {
        try PageLimit.check(limit)
        var items: [Item] = []
        var last = id
        while true {
            let ids = try await ids(kind, after: last, limit: limit + 1)
            for item in try await sound(kind, ids.filter { !isGone($0) }, decode) {
                guard items.count < limit else { return Page(items: items, next: items.last.map(key)) }
                items.append(item)
            }
            guard ids.count > limit, let end = ids.last else { return Page(items: items, next: nil) }
            last = end
        }
    }

    /// Reads the aggregates with these ids, leaving out broken ones, and those that `decode` returns `nil` for.
    func sound<Item>(
        _ kind: RecordKind,
        _ ids: [String],
        _ decode: (Record) throws(DomainError) -> Item?
    ) async throws(DomainError) -> [Item] {
        guard !ids.isEmpty else { return [] }
        var items: [Item] = []
        for result in try await read(kind, ids) {
            do throws(DomainError) {
                if let record = try result.get(), !record.isRemoved, let item = try decode(record) { items.append(item) }
            } catch {
                guard error.code == .corruptRecord else { throw error }
            }
        }
        return items
    }
}
