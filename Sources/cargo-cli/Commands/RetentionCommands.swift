import ArgumentParser
import CargoApplication
import CargoArchive
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct ArchiveStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "archive",
        abstract: "Move closed cargos from the store into an archive.",
        discussion: """
            A cargo is closed when it is claimed or cancelled, and nothing has happened to it since then for \
            as long as --older-than says. It leaves the store with its history, its references and its \
            domain events. Its tracking id stays in use.

            The file is JSON Lines, compressed with gzip. If it exists, the cargos are added to it. Other \
            commands and services can use the store meanwhile. If this command is interrupted, run it again.

            EXAMPLES
              cargo-cli store archive --to archives/2026-01.jsonl.gz --older-than P1Y --dry-run
              cargo-cli store archive --to archives/2026-01.jsonl.gz --older-than P1Y
              gunzip -c archives/2026-01.jsonl.gz | jq .cargo.trackingId
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Option(help: .init("File to add the cargos to: NAME.jsonl.gz.", valueName: "file")) var to: String
    @Option(help: .init("Since when nothing must have happened, such as P90D, P6M or P1Y.", valueName: "duration")) var olderThan = "P90D"

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.storeKit(isDryRun: write.isDryRun)
        let days = try age(olderThan, of: "--older-than", at: kit.clock.now())
        let file = try Result { () throws(DomainError) in try ArchiveFile(path: to.trimmed) }.orFail()
        let progress = SharedProgress(session.console, unit: "cargos")
        let outcome = await ArchiveCargos(kit).execute(to: write.isDryRun ? nil : file, days: days) {
            progress.show(done: $0.archived.count)
        }
        progress.clear()
        let report = try outcome.orFail()
        try session.print(report, Self.layout) { Self.text(report, file, isDryRun: write.isDryRun) }
    }

    private static let layout = Layout<ArchiveCargos.Report>(
        .init("READ", "read", isNumeric: true) { String($0.read) },
        .init("ARCHIVED", "archived") { $0.archived.map(\.text).joined(separator: " ") },
        .init("CHANGED", "changed") { $0.changed.map(\.text).joined(separator: " ") }
    )

    private static func text(_ report: ArchiveCargos.Report, _ file: ArchiveFile, isDryRun: Bool) -> String {
        let count = report.archived.count
        var text =
            isDryRun
            ? localized(count, one: "One cargo would go into the archive.", other: "\(count.grouped) cargos would go into the archive.")
            : localized(
                count,
                one: "One cargo was moved to \(file.path.visible).",
                other: "\(count.grouped) cargos were moved to \(file.path.visible)."
            )
        text += "\n"
        if !report.changed.isEmpty {
            let names = report.changed.map(\.text).joined(separator: ", ")
            text += localized("Changed meanwhile, so still in the store: \(names)") + "\n"
        }
        return text
    }
}

struct RestoreCargoCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "restore",
        abstract: "Bring cargos back from archives.",
        discussion: """
            A restored cargo is as it was, with its history. Its archive keeps its copy.

            EXAMPLES
              cargo-cli store restore ABC123 --archives archives
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var archives: ArchiveOptions
    @Argument(help: "The tracking ids.") var ids: [String]

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.storeKit(isDryRun: false)
        guard let directory = archives.directory else {
            throw .usage(localized("--archives is missing."), hint: localized("Name the directory with the archives: --archives DIR"))
        }
        for id in ids {
            let trackingId = try Result { () throws(DomainError) in try TrackingId(id.trimmed.uppercased()) }.orFail()
            try await RestoreCargo(kit).execute(trackingId, from: directory).orFail()
            session.console.note(localized("\(trackingId.text) is in the store again."))
        }
    }
}

