import CargoApplication
import CargoDomain

/// The DCSA events of a store, kept up to date with its outbox.
///
/// A request reads at most a few thousand domain events into the index. If more are left, a background task reads them. The index is made on
/// first use.
actor DCSALog {
    /// The maximum number of domain events per page, and of pages per request.
    static let pageSize = 1000
    static let maximumPages = 4

    private let kit: CargoKit
    private var position: Int64 = 0
    private var index = DCSAIndex()
    private var reading: Task<Void, Never>?
    /// The page that callbacks wait for.
    private var page: Task<Result<Bool, DomainError>, Never>?

    init(_ kit: CargoKit) { self.kit = kit }

    deinit { reading?.cancel() }

    /// A page of events, and whether the list has others before and after it.
    struct Page: Sendable {
        let events: [DCSAEvent]
        let hasPrevious: Bool
        let hasNext: Bool
    }

    /// Reads new events from the outbox, up to the limit for a request.
    /// - Returns: whether the index is complete; if not, a background task reads on.
    func catchUp() async -> Result<Bool, DomainError> {
        guard reading == nil else { return .success(false) }
        for _ in 0..<Self.maximumPages {
            switch await readPage() {
            case .failure(let error): return .failure(error)
            case .success(let isLast): if isLast { return .success(true) }
            }
        }
        if reading == nil { reading = Task { [weak self] in await self?.readOn() } }
        return .success(false)
    }

    /// Reads the outbox to its end, however long that takes.
    ///
    /// What an event means depends on later ones: references that were added, and handling that was retracted.
    /// - Parameter sequence: an event that is in the outbox.
    /// - Throws: `store_unavailable` if the store doesn't show the event yet; otherwise the store's error.
    func read(through sequence: Int64) async throws(DomainError) {
        while true {
            // All that wait share one page.
            let shared = page
            let task = shared ?? Task { await readPage() }
            page = task
            let result = await task.value
            if page == task { page = nil }
            guard try result.get() else { continue }
            if position >= sequence { return }
            // A page that another caller began to read may be older than the event.
            if shared == nil { throw .technical(.storeUnavailable, cause: "the outbox ends before event \(sequence)") }
        }
    }

    /// The events that a domain event means and that match a filter.
    /// - Parameter owner: the customer whose cargos' events count; nil for all.
    func events(from sequence: Int64, _ filter: DCSAFilter, owner: CustomerId?) async throws(DomainError) -> [DCSAEvent] {
        try await read(through: sequence)
        return index.events(from: sequence, filter, owner: owner)
    }

    /// The events of a page.
    func page(_ filter: DCSAFilter) -> Page {
        let page = index.page(filter)
        return Page(events: page.entries.compactMap(index.event), hasPrevious: page.hasPrevious, hasNext: page.hasNext)
    }

    /// The event with an id; nil if there is none.
    func event(_ id: DCSAEventID) -> DCSAEvent? { index.entry(id).flatMap(index.event) }

    private func readOn() async {
        defer { reading = nil }
        while !Task.isCancelled {
            // The next request continues from here, and reports the failure if it persists.
            guard case .success(false) = await readPage() else { return }
        }
    }

    /// Reads a page and returns whether it was the last.
    ///
    /// Skips events that can't be read, and those that a concurrent call has read meanwhile.
    private func readPage() async -> Result<Bool, DomainError> {
        switch await kit.store.events.entries(after: position, limit: Self.pageSize) {
        case .failure(let error): return .failure(error)
        case .success(let entries):
            for entry in entries where entry.sequence > position {
                if case .event(let event) = entry { index.learn(from: event) }
                position = entry.sequence
            }
            return .success(entries.count < Self.pageSize)
        }
    }
}
