import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct RotateSecretCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "rotate",
        abstract: "Replace a subscription's secret, and print the new one.",
        discussion: """
            Until the overlap ends, each request is signed with the new secret and with the old one. Callbacks in \
            the format of DCSA have one signature, so they are signed with the new secret at once.

            EXAMPLES
              cargo-cli subscription rotate ID --overlap PT1H
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var subscription: SubscriptionArgument
    @Option(help: ArgumentHelp("How long the old secret still signs.", valueName: "duration")) var overlap = "P1D"

    func run(in session: Session) async throws(CommandFailure) {
        let id = try subscription.value()
        let length = try duration(overlap, of: "--overlap")
        let desk = try await session.subscriptionDesk()
        try await desk.refuseSealed()
        let changed = try await desk.rotateSecret(id, overlap: length.duration).orFail().orNotFound(id)
        let view = SubscriptionView(changed, revealsSecret: true)
        try session.print(view, SubscriptionView.layout) { "\(view.secret ?? "")\n" }
    }
}

struct RemoveSubscriptionCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "remove",
        abstract: "Remove a subscription and its secrets. Events that were not sent yet are never sent."
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var subscription: SubscriptionArgument

    func run(in session: Session) async throws(CommandFailure) {
        let id = try subscription.value()
        guard try await session.subscriptionDesk().remove(id).orFail() else { throw .noSubscription(id) }
        session.console.note(localized("Removed."))
    }
}

struct ListDeliveriesCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "deliveries",
        abstract: "List a subscription's newest deliveries, the newest first, and the events that wait.",
        discussion: """
            EXAMPLES
              cargo-cli subscription deliveries ID
              cargo-cli subscription resend ID 17
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var subscription: SubscriptionArgument

    func run(in session: Session) async throws(CommandFailure) {
        let id = try subscription.value()
        let progress = try await session.subscriptionDesk().progress(of: id).orFail().orNotFound(id)
        var printer = ListPrinter(session.console, session.format, Self.layout)
        for attempt in progress.deliveries.reversed() { try printer.add(attempt) }
        try printer.finish(nothing: localized("There are no deliveries yet."))
        for held in progress.partition.held {
            let waiting = held.sequences.map(String.init).joined(separator: ", ")
            let next =
                held.notBefore.map { localized("Next attempt at \($0.text).") }
                ?? localized("It is not tried again; use 'subscription resend'.")
            session.console.note(
                localized(
                    "\(held.aggregate.visible): events \(waiting) wait (\(DeliveryFailure(held.reason).text(in: .current).visible)). \(next)"
                )
            )
        }
    }

    private static let layout = Layout<DeliveryAttempt>(
        .init("SEQUENCE", "sequence", isNumeric: true) { String($0.sequence) },
        .init("EVENT", "event_id") { $0.eventId },
        .init("TYPE", "type") { $0.eventType },
        .init("AT", "at", cell: { .init($0.at.brief) }, value: { $0.at.text }),
        .init(
            "RESULT",
            "failure",
            cell: { $0.failure.map { .init($0.text(in: .current), .bad) } ?? .init(localized("delivered")) },
            value: { $0.failure?.text ?? "" }
        )
    )
}

