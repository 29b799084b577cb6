extension Cargo {
    /// Whether the booking is cancelled (CRG-8).
    public var isCancelled: Bool { cancellation != nil }

    /// Cancels the booking and raises `CargoCancelled` (CRG-8).
    ///
    /// A cargo that is cancelled already stays as it is, with the first reason (CRG-0).
    /// - Throws: `cargo_already_claimed`; `cargo_already_received` if the cargo was moved.
    public func cancelled(because reason: Reason, at now: Instant) throws(DomainError) -> Cargo {
        try checkNotClaimed()
        guard !isCancelled else { return self }
        guard delivery.lastMove == nil else { throw .rule(.cargoAlreadyReceived) }
        return with { $0.cancellation = Cancellation(at: now, reason: reason) }.raising([.cargoCancelled(reason: reason)])
    }

    /// Undoes the cancellation and raises `CargoReinstated` (CRG-11).
    ///
    /// A cargo that isn't cancelled stays as it is (CRG-0).
    /// - Throws: `cargo_already_claimed`; `deadline_not_in_future` if the cargo wasn't moved.
    public func reinstated(at now: Instant) throws(DomainError) -> Cargo {
        guard isCancelled else { return self }
        try checkNotClaimed()
        if delivery.lastMove == nil { try routeSpecification.checkDeadline(isAfter: now) }
        return with { $0.cancellation = nil }.raising([.cargoReinstated])
    }

    /// Checks that the cargo takes commands: it is neither cancelled nor claimed.
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`.
    package func checkOpen() throws(DomainError) {
        guard !isCancelled else { throw .rule(.cargoCancelled) }
        try checkNotClaimed()
    }

    func checkNotClaimed() throws(DomainError) {
        guard delivery.transportStatus != .claimed else { throw .rule(.cargoAlreadyClaimed) }
    }
}
