import CargoApplication
import CargoDomain
import Synchronization

extension RelayContract {
    static let failureChecks: [ContractCheck] = [
        ContractCheck(["REP-3"], "a failed event is retried after 1 and 4 seconds and holds back its aggregate, but no other") {
            backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A", "CGO-B", "CGO-C"])
            let consumer = RecordingConsumer { event, attempt in
                event.eventId == "Cargo:CGO-B:1:0" && attempt < 3 ? .failed(reason: "try \(attempt)", retryAfter: nil) : .delivered
            }
            var relay = bench.relay("one", consumer)
            try expect("the next try", await bench.drain(&relay), is: .stub(day: 0).later(1000))
            try expect(
                "the deliveries",
                consumer.ids.sorted(),
                is: ["Cargo:CGO-A:1:0", "Cargo:CGO-A:2:0", "Cargo:CGO-C:1:0", "Cargo:CGO-C:2:0"]
            )
            try bench.clock.advance(by: .milliseconds(999))
            try await bench.drain(&relay)
            try expect("the tries a millisecond before", consumer.tries.count { $0 == "Cargo:CGO-B:1:0" }, is: 1)
            try bench.clock.advance(by: .milliseconds(1))
            // A relay that starts now waits for the retry as well.
            var next = bench.relay("two", consumer, over: try await backend.reopen?())
            try expect("the next try", await bench.drain(&next), is: .stub(day: 0).later(5000))
            try bench.clock.advance(by: .milliseconds(4000))
            try await bench.drain(&relay)
            try await bench.expectAll(consumer.delivered)
            try expect("the number of held events", success(of: "listing", await bench.deadLetters.entries()).count, is: 0)
        },
        ContractCheck(["REP-3"], "after its last attempt an event becomes a dead letter, is reported, and holds back its aggregate") {
            backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A", "CGO-B"])
            let isRepaired = Mutex(false)
            let consumer = RecordingConsumer { event, _ in
                event.eventId == "Cargo:CGO-A:1:0" && !isRepaired.withLock { $0 } ? .failed(reason: "500", retryAfter: nil) : .delivered
            }
            var relay = bench.relay("one", consumer)
            for _ in 0..<3 {
                try await bench.drain(&relay)
                try bench.clock.advance(by: .milliseconds(4000))
            }
            try expect("the next try", await bench.drain(&relay), is: nil)
            try await bench.changeDeadline("CGO-A", day: 90)
            try await bench.changeDeadline("CGO-B", day: 90)
            try bench.clock.advance(by: .milliseconds(366 * 86_400_000))
            try await bench.drain(&relay)
            try expect("the tries", consumer.tries.count { $0.hasPrefix("Cargo:CGO-A") }, is: 3)
            try expect("the deliveries", consumer.ids, is: ["Cargo:CGO-B:1:0", "Cargo:CGO-B:2:0", "Cargo:CGO-B:3:0"])
            let entries = try success(of: "listing", await bench.deadLetters.entries())
            try expect("the dead letters", entries.compactMap(\.event.eventId), is: ["Cargo:CGO-A:1:0"])
            try expect("the events held back", entries.map(\.held.sequences.count), is: [3])
            try expect("the attempts", entries.map(\.held.attempts), is: [3])
            try expect("the reason", entries.map(\.held.reason), is: ["500"])
            let told = bench.told.filter { if case .deadLettered = $0 { true } else { false } }
            let refused = try await bench.backend.allEvents().filter { $0.eventId == "Cargo:CGO-A:1:0" }
            try expect("the notices", told, is: refused.map { RelayNotice.deadLettered($0, attempts: 3, reason: "500") })
            isRepaired.withLock { $0 = true }
            let place = entries.first?.event.sequence ?? 0
            try expect("another event is held", success(of: "retrying", await bench.deadLetters.retry(eventAt: place + 1)), is: false)
            try expect("the event is held", success(of: "retrying", await bench.deadLetters.retry(eventAt: place)), is: true)
            try await bench.drain(&relay)
            try await bench.expectAll(consumer.delivered)
        },
        ContractCheck(["REP-3"], "a refused event becomes a dead letter at once; discarding it releases the events behind it") { backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A"], changes: 2)
            let consumer = RecordingConsumer { event, _ in event.eventId == "Cargo:CGO-A:2:0" ? .refused(reason: "400") : .delivered }
            var relay = bench.relay("one", consumer)
            try await bench.drain(&relay)
            let entries = try success(of: "listing", await bench.deadLetters.entries())
            try expect("the dead letters", entries.compactMap(\.event.eventId), is: ["Cargo:CGO-A:2:0"])
            try expect("the attempts", entries.map(\.held.attempts), is: [1])
            let place = entries.first?.event.sequence ?? 0
            try expect("the event is held", success(of: "discarding", await bench.deadLetters.discard(eventAt: place)), is: true)
            try await bench.drain(&relay)
            try expect("the deliveries", consumer.ids, is: ["Cargo:CGO-A:1:0", "Cargo:CGO-A:3:0"])
            try expect("the number of held events", success(of: "listing", await bench.deadLetters.entries()).count, is: 0)
        },
        ContractCheck(
            ["REP-3"],
            "an unreadable event becomes a dead letter and holds back its aggregate alone until it is discarded",
            needs: BackendParts.insertUnreadableEvent
        ) { backend, plant in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A", "CGO-B"], changes: 0)
            try await plant(try await backend.cargo(.stub("CGO-A")).changingDeadline(to: .stub(day: 62), at: .stub()))
            try await bench.changeDeadline("CGO-A", day: 61)
            try await bench.changeDeadline("CGO-B", day: 62)
            let consumer = RecordingConsumer()
            var relay = bench.relay("one", consumer)
            try expect("the next try", await bench.drain(&relay), is: nil)
            try expect("the deliveries", consumer.ids.sorted(), is: ["Cargo:CGO-A:1:0", "Cargo:CGO-B:1:0", "Cargo:CGO-B:2:0"])
            // A retry fails again, also for a relay that starts now.
            try expect("the event is held", success(of: "retrying", await bench.deadLetters.retry(eventAt: 3)), is: true)
            var next = bench.relay("two", consumer, over: try await backend.reopen?())
            try await bench.drain(&next)
            let entries = try success(of: "listing", await bench.deadLetters.entries())
            try expect("the dead letters", entries.map(\.event.eventId), is: ["Cargo:CGO-A:2:0"])
            try expect("the events held back", entries.map(\.held.sequences), is: [[3, 4]])
            try expect("the next try", entries.map(\.held.notBefore), is: [nil])
            let told = bench.told.compactMap { if case .unreadable(let event) = $0 { event.sequence } else { nil } }
            try expect("the notices", told, is: [3, 3])
            try expect("the event is held", success(of: "discarding", await bench.deadLetters.discard(eventAt: 3)), is: true)
            try await bench.drain(&next)
            try expect("the deliveries", consumer.ids.last, is: "Cargo:CGO-A:3:0")
            try expect("the number of held events", success(of: "listing", await bench.deadLetters.entries()).count, is: 0)
        },
        ContractCheck(["REP-3"], "an unavailable consumer delays deliveries as long as it asks and counts against no event") { backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A", "CGO-B", "CGO-C"])
            let consumer = RecordingConsumer { _, _ in
                bench.clock.now() < .stub(day: 1) ? .unavailable(reason: "503", retryAfter: .seconds(86_400)) : .delivered
            }
            var relay = bench.relay("one", consumer, concurrency: 1)
            try expect("the end of the wait", await bench.drain(&relay), is: .stub(day: 1))
            try expect("the tries", consumer.tries.count, is: 1)
            try expect("the number of held events", success(of: "listing", await bench.deadLetters.entries()).count, is: 0)
            bench.clock.set(to: .stub(day: 1))
            try await bench.drain(&relay)
            try await bench.expectAll(consumer.delivered)
        },
        ContractCheck(["REP-3"], "an event isn't retried before the time that the consumer asked for") { backend in
            let bench = try RelayBench(backend)
            try await bench.fill(["CGO-A"], changes: 0)
            let consumer = RecordingConsumer { _, attempt in attempt == 1 ? .failed(reason: "500", retryAfter: .seconds(3600)) : .delivered
            }
            var relay = bench.relay("one", consumer)
            try expect("the next try", await bench.drain(&relay), is: .stub(day: 0, hour: 1))
            bench.clock.set(to: .stub(day: 0, hour: 1))
            try await bench.drain(&relay)
            try await bench.expectAll(consumer.delivered)
        },
        ContractCheck(["REP-3"], "a partition that holds back a hundred aggregates delivers no new events until some are released") {
            backend in
            let bench = try RelayBench(backend)
            let isRepaired = Mutex(false)
            let consumer = RecordingConsumer { _, _ in isRepaired.withLock { $0 } ? .delivered : .refused(reason: "400") }
            // One more than a partition can hold, all in partition 0.
            var ids: [String] = []
            var place = 0
            while ids.count <= OutboxPartition.maximumHeldAggregates {
                let cargo = Cargo.stub("CGO-\(place)")
                let events = DomainEvent.events(raisedBy: cargo, storedAs: 1, at: .stub())
                if events.allSatisfy({ OutboxPartition.number(of: $0) == 0 }) { ids.append(cargo.trackingId.text) }
                place += 1
            }
            try await bench.fill(ids, changes: 0)
            var relay = bench.relay("one", consumer, pageSize: 1000)
            try await bench.drain(&relay)
            try expect("the tries", consumer.tries.count, is: OutboxPartition.maximumHeldAggregates)
            try expect("the last notice", bench.told.last, is: .partitionIsFull(number: 0))
            isRepaired.withLock { $0 = true }
            let entries = try success(of: "listing", await bench.deadLetters.entries())
            try expect("the number of held events", entries.count, is: OutboxPartition.maximumHeldAggregates)
            for entry in entries { try success(of: "retrying", await bench.deadLetters.retry(eventAt: entry.event.sequence)) }
            try await bench.drain(&relay)
            try await bench.expectAll(consumer.delivered)
        },
    ]
}

extension Instant {
    /// Returns the instant this many milliseconds later.
    fileprivate func later(_ milliseconds: Int64) throws(DomainError) -> Instant { try advanced(by: .milliseconds(milliseconds)) }
}
