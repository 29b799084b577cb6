import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct CarrierEventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carrier-event",
        abstract: "See events of carriers that couldn't be applied, and try or dismiss them.",
        discussion: """
            A carrier's event that can't be applied when it comes is kept. A running service applies it once what \
            it waits for is registered: a cargo's container, a voyage or a location.

            EXAMPLES
              cargo-cli carrier-event list
              cargo-cli carrier-event show ID
              cargo-cli carrier-event retry --all
              cargo-cli carrier-event dismiss ID --reason "Of the trip before"
            """,
        subcommands: [
            ListCarrierEventsCommand.self, ShowCarrierEventCommand.self, RetryCarrierEventsCommand.self, DismissCarrierEventCommand.self,
        ]
    )
}

struct ListCarrierEventsCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "list",
        abstract: "List the events of carriers that wait, or that were settled.",
        discussion: """
            EXAMPLES
              cargo-cli carrier-event list --carrier MAEU --reason voyage_not_found
              cargo-cli carrier-event list --state dismissed -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Option(help: .init("Events in this state: open, applied or dismissed.", valueName: "state")) var state = CarrierEventState.open
        .rawValue
    @Option(help: .init("Only events of this carrier.", valueName: "name")) var carrier: String?
    @Option(help: .init("Only events that wait for this reason, such as voyage_not_found.", valueName: "code")) var reason: String?
    @Option(help: .init("List at most this many events.", valueName: "n")) var limit: Int?
    @Option(help: .init("Only events after this id.", valueName: "id")) var after: String?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError(localized("--limit must be at least 1")) }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let state = try Self.word(state, CarrierEventState.self, "--state")
        let reason = try reason.map { (text) throws(CommandFailure) in try Self.word(text, CarrierEventReason.Code.self, "--reason") }
        let desk = try await session.carrierEventDesk()
        var printer = ListPrinter(session.console, session.format, CarrierEventView.layout)
        var next = try after.map { (text) throws(CommandFailure) in try CarrierEventArgument.id(text) }
        repeat {
            let size = min(limit.map { $0 - printer.count } ?? .max, PageLimit.range.upperBound)
            let page = try await session.asking { () async throws(DomainError) in
                try await desk.list(state.status, of: carrier?.trimmed, because: reason, after: next, limit: size)
            }
            for event in page.items { try printer.add(desk.view(event)) }
            next = page.next
            if let next, printer.count == limit {
                try printer.finish(nothing: "")
                return session.console.note(localized("There are more events. Continue with --after \(next)"))
            }
        } while next != nil
        try printer.finish(
            nothing: state == .open && carrier == nil && reason == nil
                ? localized("No events of carriers wait.") : localized("No events match these filters.")
        )
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        _ type: Word.Type,
        _ option: String
    ) throws(CommandFailure) -> Word {
        if let word = Word(rawValue: text.trimmed.lowercased()) { return word }
        throw .usage(
            localized("\(option): there is no \(text.inQuotes)."),
            hint: localized("Choose from \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
        )
    }
}

struct ShowCarrierEventCommand: CargoCommand {
    static let configuration = CommandConfiguration(leaf: "show", abstract: "Show an event of a carrier, with what was received.")

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var event: CarrierEventArgument

    func run(in session: Session) async throws(CommandFailure) {
        let id = try event.value()
        let desk = try await session.carrierEventDesk()
        let found = try await session.asking { () async throws(DomainError) in try await desk.find(id) }.orNotFound(id)
        let view = desk.view(found, isWhole: true)
        try session.print(view, CarrierEventView.layout) { view.text }
    }
}

struct RetryCarrierEventsCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "retry",
        abstract: "Try to apply events that wait, in the order of their times.",
        discussion: """
            The exit status is 4 if an event still waits.

            EXAMPLES
              cargo-cli carrier-event retry ID
              cargo-cli carrier-event retry --all
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Flag(help: "Try all events that wait.") var all = false
    @Argument(help: "Ids of the events, as shown by list.") var ids: [String] = []

    func validate() throws {
        if ids.isEmpty != all { throw ValidationError(localized("Name the events, or use --all")) }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let wanted = try ids.map { (text) throws(CommandFailure) in try CarrierEventArgument.id(text) }
        let desk = try await session.carrierEventDesk()
        var events: [CarrierEvent] = []
        for id in wanted {
            events.append(try await session.asking { () async throws(DomainError) in try await desk.find(id) }.orNotFound(id))
        }
        var next: CarrierEventId?
        while all {
            let page = try await session.asking { () async throws(DomainError) in
                try await desk.list(after: next, limit: PageLimit.range.upperBound)
            }
            events += page.items
            next = page.next
            if next == nil { break }
        }
        let settled = try await session.asking { () async throws(DomainError) in try await desk.retry(events) }
        session.console.note(
            localized(settled.count, one: "\(settled.count) event is settled.", other: "\(settled.count) events are settled.")
        )
        let waiting = Set(events.map(\.id)).subtracting(settled)
        for id in waiting.sorted() {
            guard let event = try await session.asking({ () async throws(DomainError) in try await desk.find(id) }),
                case .open(let reason) = event.state
            else { continue }
            session.console.note("\(id): \(reason.text(in: .current).visible)")
        }
        if !waiting.isEmpty { throw .silent(.partlyDone) }
    }
}

