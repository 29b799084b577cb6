package import CargoDomain

/// A key by which a store finds cargos in pages.
///
/// The keys of a cargo follow from the cargo alone, so they change only with a save.
package enum CargoKey: Hashable, Sendable {
    /// The cargo's customer.
    case customer(CustomerId)
    /// A voyage of the itinerary.
    case voyage(VoyageNumber)
    /// The place where the cargo lies (`Delivery.currentPort`).
    case place(UnLocode)
    /// A kind of attention that the cargo needs.
    case need(AttentionReason)
    /// A reference that the cargo carries.
    case reference(CargoReference)
    /// The cargo is to be collected before a time; as a key of a cargo, whenever (`Cargo.collectionDeadline`).
    case collected(before: Instant?)

    /// Returns the keys that a query names, the one with the fewest cargos first, as far as its kind tells.
    package static func keys(of query: CargoQuery) -> [CargoKey] {
        [
            query.reference.map { .reference($0) }, query.customer.map { .customer($0) }, query.voyage.map { .voyage($0) },
            query.uncollectedAt.map { .collected(before: $0) }, query.place.map { .place($0) }, query.need.map { .need($0) },
        ].compactMap(\.self)
    }

    /// Returns all keys of a cargo; a voyage of several legs is there several times.
    package static func keys(of cargo: Cargo) -> [CargoKey] {
        let voyages = (cargo.itinerary?.legs ?? []).map { CargoKey.voyage($0.voyageNumber) }
        let place = cargo.delivery.currentPort.map { [CargoKey.place($0)] } ?? []
        let collection = cargo.collectionDeadline.map { _ in [CargoKey.collected(before: nil)] } ?? []
        return [.customer(cargo.customerId)] + voyages + place + cargo.needs.map { .need($0) } + cargo.references.map { .reference($0) }
            + collection
    }

    /// The key of the cargos among which those with this key are.
    package var ofCargos: CargoKey {
        if case .collected = self { .collected(before: nil) } else { self }
    }
}
