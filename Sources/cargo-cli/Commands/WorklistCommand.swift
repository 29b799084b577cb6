import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct WorklistCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "worklist",
        abstract: "Show what needs attention, grouped by cause, each with the command that resolves it.",
        discussion: """
            The largest group comes first. A cargo that needs attention for several reasons is in several \
            groups. With the conditions of a group's command, 'list' shows its cargos.

            EXAMPLES
              cargo-cli worklist
              cargo-cli worklist --customer ACME
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Option(help: .init("Only cargos of this customer.", valueName: "customer id")) var customer: String?

    /// A group, of cargos or of carriers' events.
    private struct Line: CanonicallyEncodable {
        let count: Int
        let text: String
        /// The text for programs, in English.
        let plain: String
        let command: String
        let value: any CanonicallyEncodable

        func write(to writer: inout JSONWriter) { value.write(to: &writer) }
    }

    private static let layout = Layout<Line>(
        .csv("count") { String($0.count) },
        .init("WHAT", "what", cell: { .init($0.text) }, value: { $0.plain }),
        .init("RESOLVE WITH", "command") { $0.command }
    )

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk()
        var request = RequestBuilder()
        request.text("customerId", customer)
        let customerId: CustomerId?
        do throws(DomainError) {
            customerId = try customer.map { (text) throws(DomainError) in try CustomerId(text) }
        } catch {
            throw CommandFailure(error, in: request.input)
        }
        let summary = try await desk.perform(SummarizeWorklist.self, .init(customerId: customerId)).orFail()
        let waiting = try await customer == nil ? session.waitingCarrierEvents(besides: summary) : []
        if session.format == .json {
            try session.console.write(json: WorklistSummary(summary, waiting))
            return try session.console.write("\n")
        }
        let codes = Set(summary.groups.compactMap(\.cause.location)).sorted()
        let names = Dictionary(await desk.locations(named: codes).map { ($0.unLocode, $0) }) { first, _ in first }
        var printer = ListPrinter(session.console, session.format, Self.layout)
        for group in summary.groups {
            let name = { @Sendable (code: UnLocode) in names[code]?.label ?? code.text }
            let (text, plain) = (group.text(in: .current, place: name), group.text(in: .english, place: name))
            let customer = customerId.map { " --customer " + $0.text.inShell } ?? ""
            try printer.add(.init(count: group.count, text: text, plain: plain, command: group.cause.command(customer), value: group))
        }
        for group in waiting {
            let command = "cargo-cli carrier-event list --carrier \(group.carrier.inShell) --reason \(group.reason.code.rawValue)"
            try printer.add(
                .init(
                    count: group.count,
                    text: group.text(in: .current).visible,
                    plain: group.text(in: .english),
                    command: command,
                    value: group
                )
            )
        }
        try printer.finish(nothing: localized("Nothing needs attention."))
    }
}

extension Session {
    /// The carriers' events that wait: those that a service counted, or those of the store.
    fileprivate func waitingCarrierEvents(
        besides summary: SummarizeWorklist.Response
    ) async throws(CommandFailure) -> [CarrierEventDesk.Waiting] {
        let backend = try await backend()
        guard backend.service == nil, backend.kit.store.carrierEvents != nil else { return summary.carrierEvents }
        let desk = try await carrierEventDesk()
        return try await asking { () async throws(DomainError) in try await desk.waiting() }
    }
}

extension AttentionCause {
    /// The command that resolves it for all cargos.
    fileprivate func command(_ customer: String) -> String {
        let conditions = filter.options + customer
        return switch self {
        case .missed, .dropped, .misdirected, .unrouted, .late: "cargo-cli route assign \(conditions) --candidate 1"
        case .held(let type): "cargo-cli hold release \(conditions) \(type.rawValue.lowercased())"
        case .uncollected: "cargo-cli pickup-deadline \(conditions) INSTANT"
        }
    }
}

extension CargoFilter {
    /// The options of a command line, as far as causes need them.
    fileprivate var options: String {
        let values: [(String, String?)] = [
            ("--hold", hold?.rawValue.lowercased()), ("--routing-status", routingStatus?.rawValue.lowercased()),
            ("--transport-status", transportStatus?.rawValue.lowercased()), ("--voyage", voyage?.text), ("--at", place?.text),
        ]
        return (needs.map { "--" + $0.rawValue.lowercased() } + values.compactMap { name, value in value.map { "\(name) \($0.inShell)" } })
            .joined(separator: " ")
    }
}

extension String {
    /// The text as one word of a shell's command line.
    fileprivate var inShell: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_./:".unicodeScalars.contains(scalar))
            }
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }
}
