public import CargoDomain

/// Registers a voyage.
///
/// Registering an equal voyage again succeeds and changes nothing, whatever was reported of it meanwhile (UC-8).
public struct RegisterVoyage: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// A voyage, its schedule and its details.
    public struct Request: Sendable {
        /// What is known of it beside its schedule; `nil` if nothing is, or nothing is asked.
        public let details: VoyageDetails?
        /// The voyage's schedule.
        public let schedule: Schedule
        /// The voyage's number.
        public let voyageNumber: VoyageNumber

        /// Creates a request.
        public init(voyageNumber: VoyageNumber, schedule: Schedule, details: VoyageDetails? = nil) {
            self.details = details
            self.schedule = schedule
            self.voyageNumber = voyageNumber
        }
    }

    /// The registered voyage.
    public struct Response: Hashable, Sendable {
        /// Its version.
        public let version: Int64
        /// Its number.
        public let voyageNumber: VoyageNumber

        /// Creates a response, for a fake in a test.
        public init(version: Int64, voyageNumber: VoyageNumber) {
            self.version = version
            self.voyageNumber = voyageNumber
        }
    }

    /// Registers the voyage; every port of its schedule must be registered.
    /// - Returns: the registered voyage, or one of the errors `location_not_found`, `voyage_already_exists`, `concurrency_conflict` after 1000
    ///   lost races, and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            try await Retry.onConflict { () async throws(DomainError) in
                if let known = try await known(request) { return Response(version: known.version, voyageNumber: known.number) }
                let voyage = Voyage.register(number: request.voyageNumber, schedule: request.schedule, details: request.details)
                try await kit.store.voyages.save(voyage).get()
                return Response(version: try Version.next(after: voyage.version), voyageNumber: voyage.number)
            }
        }
    }

    /// Returns the equal voyage if one is stored already, or nil if the voyage can be registered.
    /// - Throws: `location_not_found`, `voyage_already_exists`, `corrupt_record`.
    package func known(_ request: Request) async throws(DomainError) -> Voyage? {
        try await kit.checkKnown(request.schedule.ports)
        switch await kit.store.voyages.findByNumber(request.voyageNumber) {
        case .success(let voyage):
            guard voyage.schedule == request.schedule, request.details == nil || request.details == voyage.details else {
                throw .voyageAlreadyExists(request.voyageNumber)
            }
            return voyage
        case .failure(let error):
            guard error.code == .voyageNotFound else { throw error }
            return nil
        }
    }
}

extension Schedule {
    /// The ports of call, in order.
    var ports: [UnLocode] { movements.prefix(1).map(\.departureLocation) + movements.map(\.arrivalLocation) }
}
