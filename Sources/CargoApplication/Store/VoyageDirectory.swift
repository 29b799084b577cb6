package import CargoDomain

/// The voyages by the numbers that their carriers have for them (VOY-5).
///
/// Follows the changes of a repository, as the index for routing does, so that no store needs an index of its own for the few voyages that
/// there are.
package actor VoyageDirectory {
    private let voyages: any VoyageRepository
    private var position: Int64 = 0
    private var numbers: [VoyageNumber: VoyageDetails] = [:]
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
        return (byCarrierNumber[number] ?? []).filter { carrier == nil || numbers[$0]?.carrier == carrier }.sorted()
    }

    private func note(_ voyage: Voyage) {
        for number in numbers[voyage.number]?.carrierVoyageNumbers ?? [] { byCarrierNumber[number]?.remove(voyage.number) }
        numbers[voyage.number] = voyage.details
        for number in voyage.details?.carrierVoyageNumbers ?? [] { byCarrierNumber[number, default: []].insert(voyage.number) }
    }
}
