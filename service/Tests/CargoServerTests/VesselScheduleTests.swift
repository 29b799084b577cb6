import CargoWire
import Testing

@testable import CargoServer

/// Vessel schedules of carriers, over HTTP.
struct VesselScheduleTests {
    private static let path = "/v1/vessel-schedules"

    private static func body(arrival: String, port: String = "SESTO") -> String {
        """
        [{"carrierServiceCode":"FE1","vesselSchedules":[{"vesselIMONumber":"9074729","vesselName":"EVER GIVEN","isDummyVessel":false,\
        "transportCalls":[{"carrierImportVoyageNumber":"9999R","carrierExportVoyageNumber":"1W","location":{"UNLocationCode":"HKHKG"},\
        "timestamps":[{"eventTypeCode":"DEPA","eventClassifierCode":"PLN","eventDateTime":"2026-01-20T00:00:00Z"}]},\
        {"carrierImportVoyageNumber":"1W","location":{"UNLocationCode":"\(port)"},\
        "timestamps":[{"eventTypeCode":"ARRI","eventClassifierCode":"PLN","eventDateTime":"\(arrival)"}]}]}]}]
        """
    }

    @Test func `schedules register and change voyages, and say what became of each`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            for (arrival, result) in [
                ("2026-02-10T00:00:00Z", "added"), ("2026-02-10T00:00:00Z", "unchanged"), ("2026-02-12T00:00:00Z", "updated"),
            ] {
                let answer = try await service.send("POST", Self.path, Self.body(arrival: arrival), as: TestService.admin)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(
                    answer.text
                        == #"{"affectedCargos":[],"issues":[],"voyages":[{"result":"\#(result)","voyageNumber":"9074729-1W"}]}"#
                )
            }
            let bad = try await service.send(
                "POST",
                Self.path,
                Self.body(arrival: "2026-02-10T00:00:00Z", port: "X"),
                as: TestService.admin
            )
            #expect(bad.status == 200)
            #expect(
                try bad.json["issues"]?.asList?.compactMap { $0["path"]?.asText }
                    == ["[0].vesselSchedules[0].transportCalls[1].location.UNLocationCode", "[0].vesselSchedules[0].transportCalls[0]"]
            )
        }
    }

    @Test func `only who may register voyages may send schedules, and they must be JSON`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            #expect(try await service.send("POST", Self.path, "[]").status == 403)
            #expect(try await service.send("POST", Self.path, "[{", as: TestService.admin).status == 400)
            let none = try await service.send("POST", Self.path, "[]", as: TestService.admin)
            #expect(none.text == #"{"affectedCargos":[],"issues":[],"voyages":[]}"#)
        }
    }
}
