package import CargoDomain

/// Reports a port call that a carrier pushed, of the voyage that the carrier means (VOY-5, UC-12).
package struct ReportCarrierCall: UseCase {
    private let kit: CargoKit
    private let directory: VoyageDirectory

    /// Creates the use case.
    package init(_ kit: CargoKit, _ directory: VoyageDirectory) {
        self.kit = kit
        self.directory = directory
    }

    /// What a carrier says.
    package struct Request: Sendable {
        package let end: PortCallEnd
        package let location: UnLocode
        package let status: PortCallStatus
        package let time: Instant
        package let reportedAt: Instant?
        /// The numbers that the carrier has for the voyage, the likeliest first.
        package let numbers: [CarrierVoyageNumber]
        /// The carrier; nil if it is unknown.
        package var carrier: CarrierCode?

        package init(
            _ end: PortCallEnd,
            at location: UnLocode,
            status: PortCallStatus,
            time: Instant,
            reportedAt: Instant?,
            numbers: [CarrierVoyageNumber],
            carrier: CarrierCode? = nil
        ) {
            self.end = end
            self.location = location
            self.status = status
            self.time = time
            self.reportedAt = reportedAt
            self.numbers = numbers
            self.carrier = carrier
        }
    }

    /// What became of it.
    package enum Response: Hashable, Sendable {
        /// The voyage has the report; `isNew` says whether it was kept.
        case reported(VoyageNumber, isNew: Bool)
        /// No voyage has any of the numbers.
        case unknownVoyage
        /// Several voyages have the number.
        case ambiguousVoyage
    }

    /// Finds the voyage and reports the call.
    /// - Returns: what became of the report, or one of the errors of `ReportPortCall`.
    package func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let found = try await voyages(request)
            guard let voyage = found.first else { return .unknownVoyage }
            guard found.count == 1 else { return .ambiguousVoyage }
            let report = ReportPortCall.Request(
                voyageNumber: voyage,
                request.end,
                at: request.location,
                status: request.status,
                time: request.time,
                reportedAt: request.reportedAt
            )
            return .reported(voyage, isNew: try await ReportPortCall(kit).execute(report).get().isNew)
        }
    }

    /// The voyages that the carrier may mean: by its own numbers, then by any carrier's, then by our number alone.
    private func voyages(_ request: Request) async throws(DomainError) -> [VoyageNumber] {
        if let carrier = request.carrier {
            for number in request.numbers {
                let found = try await directory.find(number, of: carrier)
                if !found.isEmpty { return found }
            }
        }
        for number in request.numbers {
            let found = try await directory.find(number)
            if !found.isEmpty { return found }
        }
        let named = request.numbers.compactMap { number in Result { () throws(DomainError) in try VoyageNumber(number.text) }.success }
        let known = try await kit.store.voyages.findAll(named).get()
        return named.first { known[$0] != nil }.map { [$0] } ?? []
    }
}

extension Result {
    /// The value; nil for a failure.
    fileprivate var success: Success? {
        switch self {
        case .success(let value): value
        case .failure: nil
        }
    }
}
