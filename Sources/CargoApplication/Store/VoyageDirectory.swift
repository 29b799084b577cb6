package import CargoDomain

/// The voyages by the numbers that their carriers have for them (VOY-5).
///
/// Follows the changes of a repository, as the index for routing does. Voyages are few, so no store keeps such an index itself.
package actor VoyageDirectory {
    private let voyages: any VoyageRepository
    private var position: Int64 = 0
    private var known: [VoyageNumber: Voyage] = [:]
    private var byCarrierNumber: [CarrierVoyageNumber: Set<VoyageNumber>] = [:]

    /// Creates a directory of a repository's voyages; reads them when it is first asked.
    package init(_ voyages: any VoyageRepository) { self.voyages = voyages }

    /// Finds the voyages that a carrier knows by a number, in order; those of any carrier if none is given.
    ///
    /// Takes into account every voyage whose save ended before the call.
    package func find(_ number: CarrierVoyageNumber, of carrier: CarrierCode? = nil) async throws(DomainError) -> [VoyageNumber] {
        let changes = try await voyages.findChanges(after: position).get()
        for voyage in changes.voyages { note(voyage) }
        position = max(position, changes.position)
        return (byCarrierNumber[number] ?? []).filter { carrier == nil || known[$0]?.details?.carrier == carrier }.sorted()
    }

    /// Notes a voyage, unless a read that began later has brought a newer state of it.
    private func note(_ voyage: Voyage) {
        if let old = known[voyage.number], old.version > voyage.version { return }
        for number in known[voyage.number]?.details?.carrierVoyageNumbers ?? [] { byCarrierNumber[number]?.remove(voyage.number) }
        known[voyage.number] = voyage
        for number in voyage.details?.carrierVoyageNumbers ?? [] { byCarrierNumber[number, default: []].insert(voyage.number) }
    }
}
