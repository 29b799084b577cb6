package import CargoDomain

/// The voyages by their numbers and those that their carriers have for them (VOY-5).
///
/// Follows the changes of a repository, as the index for routing does. Voyages are few, so no store keeps such an index itself. Numbers are
/// compared without spaces and regardless of case, because carriers write one number in several ways.
package actor VoyageDirectory {
    private let voyages: any VoyageRepository
    private var position: Int64 = 0
    private var known: [VoyageNumber: Voyage] = [:]
    private var byCarrierNumber: [String: Set<VoyageNumber>] = [:]
    private var byOwnNumber: [String: Set<VoyageNumber>] = [:]

    /// Creates a directory of a repository's voyages; reads them when it is first asked.
    package init(_ voyages: any VoyageRepository) { self.voyages = voyages }

    /// Finds the voyages that a carrier means by a number, in order: those for which it has this number; if there are none, those for which any
    /// carrier has it; if there are none, those that have it themselves.
    ///
    /// Takes into account every voyage whose save ended before the call.
    package func voyages(_ number: CarrierVoyageNumber, of carrier: CarrierCode? = nil) async throws(DomainError) -> [Voyage] {
        try await follow()
        let key = Self.key(number.text)
        let named = voyages(byCarrierNumber[key])
        let own = carrier.map { carrier in named.filter { $0.details?.carrier == carrier } } ?? []
        return own.isEmpty ? named.isEmpty ? voyages(byOwnNumber[key]) : named : own
    }

    /// Returns a voyage as of its last save; nil if there is none.
    package func voyage(_ number: VoyageNumber) async throws(DomainError) -> Voyage? {
        try await follow()
        return known[number]
    }

    private func voyages(_ numbers: Set<VoyageNumber>?) -> [Voyage] { (numbers ?? []).sorted().compactMap { known[$0] } }

    private func follow() async throws(DomainError) {
        let changes = try await voyages.findChanges(after: position).get()
        for voyage in changes.voyages { note(voyage) }
        position = max(position, changes.position)
    }

    /// Notes a voyage, unless a read that began later has brought a newer state of it.
    private func note(_ voyage: Voyage) {
        if let old = known[voyage.number], old.version > voyage.version { return }
        for number in known[voyage.number]?.details?.carrierVoyageNumbers ?? [] {
            byCarrierNumber[Self.key(number.text)]?.remove(voyage.number)
        }
        known[voyage.number] = voyage
        byOwnNumber[Self.key(voyage.number.text), default: []].insert(voyage.number)
        for number in voyage.details?.carrierVoyageNumbers ?? [] {
            byCarrierNumber[Self.key(number.text), default: []].insert(voyage.number)
        }
    }

    /// A number without spaces and in upper case.
    package static func key(_ number: String) -> String {
        String(decoding: number.utf8.filter { $0 != 0x20 }, as: UTF8.self).inUpperCase
    }
}
