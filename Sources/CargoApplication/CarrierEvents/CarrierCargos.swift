package import CargoDomain

/// Finds the cargo that a carrier means by an event.
///
/// A container serves one cargo after another, so the documents decide, and without them the time of the journey.
struct CarrierCargos {
    /// What was found.
    enum Match {
        /// The cargo.
        case cargo(Cargo)
        /// No cargo, or no single one.
        case none(CarrierEventReason)
    }

    /// The most cargos that are looked at for one reference.
    private static let maximumCargos = 1000
    /// How long before its first departure a container can be in use for a cargo.
    private static let lead = Duration.seconds(45 * 86_400)
    /// How long after its deadline a cargo can be under way.
    private static let delay = Duration.seconds(180 * 86_400)
    /// How much earlier than the deadline a cargo without a route can have begun its journey.
    private static let longestJourney = Duration.seconds(270 * 86_400)
    /// How long after the claim an event can still tell of the journey.
    private static let afterClaim = Duration.seconds(86_400)

    let kit: CargoKit
    /// The cargos of the references that were looked up for earlier events of the same message.
    ///
    /// Carriers name one container or bill of lading in many events, and many cargos may share a bill of lading.
    private var byReference: [CargoReference: [TrackingId]] = [:]
    private var known: [TrackingId: Cargo] = [:]

    init(_ kit: CargoKit) { self.kit = kit }

    /// Forgets the state of a cargo that was changed.
    mutating func forget(_ trackingId: TrackingId) { known[trackingId] = nil }

    /// Finds the cargo.
    mutating func find(_ message: CarrierMessage) async throws(DomainError) -> Match {
        let documented = try await documented(message)
        var carried: [Cargo] = []
        for reference in message.equipment where carried.isEmpty { carried = try await found(reference) }
        guard !carried.isEmpty else { return Self.withoutEquipment(documented, message) }
        let ids = Set(documented.map(\.trackingId))
        let both = carried.filter { ids.contains($0.trackingId) }
        if !both.isEmpty { return Self.single(both, message) }
        // The container's next cargo, whose booking is known, but not yet which container it gets.
        let waiting = documented.filter { !Self.hasEquipment($0) }
        if !waiting.isEmpty { return Self.single(waiting, message) }
        let possible = carried.filter { !Self.contradicts($0, message) }
        guard !possible.isEmpty else { return .none(.init(.documentsContradict, message.documents.first?.value)) }
        let underWay = possible.filter { cargo in message.time.map { Self.isUnderWay(cargo, at: $0) } ?? true }
        guard !underWay.isEmpty else { return .none(.init(.outsideJourney, message.equipment.first?.value)) }
        return Self.single(underWay, message)
    }

    /// Of cargos that the documents name, those that may be meant although none has the container that the event names, if it names one.
    private static func withoutEquipment(_ documented: [Cargo], _ message: CarrierMessage) -> Match {
        // A cargo that is booked, but whose container isn't known yet.
        let possible = message.equipment.isEmpty ? documented : documented.filter { !hasEquipment($0) }
        guard !possible.isEmpty else {
            let subject = message.equipment.first ?? message.documents.first
            return .none(.init(.cargoUnknown, subject?.value ?? message.trackingIds.first?.text))
        }
        return single(possible, message)
    }

    private static func single(_ cargos: [Cargo], _ message: CarrierMessage) -> Match {
        var cargos = cargos
        if cargos.count > 1 {
            let open = cargos.filter { !$0.isCancelled && $0.delivery.transportStatus != .claimed }
            if !open.isEmpty { cargos = open }
        }
        guard let cargo = cargos.first, cargos.count == 1 else {
            return .none(.init(.cargoAmbiguous, (message.equipment.first ?? message.documents.first)?.value))
        }
        if case .move = message.meaning, cargo.references.filter(isEquipment).count > 1 {
            return .none(.init(.severalContainers, cargo.trackingId.text))
        }
        return .cargo(cargo)
    }

    private static func isEquipment(_ reference: CargoReference) -> Bool { reference.type.isBox }

    private static func hasEquipment(_ cargo: Cargo) -> Bool { cargo.references.contains(where: isEquipment) }

    /// Whether the event names documents of a type that the cargo has, but other ones.
    private static func contradicts(_ cargo: Cargo, _ message: CarrierMessage) -> Bool {
        [ReferenceType.booking, .billOfLading].contains { type in
            let named = message.documents.filter { $0.type == type }
            let own = cargo.references.filter { $0.type == type }
            return !named.isEmpty && !own.isEmpty && !own.contains(where: named.contains)
        }
    }

    /// Whether an event of this time can tell of the cargo's journey, if only the container says that it does.
    private static func isUnderWay(_ cargo: Cargo, at time: Instant) -> Bool {
        if cargo.delivery.transportStatus == .claimed, let claim = cargo.delivery.lastMove {
            if time > claim.completionTime.later(afterClaim) { return false }
        }
        let deadline = cargo.routeSpecification.arrivalDeadline
        let start = cargo.itinerary?.legs.first.map { $0.loadTime.earlier(lead) } ?? deadline.earlier(longestJourney)
        let end = max(deadline, cargo.itinerary?.lastUnloadTime ?? deadline).later(delay)
        return time >= start && time <= end
    }

    // MARK: Looking up

    private mutating func documented(_ message: CarrierMessage) async throws(DomainError) -> [Cargo] {
        var cargos: [TrackingId: Cargo] = [:]
        for trackingId in message.trackingIds { cargos[trackingId] = try await cargo(trackingId) }
        for document in message.documents { for cargo in try await found(document) { cargos[cargo.trackingId] = cargo } }
        return cargos.values.sorted { $0.trackingId < $1.trackingId }
    }

    private mutating func found(_ reference: CargoReference) async throws(DomainError) -> [Cargo] {
        guard let ids = byReference[reference] else {
            let found = try await kit.store.cargos.find(CargoQuery(reference: reference), after: nil, limit: Self.maximumCargos).get().items
            byReference[reference] = found.map(\.trackingId)
            for cargo in found { known[cargo.trackingId] = cargo }
            return found
        }
        var found: [Cargo] = []
        for id in ids { if let cargo = try await cargo(id) { found.append(cargo) } }
        return found
    }

    private mutating func cargo(_ id: TrackingId) async throws(DomainError) -> Cargo? {
        if let cargo = known[id] { return cargo }
        switch await kit.store.cargos.findByTrackingId(id) {
        case .success(let cargo):
            known[id] = cargo
            return cargo
        case .failure(let error):
            guard error.isOfAbsentCargo else { throw error }
            return nil
        }
    }
}

extension Instant {
    /// Returns an instant this much earlier, clamped to the earliest instant.
    package func earlier(_ time: Duration) -> Instant {
        do throws(DomainError) { return try advanced(by: .zero - time) } catch { return .earliest }
    }
}
