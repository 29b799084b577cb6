public import CargoDomain

extension CargoOperations {
    // MARK: What carriers say

    /// Replaces what is known of a voyage beside its schedule (`DescribeVoyage`).
    /// - Parameters:
    ///   - number: the voyage.
    ///   - details: the new details; nil if nothing is known.
    ///   - expectedVersion: the version that the voyage must have; nil accepts any.
    @discardableResult
    public func describeVoyage(
        _ number: VoyageNumber,
        as details: VoyageDetails?,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> RegisterVoyage.Response {
        try await perform(DescribeVoyage.self, .init(voyageNumber: number, details: details, expectedVersion: expectedVersion)).get()
    }

    /// Takes what a carrier reports of a port call, and lists the cargos that won't travel as planned (`ReportPortCall`).
    /// - Parameters:
    ///   - end: whether the ship arrives or departs.
    ///   - number: the voyage.
    ///   - location: where it does.
    ///   - status: whether it happened already.
    ///   - time: when it happens, or happened.
    ///   - reportedAt: when the carrier said so; nil for now.
    @discardableResult
    public func reportPortCall(
        _ end: PortCallEnd,
        of number: VoyageNumber,
        at location: UnLocode,
        status: PortCallStatus,
        time: Instant,
        reportedAt: Instant? = nil
    ) async throws(DomainError) -> ReportPortCall.Response {
        let request = ReportPortCall.Request(
            voyageNumber: number,
            end,
            at: location,
            status: status,
            time: time,
            reportedAt: reportedAt
        )
        return try await perform(ReportPortCall.self, request).get()
    }

    /// Puts all cargos that wait for a voyage in a port on another voyage (`RollOver`).
    @discardableResult
    public func rollOver(
        from number: VoyageNumber,
        at location: UnLocode,
        to other: VoyageNumber
    ) async throws(DomainError) -> RollOver.Response {
        try await perform(RollOver.self, .init(from: number, at: location, to: other)).get()
    }

    /// Puts a leg of a cargo's route on another voyage (`SubstituteVoyage`).
    /// - Parameters:
    ///   - index: the leg's 0-based index.
    ///   - trackingId: the cargo.
    ///   - number: the voyage that carries the leg now.
    ///   - expectedVersion: the version that the cargo must have; nil accepts any.
    @discardableResult
    public func substituteVoyage(
        ofLeg index: Int64,
        of trackingId: TrackingId,
        with number: VoyageNumber,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(SubstituteVoyage.self, .init(of: trackingId, leg: index, with: number, expectedVersion: expectedVersion)).get()
    }

    /// Places a hold on a cargo (`PlaceHold`).
    @discardableResult
    public func placeHold(
        _ type: HoldType,
        on trackingId: TrackingId,
        because reason: Reason,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(PlaceHold.self, .init(type, on: trackingId, because: reason, expectedVersion: expectedVersion)).get()
    }

    /// Releases a hold on a cargo (`ReleaseHold`).
    @discardableResult
    public func releaseHold(
        _ type: HoldType,
        on trackingId: TrackingId,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(ReleaseHold.self, .init(type, on: trackingId, expectedVersion: expectedVersion)).get()
    }

    /// Sets until when a cargo is to be collected at its destination; nil removes that (`SetPickUpDeadline`).
    @discardableResult
    public func setPickUpDeadline(
        of trackingId: TrackingId,
        to pickUpBy: Instant?,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(SetPickUpDeadline.self, .init(of: trackingId, to: pickUpBy, expectedVersion: expectedVersion)).get()
    }
}
