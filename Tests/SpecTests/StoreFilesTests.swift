import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire
import Foundation
import Testing

/// The stores of `spec/files/`, good and damaged, each judged as it says; the Kotlin twin runs the same.
@Suite("The stores in spec/files")
struct StoreFilesTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "spec/files/v1")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    @Test("spec/files isn't empty")
    func thereAreStores() { #expect(Self.names.count >= 30) }

    @Test("REP-1: a cargo whose header is too old to say where it lies is found in its port, and in no other")
    func portOfAnOldRecord() async throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "cargo-kit-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: Self.folder.appending(path: "no-place-in-the-header/store"), to: copy)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: copy) } }
        let store = try await JSONFileStore.open(copy.path)
        for (port, ids) in [("CNHKG", ["ABC123"]), ("DEHAM", [])] {
            let page = try await store.cargos.find(CargoQuery(place: UnLocode(port)), after: nil, limit: 9).get()
            #expect(page.items.map(\.trackingId.text) == ids)
        }
        await store.close()
    }

    @Test("REP-4, REP-5: every store behaves as its verdict says", arguments: names)
    func verdict(name: String) async throws {
        let text = try String(contentsOf: Self.folder.appending(path: "\(name)/case.json"), encoding: .utf8)
        let file = try JSONParser.parse(text)
        let copy = FileManager.default.temporaryDirectory.appending(path: "cargo-kit-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: Self.folder.appending(path: "\(name)/store"), to: copy)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: copy) } }
        let expected = CanonicalJSON.text(of: try #require(file["verdict"]))
        #expect(try await StoreJudge(path: copy.path, questions: try #require(file["ask"])).verdict() == expected)
    }
}

/// Asks a store all that a case of `spec/files/` wants to know, and writes its answers down; it saves a cargo in the end.
struct StoreJudge {
    let path: String
    let questions: Input

    func verdict() async throws -> String {
        let store: JSONFileStore
        do throws(DomainError) { store = try await JSONFileStore.open(path) } catch {
            return "{\"open\":{\"err\":\(Self.json(error))}}"
        }
        var members: [String] = []
        let cargos = try questions.texts("cargos")
        members.append(
            "\"cargos\":"
                + (await answers(cargos) { (id) throws(DomainError) in
                    Self.json(try await store.cargos.findByTrackingId(TrackingId(id)).get())
                })
        )
        members.append(
            "\"cargosListed\":"
                + (await answer { () throws(DomainError) in
                    Self.trackingIds(try await store.cargos.find(CargoQuery(), after: nil, limit: 1000).get().items)
                })
        )
        members.append(
            "\"customers\":"
                + (await answers(try questions.texts("customers")) { (id) throws(DomainError) in
                    Self.trackingIds(try await store.cargos.findForCustomer(CustomerId(id)).get())
                })
        )
        members.append(
            "\"events\":"
                + (await answer { () throws(DomainError) in
                    Self.list(try await store.events.events(after: 0, limit: 1000).get().map(Self.json))
                })
        )
        members.append("\"findings\":" + (await answer { () throws(DomainError) in Self.findings(try await store.verify().get()) }))
        members.append(
            "\"histories\":"
                + (await answers(cargos) { (id) throws(DomainError) in
                    Self.list(try await store.handlingEvents.findHistory(of: TrackingId(id)).get().events.map(Self.json))
                })
        )
        members.append(
            "\"locations\":"
                + (await answers(try questions.texts("locations")) { (id) throws(DomainError) in
                    Self.json(try await store.locations.findByUnLocode(UnLocode(id)).get())
                })
        )
        members.append("\"save\":" + (await answer { () throws(DomainError) in try await self.save(in: store) }))
        members.append(
            "\"voyages\":"
                + (await answers(try questions.texts("voyages")) { (id) throws(DomainError) in
                    Self.json(try await store.voyages.findByNumber(VoyageNumber(id)).get())
                })
        )
        await store.close()
        return "{" + members.joined(separator: ",") + "}"
    }

    /// Saves a new cargo; tells which tails had to be moved away for it.
    private func save(in store: JSONFileStore) async throws(DomainError) -> String {
        let specification = try RouteSpecification(
            origin: UnLocode("SESTO"),
            destination: UnLocode("CNHKG"),
            arrivalDeadline: Instant("2100-01-01T00:00:00.000Z")
        )
        let cargo = try Cargo.book(
            trackingId: TrackingId("NEWCARGO"),
            customerId: CustomerId("NEWCOMER"),
            routeSpecification: specification,
            at: Instant("1970-01-01T00:00:00.000Z")
        )
        try await store.cargos.save(cargo).get()
        let tails = try await store.statistics().get().recoveredTails.map {
            "{\"end\":\($0.range.upperBound),\"file\":\"\($0.segment)\",\"start\":\($0.range.lowerBound)}"
        }
        return "{\"quarantined\":" + Self.list(tails) + "}"
    }

    private func answers(_ ids: [String], _ body: (String) async throws(DomainError) -> String) async -> String {
        var items: [String] = []
        for id in ids { items.append("{\"answer\":\(await answer { () throws(DomainError) in try await body(id) }),\"id\":\"\(id)\"}") }
        return Self.list(items)
    }

    private func answer(_ body: () async throws(DomainError) -> String) async -> String {
        do throws(DomainError) { return "{\"ok\":\(try await body())}" } catch { return "{\"err\":\(Self.json(error))}" }
    }

    private static func findings(_ findings: [StoreFinding]) -> String {
        let sorted = findings.sorted {
            ($0.file, $0.offset ?? -1, $0.problem.rawValue, $0.record ?? "") < (
                $1.file, $1.offset ?? -1, $1.problem.rawValue, $1.record ?? ""
            )
        }
        return list(
            sorted.map { finding in
                let offset = finding.offset.map { ",\"offset\":\($0)" } ?? ""
                let record = finding.record.map { ",\"record\":\"\($0)\"" } ?? ""
                return "{\"file\":\"\(finding.file)\"\(offset),\"problem\":\"\(finding.problem.rawValue)\"\(record)}"
            }
        )
    }

    private static func trackingIds(_ cargos: [Cargo]) -> String { list(cargos.map { "\"\($0.trackingId.text)\"" }) }
    private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

    private static func json(_ value: some CanonicallyEncodable) -> String {
        var writer = JSONWriter()
        value.write(to: &writer)
        return writer.text
    }
}

extension Input {
    /// The texts of a member that is a list.
    fileprivate func texts(_ name: String) throws -> [String] {
        try items(name).map {
            guard case .text(let text) = $0 else { throw Specification.Missing(path: name) }
            return text
        }
    }
}
