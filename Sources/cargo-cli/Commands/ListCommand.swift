import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct ListCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "list",
        abstract: "List cargos, ordered by tracking id.",
        discussion: """
            EXAMPLES
              cargo-cli list --disrupted
              cargo-cli list --overdue PT24H
              cargo-cli list --at DEHAM
              cargo-cli list --customer ACME --routing-status not_routed -o csv
              cargo-cli list --limit 100 --after ABC123
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    @Option(help: .init("Only cargos of this customer.", valueName: "customer id")) var customer: String?
    @Option(help: .init("Only cargos that lie in this port.", valueName: "location")) var at: String?
    @Option(help: .init("Only cargos with this reference, such as CSQU3054383 or BOOKING:ABC709951.", valueName: "reference"))
    var reference: String?
    @Option(help: .init("Only NOT_ROUTED, ROUTED or MISROUTED cargos.", valueName: "status")) var routingStatus: String?
    @Option(help: .init("Only NOT_RECEIVED, IN_PORT, ONBOARD_CARRIER or CLAIMED cargos.", valueName: "status")) var transportStatus: String?
    @Flag(name: .customLong("misdirected"), help: "Only misdirected cargos.") var isMisdirected = false
    @Flag(name: .customLong("late"), help: "Only cargos that are estimated to miss their deadline.") var isLate = false
    @Flag(name: .customLong("disrupted"), help: "Only cargos whose route no longer works, such as after a missed connection.")
    var isDisrupted = false
    @Flag(name: .customLong("held"), help: "Only cargos with a hold, such as customs'.") var isHeld = false
    @Flag(name: .customLong("uncollected"), help: "Only cargos that lie at their destination after their pick-up deadline.")
    var isUncollected = false
    @Option(help: .init("Only cargos whose next scan or collection is overdue by more than this, such as PT24H.", valueName: "duration"))
    var overdue: String?
    @Flag(name: .customLong("unrouted"), help: "Only cargos without a route that satisfies their specification.") var isUnrouted = false
    @Flag(name: .customLong("cancelled"), help: "Only cancelled cargos.") var isCancelled = false
    @Option(help: .init("List at most this many cargos.", valueName: "n")) var limit: Int?
    @Option(help: .init("Only cargos after this tracking id.", valueName: "id")) var after: String?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError(localized("--limit must be at least 1")) }
        if reference != nil, customer != nil { throw ValidationError(localized("--reference and --customer cannot be used together")) }
        if let reference, TypedLookup(reference).withoutTrackingId.isEmpty {
            throw ValidationError(localized("--reference: \(reference.inQuotes) is not a reference"))
        }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let filter = try filter()
        let kit = try await session.kit()
        var printer = ListPrinter(session.console, session.format, Layouts.cargos)
        var next = after?.folded
        repeat {
            let rest = limit.map { $0 - printer.count } ?? .max
            let size = min(rest, PageLimit.range.upperBound)
            let page = try await page(of: filter, after: next, limit: size, kit)
            let overdue = session.format == .table ? await kit.overdue(among: page.cargos, by: filter.overdueBy ?? .seconds(86_400)) : []
            for entry in page.cargos { try printer.add(ListedCargo(entry: entry, isOverdue: overdue.contains(entry.trackingId))) }
            next = page.next?.text
            if let next, printer.count == limit {
                try printer.finish(nothing: "")
                return session.console.note(localized("There are more cargos. Continue with --after \(next)"))
            }
        } while next != nil
        try printer.finish(
            nothing: filter.isEmpty && customer == nil && reference == nil
                ? localized("No cargos.") : localized("No cargos match these filters.")
        )
    }

    private func filter() throws(CommandFailure) -> CargoFilter {
        let flags: [(isSet: Bool, need: AttentionReason)] = [
            (isDisrupted, .disrupted), (isMisdirected, .misdirected), (isLate, .late), (isUnrouted, .unrouted),
            (isHeld, .held), (isUncollected, .uncollected),
        ]
        return CargoFilter(
            needs: Set(flags.filter(\.isSet).map(\.need)),
            place: try at.map { (text) throws(CommandFailure) in try place(text) },
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

    private func page(of filter: CargoFilter, after id: String?, limit: Int, _ kit: CargoKit) async throws(CommandFailure) -> CargoList {
        var builder = RequestBuilder()
        builder.code("after", id)
        builder.number("limit", Int64(limit))
        builder.text("customerId", customer)
        let input = builder.input
        do throws(DomainError) {
            if let reference {
                let request = try ListCargos.Request(input)
                return try await LookUpCargos(kit)
                    .execute(TypedLookup(reference).withoutTrackingId, filter: filter, after: request.after, limit: request.limit)
                    .get()
            }
            if customer == nil {
                let request = try ListCargos.Request(input)
                return try await ListCargos(kit).execute(.init(filter: filter, after: request.after, limit: request.limit)).get()
            }
            let request = try ListCargosForCustomer.Request(input)
            return try await ListCargosForCustomer(kit)
                .execute(.init(customerId: request.customerId, filter: filter, after: request.after, limit: request.limit)).get()
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
