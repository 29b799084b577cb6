import CargoDomain

extension DCSAIndex {
    /// Adds what a domain event means in the words of the standard.
    ///
    /// Planned and estimated events stay when the actual one comes. An event is withdrawn only if its route was replaced or its handling
    /// retracted.
    mutating func learn(from event: DomainEvent) {
        switch event.fact {
        case .voyageRescheduled(let voyage, let schedule?):
            schedules[voyage] = schedule
            reports[voyage] = nil
            for departure in departures[voyage] ?? [] { estimate(legFrom: Int(departure), event) }
        case .portCallReported(let voyage, let location, let movement, let end, let status, let time):
            let report = PortCallReport(movement: movement, end: end, status: status, time: time, reportedAt: event.occurredAt)
            reports[voyage, default: []].removeAll { $0.report.movement == movement && $0.report.end == end }
            reports[voyage, default: []].append(Report(location: location, report: report))
            for departure in departures[voyage] ?? [] { estimate(legFrom: Int(departure), event) }
        default: break
        }
        guard event.aggregateType == .cargo, let trackingId = try? TrackingId(event.aggregateId) else { return }
        let cargo = number(of: trackingId)
        let now = event.occurredAt.epochMilliseconds
        switch event.fact {
        case .cargoBooked(let customerId, _, _):
            change(cargo) { $0.customerId = customerId }
            for kind in [DCSAKind.bookingReceived, .bookingConfirmed] { append(kind, of: cargo, at: nil, time: now, from: event) }
        case .cargoCancelled:
            change(cargo) { $0.isCancelled = true }
            append(.bookingVoided, of: cargo, at: nil, time: now, from: event)
        case .cargoReinstated:
            change(cargo) { $0.isCancelled = false }
            append(.bookingConfirmed, of: cargo, at: nil, time: now, from: event)
        case .cargoRouted(let itinerary): plan(itinerary, of: cargo, event)
        case .handlingEventRegistered(let handling, _): register(handling.handled, of: cargo, event)
        case .handlingEventRetracted(let handling, _): withdraw(handling.handled, of: cargo)
        // Before schema 2, nothing but this told of a cargo's handling.
        case .cargoHandled(let handled?) where event.schemaVersion == 1: register(handled, of: cargo, event)
        case .voyageSubstituted(_, let previous, let voyage): substitute(voyage, for: previous, of: cargo, event)
        case .cargoHeld(let type, _): append(type == .customs ? .customsHeld : .cargoHeld, of: cargo, at: nil, time: now, from: event)
        case .cargoReleased(let type):
            append(type == .customs ? .customsHoldReleased : .cargoHoldReleased, of: cargo, at: nil, time: now, from: event)
        case .referenceAdded(let reference): refer(reference, to: cargo, isAdded: true)
        case .referenceRemoved(let reference): refer(reference, to: cargo, isAdded: false)
        case .customerErased(let customerId): erase(cargo, as: customerId)
        case .routeRespecified, .destinationChanged, .deadlineChanged, .cargoHandled, .cargoMisdirected, .cargoBackOnTrack,
            .cargoArrived, .cargoClaimed, .estimatedArrivalChanged, .routeDisrupted, .routeRestored, .voyageRescheduled,
            .pickUpDeadlineChanged, .cargoArchived, .cargoRestored, .voyageDescribed, .portCallReported:
            break
        }
    }

    // MARK: Plans and estimates

    private mutating func plan(_ itinerary: Itinerary, of cargo: UInt32, _ event: DomainEvent) {
        for entry in Array(live(of: cargo)) where kind(entry)?.type == .transport { withdraw(entry) }
        for leg in itinerary.legs { plan(leg, of: cargo, event) }
    }

    private mutating func plan(_ leg: Leg, of cargo: UInt32, _ event: DomainEvent) {
        departures[leg.voyageNumber, default: []].append(UInt32(truncatingIfNeeded: count))
        for (kind, location, time) in [
            (DCSAKind.departurePlanned, leg.loadLocation, leg.loadTime), (.arrivalPlanned, leg.unloadLocation, leg.unloadTime),
        ] {
            let call = DCSAEvent.TransportCall(location: location, voyageNumber: leg.voyageNumber)
            append(kind, of: cargo, at: call, time: time.epochMilliseconds, from: event)
        }
    }

    /// Takes back what was said of the first leg with a voyage that isn't loaded, and plans it with another one (CRG-13).
    private mutating func substitute(_ voyage: VoyageNumber, for previous: VoyageNumber, of cargo: UInt32, _ event: DomainEvent) {
        let planned = live(of: cargo).filter { kind($0) == .departurePlanned && call($0)?.voyageNumber == previous }
        guard let departure = planned.last(where: { state(ofLegFrom: $0)?.loaded == nil }), let leg = leg(departure) else { return }
        let moved = try? Leg(
            voyageNumber: voyage,
            loadLocation: leg.loadLocation,
            unloadLocation: leg.unloadLocation,
            loadTime: leg.loadTime,
            unloadTime: leg.unloadTime
        )
        guard let moved else { return }
        let ends = Set([callNumbers[departure], callNumbers[departure + 1]])
        for entry in Array(live(of: cargo)) where kind(entry)?.type == .transport && ends.contains(callNumbers[entry]) { withdraw(entry) }
        let start = count
        plan(moved, of: cargo, event)
        estimate(legFrom: start, event)
    }

