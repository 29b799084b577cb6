import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Testing

@testable import cargo_cli

@Suite("Late ships, holds and pick-up in words")
struct RealityTextTests {
    @Test func `a command's options become a request`() throws {
        let words = [
            "voyage", "report", "V100", "--at", "USNYC", "--end", "arrival", "--status", "estimated", "--time", "T", "--reported", "R",
        ]
        let report = try #require(try CargoCLI.command(for: words) as? ReportPortCallCommand)
        #expect([report.number, report.at, report.end, report.status, report.time] == ["V100", "USNYC", "arrival", "estimated", "T"])
        #expect(report.reported == "R" && !report.write.isDryRun)
        let rollOver = try #require(
            try CargoCLI.command(for: ["voyage", "roll-over", "V1", "--at", "USNYC", "--to", "V2", "--dry-run"]) as? RollOverCommand
        )
        #expect([rollOver.from, rollOver.at, rollOver.to] == ["V1", "USNYC", "V2"] && rollOver.write.isDryRun)
        let pickUp = try #require(try CargoCLI.command(for: ["pickup-deadline", "ABC"]) as? PickUpDeadlineCommand)
        #expect(pickUp.deadline == nil)
        #expect(throws: (any Error).self) { try CargoCLI.command(for: ["route", "substitute", "ABC", "--leg", "0", "--voyage", "V1"]) }
    }

    @Test func `details have the carrier's numbers sorted and once; without an option there are none`() throws {
        let words = ["voyage", "describe", "V1", "--carrier", "maeu", "--vessel-name", "Star"]
        let numbers = ["b", "B", " b ", "é", "e\u{301}"].flatMap { ["--carrier-voyage", $0] }
        let command = try #require(try CargoCLI.command(for: words + numbers) as? DescribeVoyageCommand)
        #expect(
            command.details.input == [
                "carrier": "MAEU", "carrierVoyageNumbers": ["B", "b", "e\u{301}", "é"], "vessel": ["name": "Star"],
            ]
        )
        let bare = try #require(try CargoCLI.command(for: ["voyage", "describe", "V1"]) as? DescribeVoyageCommand)
        #expect(bare.details.input == nil)
    }

    @Test func `an invalid detail is reported by option name, with the given value`() {
        let request: Input = ["details": ["carrierVoyageNumbers": ["052W", ""], "vessel": ["imoNumber": "9074728"]]]
        let error = DomainError.validationFailed([
            .init(path: "details.vessel.imoNumber", code: .imoNumberInvalid),
            .init(path: "details.carrierVoyageNumbers[1]", code: .carrierVoyageNumberInvalid),
            .init(path: "details.carrierVoyageNumbers", code: .carrierVoyageNumbersInvalid),
        ])
        #expect(
            CommandFailure(error, in: request).fields.map(\.message) == [
                "--carrier-voyage: The carrier's voyage numbers are not 1 to 20 different ones in order. "
                    + "Give 1 to 20 numbers, each once, sorted.",
                "--carrier-voyage: empty",
                "--vessel-imo: ‘9074728’ is not a valid IMO number. "
                    + "Use the ship's 7 digits, such as 9074729; the last is a check digit.",
            ]
        )
    }

    @Test func `routes that are too late are late by some time`() throws {
        let deadline = try Instant("2026-01-05T00:00:00Z")
        #expect(
            Candidates.lateness(of: try Instant("2026-01-05T06:00:00Z"), after: deadline)
                == "No route arrives before 2026-01-05 00:00 UTC. The earliest arrives 2026-01-05 06:00 UTC, 6 hours late."
        )
        #expect(
            Candidates.lateness(of: deadline, after: deadline)
                == "No route arrives before 2026-01-05 00:00 UTC. The earliest arrives at exactly that time."
        )
    }

    @Test func `a voyage is shown with its details, and each call with its forecast and its report`() throws {
        let movement = try CarrierMovement(
            departureLocation: UnLocode("HKHKG"),
            arrivalLocation: UnLocode("USNYC"),
            departureTime: Instant("2026-03-05T06:00:00Z"),
            arrivalTime: Instant("2026-03-26T12:00:00Z")
        )
        let details = try VoyageDetails(
            carrier: CarrierCode("MAEU"),
            carrierVoyageNumbers: [CarrierVoyageNumber("052W"), CarrierVoyageNumber("053E")],
            mode: .vessel,
            vessel: Vessel(imoNumber: IMONumber("9074729"), name: VesselName("Ever\u{202E}Given"))
        )
        let now = try Instant("2026-03-06T00:00:00Z")
        let voyage = try Voyage.register(number: VoyageNumber("V100"), schedule: Schedule([movement]), details: details)
            .reporting(.departure, at: UnLocode("HKHKG"), status: .actual, time: Instant("2026-03-05T09:00:00Z"), reportedAt: now, at: now)
        #expect(
            VoyageText(VoyageView(of: voyage), .plain).text == """
                V100  version 0
                  Carrier            MAEU, voyage 052W, 053E
                  Ship               Ever\\u{202e}Given, IMO 9074729
                  Means of transport Sea-going ship

                  AT              SCHEDULED         FORECAST          REPORT
                  HKHKG  departs  2026-03-05 06:00  2026-03-05 09:00  actual
                  USNYC  arrives  2026-03-26 12:00  2026-03-26 15:00

                """
        )
    }

    @Test func `a missed connection leaves no estimates from its leg on`() throws {
        let text = TrackingText(
            try view(
                legs: [
                    leg("V1", "HKHKG", "2026-03-05T06:00:00Z", "USNYC", "2026-03-26T12:00:00Z", unload: "2026-03-29T12:00:00Z"),
                    leg(
                        "V2",
                        "USNYC",
                        "2026-03-27T08:00:00Z",
                        "SESTO",
                        "2026-04-07T16:00:00Z",
                        load: "2026-03-27T08:00:00Z",
                        unload: "2026-04-07T16:00:00Z"
                    ),
                ],
                promised: "2026-04-07T16:00:00Z",
                disruption: Disruption(leg: 1, location: UnLocode("USNYC"), reason: .connectionMissed, voyageNumber: VoyageNumber("V2"))
            ),
            at: .earliest,
            overdueAfter: .zero,
            .plain
        ).text
        #expect(
            text == """
                ABC  In port Stockholm  disrupted
                  Misses V2 in USNYC: V1 arrives 2026-03-29 12:00, V2 leaves 2026-03-27 08:00
                  Find another route: cargo-cli route candidates ABC
                  Customer  ACME
                  Journey   Hong Kong (HKHKG) → Stockholm (SESTO)
                  Deadline  2026-06-01 00:00 UTC
                  Arrival   unknown, promised 2026-04-07 16:00 UTC

                  VOYAGE          AT     PLANNED           ESTIMATED         ACTUAL
                  V1      load    HKHKG  2026-03-05 06:00
                  V1      unload  USNYC  2026-03-26 12:00  2026-03-29 12:00
                  V2      load    USNYC  2026-03-27 08:00
                  V2      unload  SESTO  2026-04-07 16:00

                """
        )
    }

    @Test func `a cargo at its destination shows its holds, its promise and until when to collect it`() throws {
        func shown(overdue: String?) throws -> String {
            let hold = Hold(type: .customs, reason: try Reason("Inspection"), at: try Instant("2026-12-08T08:00:00Z"))
            return TrackingText(
                try view(
                    promised: "2026-12-03T16:00:00Z",
                    estimated: "2026-12-07T16:00:00Z",
                    delay: 4 * 86_400_000,
                    overdue: overdue,
                    holds: [hold],
                    pickUpBy: "2026-12-15T00:00:00Z"
                ),
                at: .earliest,
                overdueAfter: .zero,
                .plain
            ).text
        }
        #expect(
            try shown(overdue: nil) == """
                ABC  In port Stockholm  held
                  Held by customs: Inspection, since 2026-12-08 08:00 UTC
                  Customer   ACME
                  Journey    Hong Kong (HKHKG) → Stockholm (SESTO)
                  Deadline   2026-06-01 00:00 UTC
                  Arrival    promised 2026-12-03 16:00, arrived 2026-12-07 16:00 UTC: 4 days late
                  Collect by 2026-12-15 00:00 UTC

                """
        )
        let overdue = try shown(overdue: "2026-12-15T00:00:00Z")
        #expect(overdue.hasPrefix("ABC  In port Stockholm  not collected\n"))
        #expect(overdue.hasSuffix("  Overdue   to be collected by 2026-12-15 00:00 UTC\n"))
    }

    @Test func `a roll-over lists what was moved and, apart, what wasn't and why`() throws {
        let (moved, stuck) = (try TrackingId("A-1"), try TrackingId("B-1"))
        let estimate = Estimate(disruption: nil, estimatedArrival: try Instant("2026-04-12T16:00:00Z"))
        let response = RollOver.Response(
            affectedCargos: [AffectedCargo(trackingId: moved, estimate: estimate, arrivalDelay: 5 * 86_400_000)],
            failures: [.init(code: .voyageDoesNotCall, trackingId: stuck)]
        )
        #expect(
            RollOverCommand.text(response, .plain) == """
                TRACKING ID  ARRIVAL           DELAY        EFFECT
                A-1          2026-04-12 16:00  5 days late  in time

                NOT MOVED  CODE                  REASON
                B-1        voyage_does_not_call  The voyage does not call there.

                """
        )
        #expect(RollOverCommand.text(.init(affectedCargos: []), .plain).isEmpty)
    }

    // MARK: Given

    private func view(
        legs: [CargoTrackingView.TrackedLeg] = [],
        promised: String,
        estimated: String? = nil,
        delay: Int64? = nil,
        disruption: Disruption? = nil,
        overdue: String? = nil,
        holds: [Hold] = [],
        pickUpBy: String? = nil
    ) throws -> CargoTrackingView {
        let stockholm = Location(unLocode: try UnLocode("SESTO"), name: try LocationName("Stockholm"))
        return CargoTrackingView(
            trackingId: try TrackingId("ABC"),
            customerId: try CustomerId("ACME"),
            origin: Location(unLocode: try UnLocode("HKHKG"), name: try LocationName("Hong Kong")),
            destination: stockholm,
            arrivalDeadline: try Instant("2026-06-01T00:00:00Z"),
            transportStatus: .inPort,
            routingStatus: .routed,
            isUnloadedAtDestination: disruption == nil,
            lastKnownLocation: stockholm,
            promisedArrival: try Instant(promised),
            estimatedArrival: try estimated.map { try Instant($0) },
            arrivalDelay: delay,
            disruption: disruption,
            overdueSince: try overdue.map { try Instant($0) },
            holds: holds,
            pickUpBy: try pickUpBy.map { try Instant($0) },
            statusText: "In port Stockholm",
            legs: legs
        )
    }

    private func leg(
        _ voyage: String,
        _ from: String,
        _ loadTime: String,
        _ to: String,
        _ unloadTime: String,
        load: String? = nil,
        unload: String? = nil
    ) throws -> CargoTrackingView.TrackedLeg {
        CargoTrackingView.TrackedLeg(
            try Leg(
                voyageNumber: VoyageNumber(voyage),
                loadLocation: UnLocode(from),
                unloadLocation: UnLocode(to),
                loadTime: Instant(loadTime),
                unloadTime: Instant(unloadTime)
            ),
            times: .init(
                estimatedLoadTime: try load.map { try Instant($0) },
                estimatedUnloadTime: try unload.map { try Instant($0) }
            )
        )
    }
}
