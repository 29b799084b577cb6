import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoServer
import CargoTesting
import CargoWire
import Foundation
import Testing

@testable import CargoRemote

/// The operations over HTTP, against the real service.
struct ClientTests {
    /// The life of some cargos, with every operation of the kit; each entry is what an operation returned, or its error.
    private static func story(_ desk: some CargoOperations) async -> [String] {
        var told: [String] = []
        func tell<Value>(_ step: () async throws(DomainError) -> Value) async {
            do throws(DomainError) {
                told.append("\(try await step())")
            } catch {
                told.append("\(error.code) \(error.params) \(error.fields)")
            }
        }
        let (first, second): (TrackingId, TrackingId) = (.stub("ABC"), .stub("DEF"))
        let later = Schedule.stub(calling: "HKHKG", "SGSIN", "SESTO", fromDay: 9)
        await tell { () async throws(DomainError) in try await desk.registerLocation(.stub("HKHKG"), named: .init("Hong Kong")) }
        for code in ["SGSIN", "SESTO", "USNYC"] {
            await tell { () async throws(DomainError) in try await desk.registerLocation(.stub(code), named: .init("The port \(code)")) }
        }
        await tell { () async throws(DomainError) in try await desk.location(.stub("HKHKG")) }
        await tell { () async throws(DomainError) in try await desk.location(.stub("CNSHA")) }
        await tell { () async throws(DomainError) in try await desk.locations(containing: "port", limit: 2) }
        for _ in 0..<2 {
            await tell { () async throws(DomainError) in
                try await desk.registerVoyage(.stub("V1"), schedule: .stub(calling: "HKHKG", "SGSIN", "SESTO"), details: .stub())
            }
        }
        await tell { () async throws(DomainError) in try await desk.registerVoyage(.stub("V1"), schedule: later) }
        await tell { () async throws(DomainError) in try await desk.registerVoyage(.stub("V2"), schedule: later) }
        await tell { () async throws(DomainError) in try await desk.voyage(.stub("V1")) }
        await tell { () async throws(DomainError) in try await desk.voyages(limit: 1) }
        for id in [first, second] {
            await tell { () async throws(DomainError) in
                try await desk.book(
                    from: .stub("HKHKG"),
                    to: .stub("SESTO"),
                    by: .stub(day: 90),
                    for: .stub(),
                    trackingId: id,
                    idempotencyKey: .init("key-\"\\\(id)")
                )
            }
        }
        await tell { () async throws(DomainError) in
            try await desk.perform(
                BookCargo.self,
                .init(
                    from: .stub("HKHKG"),
                    to: .stub("SESTO"),
                    by: .stub(day: 90),
                    for: .stub(),
                    trackingId: .stub("GHI"),
                    references: [.stub(), .stub(.booking, "ABC709951")]
                )
            ).get()
        }
        await tell { () async throws(DomainError) in
            try await desk.book(from: .stub("HKHKG"), to: .stub("HKHKG"), by: .stub(day: 90), for: .stub(), trackingId: .stub("JKL"))
        }
        await tell { () async throws(DomainError) in try await desk.addReference(.stub(.booking, "B 1/2"), to: first) }
        await tell { () async throws(DomainError) in try await desk.cargos(with: .stub(.booking, "B 1/2")) }
        await tell { () async throws(DomainError) in try await desk.cargos(matching: .init(typed: "abc709951")) }
        await tell { () async throws(DomainError) in try await desk.cargos(matching: .init(typed: "ABC709951")) }
        await tell { () async throws(DomainError) in try await desk.cargos(matching: .init(typed: "DEF")) }
        for limit in [-1, 0, 1_001] {
            await tell { () async throws(DomainError) in try await desk.cargos(matching: CargoLookup(), limit: limit) }
        }
        await tell { () async throws(DomainError) in try await desk.removeReference(.stub(.booking, "B 1/2"), from: first) }
        await tell { () async throws(DomainError) in try await desk.track(first) }
        await tell { () async throws(DomainError) in try await desk.routes(for: first, limit: 5, maxLegs: 3, minimumConnection: .seconds(3))
        }
        await tell { () async throws(DomainError) in
            try await desk.assign(try await desk.routes(for: first)[0], to: first, expectedVersion: 3)
        }
        await tell { () async throws(DomainError) in
            try await desk.assign(try await desk.routes(for: first)[0], to: first, expectedVersion: 1)
        }
        await tell { () async throws(DomainError) in try await desk.assign(try await desk.routes(for: second)[0], to: second) }
        await tell { () async throws(DomainError) in try await desk.placeHold(.customs, on: first, because: .stub("Zoll & \"Akten\"")) }
        await tell { () async throws(DomainError) in try await desk.worklistSummary() }
        await tell { () async throws(DomainError) in try await desk.cargos(CargoFilter(needs: [.held, .late], isAnyNeedEnough: true)) }
        await tell { () async throws(DomainError) in try await desk.releaseHold(.customs, on: first, expectedVersion: 5) }
        await tell { () async throws(DomainError) in try await desk.releaseHold(.customs, on: first, expectedVersion: 5) }
        await tell { () async throws(DomainError) in try await desk.setPickUpDeadline(of: first, to: .stub(day: 80)) }
        await tell { () async throws(DomainError) in try await desk.setPickUpDeadline(of: first, to: nil) }
        await tell { () async throws(DomainError) in try await desk.changeDeadline(of: first, to: .stub(day: 60)) }
        await tell { () async throws(DomainError) in try await desk.changeDestination(of: second, to: .stub("SGSIN")) }
        await tell { () async throws(DomainError) in
            try await desk.specifyRoute(of: second, from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 70))
        }
        await tell { () async throws(DomainError) in try await desk.handle(.receive, of: first, at: .stub("HKHKG")) }
        await tell { () async throws(DomainError) in try await desk.handle(.receive, of: first, at: .stub("HKHKG")) }
        await tell { () async throws(DomainError) in try await desk.handle(.load, of: first, at: .stub("HKHKG")) }
        await tell { () async throws(DomainError) in try await desk.handlingEvents(of: first) }
        await tell { () async throws(DomainError) in
            try await desk.retract(.receive, of: first, at: .stub("HKHKG"), completed: .stub(), because: .stub("Twice"))
        }
        await tell { () async throws(DomainError) in
            try await desk.reportPortCall(.departure, of: .stub("V1"), at: .stub("HKHKG"), status: .estimated, time: .stub(day: 3))
        }
        await tell { () async throws(DomainError) in try await desk.track(first) }
        await tell { () async throws(DomainError) in try await desk.describeVoyage(.stub("V1"), as: nil) }
        await tell { () async throws(DomainError) in try await desk.substituteVoyage(ofLeg: 0, of: first, with: .stub("V2")) }
        await tell { () async throws(DomainError) in try await desk.substituteVoyage(ofLeg: 7, of: first, with: .stub("V2")) }
        await tell { () async throws(DomainError) in
            let request = RollOver.Request(from: .stub("V2"), at: .stub("HKHKG"), to: .stub("V1"), isDryRun: true)
            return try await desk.perform(RollOver.self, request).get()
        }
        await tell { () async throws(DomainError) in try await desk.rollOver(from: .stub("V2"), at: .stub("HKHKG"), to: .stub("V1")) }
        await tell { () async throws(DomainError) in try await desk.rescheduleVoyage(.stub("V1"), to: later) }
        await tell { () async throws(DomainError) in try await desk.rescheduleVoyage(.stub("V9"), to: later) }
        await tell { () async throws(DomainError) in try await desk.cancelBooking(of: second, because: .stub("Ordered twice")) }
        await tell { () async throws(DomainError) in try await desk.cargos(CargoFilter(isCancelled: true)) }
        await tell { () async throws(DomainError) in try await desk.reinstateBooking(of: second) }
        await tell { () async throws(DomainError) in try await desk.cargo(first) }
        await tell { () async throws(DomainError) in try await desk.cargo(.stub("XYZ")) }
        await tell { () async throws(DomainError) in try await desk.cargos(limit: 1) }
        await tell { () async throws(DomainError) in try await desk.cargos(of: .stub(), after: first) }
        await tell { () async throws(DomainError) in try await desk.worklistSummary(of: .stub()) }
        await tell { () async throws(DomainError) in try await desk.events(after: 5, limit: 100).map { "\($0.sequence) \($0.fact)" } }
        return told
    }

    @Test func `every operation returns over HTTP what the kit returns`() async throws {
        let here = InMemoryStore(clock: FixedClock(), trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds))
        let expected = await Self.story(CargoKit(store: here, clock: here.clock))
        try await RemoteService.run { service in
            let told = await Self.story(try service.client(.admin))
            #expect(told.count == expected.count)
            for (index, pair) in zip(told, expected).enumerated() { #expect(pair.0 == pair.1, "step \(index + 1)") }
        }
    }

    @Test func `the token's role decides, and a refusal names the role that is needed`() async throws {
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub("ABC")).get()
            for (role, needed) in [(Role.viewer, "clerk"), (.tracking, "clerk")] {
                let client = try service.client(role)
                let error = await client.perform(PlaceHold.self, .init(.customs, on: .stub("ABC"), because: .stub())).error
                #expect(error?.code == .remoteRejected)
                #expect(error?.params == [.text("refusal", "role_insufficient"), .text("role", needed)])
            }
            let clerk = try service.client(.clerk)
            #expect(await clerk.perform(PlaceHold.self, .init(.customs, on: .stub("ABC"), because: .stub())).error == nil)
            let error = await clerk.perform(RegisterLocation.self, .init(unLocode: .stub(), name: try .init("Hong Kong"))).error
            #expect(error?.params.last == .text("role", "admin"))
            let read = await (try service.client(.viewer)).perform(TrackCargo.self, .init(trackingId: .stub("ABC")))
            #expect(try read.get().holds.count == 1)
            let unknown = try CargoClient(
                url: (try #require(.init(string: "http://127.0.0.1:\(service.port)"))),
                token: "wrong-secret-0123"
            )
            let refused = await unknown.perform(FindCargo.self, .init(trackingId: .stub("ABC"))).error
            #expect(refused?.params == [.text("refusal", "token_invalid")])
        }
    }

    @Test func `a dry run finds the errors and changes nothing`() async throws {
        try await RemoteService.run { service in
            try await service.store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
            try await service.store.cargos.save(.stub("ABC")).get()
            let events = service.store.eventCount
            let desk = try service.client(.admin).dryRun
            _ = try await desk.book(from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 90), for: .stub())
            try await desk.placeHold(.customs, on: .stub("ABC"), because: .stub())
            try await desk.handle(.receive, of: .stub("ABC"), at: .stub("HKHKG"))
            try await desk.registerVoyage(.stub("V1"), schedule: .stub(calling: "HKHKG", "SESTO"))
            try await desk.registerLocation(.stub("USNYC"), named: .init("New York"))
            await #expect(throws: DomainError.cargoNotFound(.stub("XYZ"))) {
                try await desk.cancelBooking(of: .stub("XYZ"), because: .stub())
            }
            #expect(service.store.eventCount == events)
            #expect(await service.store.voyages.findByNumber(.stub("V1")).error?.code == .voyageNotFound)
            #expect(await service.store.locations.findByUnLocode(.stub("USNYC")).error?.code == .locationNotFound)
        }
    }

    @Test(arguments: [ScriptedServer.Step.lose, .drop])
    func `a booking whose response is lost is sent again and books once`(_ fault: ScriptedServer.Step) async throws {
        try await RemoteService.run { service in
            try await service.store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
            try await ScriptedServer.run([fault, .pass], before: service.port) { server in
                let desk = try CargoClient(
                    url: server.url,
                    token: ScriptedServer.token,
                    retry: RemoteRetry(initialBackoff: .milliseconds(1)),
                    clock: service.store.clock
                )
                _ = try await desk.book(from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 90), for: .stub())
                #expect(server.stepsLeft == 0)
            }
            #expect(service.store.eventCount == 1)
        }
    }

    @Test func `a change whose response is lost is never reported as refused`() async throws {
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub("ABC")).get()
            try await ScriptedServer.run([.lose, .pass], before: service.port) { server in
                let desk = try CargoClient(
                    url: server.url,
                    token: ScriptedServer.token,
                    retry: RemoteRetry(initialBackoff: .milliseconds(1)),
                    clock: service.store.clock
                )
                let request = ChangeDeadline.Request(of: .stub("ABC"), to: .stub(day: 61), expectedVersion: 1)
                let error = await desk.perform(ChangeDeadline.self, request).error
                #expect(error?.code == .storeOutcomeUnknown, "\(error.map { "\($0.code) \($0.cause ?? "")" } ?? "")")
            }
            #expect(try await service.store.cargos.findByTrackingId(.stub("ABC")).get().version == 2)
        }
    }

    @Test func `a report without a time that is sent again reports the same time`() async throws {
        try await RemoteService.run { service in
            try await service.store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
            try await service.store.voyages.save(.stub("V1", schedule: .stub(calling: "HKHKG", "SESTO"))).get()
            try await ScriptedServer.run([.lose, .pass], before: service.port) { server in
                let desk = try CargoClient(
                    url: server.url,
                    token: ScriptedServer.token,
                    retry: RemoteRetry(initialBackoff: .milliseconds(1)),
                    clock: service.store.clock
                )
                try await desk.reportPortCall(.departure, of: .stub("V1"), at: .stub("HKHKG"), status: .estimated, time: .stub(day: 3))
                let bodies = server.requests.map { $0.split(separator: "\r\n\r\n").last ?? "" }
                #expect(bodies.count == 2 && bodies[0] == bodies[1] && bodies[0].contains(#""reportedAt":"2026-01-01T00:00:00.000Z""#))
            }
        }
    }

    @Test func `pages that would never end, or are longer than asked for, are an error`() async throws {
        let (cargo, time) = (record(.stub("ABC", version: 1)), #""asOf":"2026-01-01T00:00:00.000Z","#)
        let pages = [#"{\#(time)"cargos":[],"next":"ABC"}"#, #"{\#(time)"cargos":[\#(cargo),\#(cargo)]}"#]
        for page in pages {
            try await ScriptedServer.run([.send(answer(200, body: page)), .send(answer(200, body: page))]) { server in
                let desk = try CargoClient(url: server.url, token: ScriptedServer.token, retry: .none)
                let listed = await desk.perform(ListCargos.self, .init(after: .stub("DEF"), limit: 1))
                #expect(listed.error?.cause == "the pages are not in order")
                let lookup = CargoLookup(references: [.stub()])
                let found = await desk.perform(LookUpCargos.self, .init(lookup, after: .stub("DEF"), limit: 1))
                #expect(found.error?.cause == "the pages are not in order")
            }
        }
    }

    @Test(arguments: ["", #"{"line":1,"result":"added"}"# + "\n", #"{"line":3,"result":"added"}"# + "\n", "{}\n", "[\n"])
    func `an import fails if a row has no result, or several`(_ results: String) async throws {
        let twice = results.contains(#""line":1"#) ? results + results : results
        try await ScriptedServer.run([.send(answer(200, "application/x-ndjson", twice))]) { server in
            var rows = RemoteRows.handlingEvents(try CargoClient(url: server.url, token: ScriptedServer.token, retry: .none))
            let taken = await rows.take([1, 2].map { ImportRow(line: $0, text: "", content: .fields(["trackingId": "ABC"])) })
            #expect(taken.error != nil)
        }
    }

    @Test(arguments: [#"{"trackingId":7}"#, "{}", "[]", "", #"{"trackingId":"ABC"}"#, String(repeating: "[", count: 10_000)])
    func `a response that isn't the service's is an error`(_ body: String) async throws {
        try await ScriptedServer.run([.send(answer(200, body: body))]) { server in
            let desk = try CargoClient(url: server.url, token: ScriptedServer.token, retry: .none)
            #expect(await desk.perform(ChangeDeadline.self, .init(of: .stub(), to: .stub(day: 60))).error?.code == .remoteRejected)
        }
    }
}