    /// The forecast of a leg's voyage, as far as domain events tell: a voyage that was never rescheduled is taken for the leg alone, with what
    /// was reported of the leg's own ports (VOY-7).
    private func forecast(for leg: Leg) -> Schedule? {
        let known = reports[leg.voyageNumber] ?? []
        if let schedule = schedules[leg.voyageNumber] {
            let ordered = known.map(\.report).sorted { ($0.movement, $1.end.rawValue) < ($1.movement, $0.end.rawValue) }
            return (try? Voyage.reconstitute(number: leg.voyageNumber, schedule: schedule, reports: ordered, version: 0))?.forecast
                ?? schedule
        }
        func newest(_ end: PortCallEnd, at location: UnLocode, near time: Instant) -> PortCallReport? {
            known.filter { $0.report.end == end && $0.location == location }.map(\.report)
                .min { abs($0.time.epochMilliseconds - time.epochMilliseconds) < abs($1.time.epochMilliseconds - time.epochMilliseconds) }
                .map { PortCallReport(movement: 0, end: end, status: $0.status, time: $0.time, reportedAt: $0.reportedAt) }
        }
        let ends = [
            newest(.departure, at: leg.loadLocation, near: leg.loadTime), newest(.arrival, at: leg.unloadLocation, near: leg.unloadTime),
        ].compactMap(\.self)
        let movement = try? CarrierMovement(
            departureLocation: leg.loadLocation,
            arrivalLocation: leg.unloadLocation,
            departureTime: leg.loadTime,
            arrivalTime: leg.unloadTime
        )
        guard !ends.isEmpty, let movement, let schedule = try? Schedule([movement]) else { return nil }
        return (try? Voyage.reconstitute(number: leg.voyageNumber, schedule: schedule, reports: ends, version: 0))?.forecast
    }

    /// Adds what a voyage's forecast changes about a leg that isn't done (EST-2).
    private mutating func estimate(legFrom departure: Int, _ event: DomainEvent) {
        let cargo = cargoNumbers[departure]
        guard let leg = leg(departure), !cargos[Int(cargo)].isCancelled, let state = state(ofLegFrom: departure),
            let forecast = forecast(for: leg)
        else { return }
        let times = forecast.estimate(of: leg, loadedAt: state.loaded)
        let ends: [(kind: DCSAKind, call: Int, time: Instant?, said: Int64)] = [
            (.departureEstimated, departure, state.loaded == nil ? times.loadTime : nil, state.departure),
            (.arrivalEstimated, departure + 1, times.unloadTime, state.arrival),
        ]
        for end in ends {
            guard let time = end.time?.epochMilliseconds, time != end.said else { continue }
            append(end.kind, of: cargo, at: call(end.call), time: time, from: event)
        }
    }

    /// The leg whose planned departure is an event; nil if its plan was withdrawn.
    private func leg(_ departure: Int) -> Leg? {
        guard departure + 1 < count, kind(departure) == .departurePlanned, let from = call(departure), let to = call(departure + 1),
            let voyage = from.voyageNumber, let load = Self.instant(times[departure]), let unload = Self.instant(times[departure + 1])
        else { return nil }
        return try? Leg(
            voyageNumber: voyage,
            loadLocation: from.location,
            unloadLocation: to.location,
            loadTime: load,
            unloadTime: unload
        )
    }

    /// When a leg was loaded, and the times that were last said of it; nil if the leg or a later one is done.
    private func state(ofLegFrom departure: Int) -> (loaded: Instant?, departure: Int64, arrival: Int64)? {
        let (from, to) = (callNumbers[departure], callNumbers[departure + 1])
        var later: Set<UInt32> = []
        var next = departure + 2
        while next < count, sequences[next] == sequences[departure] {
            later.insert(callNumbers[next])
            next += 1
        }
        var loaded: Instant?
        var said: (departure: Int64?, arrival: Int64?)
        for entry in live(of: cargoNumbers[departure]) {
            let call = callNumbers[entry]
            switch kind(entry) {
            case .gatedOut where entry > departure: return nil
            case .discharged where entry > departure && (call == to || later.contains(call)): return nil
            case .loaded where entry > departure && later.contains(call): return nil
            case .loaded where call == from: loaded = loaded ?? Self.instant(times[entry])
            case .departureEstimated where call == from: said.departure = said.departure ?? times[entry]
            case .arrivalEstimated where call == to: said.arrival = said.arrival ?? times[entry]
            default: break
            }
        }
        return (loaded, said.departure ?? times[departure], said.arrival ?? times[departure + 1])
    }

    // MARK: Handling

    private mutating func register(_ handled: CompletedActivity, of cargo: UInt32, _ event: DomainEvent) {
        let (kind, call, time) = Self.columns(of: handled)
        append(kind, of: cargo, at: call, time: time, from: event)
        guard kind == .loaded else { return }
        let legs = live(of: cargo).filter { self.kind($0) == .departurePlanned && self.call($0) == call }
        for departure in legs { estimate(legFrom: departure, event) }
    }

    private mutating func withdraw(_ handled: CompletedActivity, of cargo: UInt32) {
        let (kind, call, time) = Self.columns(of: handled)
        let entries = live(of: cargo).filter { self.kind($0) == kind && times[$0] == time && self.call($0) == call }
        for entry in entries { withdraw(entry) }
    }

    private static func columns(of handled: CompletedActivity) -> (DCSAKind, DCSAEvent.TransportCall, Int64) {
        let activity = handled.activity
        let kind: DCSAKind =
            switch activity.type {
            case .receive: .gatedIn
            case .load: .loaded
            case .unload: .discharged
            case .customs: .customsReleased
            case .claim: .gatedOut
            }
        let call = DCSAEvent.TransportCall(location: activity.location, voyageNumber: activity.voyageNumber)
        return (kind, call, handled.completionTime.epochMilliseconds)
    }
}