struct DismissCarrierEventCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "dismiss",
        abstract: "Dismiss an event that waits; it is then never applied.",
        discussion: """
            EXAMPLES
              cargo-cli carrier-event dismiss ID --reason "Of the trip before"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var event: CarrierEventArgument
    @Option(help: .init("Why it isn't to be applied.", valueName: "text")) var reason: String

    func run(in session: Session) async throws(CommandFailure) {
        let id = try event.value()
        var request = RequestBuilder()
        request.text("reason", reason)
        let dismissal: CarrierEventDismissal
        do throws(DomainError) {
            dismissal = try CarrierEventDismissal(request.input)
        } catch {
            throw CommandFailure(error, in: request.input)
        }
        let desk = try await session.carrierEventDesk()
        let event = try await session.asking { () async throws(DomainError) in
            try await desk.dismiss(id, by: "cargo-cli", because: dismissal.reason)
        }.orNotFound(id)
        switch event.state {
        case .dismissed: session.console.note(localized("Dismissed."))
        case .open, .applied, .removed:
            throw CommandFailure(
                .refused,
                code: "carrier_event_applied",
                localized("The event is applied already, so it can't be dismissed.")
            )
        }
    }
}

/// The id of a carrier's event, as an argument.
struct CarrierEventArgument: ParsableArguments {
    @Argument(help: "Id of the event, as shown by list.") var id: String

    func value() throws(CommandFailure) -> CarrierEventId { try Self.id(id) }

    static func id(_ text: String) throws(CommandFailure) -> CarrierEventId {
        do throws(DomainError) {
            return try CarrierEventId(text.trimmed)
        } catch {
            throw .usage(
                localized("\(text.inQuotes) is not the id of a carrier's event."),
                hint: localized("Run 'cargo-cli carrier-event list' to see the ids.")
            )
        }
    }
}

extension Session {
    /// The store's desk for carriers' events.
    ///
    /// It knows no time zones of ports, so a local time without an offset stays unread.
    func carrierEventDesk() async throws(CommandFailure) -> CarrierEventDesk {
        if case .http = settings.store {
            throw .usage(
                localized(
                    "Events of carriers cannot be managed over \(settings.store.description.visible): it needs direct access to the store."
                ),
                hint: localized("Use the service's API, /v1/carrier-events, or run the command on its machine with --store json:PATH.")
            )
        }
        let kit = try await backendToWrite().kit
        let reader = CarrierEventReader()
        return CarrierEventDesk(kit, VoyageDirectory(kit.store.voyages)) { reader.read(json: $0) }
    }

    /// Asks the desk, and converts its error.
    func asking<Value>(_ step: () async throws(DomainError) -> Value) async throws(CommandFailure) -> Value {
        do throws(DomainError) { return try await step() } catch { throw CommandFailure(error) }
    }
}

extension CarrierEventDesk {
    /// An event as it is printed; JSON and CSV are in English.
    fileprivate func view(_ event: CarrierEvent, isWhole: Bool = false) -> CarrierEventView {
        CarrierEventView(event, message(of: event), words: { $0.text(in: .english) }, isWhole: isWhole)
    }
}

extension Optional {
    /// Returns the value of an event.
    fileprivate func orNotFound(_ id: CarrierEventId) throws(CommandFailure) -> Wrapped {
        guard let self else {
            throw CommandFailure(
                .notFound,
                code: "carrier_event_not_found",
                localized("There is no such event of a carrier: \(id)."),
                hint: localized("Run 'cargo-cli carrier-event list' to see the ids.")
            )
        }
        return self
    }
}

extension CarrierEventView {
    /// The columns of a list of events.
    static let layout = Layout<CarrierEventView>(
        .init("ID", "id") { $0.event.id.text },
        .csv("carrier") { $0.event.carrier },
        .csv("state") { $0.state.rawValue },
        .init("TIME", "time", cell: { .init($0.time?.brief ?? "") }, value: { $0.time?.text ?? "" }),
        .init("EVENT", "what", cell: { .init($0.message.meaning.text ?? "") }, value: { $0.what ?? "" }),
        .init("CONTAINER", "equipment") { $0.equipment ?? "" },
        .init("VOYAGE", "voyage") { $0.voyage ?? "" },
        .init("PLACE", "place") { $0.place ?? "" },
        .init("REASON", "reason", cell: { .init($0.why ?? $0.outcome ?? "") }, value: { $0.reason?.reason.code.rawValue ?? "" }),
        .csv("subject") { $0.reason?.reason.subject ?? "" },
        .csv("received_at") { $0.event.receivedAt.text },
        .csv("settled_at") { $0.event.settledAt?.text ?? "" },
        .csv("tracking_id") { $0.target?.trackingId?.text ?? "" },
        .csv("voyage_number") { $0.target?.voyageNumber?.text ?? "" },
        .csv("dismissal_reason") { $0.dismissalReason?.text ?? "" }
    )

    /// Why it waits, as a sentence for people.
    private var why: String? { reason?.reason.text(in: .current) }

    /// What became of it.
    private var outcome: String? {
        switch event.state {
        case .open, .removed: nil
        case .applied(_, .cargo(let trackingId)): localized("applied to cargo \(trackingId)")
        case .applied(_, .voyage(let number)): localized("applied to voyage \(number)")
        case .applied(_, nil): localized("settled without effect")
        case .dismissed(_, let caller, let reason): localized("dismissed by \(caller): \(reason.text)")
        }
    }

    /// The event as lines for people.
    fileprivate var text: String {
        let parts: [(String, String?)] = [
            (localized("Id"), event.id.text), (localized("Carrier"), event.carrier), (localized("Reason"), why),
            (localized("State"), outcome),
            (localized("Waits for"), waitsFor?.joined(separator: ", ")), (localized("Received"), event.receivedAt.text),
            (localized("Time"), time?.text), (localized("Event"), message.meaning.text), (localized("Container"), equipment),
            (localized("Voyage"), voyage), (localized("Place"), place), (localized("Settled"), event.settledAt?.text),
        ]
        return namedLines(parts) + "\n" + lines.split(separator: "\n").map { String($0).visible + "\n" }.joined()
    }
}
