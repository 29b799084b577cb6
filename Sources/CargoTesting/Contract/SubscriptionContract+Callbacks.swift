import CargoApplication
import CargoDomain

extension SubscriptionContract {
    static let callbackChecks: [ContractCheck] = [
        ContractCheck(["REP-3"], "a subscription in the format of DCSA receives its callbacks in order, and waits for one that fails") {
            backend in
            let bench = try SubscriptionBench(backend)
            let subscription = try await bench.add(SubscriptionFilter(), dcsaFilter: DCSAEventFilter())
            try await bench.relays.fill((0..<5).map { "CARGO-\($0)" })
            let sender = RecordingSender()
            try await bench.drain(bench.relay("without callbacks", sender))
            try expect("the callbacks of a relay that makes none", sender.ids(subscription), is: [])
            try expect("its progress", success(of: "reading", await bench.subscriptions.progress(of: subscription.id)), is: nil)
            sender.answerCallbacks { $0 == "4" ? .failed(reason: "500", retryAfter: nil) : .delivered }
            try await bench.drain(bench.relay("one", sender, callbacks: EvenEvents()))
            try expect("the callbacks up to the one that fails", sender.ids(subscription), is: ["2", "4"])
            var progress = try success(of: "reading", await bench.subscriptions.progress(of: subscription.id))
            try expect((2..<4).contains(progress?.partition.position ?? 0), "a position before event 4", butGot: "\(progress as Any)")
            try expect("the failures listed", progress?.deliveries.map(\.failure) ?? [], is: [nil, DeliveryFailure("500")])
            // A relay that starts anew continues with the callback that wasn't acknowledged.
            sender.answerCallbacks { _ in .delivered }
            try await bench.drain(bench.relay("heir", sender, over: try await backend.reopen?(), callbacks: EvenEvents()))
            try expect("the callbacks", sender.ids(subscription), is: ["2", "4", "4", "6", "8", "10"])
            progress = try success(of: "reading", await bench.subscriptions.progress(of: subscription.id))
            try expect("the position", progress?.partition.position ?? 0, is: 10)
            try expect("the events that wait", progress?.partition.held ?? [], is: [])
        }
    ]
}

/// Makes a callback of each event with an even number: the number itself.
private struct EvenEvents: DCSACallbackSource {
    func body(of sequence: Int64, for subscription: Subscription) async throws(DomainError) -> [UInt8]? {
        sequence.isMultiple(of: 2) ? Array("\(sequence)".utf8) : nil
    }
}
