import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Testing

@Suite("cargo-cli carrier-event", .waitsForProcesses)
struct CarrierEventCommandTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// Creates a store with the cargo `ABC` at sea, and two events of carriers that wait.
    private func given() async throws -> (gate: String, voyage: String) {
        try tool.givenAtSea()
        let gate = CarrierEvent.stub(
            1,
            document: Self.document(#""equipmentEventTypeCode":"DISC""#, "USNYC", voyage: "V100"),
            state: .open(CarrierEventReason(.cargoUnknown, "MSKU1234565"))
        )
        let voyage = CarrierEvent.stub(
            2,
            of: "HLCU",
            document: Self.document(#""equipmentEventTypeCode":"LOAD""#, "USNYC", voyage: "UK244A")
        )
        let store = try await JSONFileStore.open(tool.directory.appending(path: "cargo-data").path)
        #expect(try await store.carrierEvents?.save([gate, voyage]).get() == true)
        await store.close()
        return (gate.id.text, voyage.id.text)
    }

    private static func document(_ code: String, _ place: String, voyage: String) -> String {
        """
        {\(code),"equipmentReference":"MSKU1234565","eventClassifierCode":"ACT","eventDateTime":"2026-03-20T00:00:00Z","eventType":"EQUIPMENT",\
        "transportCall":{"UNLocationCode":"\(place)","carrierVoyageNumber":"\(voyage)"}}
        """
    }

    private func run(_ words: String..., now: String = "2026-03-21T00:00:00Z", language: String = "C") throws -> CommandLineTool.Run {
        try tool.run(["carrier-event"] + words, environment: ["CARGO_NOW": now, "LANG": language])
    }

    @Test("lists what waits and why, and tries it again when the cargo has the container")
    func retry() async throws {
        let (gate, voyage) = try await given()
        let listed = try run("list")
        #expect(listed.output.contains("No cargo has the container or document MSKU1234565."), "\(listed)")
        #expect(listed.output.contains(voyage))
        #expect(try run("list", language: "de_DE.UTF-8").output.contains("Keine Reise hat die Nummer UK244A."))
        let csv = try run("list", "--carrier", "MAEU", "-o", "csv").output
        let told = "open,2026-01-01T00:00:00.000Z,DISCHARGE,MSKU1234565,V100,USNYC,cargo_not_found,MSKU1234565,2026-01-02T00:00:00.000Z"
        #expect(csv.contains("\n\(gate),MAEU,\(told),,,,"), "\(csv)")
        #expect(try run("list", "--limit", "1").notes.contains("--after \(voyage)"))
        let json = try run("list", "--reason", "voyage_not_found", "-o", "json").output
        #expect(json.hasPrefix(#"[{"assumptions":["voyage-name"],"carrier":"HLCU""#), "\(json)")
        let waiting = try run("retry", "--all")
        #expect(waiting.status == 4 && waiting.notes.contains("0 events are settled."), "\(waiting)")
        #expect(try tool("reference", "add", "ABC", "container", "MSKU1234565").status == 0)
        #expect(try run("retry", gate).status == 0)
        #expect(try run("show", gate).output.contains("applied to cargo ABC"))
        #expect(try run("list", "--state", "applied", "-o", "json").output.contains(#""trackingId":"ABC""#))
        #expect(try tool("track", "ABC").output.contains("New York"))
    }

    @Test("dismisses an event with a reason; what was received is shown, and an unknown id is told")
    func dismiss() async throws {
        let (gate, _) = try await given()
        let shown = try run("show", gate).output
        #expect(shown.contains("Waits for:") && shown.contains("\n  \"equipmentEventTypeCode\": \"DISC\",\n"), "\(shown)")
        #expect(try run("show", gate, "-o", "json").output.contains(#""event":{"equipmentEventTypeCode":"DISC""#))
        #expect(try run("dismiss", gate).status == 64)
        #expect(try run("dismiss", gate, "--reason", " ").status == 65)
        #expect(try run("dismiss", gate, "--reason", "Of the trip before").status == 0)
        #expect(try run("list", "--state", "dismissed").output.contains("dismissed by cargo-cli: Of the trip before"))
        #expect(try run("retry", gate).status == 0)
        let unknown = try run("show", "MAEU.9f86d081884c7d659a2feaa0c55ad015", "-o", "json")
        #expect(unknown.status == 3 && unknown.notes.contains(#""code":"carrier_event_not_found""#), "\(unknown)")
        for words in [["show", "nonsense"], ["retry"], ["retry", "--all", gate], ["list", "--state", "OLD"], ["list", "--reason", "x"]] {
            #expect(try tool.run(["carrier-event"] + words).status == 64, "\(words)")
        }
        let remote = try run("list", "--store", "http://127.0.0.1:9")
        #expect(remote.notes.contains("Events of carriers cannot be managed over"), "\(remote)")
    }
}
