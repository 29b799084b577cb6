import CargoDomain

/// Finds the voyage that a carrier means by an event.
struct CarrierVoyages {
    /// What was found.
    enum Match {
        /// The voyage.
        case voyage(VoyageNumber)
        /// No voyage, or no single one.
        case none(CarrierEventReason)
    }

    let directory: VoyageDirectory

    /// Finds the voyage of a port call: by the carrier's own numbers, then by any carrier's, then by ours; the ship decides between several,
    /// and then the port.
    func find(
        _ voyage: CarrierMessage.Voyage,
        _ end: PortCallEnd,
        at place: UnLocode,
        of carrier: CarrierCode?
    ) async throws(DomainError) -> Match {
        let numbers = voyage.numbers(for: end)
        for isOwn in [true, false] {
            for number in numbers {
                var found = try await directory.voyages(number, of: carrier)
                if isOwn { found = found.filter { carrier != nil && $0.details?.carrier == carrier } }
                found = Self.fitting(found, voyage.vessel, end, place)
                if let one = found.first, found.count == 1 { return .voyage(one.number) }
                if found.count > 1 { return .none(.init(.voyageAmbiguous, number.text)) }
            }
        }
        return .none(.init(.voyageUnknown, numbers.first?.text ?? voyage.vessel?.text))
    }

    /// The ports of all voyages that an event may mean.
    func ports(of voyage: CarrierMessage.Voyage, _ end: PortCallEnd, of carrier: CarrierCode?) async throws(DomainError) -> Set<UnLocode> {
        var ports: Set<UnLocode> = []
        for number in voyage.numbers(for: end) {
            for found in try await directory.voyages(number, of: carrier) {
                ports.formUnion(found.schedule.movements.map { end == .departure ? $0.departureLocation : $0.arrivalLocation })
            }
        }
        return ports
    }

    /// Finds the voyage that a cargo was loaded onto or unloaded from.
    ///
    /// Of the voyages that have a number of the event, those count first that the cargo's route has for this port, then those of the right ship.
    /// A cargo is unloaded from what it is on, if that calls there and the number for the arrival doesn't name another voyage that does.
    /// - Parameter aboard: what the cargo is on when it is unloaded.
    func find(
        _ voyage: CarrierMessage.Voyage,
        _ end: PortCallEnd,
        at place: UnLocode,
        of carrier: CarrierCode?,
        for cargo: Cargo,
        on aboard: VoyageNumber?
    ) async throws(DomainError) -> Match {
        let legs = cargo.itinerary?.legs ?? []
        let here = Set(legs.filter { (end == .departure ? $0.loadLocation : $0.unloadLocation) == place }.map(\.voyageNumber))
        let onRoute = Set(legs.map(\.voyageNumber))
        let own = end == .departure ? voyage.export : voyage.import
        var ambiguous: CarrierEventReason?
        for number in own + voyage.other {
            let found = Self.ofShip(try await directory.voyages(number, of: carrier), voyage.vessel)
            if let one = found.first(where: { $0.number == aboard }) ?? found.first(where: { here.contains($0.number) })
                ?? found.first(where: { onRoute.contains($0.number) })
            {
                return .voyage(one.number)
            }
            let fitting = Self.fitting(found, voyage.vessel, end, place)
            if aboard != nil, !fitting.contains(where: { Self.calls($0, end, place) }) { continue }
            if let one = fitting.first, fitting.count == 1 { return .voyage(one.number) }
            if fitting.count > 1, ambiguous == nil { ambiguous = .init(.voyageAmbiguous, number.text) }
        }
        if let aboard, let ship = try await directory.voyage(aboard), Self.calls(ship, end, place),
            !Self.ofShip([ship], voyage.vessel).isEmpty
        {
            return .voyage(aboard)
        }
        if let ambiguous { return .none(ambiguous) }
        return try await find(voyage, end, at: place, of: carrier)
    }

    /// The voyages of the ship, or those whose ship isn't known if none is the ship's; all of them if the event names no ship.
    private static func ofShip(_ voyages: [Voyage], _ vessel: IMONumber?) -> [Voyage] {
        guard let vessel else { return voyages }
        let own = voyages.filter { $0.details?.vessel?.imoNumber == vessel }
        return own.isEmpty ? voyages.filter { $0.details?.vessel?.imoNumber == nil } : own
    }

    /// The voyages of the ship that call there; if none does, those of the ship.
    private static func fitting(_ voyages: [Voyage], _ vessel: IMONumber?, _ end: PortCallEnd, _ place: UnLocode) -> [Voyage] {
        let ofShip = ofShip(voyages, vessel)
        let calling = ofShip.filter { calls($0, end, place) }
        return calling.isEmpty ? ofShip : calling
    }

    private static func calls(_ voyage: Voyage, _ end: PortCallEnd, _ place: UnLocode) -> Bool {
        voyage.schedule.movements.contains { (end == .departure ? $0.departureLocation : $0.arrivalLocation) == place }
    }
}
