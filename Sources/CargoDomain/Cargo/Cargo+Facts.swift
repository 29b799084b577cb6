extension Cargo {
    /// Returns this cargo with an operation's own facts, followed by those that the operation changed (CRG-9).
    func raising(_ facts: [DomainFact], since before: Cargo) -> Cargo { raising(facts + changes(since: before)) }

    /// The facts that differ between two states, in their order: `CargoMisdirected`, `CargoBackOnTrack`, `CargoArrived`, `CargoClaimed`.
    private func changes(since before: Cargo) -> [DomainFact] {
        let old = before.delivery
        var facts: [DomainFact] = []
        if !old.isMisdirected, let misdirection {
            facts.append(.cargoMisdirected(actual: misdirection.actual, expected: misdirection.expected))
        }
        if old.isMisdirected, !delivery.isMisdirected { facts.append(.cargoBackOnTrack) }
        if let location = delivery.lastKnownLocation {
            if delivery.isUnloadedAtDestination, !old.isUnloadedAtDestination { facts.append(.cargoArrived(location: location)) }
            if delivery.transportStatus == .claimed, old.transportStatus != .claimed { facts.append(.cargoClaimed(location: location)) }
        }
        return facts
    }
}
