import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The route that takes the vessel schedules of carriers.
struct VesselScheduleRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v1/vessel-schedules",
                .requires(.maintain),
                Operation(
                    .reference,
                    "importVesselSchedules",
                    "Import vessel schedules of a carrier",
                    description: """
                        Takes the service schedules of DCSA Operational Vessel Schedules 3.0. Each voyage number of a ship is a voyage: planned times are its \
                        schedule, estimated and actual ones reports of port calls. New voyages are registered, and known ones change where the schedules say \
                        otherwise. A voyage that fails doesn't affect the others, and sending the same schedules again changes nothing.
                        """,
                    body: [(.json, .named(nil, listOf: .anyObject(orNull: true), example: [Self.example]))],
                    .reply(200, "What became of each voyage, and what couldn't be read.", ScheduleResult.schema),
                    problems: .usual()
                ),
                take
            )
        ]
    }

    /// How many bytes a body may have: its JSON takes several times as much memory.
    private static let maximumSize = 8 << 20
    /// How many voyages are imported at once.
    private static let chunkSize = 100

    private static let example: Input = [
        "carrierServiceCode": "FE1", "carrierServiceName": "Great Lion Service",
        "vesselSchedules": [
            [
                "isDummyVessel": false,
                "transportCalls": [call("HKHKG", "DEPA", "2026-01-05T00:00:00Z"), call("SESTO", "ARRI", "2026-02-05T00:00:00Z")],
                "vesselIMONumber": "9321483", "vesselName": "King of the Seas", "vesselOperatorSMDGLinerCode": "HLC",
            ]
        ],
    ]

    private static func call(_ port: String, _ type: String, _ time: String) -> Input {
        [
            "carrierExportVoyageNumber": "2103S", "carrierImportVoyageNumber": "2103S",
            "location": ["UNLocationCode": .text(port), "locationType": "UNLO"],
            "timestamps": [["eventClassifierCode": "PLN", "eventDateTime": .text(time), "eventTypeCode": .text(type)]],
            "transportCallReference": .text("SR11111X-9321483-2103S-\(port)"),
        ]
    }

    private func take(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        _ = try call.content(of: .json)
        let bytes = try await call.body.bytes(for: .json, isBatch: true, limit: Self.maximumSize)
        let schedules = try reading(FieldPlaces()) { () throws(DomainError) in try PublishedSchedules(bytes) }
        var rest = ImportSchedules(kit, schedules)
        var voyages: [ScheduleResult.Voyage] = []
        var issues: [ImportIssue] = []
        var affected: [TrackingId: AffectedCargo] = [:]
        while true {
            let outcome = await rest.next(Self.chunkSize) { voyages.append(.init(voyageNumber: $0, result: $1.word)) }
            guard let step = try outcome.orProblem() else { break }
            issues += step.issues
            for cargo in step.affectedCargos { affected[cargo.trackingId] = cargo }
        }
        call.trail.note(ids: voyages.filter { ["added", "updated"].contains($0.result) }.map(\.voyageNumber.text))
        return .json(
            ScheduleResult(
                affectedCargos: affected.values.sorted { $0.trackingId < $1.trackingId },
                issues: issues.map { .init(code: $0.code, path: $0.path ?? "", result: $0.verdict.rawValue, text: $0.text) },
                voyages: voyages
            )
        )
    }
}

/// What became of vessel schedules.
private struct ScheduleResult: WireObject {
    static let form = ObjectForm<ScheduleResult>(
        "VesselScheduleResult",
        .member("affectedCargos", \.affectedCargos, "The cargos that the changed voyages concern."),
        .member("issues", \.issues, "What wasn't imported, or was imported without something that is invalid."),
        .member("voyages", \.voyages, "The voyages, in the order of the schedules.")
    )

    let affectedCargos: [AffectedCargo]
    let issues: [Issue]
    let voyages: [Voyage]

    struct Voyage: WireObject {
        static let form = ObjectForm<Voyage>(
            "PublishedVoyage",
            .member("result", \.result, schema: .words(nil, ["added", "updated", "unchanged", "skipped"])),
            .member("voyageNumber", \.voyageNumber)
        )

        let voyageNumber: VoyageNumber
        let result: String
    }

    struct Issue: WireObject {
        static let form = ObjectForm<Issue>(
            "VesselScheduleIssue",
            .member("code", \.code, example: "un_locode_invalid"),
            .member("path", \.path, "Where in the schedules.", example: "[0].vesselSchedules[0].transportCalls[2].location.UNLocationCode"),
            .member("result", \.result, schema: .words(nil, ImportIssue.Verdict.allCases.map(\.rawValue))),
            .member("text", \.text, "The ship or the voyage.", example: "King of the Seas 2103S")
        )

        let code: String
        let path: String
        let result: String
        let text: String
    }
}

extension FollowPublishedVoyage.Outcome {
    /// The outcome in answers.
    fileprivate var word: String {
        switch self {
        case .added: "added"
        case .updated: "updated"
        case .unchanged: "unchanged"
        case .incomplete, .blank: "skipped"
        }
    }
}
