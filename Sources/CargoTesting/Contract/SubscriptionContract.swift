import CargoApplication
import CargoDomain

/// The promises of stored subscriptions and of the relays that deliver their events, which hold over every backend.
///
/// The backend needs `subscriptions`. If it has `reopen`, what was stored is read from the reopened store.
public enum SubscriptionContract {
    /// All checks.
    ///
    /// Run each on a new, empty backend.
    public static let checks: [ContractCheck] = (storingChecks + deliveryChecks + failureChecks + callbackChecks).map {
        $0.needing(BackendParts.subscriptions)
    }

    static let storingChecks: [ContractCheck] = [
        ContractCheck(["REP-2"], "a subscription is stored by compare-and-set, with all its parts") { backend in
            let subscriptions = try backend.boundSubscriptions
            let new = Subscription.stub(
                owner: .stub("CUST-1"),
                filter: SubscriptionFilter(trackingId: .stub(), reference: .stub(), eventTypes: ["CargoBooked", "CargoArrived"])
            )
            try expect("a subscription that isn't there", success(of: "finding", await subscriptions.find(new.id)), is: nil)
            try expect("whether a new one is stored", success(of: "saving", await subscriptions.save(new)), is: true)
            try expect("whether it is stored as new again", success(of: "saving", await subscriptions.save(new)), is: false)
            var changed = new.stored(as: 1)
            changed.rotateSecret(to: .random(), overlap: .seconds(60), at: .stub(day: 1))
            changed.pause(reason: PauseReason("why: \"é\""), at: .stub(day: 2))
            try expect(changed.requestResend(of: 7), "a resend is accepted", butGot: "refusal")
            try expect("whether version 1 is replaced", success(of: "saving", await subscriptions.save(changed)), is: true)
            try expect("whether version 1 is replaced again", success(of: "saving", await subscriptions.save(changed)), is: false)
            let again = try await (backend.reopen?() ?? backend).boundSubscriptions
            try expect("the subscription", success(of: "finding", await again.find(new.id)), is: changed.stored(as: 2))
        },
        ContractCheck(["REP-2"], "a subscription in the format of DCSA is stored with its filter and its secret") { backend in
            let subscriptions = try backend.boundSubscriptions
            let filter = try DCSAEventFilter([
                .eventType: ["EQUIPMENT", "SHIPMENT"], .shipmentEventTypeCode: [], .carrierBookingReference: ["\"é\""],
                .scheduleID: ["9679a405-3316-42a5-8533-aba000f5689c"],
            ])
            var new = Subscription.stub(owner: .stub("CUST-1"), dcsaFilter: filter)
            // 512 bytes, more than Standard Webhooks allows.
            guard let secret = WebhookSecret(dcsa: String(repeating: "QUJD", count: 170) + "QUI=") else {
                throw Disagreement(expected: "a secret", actual: "none")
            }
            new.rotateSecret(to: secret, overlap: .seconds(60), at: .stub())
            try expect("the number of secrets", new.secrets.count, is: 1)
            try success(of: "saving", await subscriptions.save(new))
            let again = try await (backend.reopen?() ?? backend).boundSubscriptions
            try expect("the subscription", success(of: "finding", await again.find(new.id)), is: new.stored(as: 1))
        },
        ContractCheck(["REP-2"], "sealed secrets are stored as they are, beside ones in plain text and instead of them") { backend in
            let subscriptions = try backend.boundSubscriptions
            let plain = Subscription.stub()
            var sealed = plain.mappingSecrets { _ in Subscription.Secret(.stub()) }
            try expect("whether it is stored", success(of: "saving", await subscriptions.save(sealed)), is: true)
            try expect("what is stored", try await stored(sealed.id, in: backend), is: sealed.stored(as: 1))
            sealed = sealed.stored(as: 1)
            sealed.rotateSecret(to: .random(), overlap: .seconds(60), at: .stub())
            try success(of: "saving", await subscriptions.save(sealed))
            try expect("what is stored beside one in plain text", try await stored(sealed.id, in: backend), is: sealed.stored(as: 2))
            let again = plain.stored(as: 2)
            try success(of: "saving", await subscriptions.save(again))
            try expect("what is stored in plain text again", try await stored(plain.id, in: backend), is: plain.stored(as: 3))
        },
        ContractCheck(["REP-2"], "a removed subscription isn't found, and its id isn't used again") { backend in
            let subscriptions = try backend.boundSubscriptions
            let new = Subscription.stub()
            try success(of: "saving", await subscriptions.save(new))
            var removed = new.stored(as: 1)
            removed.remove(at: .stub(day: 1))
            try expect("whether the removal is stored", success(of: "saving", await subscriptions.save(removed)), is: true)
            try expect("the removed subscription", success(of: "finding", await subscriptions.find(new.id)), is: nil)
            try expect("the list", try await subscriptions.everyOne(limit: 10), is: [])
            try expect("whether the id is stored as new", success(of: "saving", await subscriptions.save(new)), is: false)
        },
        ContractCheck(
            ["REP-10"],
            "a subscription that was removed long ago is forgotten with its progress, and no other is",
            needs: BackendParts.retention
        ) { backend, retention in
            let subscriptions = try backend.boundSubscriptions
            var all = (0..<3).map { _ in Subscription.stub() }
            all[2].pause(reason: PauseReason("for now"), at: .stub())
            let fresh = SubscriptionProgress(
                partition: try OutboxPartition(number: 0, version: 0, position: 0, lease: nil, held: []),
                activeSince: .stub(),
                failingSince: nil,
                deliveries: []
            )
            for one in all {
                try success(of: "saving", await subscriptions.save(one))
                try success(of: "saving", await subscriptions.save(fresh, of: one.id))
            }
            for (one, day) in zip(all, [1, 2]) {
                var removed = one.stored(as: 1)
                removed.remove(at: .stub(day: day))
                try success(of: "removing", await subscriptions.save(removed))
            }
            let forget = { await retention.forgetSubscriptions(removedFor: 30, at: .stub(day: 31)) }
            try expect("how many are forgotten", success(of: "forgetting", await forget()), is: 1)
            try expect("how many are forgotten the second time", success(of: "forgetting", await forget()), is: 0)
            let again = try await (backend.reopen?() ?? backend).boundSubscriptions
            try expect("the progress", success(of: "reading", await again.progress(of: all[0].id)), is: nil)
            for one in all.dropFirst() {
                let progress = try success(of: "reading", await again.progress(of: one.id))
                try expect(progress != nil, "the progress of one that is known", butGot: "none")
            }
            try expect("the list", try await again.everyOne(limit: 10), is: [all[2].stored(as: 1)])
            try expect("whether a known id is stored as new", success(of: "saving", await again.save(all[1])), is: false)
        },
        ContractCheck(["REP-11"], "no record of a customer's subscriptions is left once they are erased", needs: BackendParts.retention) {
            backend,
            retention in
            let subscriptions = try backend.boundSubscriptions
            let all = ["CUST-1", "CUST-1", "CUST-2"].map { Subscription.stub(owner: .stub($0)) }
            for one in all { try success(of: "saving", await subscriptions.save(one)) }
            for one in [all[0], all[2]] {
                var removed = one.stored(as: 1)
                removed.remove(at: .stub(day: 1))
                try success(of: "removing", await subscriptions.save(removed))
            }
            let erase = { await retention.eraseTraces(of: .stub("CUST-1"), in: [], as: .stub("ERASED-1")) }
            try expect("how many are removed", success(of: "erasing", await erase()), is: 2)
            try expect("how many are removed the second time", success(of: "erasing", await erase()), is: 0)
            let again = try await (backend.reopen?() ?? backend).boundSubscriptions
            try expect("the subscription", success(of: "finding", await again.find(all[1].id)), is: nil)
            let left = try success(of: "forgetting", await retention.forgetSubscriptions(removedFor: 0, at: .stub(day: 2)))
            try expect("how many are left that were removed", left, is: 1)
        },
        ContractCheck(["REP-1"], "subscriptions are listed by id, page by page, without removed ones") { backend in
            let subscriptions = try backend.boundSubscriptions
            let owner = try CustomerId("CUST-1")
            let all = (0..<7).map { Subscription.stub(owner: $0.isMultiple(of: 2) ? nil : owner) }
            for one in all { try success(of: "saving", await subscriptions.save(one)) }
            var removed = all[3].stored(as: 1)
            removed.remove(at: .stub(day: 1))
            try success(of: "removing", await subscriptions.save(removed))
            let expected = all.filter { $0.id != removed.id }.map { $0.stored(as: 1) }.sorted { $0.id < $1.id }
            for limit in [1, 2, 100] {
                try expect("the list in pages of \(limit)", try await subscriptions.everyOne(limit: limit), is: expected)
            }
            for owner in [nil, try CustomerId("CUST-1"), try CustomerId("CUST-2")] {
                let theirs = expected.filter { $0.owner == owner }
                try expect("what \(owner?.text ?? "the operator") owns", try await subscriptions.all(ownedBy: owner), is: theirs)
            }
            try failure(
                of: "a page of 0",
                await subscriptions.findPage(after: nil, limit: 0).map { $0.items.count },
                is: .invalid(.integerOutOfRange, text: "0")
            )
        },
        ContractCheck(["REP-2"], "the progress of a subscription is stored by compare-and-set, with all its parts") { backend in
            let subscriptions = try backend.boundSubscriptions
            let id = SubscriptionId.random()
            let held = try HeldAggregate(aggregate: "Cargo:A", sequences: [3, 5], attempts: 2, notBefore: .stub(day: 3), reason: "503")
            func progress(version: Int64) throws -> SubscriptionProgress {
                let lease = OutboxPartition.Lease(owner: "one", until: .stub(day: 1))
                return SubscriptionProgress(
                    partition: try OutboxPartition(number: 0, version: version, position: 9, lease: lease, held: [held]),
                    activeSince: .stub(),
                    failingSince: .stub(day: 1),
                    deliveries: [
                        DeliveryAttempt(
                            sequence: 3,
                            eventId: "Cargo:A:1:0",
                            eventType: "CargoBooked",
                            at: .stub(),
                            failure: DeliveryFailure("\"no\"")
                        ),
                        DeliveryAttempt(sequence: 4, eventId: "Cargo:B:1:0", eventType: "CargoBooked", at: .stub(), failure: nil),
                    ]
                )
            }
            try expect("the progress before the first save", success(of: "reading", await subscriptions.progress(of: id)), is: nil)
            for (version, isStored) in [(0, true), (0, false), (2, false), (1, true)] as [(Int64, Bool)] {
                let saved = try success(of: "saving", await subscriptions.save(try progress(version: version), of: id))
                try expect("whether version \(version) is stored", saved, is: isStored)
            }
            let again = try await (backend.reopen?() ?? backend).boundSubscriptions
            try expect("the progress", success(of: "reading", await again.progress(of: id)), is: try progress(version: 2))
        },
        ContractCheck(["REP-7"], "of 20 concurrent changes of a subscription, one is stored") { backend in
            let subscriptions = try backend.boundSubscriptions
            let new = Subscription.stub()
            try success(of: "saving", await subscriptions.save(new))
            let answers = try await RepositoryContract.atOnce { writer in
                var changed = new.stored(as: 1)
                changed.pause(reason: PauseReason("\(writer)"), at: .stub())
                return try success(of: "saving", await subscriptions.save(changed))
            }
            try expect("the number of changes stored", answers.count { $0 }, is: 1)
        },
    ]
}

extension SubscriptionContract {
    /// Finds a subscription in the store after it was opened again, and checks that the list has it as well.
    private static func stored(_ id: SubscriptionId, in backend: RepositoryBackend) async throws -> Subscription? {
        let subscriptions = try await (backend.reopen?() ?? backend).boundSubscriptions
        let found = try success(of: "finding", await subscriptions.find(id))
        try expect("the list", try await subscriptions.everyOne(limit: 10), is: found.map { [$0] } ?? [])
        return found
    }
}

extension RepositoryBackend {
    /// The subscriptions, which the check needs.
    var boundSubscriptions: any SubscriptionRepository {
        get throws {
            guard let subscriptions else { throw Disagreement(expected: "a backend with subscriptions", actual: "none") }
            return subscriptions
        }
    }
}

extension SubscriptionRepository {
    /// Reads all pages of this size.
    fileprivate func everyOne(limit: Int) async throws -> [Subscription] {
        var all: [Subscription] = []
        var last: SubscriptionId?
        while true {
            let page = try success(of: "listing", await findPage(after: last, limit: limit))
            all += page.items
            guard let next = page.next else { return all }
            last = next
        }
    }
}
