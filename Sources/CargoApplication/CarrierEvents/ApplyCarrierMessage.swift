import CargoDomain

/// Applies what a carrier means: registers or corrects handling, places and releases holds, reports port calls.
///
/// A carrier tells of each terminal that a container enters or leaves, but a cargo is received and claimed once. So a gate passed after
/// another move isn't RECEIVE, and a gate passed anywhere but at the destination isn't CLAIM.
struct ApplyCarrierMessage {
    /// What became of the event.
    enum Outcome: Hashable, Sendable {
        /// It was applied; `isNew` says whether that changed anything.
        case applied(CarrierEvent.Target, isNew: Bool)
        /// It is about nothing that the store keeps, or about something that is known better by now.
        case ignored(Ignored, CarrierEvent.Target?)
        /// It can't be applied now, or not at all.
        case kept(CarrierEventReason, waits: [CarrierEventWait])
    }

    /// Why an event has no effect.
    enum Ignored: String, Hashable, Sendable {
        /// It tells of nothing that the store keeps.
        case noHandling = "no_handling"
        /// The gate is neither where the cargo was received nor where it is claimed.
        case gateOnTheWay = "gate_on_the_way"
        /// It tells of a train or a truck that the cargo's route doesn't have.
        case inlandMove = "inland_move"
        /// Somebody retracted the handling, or the carrier took the event back.
        case retracted = "handling_retracted"
        /// The carrier corrected the event later.
        case superseded = "superseded"
    }

    /// How far in the future something may be said to have happened, because clocks differ; it is applied when its time has come.
    static let clockDifference = Duration.seconds(600)

    let kit: CargoKit
    let carrier: String
    let voyages: CarrierVoyages
    private var cargos: CarrierCargos
    private let carrierCode: CarrierCode?

    init(_ kit: CargoKit, _ directory: VoyageDirectory, carrier: String) {
        self.kit = kit
        self.carrier = carrier
        voyages = CarrierVoyages(directory: directory)
        cargos = CarrierCargos(kit)
        carrierCode = ifValid { () throws(DomainError) in try CarrierCode(carrier.inUpperCase) }
    }

    /// Applies an event.
    /// - Throws: an error of the store; what the event itself is refused for is an outcome.
    mutating func apply(_ message: CarrierMessage) async throws(DomainError) -> Outcome {
        do throws(DomainError) {
            return try await outcome(of: message)
        } catch {
            switch error.code {
            case .locationNotFound:
                return .kept(.init(.locationUnknown, message.place?.text), waits: message.place.map { [.location($0)] } ?? [])
            case .handlingCompletedAfterRegistration, .portCallInFuture: return Self.inFuture(message, now: kit.clock.now())
            default:
                guard error.concernsOneItem else { throw error }
                return .kept(.init(.refused, (error.fields.first?.code ?? error.code).rawValue), waits: [])
            }
        }
    }

    private mutating func outcome(of message: CarrierMessage) async throws(DomainError) -> Outcome {
        if message.meaning == .nothing, message.fault == nil { return .ignored(.noHandling, nil) }
        if let fault = message.fault { return .kept(.init(.unreadable, fault.path), waits: []) }
        if case .call(let end, let status) = message.meaning { return try await report(end, status, message) }
        switch try await cargos.find(message) {
        case .none(let reason):
            var waits = Self.waits(for: message)
            if reason.code == .severalContainers, let cargo = reason.subject {
                ifValid { () throws(DomainError) in try TrackingId(cargo) }.map { waits.append(.cargo($0)) }
            }
            return .kept(reason, waits: waits)
        case .cargo(let cargo):
            defer { cargos.forget(cargo.trackingId) }
            switch message.meaning {
            case .held(let type, let reason):
                let hold = PlaceHold.Request(type, on: cargo.trackingId, because: reason)
                return .applied(.cargo(cargo.trackingId), isNew: try await changes(cargo) { await PlaceHold($0).execute(hold) })
            case .released(let type):
                let release = ReleaseHold.Request(type, on: cargo.trackingId)
                return .applied(.cargo(cargo.trackingId), isNew: try await changes(cargo) { await ReleaseHold($0).execute(release) })
            case .move(let move): return try await handle(move, message, of: cargo)
            case .withdrawal(let eventId): return try await withdraw(eventId, message, of: cargo)
            case .call, .nothing: return .ignored(.noHandling, nil)
            }
        }
    }

