import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoRemote
import CargoServer
import CargoWire
import Synchronization

struct RelaySubscriptionsCommand: Runnable {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions",
        abstract: "Send every subscription's events to its endpoint, until SIGTERM or Ctrl-C.",
        discussion: """
            Each subscription receives its events at least once, and those of one cargo in order. A slow endpoint \
            delays no other. Any number of relays can run. An event that an endpoint doesn't accept is retried; \
            after a day in which every delivery failed, the subscription is paused. Requests go to public \
            addresses over https only, unless the host is allowed and the subscription has no owner. Callbacks in \
            the format of DCSA are sent one after the other, so one that fails delays those after it.

            EXAMPLES
              cargo-server relay subscriptions
              cargo-server relay subscriptions --allow-host receiver.internal
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var endpoints: EndpointOptions
    @OptionGroup var secrets: SecretKeyOptions
    @Flag(name: .customLong("once"), help: "Exit when nothing is left to send now.") var isOnce = false

    func run(in session: Session) async throws(CommandFailure) {
        #if !canImport(Darwin)
        // Only a store that outlives the command has subscriptions to relay.
        _ = try await session.outboxPartitions()
        let kit = try await session.kit()
        let store = kit.store
        guard let stored = store.subscriptions else { return }
        let console = session.console
        let subscriptions = SealedSubscriptions(stored, keys: try secrets.keys()) { console.tell($0.text + "\n") }
        let stop = RelayStop()
        stop.watch()
        let tally = SubscriptionTally()
        let clock = session.clock
        let relay = SubscriptionRelay(
            owner: "relay-" + String(UInt64.random(in: .min ... .max), radix: 16),
            subscriptions: subscriptions,
            store: store,
            sender: SubscriptionWebhook(policy: endpoints.policy, clock: clock),
            callbacks: DCSACallbacks(kit),
            clock: clock,
            report: { tally.add($0) }
        )
        try await work(relay, stop, tally, session.console)
        let delivered = tally.delivered
        session.console.note(
            localized(delivered, one: "Delivered \(delivered.grouped) event.", other: "Delivered \(delivered.grouped) events.")
        )
        if stop.isInterrupted { throw .interrupted }
        #else
        throw .configuration(localized("This build cannot send events to the endpoints of subscriptions. Builds for Linux can."))
        #endif
    }

    #if !canImport(Darwin)
    /// Runs the relay until it is stopped or, with `--once`, until nothing is left to send.
    private func work(
        _ relay: SubscriptionRelay,
        _ stop: RelayStop,
        _ tally: SubscriptionTally,
        _ console: Console
    ) async throws(CommandFailure) {
        let isOnce = isOnce
        let result = await stop.run {
            var failures = StoreFailures()
            return await relay.run { result in
                tally.tell(console)
                switch result {
                case .success(let hasWork):
                    failures = StoreFailures()
                    return isOnce && !hasWork
                case .failure(let error): return failures.endWork(error, isOnce: isOnce, console)
                }
            }
        }
        tally.tell(console)
        if case .failure(let error) = result, !stop.isRequested { throw CommandFailure(error) }
    }
    #endif
}

/// Counts the notices of a relay of subscriptions, and keeps them until the command prints them.
final class SubscriptionTally: Sendable {
    private let state = Mutex<(delivered: Int, untold: [SubscriptionNotice])>((0, []))

    /// The number of events delivered.
    var delivered: Int { state.withLock { $0.delivered } }

    func add(_ notice: SubscriptionNotice) {
        state.withLock { state in
            if case .delivery(_, .delivered) = notice { state.delivered += 1 }
            state.untold.append(notice)
        }
    }

    /// Prints the notices that haven't been printed yet; deliveries only with `-v`.
    func tell(_ console: Console) {
        let notices = state.withLock { state in
            defer { state.untold = [] }
            return state.untold
        }
        for notice in notices {
            switch notice {
            case .paused(let id, let reason): console.note(localized("Subscription \(id) is paused: \(reason.text(in: .current).visible)."))
            case .delivery(let id, .delivered(let event)):
                console.detail(localized("\(id): delivered event \(Self.name(event))."))
            case .delivery(let id, .failed(let event, let attempts, let reason, let retryAt)):
                console.note(
                    localized(
                        "\(id): event \(Self.name(event)) failed on attempt \(attempts): \(Self.text(reason)). Next attempt at \(retryAt)."
                    )
                )
            case .delivery(let id, .deadLettered(let event, let attempts, let reason)):
                console.note(
                    localized("\(id): event \(Self.name(event)) is not tried again after \(attempts) attempts: \(Self.text(reason)).")
                )
            case .delivery(let id, .unreadable(let event)):
                console.note(localized("\(id): event \(event.sequence) cannot be read and is not sent."))
            case .delivery(let id, .unavailable(let reason, let until)):
                console.note(localized("\(id): the endpoint is unavailable: \(Self.text(reason)). Next attempt at \(until)."))
            case .delivery(let id, .partitionIsFull): console.note(localized("\(id): too many events wait; no new ones are sent."))
            case .delivery(let id, .leaseLost): console.note(localized("\(id): another relay has taken over."))
            }
        }
    }

    private static func text(_ reason: String) -> String { DeliveryFailure(reason).text(in: .current).visible }

    private static func name(_ event: DomainEvent) -> String {
        "\(event.sequence) (\(event.eventId.visible), \(event.fact.type))"
    }
}
