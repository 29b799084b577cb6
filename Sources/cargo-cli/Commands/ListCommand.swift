#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire

struct ListCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List cargos, ordered by tracking id.",
        discussion: """
            EXAMPLES
              cargo-cli list --disrupted
              cargo-cli list --overdue PT24H
              cargo-cli list --customer ACME --routing-status not_routed -o csv
              cargo-cli list --limit 100 --after ABC123
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    @Option(help: .init("Only cargos of this customer.", valueName: "customer id")) var customer: String?
    @Option(help: .init("Only NOT_ROUTED, ROUTED or MISROUTED cargos.", valueName: "status")) var routingStatus: String?
    @Option(help: .init("Only NOT_RECEIVED, IN_PORT, ONBOARD_CARRIER or CLAIMED cargos.", valueName: "status")) var transportStatus: String?
    @Flag(name: .customLong("misdirected"), help: "Only misdirected cargos.") var isMisdirected = false
    @Flag(name: .customLong("late"), help: "Only cargos that are estimated to miss their deadline.") var isLate = false
    @Flag(name: .customLong("disrupted"), help: "Only cargos whose route no longer works, such as after a missed connection.")
    var isDisrupted = false
    @Option(help: .init("Only cargos whose next scan is overdue by more than this, such as PT24H.", valueName: "duration"))
    var overdue: String?
    @Flag(name: .customLong("cancelled"), help: "Only cancelled cargos.") var isCancelled = false
    @Option(help: .init("List at most this many cargos.", valueName: "n")) var limit: Int?
    @Option(help: .init("Only cargos after this tracking id.", valueName: "id")) var after: String?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let routing = try status(routingStatus, RoutingStatus.self, "--routing-status")
        let transport = try status(transportStatus, TransportStatus.self, "--transport-status")
        let overdue = try overdue.map { (text) throws(CommandFailure) in try ISODuration.milliseconds(text, of: "--overdue") }
        let kit = try await session.kit()
        var printer = ListPrinter(session.console, session.format, Layouts.cargos)
        var next: String? = after?.folded
        repeat {
            let rest = limit.map { $0 - printer.count } ?? .max
            let page = try await page(after: next, limit: hasFilter ? 1000 : min(rest, 999) + 1, kit)
            for entry in page.cargos {
                if let routing, entry.routingStatus != routing { continue }
                if let transport, entry.transportStatus != transport { continue }
                if isMisdirected, !entry.isMisdirected { continue }
                if isLate, !entry.isLate { continue }
                if isDisrupted, !entry.isDisrupted { continue }
                if isCancelled, entry.bookingStatus != .cancelled { continue }
                if let overdue, try await !isOverdue(entry, by: overdue, kit) { continue }
                if let limit, printer.count == limit {
                    try printer.finish(nothing: "")
                    return session.console.note("There are more cargos. Continue with --after \(next ?? "")")
                }
                try printer.add(entry)
                next = entry.trackingId.text
            }
            next = page.next?.text
        } while next != nil
        try printer.finish(nothing: hasFilter || customer != nil ? "No cargos match these filters." : "No cargos.")
    }

    private var hasFilter: Bool {
        routingStatus != nil || transportStatus != nil || isMisdirected || isLate || isDisrupted || isCancelled || overdue != nil
    }

    /// Whether the next scan of a cargo was expected more than `milliseconds` ago, by the present schedules (EST-6).
    private func isOverdue(_ entry: CargoList.Entry, by milliseconds: Int64, _ kit: CargoKit) async throws(CommandFailure) -> Bool {
        let isExpected =
            entry.bookingStatus == .confirmed && entry.transportStatus != .claimed && entry.routingStatus != .notRouted
            && !entry.isMisdirected
        guard isExpected else { return false }
        let view = try await TrackCargo(kit).execute(.init(trackingId: entry.trackingId)).orFail()
        guard let since = view.overdueSince else { return false }
        return kit.clock.now().epochMilliseconds - since.epochMilliseconds > milliseconds
    }

    private func page(after id: String?, limit: Int, _ kit: CargoKit) async throws(CommandFailure) -> CargoList {
        var request = RequestBuilder()
        request.code("after", id)
        request.number("limit", Int64(limit))
        guard let customer else { return try await ListCargos(kit).execute(input: request.input).orFail(in: request.input) }
        request.text("customerId", customer)
        return try await ListCargosForCustomer(kit).execute(input: request.input).orFail(in: request.input)
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
            "\(option): \(text.quoted) is not a status.",
            hint: nearest.map { "Did you mean \($0)?" } ?? "Use one of \(names.joined(separator: ", "))."
        )
    }
}
#endif
