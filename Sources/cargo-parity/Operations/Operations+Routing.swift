import CargoDomain
import CargoRouting
import CargoWire

extension Operations {
    /// The route search.
    static let routing: [(String, Operation)] = [
        (
            "routing.find",
            members(
                .optional("aboard", AboardArgument.shape),
                .required("departAfter", Instant.shape),
                .optional("ignoreDeadline", .boolean),
                .optional("limit", .integer),
                .optional("maxLegs", .integer),
                .optional("minimumConnection", .integer),
                .required("routeSpecification", RouteSpecification.shape),
                .required("voyages", [SailingVoyage].shape)
            ) { (_, args) async throws(DomainError) in
                let aboard: AboardArgument? = try args.valueIfPresent("aboard")
                let departAfter: Instant = try args.value("departAfter")
                let ignoresDeadline: Bool? = try args.valueIfPresent("ignoreDeadline")
                let limit = try option("limit", in: RouteSearch.limitRange, args)
                let maxLegs = try option("maxLegs", in: RouteSearch.maxLegsRange, args)
                let minimumConnection = try option("minimumConnection", in: 0...Version.maximum, args)
                let search = try RouteSearch(
                    routeSpecification: try args.value("routeSpecification"),
                    departAfter: departAfter,
                    minimumConnection: minimumConnection ?? 0,
                    maxLegs: maxLegs ?? 8,
                    limit: limit ?? 10,
                    ignoresDeadline: ignoresDeadline ?? false,
                    aboard: aboard?.aboard
                )
                let voyages: [SailingVoyage] = try args.value("voyages")
                return Answer(VoyageNetwork(voyages.map(\.voyage)).findRoutes(search))
            }
        )
    ]

    private static func option(_ name: String, in range: ClosedRange<Int64>, _ args: Input) throws(DomainError) -> Int64? {
        guard let number: Int64 = try args.valueIfPresent(name) else { return nil }
        guard range.contains(number) else { throw .invalid(.integerOutOfRange, text: String(number)) }
        return number
    }
}

/// A voyage that is given as a value; its version is optional.
struct SailingVoyage: InputValue {
    static let shape = Shape.members(
        .optional("details", VoyageDetails.shape),
        .optional("reports", [PortCallReport].shape),
        .required("schedule", Schedule.shape),
        .optional("version", AggregateVersion.shape),
        .required("voyageNumber", VoyageNumber.shape)
    )

    let voyage: Voyage

    init(input: Input) throws(DomainError) {
        voyage = try Voyage(input: input)
    }
}

/// Where a cargo at sea was loaded.
private struct AboardArgument: InputValue {
    static let shape = Shape.members(
        .required("loadedAt", Instant.shape),
        .required("location", UnLocode.shape),
        .required("voyageNumber", VoyageNumber.shape)
    )

    let aboard: RouteSearch.OnboardPosition

    init(input: Input) throws(DomainError) {
        let loadedAt: Instant = try input.value("loadedAt")
        let location: UnLocode = try input.value("location")
        aboard = RouteSearch.OnboardPosition(voyageNumber: try input.value("voyageNumber"), location: location, loadedAt: loadedAt)
    }
}
