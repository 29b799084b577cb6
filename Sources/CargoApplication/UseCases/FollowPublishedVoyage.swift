package import CargoDomain

/// Makes a voyage what its carrier publishes of it: registers or reschedules it, describes it, and reports its port calls (VOY-4 to VOY-6).
///
/// All of it is one change of the voyage. Following the same publication again changes nothing, and completes one that was interrupted before
/// its cargos were announced.
package struct FollowPublishedVoyage: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    package init(_ kit: CargoKit) { self.kit = kit }

    package typealias Request = PublishedVoyage

    /// What became of the voyage.
    package struct Response: Hashable, Sendable {
        package let outcome: Outcome
        /// The cargos that the change concerns, ordered by tracking id.
        package let affectedCargos: [AffectedCargo]
        /// The reports that the voyage can't have.
        package let faults: [Fault]
        /// The number that the voyage has in the store.
        package let voyageNumber: VoyageNumber
    }

    package enum Outcome: Hashable, Sendable {
        case added
        case updated
        case unchanged
        /// There is one call only, and nothing is known of the others.
        case incomplete
        /// The voyage doesn't take place; a known one stays as it is.
        case blank
    }

    /// A time that can't be reported.
    package struct Fault: Hashable, Sendable {
        package let code: DomainError.Code
        package let path: String
    }

    /// Follows the publication.
    /// - Returns: what became of it, or one of the errors `location_not_found`, those of `CarrierMovement` and `Schedule`, `concurrency_conflict`
    ///   after 1000 lost races, and `corrupt_record`.
    package func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            if request.isBlank { return try await blank(request) }
            let (outcome, number, faults) = try await Retry.onConflict { () async throws(DomainError) in try await follow(request) }
            let affected = outcome == .added || outcome == .incomplete ? [] : try await kit.affectedCargos(of: number)
            return Response(
                outcome: outcome,
                affectedCargos: outcome == .updated ? affected : [],
                faults: faults,
                voyageNumber: number
            )
        }
    }

    private func follow(_ request: Request) async throws(DomainError) -> (Outcome, VoyageNumber, [Fault]) {
        let stored = try await stored(request)
        let schedule: Schedule
        do throws(DomainError) {
            schedule = try request.schedule(over: stored?.schedule)
        } catch {
            guard error.code == .scheduleEmpty else { throw error }
            return (.incomplete, request.number, [])
        }
        try await kit.checkKnown(schedule.ports)
        guard let stored else {
            let voyage = Voyage.register(number: request.number, schedule: schedule, details: request.details)
            let (reported, faults) = reporting(request, of: voyage)
            try await kit.store.voyages.save(reported).get()
            return (.added, request.number, faults)
        }
        let changed = stored.rescheduled(to: schedule).described(as: try request.details(over: stored.details))
        let (reported, faults) = reporting(request, of: changed)
        _ = try await kit.save(reported, over: stored)
        return (reported == stored ? .unchanged : .updated, stored.number, faults)
    }

    /// The voyage by its number; or the one that was registered before its ship was named, unless that is another ship's.
    private func stored(_ request: Request) async throws(DomainError) -> Voyage? {
        let found = try await kit.store.voyages.findAll([request.number] + request.earlierNumbers).get()
        if let voyage = found[request.number] { return voyage }
        return request.earlierNumbers.lazy.compactMap { found[$0] }.first { voyage in
            let ship = voyage.details?.vessel?.imoNumber
            return ship == nil || ship == request.details?.vessel?.imoNumber
        }
    }

    /// The cargos that wait for a voyage that doesn't take place.
    private func blank(_ request: Request) async throws(DomainError) -> Response {
        let number = try await stored(request)?.number ?? request.number
        let cargos = try await kit.forEachCargo(on: number) { (stored, history) async throws(DomainError) in
            let derived = try stored.derivingDeliveryProgress(from: history)
            return derived.waits(for: number) ? AffectedCargo(derived, by: Estimate(disruption: nil, estimatedArrival: nil)) : nil
        }
        return Response(outcome: .blank, affectedCargos: cargos, faults: [], voyageNumber: number)
    }

    // MARK: Reports

    /// Takes the times that are expected and that happened; those that the voyage has already aren't repeated.
    private func reporting(_ request: Request, of voyage: Voyage) -> (Voyage, [Fault]) {
        var voyage = voyage
        var faults: [Fault] = []
        let now = kit.clock.now()
        for call in request.calls {
            for (end, times) in [(PortCallEnd.arrival, call.arrival), (.departure, call.departure)] {
                // What happened says more than what was expected.
                let hasHappened = times.actual.map { $0.time <= now } ?? false
                for (status, said) in [(PortCallStatus.estimated, hasHappened ? nil : times.estimated), (.actual, times.actual)] {
                    guard let said, !isOutside(call, end, of: request, in: voyage.schedule),
                        let movement = voyage.schedule.movement(with: end, at: call.port, nearestTo: said.time),
                        !voyage.says(status, said, of: Int64(movement), end)
                    else { continue }
                    do throws(DomainError) {
                        voyage = try voyage.reporting(
                            end,
                            at: call.port,
                            status: status,
                            time: said.time,
                            reportedAt: said.reportedAt ?? now,
                            at: now
                        )
                    } catch {
                        faults.append(Fault(code: error.code, path: said.path))
                    }
                }
            }
        }
        return (voyage, faults)
    }

    /// Whether an end belongs to the voyage that the ship comes from or goes on with.
    private func isOutside(_ call: Request.Call, _ end: PortCallEnd, of request: Request, in schedule: Schedule) -> Bool {
        switch end {
        case .arrival:
            call.path == request.calls.first?.path
                && (!request.mayStartEarlier || schedule.movements.first?.departureLocation == call.port)
        case .departure:
            call.path == request.calls.last?.path && (!request.mayEndLater || schedule.movements.last?.arrivalLocation == call.port)
        }
    }
}

extension Voyage {
    /// Whether the voyage has a report that says the same, and not before the carrier said it.
    fileprivate func says(_ status: PortCallStatus, _ said: PublishedVoyage.Said, of movement: Int64, _ end: PortCallEnd) -> Bool {
        guard let kept = reports.first(where: { $0.movement == movement && $0.end == end }) else { return false }
        return kept.status == status && kept.time == said.time && (said.reportedAt.map { $0 <= kept.reportedAt } ?? true)
    }
}

extension PublishedVoyage {
    /// The details of a stored voyage with what the carrier says now.
    ///
    /// A carrier that somebody gave stays, because a schedule names only who runs the ship; so do numbers that the carrier doesn't mention.
    func details(over stored: VoyageDetails?) throws(DomainError) -> VoyageDetails? {
        guard let stored, let details else { return details ?? stored }
        let numbers = Set(stored.carrierVoyageNumbers).union(details.carrierVoyageNumbers).sorted()
        return try VoyageDetails(
            carrier: stored.carrier ?? details.carrier,
            carrierVoyageNumbers: numbers.count <= VoyageDetails.numberLimit ? numbers : details.carrierVoyageNumbers,
            mode: stored.mode ?? details.mode,
            vessel: details.vessel ?? stored.vessel
        )
    }
}
