import CargoApplication
import CargoDomain

/// Removes from an in-memory store what has ended (REP-9 to REP-11).
struct InMemoryRetention: StoreRetention {
    let store: InMemoryStore

    func contents(of trackingId: TrackingId) async -> Result<StoredCargoContents, DomainError> {
        switch await InMemoryCargoRepository(store: store).findByTrackingId(trackingId) {
        case .failure(let error): .failure(error)
        case .success(let cargo):
            store.atomically { world in
                let retracted = world.retracted[trackingId] ?? []
                let registered = (world.histories[trackingId]?.events ?? []) + retracted.map(\.event)
                return StoredCargoContents(
                    cargo: cargo,
                    handling: registered.map { .registration($0) } + retracted.map { .retraction($0) },
                    origins: world.carrierLogs[trackingId]
                )
            }
        }
    }

    func remove(_ cargos: [Cargo], to place: ArchivePlace) async -> Result<Void, DomainError> {
        let now = store.clock.now()
        return store.atomically { (world) throws(DomainError) in
            for cargo in cargos {
                try world.checkVersion(of: cargo)
                _ = try Version.next(after: cargo.version)
            }
            for cargo in cargos {
                let (id, version) = (cargo.trackingId, cargo.version + 1)
                world.replace(id, with: .removed(place, version: version))
                if world.histories[id] != nil { world.histories[id] = .empty(of: id) }
                if world.retracted[id] != nil { world.retracted[id] = [] }
                world.carrierLogs[id] = nil
                world.append(DomainEvent.events(raisedBy: cargo, storedAs: version, at: now))
            }
        }
    }

    func place(of trackingId: TrackingId) async -> Result<ArchivePlace?, DomainError> {
        store.atomically { world in
            guard case .removed(let place, _)? = world.cargos[trackingId] else { return nil }
            return place
        }
    }

    func restore(_ contents: StoredCargoContents) async -> Result<Void, DomainError> {
        let now = store.clock.now()
        return store.atomically { (world) throws(DomainError) in
            let trackingId = contents.cargo.trackingId
            guard case .removed(let place, let version)? = world.cargos[trackingId] else {
                let actual = try world.cargos[trackingId]?.storedVersion() ?? 0
                throw .concurrencyConflict(trackingId, expected: 0, actual: actual)
            }
            let cargo = try contents.cargo.stored(as: version).raising([.cargoRestored(archive: place.archive)])
            try world.save(cargo, at: now)
            for record in contents.handling {
                switch record {
                case .registration(let event): world.place(event)
                case .retraction(let retraction): world.place(retraction)
                }
            }
            world.carrierLogs[trackingId] = contents.origins.map { $0.stored(as: 1) }
        }
    }

    func firstEvent() async -> Result<Int64, DomainError> { store.atomically { world in world.firstEvent } }

    func consumers() async -> Result<[OutboxConsumer], DomainError> {
        store.atomically { world in
            let relays = world.outboxPartitions.sorted { $0.key.text < $1.key.text }.map { OutboxConsumer($0.key, Array($0.value.values)) }
            let subscriptions = world.subscriptions.keys().compactMap { world.subscriptions[$0] }.filter { $0.state != .removed }
            return relays + subscriptions.map { OutboxConsumer($0, world.subscriptionProgress[$0.id]) }
        }
    }

    func trim(eventsUpTo position: Int64, keysOf bookings: Set<TrackingId>) async -> Result<Int, DomainError> {
        store.atomically { world in
            let count = max(0, min(position - world.firstEvent + 1, Int64(world.events.count)))
            world.events.removeFirst(Int(count))
            world.firstEvent += count
            return world.removeKeys { bookings.contains($0.trackingId) }
        }
    }

    func forgetSubscriptions(removedFor days: Int64, at now: Instant) async -> Result<Int, DomainError> {
        store.atomically { world in world.removeSubscriptions { $0.isRemoved(for: days, at: now) } }
    }

    func eraseTraces(of customer: CustomerId, in cargos: Set<TrackingId>, as pseudonym: CustomerId) async -> Result<Int, DomainError> {
        store.atomically { world in
            var count = world.removeKeys { $0.customerId == customer } + world.removeSubscriptions { $0.owner == customer }
            for (place, entry) in world.events.enumerated() {
                guard case .event(let event) = entry, event.aggregateType == .cargo, let id = try? TrackingId(event.aggregateId),
                    cargos.contains(id)
                else { continue }
                let erased = event.erasing(customer, as: pseudonym)
                guard erased != event else { continue }
                world.events[place] = .event(erased)
                count += 1
            }
            for cargo in cargos {
                guard let retracted = world.retracted[cargo], retracted.contains(where: { $0.reason != .erased }) else { continue }
                world.retracted[cargo] = retracted.map(\.erased)
                count += retracted.count
            }
            for event in world.carrierEvents.values {
                guard case .applied(_, .cargo(let cargo)?) = event.state, cargos.contains(cargo) else { continue }
                world.place(event.emptied.stored(as: event.version + 1))
                count += 1
            }
            return count
        }
    }
}

extension InMemoryWorld {
    /// Removes subscriptions with the progress of their deliveries, and returns how many.
    fileprivate mutating func removeSubscriptions(where isWanted: (Subscription) -> Bool) -> Int {
        let gone = subscriptions.removeAll(where: isWanted)
        for id in gone { subscriptionProgress[id] = nil }
        return gone.count
    }

    /// Removes idempotency keys, and returns how many.
    fileprivate mutating func removeKeys(where isWanted: (BookingReservation) -> Bool) -> Int {
        let keys = bookings.filter { isWanted($0.value) }.map(\.key)
        for key in keys { bookings[key] = nil }
        return keys.count
    }
}
