package import CargoDomain

/// What the record of a cargo says that it is found by, besides its id and its customer (spec/files).
package struct CargoKeys: Hashable, Sendable {
    /// The voyages of the legs, each once, by ASCII.
    package let voyages: [VoyageNumber]
    /// What needs attention, by ASCII.
    package let needs: [CargoNeed]
    /// Where the cargo lies; `nil` if it isn't in a port.
    package let place: UnLocode?
    /// From when the cargo counts as overdue by plan; `nil` if it can't be overdue.
    package let overdueFrom: Instant?

    /// The schema of the cargo's document.
    package let schema: Int

    /// Returns the keys of a cargo.
    package init(of cargo: Cargo) {
        var voyages: [VoyageNumber] = []
        for leg in cargo.itinerary?.legs ?? [] where !voyages.contains(leg.voyageNumber) { voyages.append(leg.voyageNumber) }
        self.voyages = voyages.count > 1 ? voyages.sorted() : voyages
        let needs = cargo.needs
        self.needs = needs.count > 1 ? needs.sorted { $0.rawValue < $1.rawValue } : needs
        place = cargo.delivery.currentPort
        overdueFrom = cargo.plannedTimeDue
        schema = Self.schema(of: cargo)
    }

    /// The first schema whose records have keys.
    package static let oldestSchema = 2

    /// Returns the schema of a cargo's document: 3 if it has references, which older programs don't know, and 2 otherwise.
    package static func schema(of cargo: Cargo) -> Int { cargo.references.isEmpty ? oldestSchema : RecordKind.cargo.schema }
}

extension Cargo {
    /// The planned time of the activity that is due; `nil` if the cargo can't be overdue, or if a CLAIM is due.
    fileprivate var plannedTimeDue: Instant? {
        guard let itinerary, let position = delivery.planPosition, !delivery.isMisdirected, !isCancelled, estimate?.disruption == nil else {
            return nil
        }
        let entry = max(position, 1) - 1
        guard entry < 2 * itinerary.legs.count else { return nil }
        let leg = itinerary.legs[Int(entry) / 2]
        return entry.isMultiple(of: 2) ? leg.loadTime : leg.unloadTime
    }
}
