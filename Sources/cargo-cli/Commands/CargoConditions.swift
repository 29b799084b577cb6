import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// Conditions that cargos meet; they narrow together.
struct CargoConditions: ParsableArguments {
    @Option(help: .init("Only cargos of this customer.", valueName: "customer id")) var customer: String?
    @Option(help: .init("Only cargos that lie in this port; with --voyage, those that it loads or unloads there.", valueName: "location"))
    var at: String?
    @Option(
        help: .init("Only cargos with this voyage on their route; with --disrupted alone, those that it disrupts.", valueName: "number")
    )
    var voyage: String?
    @Option(help: .init("Only cargos with this reference, such as CSQU3054383 or BOOKING:ABC709951.", valueName: "reference"))
    var reference: String?
    @Option(help: .init("Only NOT_ROUTED, ROUTED or MISROUTED cargos.", valueName: "status")) var routingStatus: String?
    @Option(help: .init("Only NOT_RECEIVED, IN_PORT, ONBOARD_CARRIER or CLAIMED cargos.", valueName: "status")) var transportStatus: String?
    @Flag(name: .customLong("misdirected"), help: "Only misdirected cargos.") var isMisdirected = false
    @Flag(name: .customLong("late"), help: "Only cargos that are estimated to miss their deadline.") var isLate = false
    @Flag(name: .customLong("disrupted"), help: "Only cargos whose route no longer works, such as after a missed connection.")
    var isDisrupted = false
    @Flag(name: .customLong("held"), help: "Only cargos with a hold, such as customs'.") var isHeld = false
    @Option(help: .init("Only cargos with a hold of this type: customs, freight, terminal, carrier or other.", valueName: "type"))
    var hold: String?
    @Flag(name: .customLong("uncollected"), help: "Only cargos that lie at their destination after their pick-up deadline.")
    var isUncollected = false
    @Option(help: .init("Only cargos whose next scan or collection is overdue by more than this, such as PT24H.", valueName: "duration"))
    var overdue: String?
    @Flag(name: .customLong("unrouted"), help: "Only cargos without a route that satisfies their specification.") var isUnrouted = false
    @Flag(name: .customLong("cancelled"), help: "Only cancelled cargos.") var isCancelled = false
    @Flag(
        name: .customLong("any"),
        help: "Of --disrupted, --misdirected, --late, --unrouted, --held and --uncollected, let one be enough."
    )
    var isAnyEnough = false

    func validate() throws {
        if reference != nil, customer != nil { throw ValidationError(localized("--reference and --customer cannot be used together")) }
        if let reference, TypedLookup(reference).withoutTrackingId.isEmpty {
            throw ValidationError(localized("--reference: \(reference.inQuotes) is not a reference"))
        }
    }

    /// Whether every cargo meets them.
    var isEmpty: Bool {
        let values = [customer, at, voyage, reference, hold, routingStatus, transportStatus, overdue]
        let flags = [isMisdirected, isLate, isDisrupted, isHeld, isUncollected, isUnrouted, isCancelled]
        return values.allSatisfy { $0 == nil } && !flags.contains(true)
    }

    /// The conditions beside the customer and the reference.
    func filter() throws(CommandFailure) -> CargoFilter {
        let flags: [(isSet: Bool, need: AttentionReason)] = [
            (isDisrupted, .disrupted), (isMisdirected, .misdirected), (isLate, .late), (isUnrouted, .unrouted),
            (isHeld, .held), (isUncollected, .uncollected),
        ]
        return CargoFilter(
            needs: Set(flags.filter(\.isSet).map(\.need)),
            isAnyNeedEnough: isAnyEnough,
            place: try at.map { (text) throws(CommandFailure) in try place(text) },
            voyage: try voyage.map { (text) throws(CommandFailure) in try number(text) },
            hold: try status(hold, HoldType.self, "--hold"),
            routingStatus: try status(routingStatus, RoutingStatus.self, "--routing-status"),
            transportStatus: try status(transportStatus, TransportStatus.self, "--transport-status"),
            isCancelled: isCancelled,
            overdueBy: try overdue.map { (text) throws(CommandFailure) in try duration(text, of: "--overdue").duration }
        )
    }

    private func place(_ text: String) throws(CommandFailure) -> UnLocode {
        do throws(DomainError) {
            return try UnLocode(text.folded)
        } catch {
            throw .usage(
                localized("--at: \(text.inQuotes) is not a UN/LOCODE."),
                hint: localized("Use five letters and digits, such as DEHAM.")
            )
        }
    }

    private func number(_ text: String) throws(CommandFailure) -> VoyageNumber {
        do throws(DomainError) {
            return try VoyageNumber(text)
        } catch {
            throw .usage(localized("--voyage: \(text.inQuotes) is not a voyage number."))
        }
    }

    /// Reads a page of the cargos that meet the conditions.
    func page(of filter: CargoFilter, after id: String?, limit: Int, _ desk: any CargoOperations) async throws(CommandFailure) -> CargoList
    {
        var builder = RequestBuilder()
        builder.code("after", id)
        builder.number("limit", Int64(limit))
        builder.text("customerId", customer)
        let input = builder.input
        do throws(DomainError) {
            if let reference {
                let request = try ListCargos.Request(input)
                return try await desk.lookUp(
                    TypedLookup(reference).withoutTrackingId,
                    filter: filter,
                    after: request.after,
                    limit: request.limit
                )
                .get()
            }
            if customer == nil {
                let request = try ListCargos.Request(input)
                return try await desk.perform(ListCargos.self, .init(filter: filter, after: request.after, limit: request.limit)).get()
            }
            let request = try ListCargosForCustomer.Request(input)
            return try await desk.perform(
                ListCargosForCustomer.self,
                .init(customerId: request.customerId, filter: filter, after: request.after, limit: request.limit)
            ).get()
        } catch {
            throw CommandFailure(error, in: input)
        }
    }

    /// Parses a status, ignoring case and taking hyphens for underscores.
    private func status<Status: RawRepresentable<String> & CaseIterable>(
        _ text: String?,
        _ type: Status.Type,
        _ option: String
    ) throws(CommandFailure) -> Status? {
        guard let text else { return nil }
        let name = String(text.folded.map { $0 == "-" ? "_" : $0 })
        if let status = Status(rawValue: name) { return status }
        let names = Status.allCases.map(\.rawValue)
        let nearest = Suggestion.nearest(to: name, among: names)
        throw .usage(
            localized("\(option): \(text.inQuotes) is not a status."),
            hint: nearest.map { localized("Did you mean \($0)?") } ?? localized("Use one of \(names.joined(separator: ", ")).")
        )
    }
}
