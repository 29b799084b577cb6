package import CargoDomain

/// Registers what a carrier says was done to a container, as handling of the cargo in it.
///
/// A carrier tells of each terminal that a container enters or leaves, but a cargo is received and claimed once. So a gate passed after
/// another move isn't RECEIVE, and a gate passed anywhere but at the destination isn't CLAIM.
package struct RegisterCarrierEvent: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    package init(_ kit: CargoKit) { self.kit = kit }

    /// What a carrier says was done.
    package enum Change: Hashable, Sendable {
        case gatedIn, loaded, discharged, gatedOut
        /// A hold is placed or released, which isn't handling (CRG-15, CRG-16).
        case held(HoldType, because: Reason)
        case released(HoldType)
    }

    /// What a carrier says.
    package struct Request: Sendable {
        package let change: Change
        /// Where it was done; nil for a hold.
        package let location: UnLocode?
        package let time: Instant
        /// The voyage under each of the numbers that the carrier has for it.
        package let voyageNumbers: [VoyageNumber]
        /// The container; nil if the carrier names only documents.
        package let container: CargoReference?
        /// The numbers of bookings and bills of lading.
        package let documents: [CargoReference]
        /// The numbers of bookings that may be tracking ids.
        package let trackingIds: [TrackingId]

        package init(
            _ change: Change,
            at location: UnLocode?,
            _ time: Instant,
            voyageNumbers: [VoyageNumber] = [],
            container: CargoReference? = nil,
            documents: [CargoReference] = [],
            trackingIds: [TrackingId] = []
        ) {
            self.change = change
            self.location = location
            self.time = time
            self.voyageNumbers = voyageNumbers
            self.container = container
            self.documents = documents
            self.trackingIds = trackingIds
        }
    }

    /// What became of it.
    package enum Response: Hashable, Sendable {
        /// The cargo has the event; `isNew` says whether it is new.
        case registered(TrackingId, isNew: Bool)
        /// The event was registered before, and then retracted.
        case retracted(TrackingId)
        /// The gate is neither where the cargo was received nor where it is claimed.
        case passed(TrackingId)
        /// No cargo has the container or the documents.
        case unknownCargo
        /// Several cargos have them.
        case ambiguousCargo
    }

    /// The cargos of the references that were looked up for earlier events of the same message.
    ///
    /// Carriers name one container or bill of lading in many events, and many cargos may share a bill of lading.
    package struct KnownCargos: Sendable {
        fileprivate var byReference: [CargoReference: [TrackingId]] = [:]
        fileprivate var cargos: [TrackingId: Cargo] = [:]

        package init() {}
    }

    /// The most cargos that are looked at for one reference.
    private static let maximumCargos = 1000

    /// Finds the cargo and registers the event.
    /// - Returns: what became of the event, or one of the errors of `RegisterHandlingEvent`.
    package func execute(_ request: Request) async -> Result<Response, DomainError> {
        var known = KnownCargos()
        return await execute(request, &known)
    }

    /// Does the same for one of several events of a message.
    /// - Parameter known: the cargos of earlier events of the message, as they were then or as these events changed them.
    package func execute(_ request: Request, _ known: inout KnownCargos) async -> Result<Response, DomainError> {
        do throws(DomainError) {
            let cargos = try await cargos(request, &known)
            guard let cargo = cargos.first else { return .success(.unknownCargo) }
            guard cargos.count == 1 else { return .success(.ambiguousCargo) }
            known.cargos[cargo.trackingId] = nil
            return .success(try await register(request, of: cargo))
        } catch {
            return .failure(error)
        }
    }

    // MARK: The cargo

    /// The cargos that the carrier may mean.
    ///
    /// A container serves one cargo after another, so the documents and then the state of the cargos decide between several.
    private func cargos(_ request: Request, _ known: inout KnownCargos) async throws(DomainError) -> [Cargo] {
        var cargos = try await documented(request, &known)
        if let container = request.container {
            let carried = try await found(container, &known)
            // A cargo that is booked, but whose container isn't known yet.
            cargos = carried.isEmpty ? cargos.filter { !$0.references.contains { $0.type == .container } } : Self.both(carried, cargos)
        }
        if cargos.count > 1 {
            let open = cargos.filter { !$0.isCancelled && $0.delivery.transportStatus != .claimed }
            if !open.isEmpty { cargos = open }
        }
        return cargos
    }

    /// The cargos in both lists; the first list if that is none.
    private static func both(_ carried: [Cargo], _ documented: [Cargo]) -> [Cargo] {
        let ids = Set(documented.map(\.trackingId))
        let both = carried.filter { ids.contains($0.trackingId) }
        return both.isEmpty ? carried : both
    }

    private func documented(_ request: Request, _ known: inout KnownCargos) async throws(DomainError) -> [Cargo] {
        var cargos: [TrackingId: Cargo] = [:]
        for trackingId in request.trackingIds { cargos[trackingId] = try await cargo(trackingId, &known) }
        for document in request.documents { for cargo in try await found(document, &known) { cargos[cargo.trackingId] = cargo } }
        return cargos.values.sorted { $0.trackingId < $1.trackingId }
    }

    private func found(_ reference: CargoReference, _ known: inout KnownCargos) async throws(DomainError) -> [Cargo] {
        guard let ids = known.byReference[reference] else {
            let found = try await kit.store.cargos.find(CargoQuery(reference: reference), after: nil, limit: Self.maximumCargos).get().items
            known.byReference[reference] = found.map(\.trackingId)
            for cargo in found { known.cargos[cargo.trackingId] = cargo }
            return found
        }
        var found: [Cargo] = []
        for id in ids { if let cargo = try await cargo(id, &known) { found.append(cargo) } }
        return found
    }

    private func cargo(_ id: TrackingId, _ known: inout KnownCargos) async throws(DomainError) -> Cargo? {
        if let cargo = known.cargos[id] { return cargo }
        switch await kit.store.cargos.findByTrackingId(id) {
        case .success(let cargo):
            known.cargos[id] = cargo
            return cargo
        case .failure(let error):
            guard error.code == .cargoNotFound else { throw error }
            return nil
        }
    }

    // MARK: The event

    private func register(_ request: Request, of cargo: Cargo) async throws(DomainError) -> Response {
        let trackingId = cargo.trackingId
        switch request.change {
        case .held(let type, let reason):
            let hold = PlaceHold.Request(type, on: trackingId, because: reason)
            return .registered(trackingId, isNew: try await changes(cargo) { await PlaceHold($0).execute(hold) })
        case .released(let type):
            let release = ReleaseHold.Request(type, on: trackingId)
            return .registered(trackingId, isNew: try await changes(cargo) { await ReleaseHold($0).execute(release) })
        case .gatedIn, .loaded, .discharged, .gatedOut: break
        }
        guard let handling = try await handling(request, of: cargo) else { return .passed(trackingId) }
        let registered = try await RegisterHandlingEvent(kit).executeUnlessRetracted(handling).get()
        return registered.map { .registered(trackingId, isNew: $0.isNew) } ?? .retracted(trackingId)
    }

    /// Changes a cargo, again if another writer saved it meanwhile.
    /// - Returns: whether it has another version then than before.
    private func changes(
        _ cargo: Cargo,
        by command: (CargoKit) async -> Result<CargoRevision, DomainError>
    ) async throws(DomainError) -> Bool {
        try await Retry.onConflict { () async throws(DomainError) in
            let before = try await kit.store.cargos.findByTrackingId(cargo.trackingId).get().version
            return try await command(kit).get().version != before
        }
    }

    /// The handling that the event means; nil if it means none.
    private func handling(_ request: Request, of cargo: Cargo) async throws(DomainError) -> RegisterHandlingEvent.Request? {
        guard let location = request.location else { return nil }
        let type: HandlingType
        switch request.change {
        case .gatedIn:
            let history = try await kit.store.handlingEvents.findHistory(of: cargo.trackingId).get()
            guard !history.events.contains(where: { $0.activity.type != .customs && $0.completionTime < request.time }) else { return nil }
            type = .receive
        case .loaded: type = .load
        case .discharged: type = .unload
        case .gatedOut:
            guard location == cargo.routeSpecification.destination else { return nil }
            type = .claim
        case .held, .released: return nil
        }
        return RegisterHandlingEvent.Request(
            trackingId: cargo.trackingId,
            type: type,
            location: location,
            voyageNumber: type.needsVoyage ? voyageNumber(request, of: cargo) : nil,
            completionTime: request.time
        )
    }

    /// The number that the route has for the voyage; the first one if it has none of them.
    private func voyageNumber(_ request: Request, of cargo: Cargo) -> VoyageNumber? {
        let onRoute = Set((cargo.itinerary?.legs ?? []).map(\.voyageNumber))
        return request.voyageNumbers.first(where: onRoute.contains) ?? request.voyageNumbers.first
    }
}