struct TrimStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "trim",
        abstract: "Remove old domain events, the idempotency keys of bookings among them, and what is left of removed subscriptions.",
        discussion: """
            Events go from the first one on. They stay from the first event on that is younger than \
            --older-than, that a relay or a subscription has still to read, or that belongs to a cargo in \
            the store: the DCSA routes need those. Archive closed cargos first.

            Subscriptions that have been removed for as long are forgotten, with the log of their deliveries.

            Other commands and services can use the store meanwhile. A booking that is repeated with a \
            key that was removed books a second cargo.

            EXAMPLES
              cargo-cli store trim --dry-run
              cargo-cli store trim --older-than P30D
              cargo-cli store trim --ignore-consumer old-search --include-stored-cargos
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Option(help: .init("How old an event, or the removal of a subscription, must be, such as P30D.", valueName: "duration"))
    var olderThan = "P30D"
    @Flag(help: "Remove events of cargos that are in the store as well: the DCSA routes lose them.") var includeStoredCargos = false
    @Option(help: .init("A relay or subscription that needn't read the events. Can be repeated.", valueName: "name"))
    var ignoreConsumer: [String] = []

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.storeKit(isDryRun: write.isDryRun)
        let limits = TrimStore.Limits(
            days: try age(olderThan, of: "--older-than", at: kit.clock.now()),
            includesStoredCargos: includeStoredCargos,
            ignoredConsumers: Set(ignoreConsumer)
        )
        let report = try await TrimStore(kit).execute(limits, isDryRun: write.isDryRun).orFail()
        try session.print(report, Self.layout) { Self.text(report, isDryRun: write.isDryRun) }
    }

    static let layout = Layout<TrimStore.Report>(
        .init("FIRST BEFORE", "first_before", isNumeric: true) { String($0.firstBefore) },
        .init("FIRST", "first", isNumeric: true) { String($0.first) },
        .init("KEYS", "keys", isNumeric: true) { String($0.keys) },
        .init("STAYS", "stays") { $0.stays.name },
        .init("STAYS FOR", "stays_for") { $0.stays.subject ?? "" },
        .init("SINCE", "since") { $0.since?.text ?? "" },
        .init("SUBSCRIPTIONS", "subscriptions", isNumeric: true) { String($0.subscriptions) }
    )

    private static func text(_ report: TrimStore.Report, isDryRun: Bool) -> String {
        let count = Int(report.first - report.firstBefore)
        let done =
            isDryRun
            ? localized(count, one: "One event would go.", other: "\(count.grouped) events would go.")
            : localized(count, one: "One event was removed.", other: "\(count.grouped) events were removed.")
        return done + " " + report.whatStays + "\n"
    }
}

extension TrimStore.Report {
    /// Which events stay, and why, as a sentence.
    var whatStays: String {
        let number = "\(first)"
        return switch stays {
        case .end: localized("There are no more events; the next one gets number \(number).")
        case .young: localized("From event \(number) on, they are younger.")
        case .consumer(let name): localized("From event \(number) on, they stay for the consumer \(name.inQuotes).")
        case .cargo(let id): localized("From event \(number) on, they stay for the cargo \(id.text), which is in the store.")
        }
    }
}

struct CustomerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customer",
        abstract: "Export or erase what is held of a customer.",
        subcommands: [ExportCustomerCommand.self, EraseCustomerCommand.self]
    )
}

struct ExportCustomerCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "export",
        abstract: "Print everything that is held of a customer as one JSON document.",
        discussion: """
            It has the customer's cargos with their histories, their domain events and subscriptions, and, with \
            --archives, what is in archives. -o has no effect.

            EXAMPLES
              cargo-cli customer export ACME --archives archives > acme.json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var archives: ArchiveOptions
    @Argument(help: "The customer's id.") var code: String

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.storeKit(isDryRun: true)
        let customer = try Result { () throws(DomainError) in try CustomerId(code.trimmed) }.orFail()
        let held = try await ExportCustomer(kit).execute(customer).orFail()
        let archived = try await archives.cargos(of: customer)
        var writer = JSONWriter(capacity: 1 << 16)
        CustomerDocument(of: customer, held, archived: archived, at: kit.clock.now()).write(to: &writer)
        var failure: CommandFailure?
        writer.withBytes { bytes in
            do throws(CommandFailure) { try session.console.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

struct EraseCustomerCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "erase",
        abstract: "Replace everything that says something of a customer, and keep what happened to their cargos.",
        discussion: """
            In cargos, histories, domain events and archives, a pseudonym takes the place of the customer's id. \
            References go, and so do reasons, idempotency keys, subscriptions and the carriers' events \
            of their cargos. Afterwards none of it is in the store's files. Consumers get CustomerErased.

            What has left the store can't be erased here: backups, caches of other programs, webhooks that were \
            sent, archives that --archives doesn't name. The command lists what you have to do.

            EXAMPLES
              cargo-cli customer erase ACME --reason "Request of 3 March" --archives archives
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var archives: ArchiveOptions
    @Argument(help: "The customer's id.") var code: String
    @Option(help: .init("Why, for the output. It isn't stored.", valueName: "text")) var reason: String

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.storeKit(isDryRun: false)
        let customer = try Result { () throws(DomainError) in try CustomerId(code.trimmed) }.orFail()
        let pseudonym = try Result { () throws(DomainError) in try EraseCustomer.pseudonym() }.orFail()
        // The archives come last, because they say which of the store's events are the customer's.
        let archived = try await archives.cargos(of: customer)
        let progress = SharedProgress(session.console, unit: "cargos")
        let outcome = await EraseCustomer(kit).execute(customer, as: pseudonym, archived: archived) {
            progress.show(done: $0, of: $1)
        }
        progress.clear()
        let erased = try outcome.orFail()
        var archivedCargos = 0
        for file in try archives.files() {
            do throws(DomainError) { archivedCargos += try await file.erase(customer, as: pseudonym) } catch { throw CommandFailure(error) }
        }
        let report = ErasureReport(erased, archivedCargos: archivedCargos, pseudonym: pseudonym)
        try session.print(report, Self.layout) { text(report, session, isNothingHeld: erased.isEmpty && archivedCargos == 0) }
    }

    private static let layout = Layout<ErasureReport>(
        .init("PSEUDONYM", "pseudonym") { $0.pseudonym.text },
        .init("CARGOS", "cargos") { $0.cargos.map(\.text).joined(separator: " ") },
        .init("ARCHIVED CARGOS", "archived_cargos", isNumeric: true) { String($0.archivedCargos) },
        .init("RECORDS", "records", isNumeric: true) { String($0.records) },
        .init("SUBSCRIPTIONS", "subscriptions", isNumeric: true) { String($0.subscriptions) }
    )

    private func text(_ report: ErasureReport, _ session: Session, isNothingHeld: Bool) -> String {
        if isNothingHeld { return localized("Nothing is held of this customer.") + "\n" }
        let total = report.cargos.count + Int(report.archivedCargos)
        var lines = [
            localized(
                total,
                one: "One cargo is the cargo of \(report.pseudonym.text) now.",
                other: "\(total.grouped) cargos are cargos of \(report.pseudonym.text) now."
            ),
            localized("Other records changed or removed: \(Int(report.records).grouped)"),
            localized("Why: \(reason.visible)"),
            "",
            localized("Still to be done by you:"),
            localized("- backups of the store, and exports"),
            localized("- archives that were not named by --archives"),
            localized("- what consumers of events and webhooks have received: they get CustomerErased"),
            localized("- caches of command lines and programs that read the store through a service"),
        ]
        if case .postgres = session.settings.store {
            lines.append(localized("- VACUUM FULL of the tables that the guide to PostgreSQL names, and its write-ahead log"))
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// The option that names the archives at hand.
struct ArchiveOptions: ParsableArguments {
    @Option(help: .init("Directory with archives of cargos.", valueName: "dir")) var archives: String?

    /// The directory, if one is named.
    var directory: ArchiveDirectory? { archives.map { ArchiveDirectory(path: $0) } }

    /// The archives in the directory; none if none is named.
    func files() throws(CommandFailure) -> [ArchiveFile] {
        guard let directory else { return [] }
        return try Result { () throws(DomainError) in try directory.all() }.orFail()
    }

    /// The cargos of a customer in the archives.
    func cargos(of customer: CustomerId) async throws(CommandFailure) -> [ArchivedCargo] {
        var cargos: [ArchivedCargo] = []
        for file in try files() {
            do throws(DomainError) {
                try await file.forEachCargo { if $0.contents.cargo.customerId == customer { cargos.append($0) } }
            } catch { throw CommandFailure(error) }
        }
        return cargos
    }
}

extension Session {
    /// The kit over the store itself, for what only its operator may do; a service's store fails with `usage`.
    fileprivate func storeKit(isDryRun: Bool) async throws(CommandFailure) -> CargoKit {
        if case .http = settings.store { throw .lookedAfterElsewhere(settings.store) }
        return isDryRun ? try await kit() : try await kit(isDryRun: false)
    }
}

/// Reads how many days ago something must be: a duration of whole days, or years and months back from now in the calendar.
/// - Throws: a usage error that names the option.
private func age(_ text: String, of option: String, at now: Instant) throws(CommandFailure) -> Int64 {
    let (days, rest) = (ISODuration(text.trimmed)?.milliseconds ?? -1).quotientAndRemainder(dividingBy: 86_400_000)
    if rest == 0 { return days }
    guard let months = Months(text.trimmed), let then = months.before(now), let days = now.wholeDays(since: then) else {
        throw .usage(
            localized("\(option): \(text.inQuotes) is not a valid duration."),
            hint: localized("Write 90 days as P90D, half a year as P6M, a year as P1Y.")
        )
    }
    return days
}

/// Years and months, such as `P1Y6M`.
private struct Months {
    private let count: Int

    init?(_ text: String) {
        var rest = text.dropFirst()
        guard text.first == "P", !rest.isEmpty else { return nil }
        var months = 0
        for (letter, factor) in [("Y", 12), ("M", 1)] as [(Character, Int)] {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            guard !digits.isEmpty, rest.dropFirst(digits.count).first == letter else { continue }
            guard digits.count <= 3, let number = Int(digits) else { return nil }
            months += number * factor
            rest = rest.dropFirst(digits.count + 1)
        }
        guard rest.isEmpty else { return nil }
        count = months
    }

    /// Returns the same day and time so many months earlier; the 28th for later days.
    func before(_ now: Instant) -> Instant? {
        let text = now.text
        guard let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)), let day = Int(text.dropFirst(8).prefix(2))
        else {
            return nil
        }
        let month0 = year * 12 + month - 1 - count
        guard month0 >= 12 else { return nil }
        func digits(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = "\(digits(month0 / 12, 4))-\(digits(month0 % 12 + 1, 2))-\(digits(min(day, 28), 2))"
        return try? Instant(date + text.dropFirst(10))
    }
}
