import CargoApplication
import CargoDomain
import CargoWire
import RecordJournal

/// Removes from a record store what has ended (REP-9 to REP-11).
struct RecordRetention<Store: RecordStore>: StoreRetention {
    let shared: RecordRepositories<Store>
    private var store: Store { shared.store }

    // MARK: Archives

    func contents(of trackingId: TrackingId) async -> Result<StoredCargoContents, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let cargo = try await shared.cargoRepository.stored(trackingId) else { throw .cargoNotFound(trackingId) }
            return StoredCargoContents(
                cargo: cargo,
                handling: try await store.links(.handling, trackingId.text).records.handling(),
                origins: try await store.read(.carrierLog, trackingId.text)?.carrierLog()
            )
        }
    }

    func remove(_ cargos: [Cargo], to place: ArchivePlace) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            var writes: [RecordWrite] = []
            for cargo in cargos {
                let (id, now) = (cargo.trackingId.text, shared.clock.now())
                let events = DomainEvent.events(raisedBy: cargo, storedAs: try Version.next(after: cargo.version), at: now)
                writes.append(
                    .removal(
                        of: .cargo,
                        id,
                        expectedVersion: cargo.version,
                        document: ArchivePlaceRecord.encode(place),
                        events: events.map(DomainEventRecord.encode)
                    )
                )
                for kind in [RecordKind.handling, .carrierLog] where try await store.isThere(kind, id) {
                    writes.append(.removal(of: kind, id, expectedVersion: try await store.version(kind, id)))
                }
            }
            switch await store.commit(writes) {
            case .committed: return
            case .failed(let error): throw error
            case .conflict(let place, let actual):
                let (id, expected) = (writes[place].id, writes[place].expectedVersion)
                throw .concurrencyConflict(try TrackingId(id), expected: expected, actual: actual)
            }
        }
    }

    func place(of trackingId: TrackingId) async -> Result<ArchivePlace?, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let record = try await store.read(.cargo, trackingId.text), record.isRemoved else { return nil }
            return try record.archivePlace()
        }
    }

    func restore(_ contents: StoredCargoContents) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            let trackingId = contents.cargo.trackingId
            let removed = try await store.read(.cargo, trackingId.text)
            guard let removed, removed.isRemoved else {
                throw .concurrencyConflict(trackingId, expected: 0, actual: removed?.version ?? 0)
            }
            let cargo = try contents.cargo.stored(as: removed.version).raising([.cargoRestored(archive: try removed.archivePlace().archive)]
            )
            var writes = [try shared.cargoRepository.write(of: cargo)]
            var handled = try await store.version(.handling, trackingId.text)
            for record in contents.handling {
                writes.append(record.write(after: handled))
                handled += 1
            }
            if let origins = contents.origins {
                let version = try await store.version(.carrierLog, trackingId.text)
                writes.append(
                    RecordWrite(
                        kind: .carrierLog,
                        id: trackingId.text,
                        expectedVersion: version,
                        document: CarrierLogRecord.encode(origins)
                    )
                )
            }
            switch await store.commit(writes) {
            case .committed: return
            case .failed(let error): throw error
            case .conflict(_, let actual): throw .concurrencyConflict(trackingId, expected: removed.version, actual: actual)
            }
        }
    }

    // MARK: Domain events

    func firstEvent() async -> Result<Int64, DomainError> { await .awaiting { () throws(DomainError) in try await store.firstSequence() } }

    func consumers() async -> Result<[OutboxConsumer], DomainError> {
        await .awaiting { () throws(DomainError) in
            var consumers: [OutboxConsumer] = []
            var names: [String] = []
            try await store.forEachId(.relay) { (id) throws(DomainError) in
                // An id is the name, a colon and the number of a partition.
                let name = id.lastIndex(of: ":").map { String(id[..<$0]) } ?? id
                if names.last != name { names.append(name) }
            }
            for name in names {
                let consumer = try ConsumerName(name)
                consumers.append(OutboxConsumer(consumer, try await RecordOutboxPartitionStore(store).partitions(of: consumer).get()))
            }
            let subscriptions = RecordSubscriptionRepository(store, KnownSubscriptions())
            for subscription in try await subscriptions.all() {
                consumers.append(OutboxConsumer(subscription, try await subscriptions.progress(of: subscription.id).get()))
            }
            return consumers
        }
    }

    func trim(eventsUpTo position: Int64, keysOf bookings: Set<TrackingId>) async -> Result<Int, DomainError> {
        await .awaiting { () throws(DomainError) in
            let keys = bookings.isEmpty ? 0 : try await removeKeys { bookings.contains($0.trackingId) }
            let first = try await store.firstSequence()
            let last = try await lastSequence(atLeast: first - 1)
            try await store.trim(eventsUpTo: max(first - 1, min(position, last)))
            return keys
        }
    }

    /// Returns the sequence number of the last domain event; that before the first one if there is none.
    private func lastSequence(atLeast known: Int64) async throws(DomainError) -> Int64 {
        try await RecordDomainEventFeed(store: store).lastSequence(atLeast: known)
    }

    func forgetSubscriptions(removedFor days: Int64, at now: Instant) async -> Result<Int, DomainError> {
        await .awaiting { () throws(DomainError) in try await removeSubscriptions { $0.isRemoved(for: days, at: now) } }
    }

    /// Removes the records of subscriptions and of the progress of their deliveries, and returns how many subscriptions there were.
    ///
    /// What is broken stays.
    private func removeSubscriptions(where isWanted: (Subscription) -> Bool) async throws(DomainError) -> Int {
        var count = 0
        var last: String?
        while true {
            let ids = try await store.ids(.subscription, after: last, limit: 100)
            var writes: [RecordWrite] = []
            let found = try await store.sound(.subscription, ids) { (record) throws(DomainError) in try record.subscription() }.filter(
                isWanted
            )
            for subscription in found {
                writes.append(.removal(of: .subscription, subscription.id.text, expectedVersion: subscription.version))
            }
            for case .success(let progress?) in found.isEmpty ? [] : try await store.read(.delivery, found.map(\.id.text))
            where !progress.isRemoved {
                writes.append(.removal(of: .delivery, progress.id, expectedVersion: progress.version))
            }
            // If somebody else was faster, they are found the next time.
            if !writes.isEmpty, try await remove(writes) { count += found.count }
            guard ids.count == 100, let end = ids.last else { return count }
            last = end
        }
    }

    private func removeKeys(where isWanted: (BookingReservation) -> Bool) async throws(DomainError) -> Int {
        var count = 0
        var last: String?
        while true {
            let ids = try await store.ids(.bookingKey, after: last, limit: 100)
            var removals: [RecordWrite] = []
            for result in try await store.read(.bookingKey, ids) {
                guard let record = try result.get(), isWanted(try record.reservation()) else { continue }
                removals.append(.removal(of: .bookingKey, record.id, expectedVersion: record.version))
            }
            if !removals.isEmpty, try await remove(removals) {
                count += removals.count
            } else {
                for removal in removals where try await remove([removal]) { count += 1 }
            }
            guard ids.count == 100, let end = ids.last else { return count }
            last = end
        }
    }

    /// Removes records, and returns false if somebody else was faster.
    private func remove(_ removals: [RecordWrite]) async throws(DomainError) -> Bool {
        switch await store.commit(removals) {
        case .committed: return true
        case .conflict: return false
        case .failed(let error): throw error
        }
    }

    // MARK: Erasing

    func eraseTraces(of customer: CustomerId, in cargos: Set<TrackingId>, as pseudonym: CustomerId) async -> Result<Int, DomainError> {
        await .awaiting { () throws(DomainError) in
            var count = try await removeKeys { $0.customerId == customer }
            count += try await removeSubscriptions { $0.owner == customer }
            count += try await emptyCarrierEvents(appliedTo: cargos)
            return try await count
                + store.rewrite(
                    RecordRewriting(
                        cargos: Set(cargos.map(\.text)),
                        document: Self.erased,
                        event: { Self.erased($0, customer, pseudonym) }
                    )
                )
        }
    }

    /// Leaves nothing but the ids of the carriers' events that were applied to some cargos.
    private func emptyCarrierEvents(appliedTo cargos: Set<TrackingId>) async throws(DomainError) -> Int {
        let repository = RecordCarrierEventRepository(store)
        var emptied = 0
        for id in try await repository.ids(.applied, of: nil, after: nil, limit: .max).get() {
            guard let event = try await repository.find(id).get(), case .applied(_, .cargo(let cargo)?) = event.state,
                cargos.contains(cargo)
            else { continue }
            if try await repository.save([event.emptied]).get() { emptied += 1 }
        }
        return emptied
    }

    /// Returns the record of a retraction without its reason; nil if it has none to lose.
    private static func erased(_ kind: RecordKind, _ schema: Int, _ document: [UInt8]) -> [UInt8]? {
        guard kind == .handling, schema == HandlingRecord.schemaOfRetractions else { return nil }
        guard let retraction = try? document.withRawBytes({ (bytes) throws(DomainError) in try RetractedEventRecord.decode(bytes) }),
            retraction.reason != .erased
        else { return nil }
        return RetractedEventRecord.encode(retraction.erased)
    }

    /// Returns a domain event without what it says of a customer; nil if it says nothing of them.
    private static func erased(_ document: [UInt8], _ customer: CustomerId, _ pseudonym: CustomerId) -> [UInt8]? {
        guard let event = try? document.withRawBytes({ (bytes) throws(DomainError) in try DomainEventRecord.decode(bytes) }) else {
            return nil
        }
        let erased = event.erasing(customer, as: pseudonym)
        return erased == event ? nil : DomainEventRecord.encode(erased)
    }
}

extension RecordStore {
    /// Returns whether an id has a record that isn't removed.
    fileprivate func isThere(_ kind: RecordKind, _ id: String) async throws(DomainError) -> Bool {
        guard let record = try await read(kind, id) else { return false }
        return !record.isRemoved
    }

    /// Calls the body with each id of a kind, in ASCII order.
    fileprivate func forEachId(_ kind: RecordKind, _ body: (String) throws(DomainError) -> Void) async throws(DomainError) {
        var last: String?
        while true {
            let page = try await ids(kind, after: last, limit: 1000)
            for id in page { try body(id) }
            guard page.count == 1000, let end = page.last else { return }
            last = end
        }
    }
}