struct ResendCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "resend",
        abstract: "Send an event again; one that has failed is tried again now.",
        discussion: """
            A running relay sends it. The request has the same webhook-id as before.

            EXAMPLES
              cargo-cli subscription resend ID 17
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var subscription: SubscriptionArgument
    @Argument(help: "Sequence number of the event, as shown by deliveries.") var sequence: Int64

    func run(in session: Session) async throws(CommandFailure) {
        let id = try subscription.value()
        switch try await session.subscriptionDesk().resend(sequence, of: id).orFail() {
        case .requested: session.console.note(localized("Event \(sequence) will be sent again."))
        case .notFound: throw .noSubscription(id)
        case .tooMany:
            throw CommandFailure(
                .tryAgain,
                code: "resends_too_many",
                localized("Too many events wait to be sent again."),
                hint: localized("Try again later.")
            )
        }
    }
}

/// The id of a subscription, as an argument.
struct SubscriptionArgument: ParsableArguments {
    @Argument(help: "Id of the subscription, as shown by list.") var id: String

    func value() throws(CommandFailure) -> SubscriptionId {
        do throws(DomainError) {
            return try SubscriptionId(id.trimmed)
        } catch {
            throw .usage(
                localized("\(id.inQuotes) is not the id of a subscription."),
                hint: localized("Run 'cargo-cli subscription list' to see the ids.")
            )
        }
    }
}

extension Session {
    /// The subscriptions of the store.
    func subscriptionDesk() async throws(CommandFailure) -> ManageSubscriptions {
        if case .http = settings.store {
            throw .usage(
                localized(
                    "Subscriptions cannot be managed over \(settings.store.description.visible): it needs direct access to the store."
                ),
                hint: localized("Use the service's API, /v1/subscriptions, or run the command on its machine with --store json:PATH.")
            )
        }
        let kit = try await backendToWrite().kit
        do throws(DomainError) { return try ManageSubscriptions(kit) } catch { throw CommandFailure(error) }
    }
}

extension ManageSubscriptions {
    /// Refuses to store a secret in plain text beside encrypted ones: the command line has no key.
    func refuseSealed() async throws(CommandFailure) {
        guard try await list().orFail().contains(where: \.hasSealedSecrets) else { return }
        throw CommandFailure(
            .refused,
            code: "secrets_sealed",
            localized("This store's secrets are encrypted, and cargo-cli has no key to encrypt another one with."),
            hint: localized("Use the service: its page of subscriptions, or POST /v1/subscriptions and /v1/subscriptions/ID/secret.")
        )
    }
}

extension Optional {
    /// Returns the value of a subscription.
    func orNotFound(_ id: SubscriptionId) throws(CommandFailure) -> Wrapped {
        guard let self else { throw .noSubscription(id) }
        return self
    }
}

extension CommandFailure {
    static func noSubscription(_ id: SubscriptionId) -> CommandFailure {
        CommandFailure(
            .notFound,
            code: "subscription_not_found",
            localized("There is no such subscription, or it has no such event: \(id)."),
            hint: localized("Run 'cargo-cli subscription list' to see the ids.")
        )
    }
}

extension SubscriptionView {
    /// The columns of a list of subscriptions.
    static let layout = Layout<SubscriptionView>(
        .init("ID", "id") { $0.subscription.id.text },
        .init("OWNER", "owner") { $0.subscription.owner?.text ?? "" },
        .init("ENDPOINT", "endpoint") { $0.subscription.endpoint.text },
        .init(
            "STATE",
            "state",
            cell: { view in
                if case .paused = view.subscription.state { return .init(localized("paused"), .bad) }
                return view.failingSince == nil ? .init(localized("active")) : .init(localized("failing"), .bad)
            },
            value: { $0.subscription.state.name }
        ),
        .init("SINCE", "since", cell: { .init(($0.failingSince ?? $0.subscription.since).brief) }, value: { $0.subscription.since.text }),
        .init(
            "REASON",
            "reason",
            cell: { .init($0.subscription.state.reason?.text(in: .current) ?? "") },
            value: { $0.subscription.state.reason?.text ?? "" }
        ),
        .csv("failing_since") { $0.failingSince?.text ?? "" },
        .csv("secret") { $0.secret ?? "" }
    )

    /// The number of secrets, and the keys that encrypted them.
    private var secrets: String {
        let count = String(subscription.secrets.count)
        let keys = Set(subscription.secrets.compactMap(\.sealed?.keyId)).sorted()
        return keys.isEmpty ? count : localized("\(count), encrypted with the key \(keys.joined(separator: ", "))")
    }

    /// The subscription as lines for people.
    var text: String {
        let filter = subscription.filter
        let since = subscription.since.text
        let state = if case .paused = subscription.state { localized("paused") } else { localized("active") }
        let parts: [(String, String?)] = [
            (localized("Id"), subscription.id.text), (localized("Endpoint"), subscription.endpoint.text),
            (localized("Owner"), subscription.owner?.text), (localized("Cargo"), filter.trackingId?.text),
            (localized("Customer"), filter.customerId?.text), (localized("Reference"), filter.reference?.description),
            ("DCSA", subscription.dcsaFilter.map { $0.values.isEmpty ? localized("all events") : $0.description }),
            (localized("Types"), filter.eventTypes.isEmpty ? nil : filter.eventTypes.sorted().joined(separator: ", ")),
            (localized("State"), localized("\(state) since \(since)")),
            (localized("Reason"), subscription.state.reason?.text(in: .current)),
            (localized("Failing"), failingSince.map { localized("since \($0.text)") }),
            (localized("Created"), localized("\(subscription.createdAt.text) by \(subscription.createdBy)")),
            (localized("Secrets"), secrets),
        ]
        return namedLines(parts)
    }
}