    /// When to look for the cargo again: once a cargo has something that the event names.
    private static func waits(for message: CarrierMessage) -> [CarrierEventWait] {
        message.equipment.map { .reference($0) } + message.documents.map { .reference($0) } + message.trackingIds.map { .cargo($0) }
    }

    private static func inFuture(_ message: CarrierMessage, now: Instant) -> Outcome {
        guard let time = message.time else { return .kept(.init(.inFuture), waits: []) }
        return .kept(.init(.inFuture, time.description), waits: time <= now.later(clockDifference) ? [.time(time)] : [])
    }

    // MARK: The place

    /// The port of an event: the one that it names by its code, or the only possible one that has the name.
    private func place(of message: CarrierMessage, among ports: Set<UnLocode>) async throws(DomainError) -> UnLocode? {
        if let place = message.place { return place }
        guard let text = message.placeText, !ports.isEmpty else { return nil }
        let named = try await kit.store.locations.findAll(ports.sorted()).get().values.filter { Self.isName($0.name.text, of: text) }
        return named.count == 1 ? named.first?.unLocode : nil
    }

    /// Whether a text names a place, perhaps with a terminal or a country after it.
    private static func isName(_ name: String, of text: String) -> Bool {
        let (name, text) = (name.lowercased(), text.lowercased())
        guard text.hasPrefix(name) else { return false }
        return text.dropFirst(name.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
    }

    private static func ports(of cargo: Cargo) -> Set<UnLocode> {
        Set((cargo.itinerary?.legs ?? []).flatMap { [$0.loadLocation, $0.unloadLocation] })
            .union([cargo.routeSpecification.origin, cargo.routeSpecification.destination])
    }

    // MARK: Holds and port calls

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

    private func report(
        _ end: PortCallEnd,
        _ status: PortCallStatus,
        _ message: CarrierMessage
    ) async throws(DomainError) -> Outcome {
        guard let place = try await place(of: message, among: try await voyages.ports(of: message.voyage, end, of: carrierCode)) else {
            return .kept(.init(.locationUnknown, message.placeText), waits: [])
        }
        guard let time = message.time else { return .kept(.init(.unreadable, "eventDateTime"), waits: []) }
        switch try await voyages.find(message.voyage, end, at: place, of: carrierCode) {
        case .none(let reason):
            return .kept(reason, waits: message.voyage.numbers(for: end).map { .voyage(VoyageDirectory.key($0.text)) })
        case .voyage(let number):
            let request = ReportPortCall.Request(
                voyageNumber: number,
                end,
                at: place,
                status: status,
                time: time,
                reportedAt: message.createdAt
            )
            return .applied(.voyage(number), isNew: try await ReportPortCall(kit).execute(request).get().isNew)
        }
    }

    // MARK: Handling

    private func handle(_ move: CarrierMessage.Move, _ message: CarrierMessage, of cargo: Cargo) async throws(DomainError) -> Outcome {
        let trackingId = cargo.trackingId
        guard let place = try await place(of: message, among: Self.ports(of: cargo)) else {
            return .kept(.init(.locationUnknown, message.placeText), waits: [])
        }
        guard let time = message.time else { return .kept(.init(.unreadable, "eventDateTime"), waits: []) }
        let now = kit.clock.now()
        guard time <= now else { return Self.inFuture(message, now: now) }
        let log = try await kit.store.carrierEvents?.log(of: trackingId).get() ?? CarrierLog(trackingId: trackingId)
        // Some carriers use one id for events of different types.
        var earlier = log.entries.last { entry in
            entry.carrier == carrier && message.eventId != nil && entry.eventId == message.eventId
                && (entry.handled.map { $0.activity.type == move.handlingType } ?? true)
        }
        if let earlier, message.isOlder(than: earlier) {
            return .ignored(earlier.handled == nil ? .retracted : .superseded, .cargo(trackingId))
        }
        if let earlier, earlier.handled == nil, !message.isNewer(than: earlier) { return .ignored(.retracted, .cargo(trackingId)) }
        let activity: HandlingActivity?
        switch try await self.activity(move, message, at: place, time, of: cargo, besides: earlier?.handled) {
        case .activity(let found): activity = found
        case .none(let reason, let waits): return .kept(reason, waits: waits)
        case .ignored(let ignored):
            guard earlier?.handled != nil else { return .ignored(ignored, .cargo(trackingId)) }
            activity = nil
        }
        let handled = activity.map { CompletedActivity(activity: $0, completionTime: time) }
        if earlier == nil, let handled {
            earlier = log.entries.last { entry in
                entry.carrier == carrier && (entry.eventId == nil || message.eventId == nil)
                    && entry.handled?.activity == handled.activity
            }
            if let earlier, message.isOlder(than: earlier) { return .ignored(.superseded, .cargo(trackingId)) }
        }
        if let old = earlier?.handled, old != handled { try await retract(old, of: trackingId, because: Self.corrected) }
        var isNew = false
        if let handled {
            guard let registered = try await register(handled, of: trackingId) else { return .ignored(.retracted, .cargo(trackingId)) }
            isNew = registered
        }
        let entry = CarrierLog.Entry(carrier: carrier, eventId: message.eventId, createdAt: message.createdAt, handled: handled)
        if entry != earlier { try await note(entry, inPlaceOf: earlier, in: log) }
        return .applied(.cargo(trackingId), isNew: isNew || (earlier != nil && earlier?.handled != handled))
    }

    /// The reason with which handling is retracted that a carrier corrects.
    private static let corrected = "Corrected by the carrier"
    /// The reason with which handling is retracted that a carrier takes back.
    private static let withdrawn = "Withdrawn by the carrier"

    private func withdraw(_ eventId: String, _ message: CarrierMessage, of cargo: Cargo) async throws(DomainError) -> Outcome {
        let trackingId = cargo.trackingId
        let log = try await kit.store.carrierEvents?.log(of: trackingId).get() ?? CarrierLog(trackingId: trackingId)
        let earlier = log.entries.last { $0.carrier == carrier && $0.eventId == eventId }
        if let earlier, earlier.handled == nil { return .applied(.cargo(trackingId), isNew: false) }
        if let handled = earlier?.handled { try await retract(handled, of: trackingId, because: Self.withdrawn) }
        let entry = CarrierLog.Entry(carrier: carrier, eventId: eventId, createdAt: message.createdAt, handled: nil)
        try await note(entry, inPlaceOf: earlier, in: log)
        return .applied(.cargo(trackingId), isNew: earlier != nil)
    }

    /// Registers handling, also if it was retracted because a carrier said something else meanwhile.
    /// - Returns: whether it is new; nil if somebody else retracted it before.
    private func register(_ handled: CompletedActivity, of trackingId: TrackingId) async throws(DomainError) -> Bool? {
        let request = RegisterHandlingEvent.Request(
            trackingId: trackingId,
            type: handled.activity.type,
            location: handled.activity.location,
            voyageNumber: handled.activity.voyageNumber,
            completionTime: handled.completionTime
        )
        return try await RegisterHandlingEvent(kit).executeUnlessRetracted(request, butFor: [Self.corrected, Self.withdrawn]).get()?.isNew
    }

    private func retract(_ handled: CompletedActivity, of trackingId: TrackingId, because reason: String) async throws(DomainError) {
        let request = RetractHandlingEvent.Request(
            trackingId: trackingId,
            type: handled.activity.type,
            location: handled.activity.location,
            voyageNumber: handled.activity.voyageNumber,
            completionTime: handled.completionTime,
            reason: try Reason(reason)
        )
        do throws(DomainError) {
            _ = try await RetractHandlingEvent(kit).execute(request).get()
        } catch {
            guard error.code == .handlingEventNotFound else { throw error }
        }
    }

    private func note(_ entry: CarrierLog.Entry, inPlaceOf old: CarrierLog.Entry?, in log: CarrierLog) async throws(DomainError) {
        guard let events = kit.store.carrierEvents else { return }
        var log = log
        for _ in 0..<Retry.limit {
            if try await events.save(log.noting(entry, inPlaceOf: old)).get() { return }
            log = try await events.log(of: log.trackingId).get()
        }
    }

    // MARK: What was done

    private enum Activity {
        case activity(HandlingActivity)
        case ignored(Ignored)
        case none(CarrierEventReason, [CarrierEventWait])
    }

    /// The activity that a move means.
    /// - Parameter corrected: handling that the event replaces, so that it doesn't count.
    private func activity(
        _ move: CarrierMessage.Move,
        _ message: CarrierMessage,
        at place: UnLocode,
        _ time: Instant,
        of cargo: Cargo,
        besides corrected: CompletedActivity?
    ) async throws(DomainError) -> Activity {
        switch move {
        case .gatedIn:
            let isOnTheWay = try await moves(of: cargo.trackingId, besides: corrected).contains { $0.completionTime < time }
            return isOnTheWay ? .ignored(.gateOnTheWay) : .activity(.receive(at: place))
        case .gatedOut:
            return place == cargo.routeSpecification.destination ? .activity(.claim(at: place)) : .ignored(.gateOnTheWay)
        case .loaded, .discharged:
            let end: PortCallEnd = move == .loaded ? .departure : .arrival
            var aboard: VoyageNumber?
            if move == .discharged {
                // Events come in any order: what the cargo is on now needn't be what it was on then.
                let last = try await moves(of: cargo.trackingId, besides: corrected).last { $0.completionTime <= time }
                if let last, last.activity.type == .load { aboard = last.activity.voyageNumber }
            }
            switch try await voyages.find(message.voyage, end, at: place, of: carrierCode, for: cargo, on: aboard) {
            case .voyage(let number): return .activity(move == .loaded ? .load(onto: number, at: place) : .unload(from: number, at: place))
            case .none(let reason):
                if let mode = message.voyage.mode, [.rail, .truck].contains(mode) { return .ignored(.inlandMove) }
                return .none(reason, message.voyage.numbers(for: end).map { .voyage(VoyageDirectory.key($0.text)) })
            }
        }
    }

    /// The handling of a cargo that moved it, in order.
    private func moves(of trackingId: TrackingId, besides corrected: CompletedActivity?) async throws(DomainError) -> [HandlingEvent] {
        let history = try await kit.store.handlingEvents.findHistory(of: trackingId).get()
        return history.events.filter { $0.handled != corrected && $0.activity.type != .customs }
    }
}

extension CarrierMessage.Move {
    /// The type of handling that the move is, where it is any.
    fileprivate var handlingType: HandlingType {
        switch self {
        case .gatedIn: .receive
        case .loaded: .load
        case .discharged: .unload
        case .gatedOut: .claim
        }
    }
}

extension CarrierMessage {
    /// Whether the carrier made the event before another one.
    fileprivate func isOlder(than entry: CarrierLog.Entry) -> Bool {
        guard let createdAt, let other = entry.createdAt else { return false }
        return createdAt < other
    }

    /// Whether the carrier made the event after another one.
    fileprivate func isNewer(than entry: CarrierLog.Entry) -> Bool {
        guard let createdAt, let other = entry.createdAt else { return false }
        return createdAt > other
    }
}
