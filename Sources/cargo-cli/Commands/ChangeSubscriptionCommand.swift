import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// Which events a subscription receives.
struct SubscriptionFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only events of this cargo.", valueName: "id")) var cargo: String?
    @Option(help: ArgumentHelp("Only events of this customer's cargos.", valueName: "id")) var customer: String?
    @Option(help: ArgumentHelp("Only events of cargos with this reference, such as booking:ABC709951.", valueName: "type:value"))
    var reference: String?
    @Option(name: .customLong("type"), help: ArgumentHelp("Only events of this type; repeat it for more.", valueName: "type"))
    var types: [String] = []

    /// Whether no option is given.
    var isEmpty: Bool { cargo == nil && customer == nil && reference == nil && types.isEmpty }

    /// Returns the filter.
    func value() throws(CommandFailure) -> SubscriptionFilter {
        if let unknown = types.map(\.trimmed).first(where: { !DomainFact.typeNames.contains($0) }) {
            throw CommandFailure(
                .badData,
                code: "event_type_unknown",
                localized("There is no event type \(unknown.inQuotes)."),
                hint: localized("Choose from \(DomainFact.typeNames.joined(separator: ", ")).")
            )
        }
        let reference = try oneReference()
        do throws(DomainError) {
            return SubscriptionFilter(
                trackingId: try cargo.map { text throws(DomainError) in try TrackingId(text.folded) },
                customerId: try customer.map { text throws(DomainError) in try CustomerId(text.trimmed) },
                reference: reference,
                eventTypes: Set(types.map(\.trimmed))
            )
        } catch {
            throw CommandFailure(error)
        }
    }

    private func oneReference() throws(CommandFailure) -> CargoReference? {
        guard let reference else { return nil }
        guard let one = CargoLookup(typed: reference).onlyReference else {
            throw .usage(
                localized("\(reference.inQuotes) is not a reference with its type."),
                hint: localized("Write it as booking:ABC709951.")
            )
        }
        return one
    }
}

struct ChangeSubscriptionCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "change",
        abstract: "Change a subscription's endpoint, or which events it receives.",
        discussion: """
            Without --endpoint, the endpoint stays as it is. The options that say which events to send replace \
            all earlier ones; without any of them, the subscription receives the same events as before. The \
            secret stays valid.

            EXAMPLES
              cargo-cli subscription change ID --endpoint https://partner.example/other
              cargo-cli subscription change ID --type CargoArrived --type CargoClaimed
              cargo-cli subscription change ID --all-events
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var endpoints: EndpointOptions
    @OptionGroup var subscription: SubscriptionArgument
    @Option(help: ArgumentHelp("URL to send events to.", valueName: "url")) var endpoint: String?
    @OptionGroup var filter: SubscriptionFilterOptions
    @Flag(name: .customLong("all-events"), help: "Send all events.") var isForAll = false

    func run(in session: Session) async throws(CommandFailure) {
        let id = try subscription.value()
        guard endpoint != nil || isForAll || !filter.isEmpty else {
            throw .usage(
                localized("Nothing to change: name the new endpoint or the events to send."),
                hint: localized("Run '\("cargo-cli subscription change --help")' for usage.")
            )
        }
        guard !isForAll || filter.isEmpty else {
            throw .usage(localized("--all-events excludes the options that choose events."))
        }
        let desk = try await session.subscriptionDesk()
        let found = try await desk.find(id).orFail().orNotFound(id)
        guard found.dcsaFilter == nil else {
            throw .usage(
                localized("Subscription \(id) has the format of DCSA."),
                hint: localized("Change it with the service's API: PUT /v2/event-subscriptions/\(id).")
            )
        }
        let wanted = filter.isEmpty && !isForAll ? found.filter : try filter.value()
        var target = found.endpoint
        if let endpoint { target = try endpoints.request(endpoint, owner: found.owner?.text).endpoint }
        let view = SubscriptionView(try await desk.change(id, endpoint: target, filter: wanted).orFail().orNotFound(id))
        try session.print(view, SubscriptionView.layout) { view.text }
    }
}
