import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct SubscriptionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscription",
        abstract: "Manage subscriptions to domain events, and see their deliveries.",
        discussion: """
            A subscription's events are sent to its endpoint as CloudEvents 1.0, signed according to Standard \
            Webhooks. 'cargo-server relay subscriptions' sends them. Subscriptions in the format of DCSA, which the \
            service's /v2/event-subscriptions adds, are listed here, too.

            EXAMPLES
              cargo-cli subscription add https://partner.example/hook --customer ACME
              cargo-cli subscription list
              cargo-cli subscription change ID --type CargoArrived
              cargo-cli subscription deliveries ID
            """,
        subcommands: [
            AddSubscriptionCommand.self, ListSubscriptionsCommand.self, ShowSubscriptionCommand.self,
            ChangeSubscriptionCommand.self, PauseSubscriptionCommand.self, ResumeSubscriptionCommand.self, RotateSecretCommand.self,
            RemoveSubscriptionCommand.self, ListDeliveriesCommand.self,
            ResendCommand.self,
        ]
    )
}

/// Hosts that endpoints of the operator's own subscriptions may have, with http and private addresses.
struct EndpointOptions: ParsableArguments {
    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "Host, or host:port, that may use http and have a private address, unless the subscription has an owner; repeat it for more.",
            valueName: "host"
        )
    )
    var allowedHosts: [String] = []

    var policy: EndpointPolicy { EndpointPolicy(allowedHosts: Set(allowedHosts)) }

    /// Reads an endpoint and the subscription's owner, and refuses an endpoint to which the policy lets no events pass.
    func request(_ endpoint: String, owner: String? = nil) throws(CommandFailure) -> SubscriptionRequest {
        var builder = RequestBuilder()
        builder.text("endpoint", endpoint)
        builder.text("customerId", owner)
        let request: SubscriptionRequest
        do throws(DomainError) {
            request = try SubscriptionRequest(builder.input)
        } catch {
            throw CommandFailure(error, in: builder.input)
        }
        guard let refusal = policy.refusal(of: request.endpoint, owner: request.customerId) else { return request }
        throw CommandFailure(
            .refused,
            code: "endpoint_refused",
            localized("Events cannot be sent to \(request.endpoint.withoutPath.text): \(refusal.text(in: .current))."),
            hint: request.customerId == nil
                ? localized("Use --allow-host HOST for a receiver in your own network, here and for 'cargo-server relay subscriptions'.")
                : nil
        )
    }
}

struct AddSubscriptionCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "add",
        abstract: "Subscribe an endpoint to the events that are stored from now on.",
        discussion: """
            Prints the secret to verify requests with, which isn't shown again. The endpoint must use https and \
            have a public address. An event is sent if it matches every option that is given.

            EXAMPLES
              cargo-cli subscription add https://partner.example/hook
              cargo-cli subscription add https://partner.example/hook --cargo ABC123 --type CargoArrived
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var endpoints: EndpointOptions
    @Argument(help: "URL to send events to.") var endpoint: String
    @OptionGroup var filter: SubscriptionFilterOptions
    @Option(help: ArgumentHelp("Customer whom it belongs to, who can then manage it.", valueName: "id")) var owner: String?

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.subscriptionDesk()
        let request = try endpoints.request(endpoint, owner: owner)
        let wanted = try filter.value()
        try await desk.refuseSealed()
        let added = try await desk.add(
            endpoint: request.endpoint,
            filter: wanted,
            createdBy: "cargo-cli",
            for: request.customerId
        ).orFail()
        guard let added else {
            throw CommandFailure(
                .refused,
                code: "subscriptions_too_many",
                localized("The limit on subscriptions is reached."),
                hint: localized("Remove one first.")
            )
        }
        let view = SubscriptionView(added, revealsSecret: true)
        try session.print(view, SubscriptionView.layout) { "\(added.id)\n\(view.secret ?? "")\n" }
    }
}

struct ListSubscriptionsCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "list",
        abstract: "List all subscriptions by id, and which endpoints are failing.",
        discussion: """
            EXAMPLES
              cargo-cli subscription list -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.subscriptionDesk()
        var printer = ListPrinter(session.console, session.format, SubscriptionView.layout)
        for subscription in try await desk.list().orFail() {
            let failingSince = try await desk.progress(of: subscription.id).orFail()?.failingSince
            try printer.add(SubscriptionView(subscription, failingSince: failingSince))
        }
        try printer.finish(nothing: localized("There are no subscriptions."))
    }
}

struct ShowSubscriptionCommand: CargoCommand {
    static let configuration = CommandConfiguration(leaf: "show", abstract: "Show a subscription, without its secrets.")

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var subscription: SubscriptionArgument

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.subscriptionDesk()
        let id = try subscription.value()
        let found = try await desk.find(id).orFail().orNotFound(id)
        let view = SubscriptionView(found, failingSince: try await desk.progress(of: id).orFail()?.failingSince)
        try session.print(view, SubscriptionView.layout) { view.text }
    }
}

struct PauseSubscriptionCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "pause",
        abstract: "Pause a subscription. Its events are kept, and sent when you resume it."
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var subscription: SubscriptionArgument
    @Option(help: ArgumentHelp("Why, for the list.", valueName: "text")) var reason = PauseReason.byOperator.text

    func run(in session: Session) async throws(CommandFailure) {
        let id = try subscription.value()
        _ = try await session.subscriptionDesk().pause(id, reason: PauseReason(reason)).orFail().orNotFound(id)
        session.console.note(localized("Paused."))
    }
}

struct ResumeSubscriptionCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "resume",
        abstract: "Resume a paused subscription, starting with the events that it missed."
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var subscription: SubscriptionArgument

    func run(in session: Session) async throws(CommandFailure) {
        let id = try subscription.value()
        _ = try await session.subscriptionDesk().resume(id).orFail().orNotFound(id)
        session.console.note(localized("Resumed."))
    }
}
