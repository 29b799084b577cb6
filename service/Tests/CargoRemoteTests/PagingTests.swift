import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoRemote

/// Lists of any length are read in pages of 1000.
struct PagingTests {
    @Test("REP-1, REP-7: a customer's cargos and the voyage changes are fetched page by page and returned complete")
    func whole() async throws {
        try await RemoteService.run { service in
            let ids = (1000...2000).map { "CARGO-\($0)" }
            for id in ids {
                try await service.store.cargos.save(.stub(id)).get()
                try await service.store.voyages.save(.stub(id)).get()
            }
            try await ScriptedServer.run(Array(repeating: .pass, count: 5), before: service.port) { server in
                let store = try server.store(maximumBytes: 4 << 20)
                #expect(try await store.cargos.findForCustomer(.stub()).get().map(\.trackingId.text) == ids)
                let changes = try await store.voyages.findChanges(after: 0).get()
                #expect(changes.voyages.map(\.number.text) == ids)
                #expect(try await store.voyages.findChanges(after: changes.position).get().voyages == [])
                #expect(
                    server.requests.map { $0.prefix { $0 != "\r\n" } } == [
                        "GET /v1/repository/cargos?customer=CUST-1&limit=1000 HTTP/1.1",
                        "GET /v1/repository/cargos?customer=CUST-1&limit=1000&after=CARGO-1999 HTTP/1.1",
                        "GET /v1/repository/voyage-changes?since=0&limit=1000 HTTP/1.1",
                        "GET /v1/repository/voyage-changes?since=0&limit=1000&after=CARGO-1999 HTTP/1.1",
                        "GET /v1/repository/voyage-changes?since=\(changes.position)&limit=1000 HTTP/1.1",
                    ]
                )
            }
        }
    }

    @Test("REP-7: the position of voyage changes is the first page's, so saves made meanwhile are returned next time")
    func position() async throws {
        let pages = [#"{"items":[],"next":"V1","position":7}"#, #"{"items":[],"position":9}"#]
        try await ScriptedServer.run(pages.map { .send(answer(200, body: $0)) }) { server in
            let store = try server.store()
            #expect(try await store.voyages.findChanges(after: 3).get().position == 7)
            #expect(server.requests[1].hasPrefix("GET /v1/repository/voyage-changes?since=3&limit=1000&after=V1 HTTP/1.1\r\n"))
        }
    }

    @Test(arguments: [#"{"items":[],"next":"AAA"}"#, #"{"items":[],"next":"AA"}"#, #"{"items":[],"next":""}"#])
    func `a service whose pages never end is rejected`(page: String) async throws {
        let first = answer(200, body: #"{"items":[],"next":"AAA"}"#)
        try await ScriptedServer.run([.send(first), .send(answer(200, body: page)), .send(first)]) { server in
            let store = try server.store()
            #expect(await store.cargos.findForCustomer(.stub()).error?.code == .remoteRejected)
            #expect(server.stepsLeft == 1)
        }
    }
}
