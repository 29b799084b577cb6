import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct AuditCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "audit",
        abstract: "Show who changed what, when, and with which request.",
        discussion: """
            Prints the domain events of a cargo, or of the whole store, with those who caused them. A user of the \
            command line is cli:NAME or import:NAME, the holder of a token token:NAME, somebody whom the identity \
            provider knows person:SUBJECT, a customer's caller customer:CODE:NAME, a carrier carrier:NAME.

            --actor also takes the beginning up to a colon: customer:ACME finds all callers of ACME, cli:alice \
            only one user. With --archives, it shows archived cargos, too.

            EXAMPLES
              cargo-cli audit ABC123
              cargo-cli audit --actor customer:ACME --since 2026-03-01T00:00:00Z
              cargo-cli audit --since 2026-01-01T00:00:00Z --until 2026-04-01T00:00:00Z -o csv > quarter.csv
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var archives: ArchiveOptions
    @Argument(help: "Only this cargo, by its tracking id.") var id: String?
    @Option(help: .init("Only what this actor did.", valueName: "actor")) var actor: String?
    @Option(help: .init("Only events from this time on.", valueName: "time")) var since: String?
    @Option(help: .init("Only events before this time.", valueName: "time")) var until: String?

    func run(in session: Session) async throws(CommandFailure) {
        let input = Input(
            members: [("trackingId", id), ("actor", actor), ("from", since), ("until", until)].compactMap { name, text in
                text.map { .init(name: name, value: .text($0.trimmed)) }
            }
        )
        let wanted = try Result { () throws(DomainError) in try ReadAuditTrail.Request(input) }.orFail()
        var printer = ListPrinter(session.console, session.format, Layouts.auditTrail)
        var unreadable = 0
        var next: Int64? = 0
        while let after = next {
            let page = try await page(wanted, after: after, session)
            for event in page.events { try printer.add(event) }
            for sequence in page.unreadable { session.console.note(localized("Event \(sequence) cannot be read.")) }
            unreadable += page.unreadable.count
            next = page.next
        }
        try printer.finish(nothing: localized("No changes."))
        if unreadable > 0 { throw .unreadable(events: unreadable) }
    }

    private func page(
        _ wanted: ReadAuditTrail.Request,
        after: Int64,
        _ session: Session
    ) async throws(CommandFailure) -> ReadAuditTrail.Response {
        let request = ReadAuditTrail.Request(
            trackingId: wanted.trackingId,
            actor: wanted.actor,
            from: wanted.from,
            until: wanted.until,
            after: after,
            limit: PageLimit.range.upperBound
        )
        guard let directory = archives.directory else {
            return try await session.desk().perform(ReadAuditTrail.self, request).orFail()
        }
        if case .http = session.settings.store { throw .lookedAfterElsewhere(session.settings.store) }
        return try await ReadAuditTrail(session.kit().reading(directory)).execute(request).orFail()
    }
}
