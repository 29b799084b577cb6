extension Cargo {
    /// Whether the cargo has a hold, also one that a claim or a cancellation left.
    public var isHeld: Bool { !holds.isEmpty }

    /// Places a hold in its place, and raises `CargoHeld` (CRG-15).
    ///
    /// A cargo that has a hold of the type keeps the first one (CRG-0).
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`.
    public func held(_ type: HoldType, because reason: Reason, at now: Instant) throws(DomainError) -> Cargo {
        try checkOpen()
        guard !holds.contains(where: { $0.type == type }) else { return self }
        let place = holds.firstIndex { type < $0.type } ?? holds.endIndex
        return with { $0.holds.insert(Hold(type: type, reason: reason, at: now), at: place) }
            .raising([.cargoHeld(type: type, reason: reason)])
    }

    /// Releases the hold of a type, and raises `CargoReleased` (CRG-16).
    ///
    /// A cargo without such a hold stays as it is (CRG-0). The state of the cargo doesn't matter.
    public func released(_ type: HoldType) -> Cargo {
        guard holds.contains(where: { $0.type == type }) else { return self }
        return with { $0.holds.removeAll { $0.type == type } }.raising([.cargoReleased(type: type)])
    }

    /// Sets until when the cargo is to be collected at its destination, or removes that, and raises `PickUpDeadlineChanged` (CRG-14).
    ///
    /// The time is the end of free time, as the carrier or the terminal grants it; it may have passed. The same time changes nothing (CRG-0).
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`.
    public func settingPickUp(by time: Instant?) throws(DomainError) -> Cargo {
        try checkOpen()
        guard time != pickUpBy else { return self }
        return with { $0.pickUpBy = time }.raising([.pickUpDeadlineChanged(pickUpBy: time)])
    }

    /// Checks that holds are sorted, with at most one of each type.
    /// - Throws: `holds_invalid`.
    package static func check(_ holds: [Hold]) throws(DomainError) {
        guard zip(holds, holds.dropFirst()).allSatisfy({ $0.type < $1.type }) else { throw .rule(.holdsInvalid) }
    }
}
