import CargoApplication
import CargoDomain

extension RelayContract {
    static let leaseChecks: [ContractCheck] = [
        ContractCheck(["REP-3"], "two concurrent relays share the work and never handle the same aggregate at the same time") { backend in
            let bench = try RelayBench(backend)
            try await bench.fill((0..<20).map { "CARGO-\($0)" }, changes: 2)
            let consumer = RecordingConsumer()
            let again = try await backend.reopen?()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for owner in ["one", "two"] {
                    group.addTask {
                        var relay = bench.relay(owner, consumer, over: owner == "two" ? again : nil, concurrency: 2)
                        // A relay is idle if the other one holds the leases for the remaining events and delivers them.
                        for _ in 0..<20 { try await bench.drain(&relay) }
                    }
                }
                try await group.waitForAll()
            }
            var last = bench.relay("three", consumer)
            try await bench.drain(&last)
            try expect("the aggregates handled twice at once", consumer.overlaps, is: [])
            try await bench.expectAll(consumer.delivered)
        },
        ContractCheck(["REP-3"], "a killed relay's events stay leased until the lease expires, then are delivered again, in order") {
            backend in
            let bench = try RelayBench(backend)
            try await bench.fill((0..<20).map { "CARGO-\($0)" }, changes: 2)
            let partitions = KillablePartitionStore(bench.partitions)
            // Killed while it handles its first events: their delivery is never stored.
            let victim = RecordingConsumer { _, _ in
                partitions.kill()
                return .delivered
            }
            var killed = bench.relay("killed", victim, partitions: partitions)
            try failure(of: "the killed relay's poll", await killed.poll(), is: .technical(.storeUnavailable))
            let leased = try success(of: "reading", await bench.partitions.partitions(of: bench.consumer)).filter {
                $0.lease?.owner == "killed"
            }
            try expect(!leased.isEmpty, "partitions that are still leased", butGot: "none")
            let again = try await backend.reopen?()
            let heir = RecordingConsumer()
            var relay = bench.relay("heir", heir, over: again)
            let until = try await bench.drain(&relay)
            try expect("when the leases end", until, is: leased.compactMap(\.lease?.until).min())
            try bench.clock.advance(by: .milliseconds(9_999))
            try await bench.drain(&relay)
            let taken = Set(victim.delivered.map(\.aggregateId)).intersection(heir.delivered.map(\.aggregateId))
            try expect("the aggregates taken over before that", taken, is: [])
            try bench.clock.advance(by: .milliseconds(1))
            try await bench.drain(&relay)
            try await bench.expectAll(heir.delivered)
            try expect(Set(victim.ids).isSubset(of: heir.ids), "the killed relay's deliveries again", butGot: "\(heir.ids)")
        },
        ContractCheck(["REP-3"], "a relay whose lease expired stops at once and changes nothing") { backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A"], changes: 4)
            let other = RecordingConsumer()
            let again = try await backend.reopen?()
            let slow = RecordingConsumer { _, _ in
                // During the pause the lease ends, and another relay does all the work.
                do {
                    try bench.clock.advance(by: .milliseconds(10_000))
                    var relay = bench.relay("other", other, over: again)
                    try await bench.drain(&relay)
                } catch {
                    return .refused(reason: "\(error)")
                }
                return .delivered
            }
            var relay = bench.relay("slow", slow)
            try success(of: "the slow relay's poll", await relay.poll())
            try expect("the slow relay's deliveries", slow.tries, is: ["Cargo:CGO-A:1:0"])
            try expect("the lost leases", bench.told.filter { if case .leaseLost = $0 { true } else { false } }.count, is: 1)
            try await bench.expectAll(other.delivered)
            try await bench.changeDeadline("CGO-A", day: 90)
            var last = bench.relay("last", other)
            try await bench.drain(&last)
            try await bench.expectAll(other.delivered)
        },
        ContractCheck(["REP-3"], "a lease is renewed, and progress stored, before it could expire during an event") {
            backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A"], changes: 4)
            let consumer = RecordingConsumer { _, _ in
                do { try bench.clock.advance(by: .milliseconds(4_600)) } catch { return .refused(reason: "\(error)") }
                return .delivered
            }
            var relay = bench.relay("one", consumer)
            try await bench.drain(&relay)
            try await bench.expectAll(consumer.delivered)
            // The lease starts at 0 seconds. It is renewed before the third event, at 9.2 of 10 seconds, because an event can take 1
            // second; and again before the fifth.
            let partitions = try success(of: "reading", await bench.partitions.partitions(of: bench.consumer))
            try expect("the versions of the partition", partitions.map(\.version), is: [4])
            try expect("its lease", partitions.map(\.lease), is: [nil])
        },
    ]
}
