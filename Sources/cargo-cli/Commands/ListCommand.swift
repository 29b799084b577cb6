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
            Conditions narrow together: --late --held lists the cargos that are both.

            EXAMPLES
              cargo-cli list --disrupted
              cargo-cli list --overdue PT24H
              cargo-cli list --at DEHAM
              cargo-cli list --late --disrupted --any
              cargo-cli list --voyage V100 --ids | cargo-cli track -
              cargo-cli list --customer ACME --routing-status not_routed -o csv
              cargo-cli list --limit 100 --after ABC123
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    @OptionGroup var conditions: CargoConditions
    @Flag(name: .customLong("ids"), help: "Print the tracking ids alone, one on each line.") var isOnlyIds = false
    @Option(help: .init("List at most this many cargos.", valueName: "n")) var limit: Int?
    @Option(help: .init("Only cargos after this tracking id.", valueName: "id")) var after: String?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError(localized("--limit must be at least 1")) }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let filter = try conditions.filter()
        let desk = try await session.desk()
        var printer = ListPrinter(session.console, session.format, Layouts.cargos)
        var next = after?.folded
        var count = 0
        repeat {
            let size = min(limit.map { $0 - count } ?? .max, PageLimit.range.upperBound)
            let page = try await conditions.page(of: filter, after: next, limit: size, desk)
            count += page.cargos.count
            next = page.next?.text
            if isOnlyIds {
                for entry in page.cargos { try session.console.write(entry.trackingId.text + "\n") }
            } else {
                try await add(page, to: &printer, overdueBy: filter.overdueBy, desk, session)
            }
        } while next != nil && count != limit
        if !isOnlyIds {
            try printer.finish(nothing: conditions.isEmpty ? localized("No cargos.") : localized("No cargos match these filters."))
        }
        if let next { session.console.note(localized("There are more cargos. Continue with --after \(next)")) }
    }

    private func add(
        _ page: CargoList,
        to printer: inout ListPrinter<CargoList.Entry>,
        overdueBy grace: Duration?,
        _ desk: any CargoOperations,
        _ session: Session
    ) async throws(CommandFailure) {
        var entries = page.cargos
        if session.format == .table {
            // The cargos that the filter found are overdue by so much.
            entries = grace == nil ? await desk.markingOverdue(entries, by: .seconds(86_400)) : entries.map(\.overdue)
        }
        for entry in entries { try printer.add(entry) }
    }
}
