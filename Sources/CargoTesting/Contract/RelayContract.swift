import CargoApplication
import CargoDomain
import Synchronization

/// The promises of outbox relays, which hold over every backend.
///
/// Each event is delivered at least once, the events of an aggregate in order and by one relay at a time. The backend needs `outboxPartitions`.
/// If it has `reopen`, the second of two relays works on the reopened store.
public enum RelayContract {
    /// All checks.
    ///
    /// Run each on a new, empty backend.
    public static let checks: [ContractCheck] = (partitionChecks + deliveryChecks + leaseChecks + failureChecks)
        .map { $0.needing(BackendParts.partitions) }

    static let partitionChecks: [ContractCheck] = [
        ContractCheck(["REP-2", "REP-3"], "a partition is stored by compare-and-set, separately for each consumer") { backend in
            let bench = try RelayBench(backend)
            let other = try ConsumerName("other")
            let held = try HeldAggregate(aggregate: "Cargo:A", sequences: [3, 5], attempts: 2, notBefore: nil, reason: "why: \"é\"")
            let lease = OutboxPartition.Lease(owner: "one", until: .stub(day: 1))
            func partition(_ number: Int, version: Int64, position: Int64) throws -> OutboxPartition {
                try OutboxPartition(number: number, version: version, position: position, lease: lease, held: [held])
            }
            try expect("no partitions", success(of: "reading", await bench.partitions.partitions(of: bench.consumer)), is: [])
            let saves: [(partition: OutboxPartition, of: ConsumerName, isStored: Bool)] = [
                (try partition(3, version: 0, position: 5), bench.consumer, true),
                // A new partition once more, then one with a version too high, then the correct next version.
                (try partition(3, version: 0, position: 6), bench.consumer, false),
                (try partition(3, version: 2, position: 6), bench.consumer, false),
                (try partition(3, version: 1, position: 7), bench.consumer, true),
                (try partition(12, version: 0, position: 8), bench.consumer, true),
                (try partition(3, version: 0, position: 9), other, true),
            ]
            for save in saves {
                let subject = "whether version \(save.partition.version) of partition \(save.partition.number) is stored for \(save.of)"
                try expect(subject, success(of: "saving", await bench.partitions.save(save.partition, of: save.of)), is: save.isStored)
            }
            let again = try await backend.reopen?() ?? backend
            guard let partitions = again.outboxPartitions else { throw Disagreement(expected: "partitions", actual: "none") }
            try expect(
                "the partitions",
                success(of: "reading", await partitions.partitions(of: bench.consumer)),
                is: [partition(3, version: 2, position: 7), partition(12, version: 1, position: 8)]
            )
            try expect(
                "the other's",
                success(of: "reading", await partitions.partitions(of: other)),
                is: [partition(3, version: 1, position: 9)]
            )
        }
    ]

    static let deliveryChecks: [ContractCheck] = [
        ContractCheck(["REP-3"], "an uninterrupted relay delivers every event once, those of an aggregate in order") { backend in
            let bench = try RelayBench(backend)
            try await bench.fill((0..<20).map { "CARGO-\($0)" }, changes: 2)
            try await backend.savedVoyage(try await backend.savedVoyage(.stub()).rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")))
            let consumer = RecordingConsumer()
            var relay = bench.relay("one", consumer)
            try await bench.drain(&relay)
            try await bench.expectAll(consumer.delivered)
            try expect("the aggregates handled twice at once", consumer.overlaps, is: [])
            try await bench.drain(&relay)
            try expect("the number of deliveries", consumer.delivered.count, is: 61)
        },
        ContractCheck(
            ["REP-3", "REP-4"],
            "a relay continues where the last one stopped, after reopening too, separately for each consumer"
        ) {
            backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A", "CGO-B", "CGO-C"])
            let first = RecordingConsumer()
            var relay = bench.relay("one", first)
            try await bench.drain(&relay)
            try await bench.changeDeadline("CGO-B", day: 80)
            let second = RecordingConsumer()
            var next = bench.relay("two", second, over: try await backend.reopen?())
            try await bench.drain(&next)
            try expect("the second relay's deliveries", second.ids, is: ["Cargo:CGO-B:3:0"])
            let other = RecordingConsumer()
            var others = OutboxRelay(
                consumer: try ConsumerName("other"),
                owner: "three",
                feed: backend.events,
                partitions: bench.partitions,
                handler: other,
                clock: bench.clock,
                sleep: { _ in await OutboxRelay.sleep(.seconds(86_400)) }
            )
            try await bench.drain(&others)
            try await bench.expectAll(other.delivered)
        },
    ]
}
