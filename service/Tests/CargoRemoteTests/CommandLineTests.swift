import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoServer
import CargoTesting
import Foundation
import Synchronization
import Testing

/// `cargo-cli` with the real service, as processes.
struct CommandLineTests {
    struct Run: Sendable {
        let status: Int32
        let output: String
        let notes: String
    }

    /// Runs the built command line with a store behind a service, and with only the variables in `environment`.
    private func call(_ words: [String], _ environment: [String: String]) async throws -> Run {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let process = Process()
                        process.executableURL = Self.executable
                        process.arguments = words
                        process.environment = environment
                        let (output, notes) = (Pipe(), Pipe())
                        process.standardOutput = output
                        process.standardError = notes
                        try process.run()
                        let text = try output.fileHandleForReading.readToEnd() ?? Data()
                        let told = try notes.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return Run(
                            status: process.terminationStatus,
                            output: String(decoding: text, as: UTF8.self),
                            notes: String(decoding: told, as: UTF8.self)
                        )
                    }
                )
            }
        }
    }

    private static var executable: URL {
        let bundle =
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return bundle.deletingLastPathComponent().appendingPathComponent("cargo-cli")
    }

    @Test func `a cargo is booked, routed, handled and tracked over a service`() async throws {
        try await RemoteService.run { service in
            let environment = [
                "CARGO_STORE": "http://127.0.0.1:\(service.port)/", "CARGO_TOKEN": ScriptedServer.token,
                "CARGO_NOW": "2026-01-01T00:00:00Z",
            ]
            try await service.store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
            let schedule = Schedule.stub(calling: "HKHKG", "SESTO")
            try await service.store.voyages.save(.stub(schedule: schedule)).get()
            for words in [
                "book --origin HKHKG --destination SESTO --deadline 2026-06-01T00:00:00Z --customer ACME --tracking-id ABC",
                "route assign ABC --candidate 1", "handle receive ABC --at HKHKG --completed 2026-01-01T00:00:00Z", "list -o json",
                "events -o ndjson",
            ] {
                let run = try await call(words.split(separator: " ").map { String($0) }, environment)
                #expect(run.status == 0, "\(words): \(run.notes)")
            }
            let tracked = try await call(["track", "ABC", "-o", "json"], environment)
            #expect(tracked.output.contains(#""transportStatus":"IN_PORT""#), "\(tracked.output) \(tracked.notes)")
            let cargo = try await service.store.cargos.findByTrackingId(.stub("ABC")).get()
            #expect(cargo.version == 3)
            let types = try await service.store.events.events(after: 0, limit: 10).get().map(\.fact.type)
            #expect(types == ["CargoBooked", "CargoRouted", "HandlingEventRegistered", "CargoHandled"])
        }
    }

    private func run(_ words: String, _ environment: [String: String]) async throws -> Run {
        try await call(words.split(separator: " ").map { String($0) }, environment)
    }

    @Test func `a clerk's token is enough for a morning's work, and a viewer's changes nothing`() async throws {
        try await RemoteService.run { service in
            try await service.store.locations.save([.stub("HKHKG", name: "Hong Kong"), .stub("SESTO", name: "Stockholm")]).get()
            for (number, day) in [("V1", 2), ("V2", 12)] {
                try await service.store.voyages.save(.stub(number, schedule: .stub(calling: "HKHKG", "SESTO", fromDay: day))).get()
            }
            func environment(_ role: Role) -> [String: String] {
                [
                    "CARGO_STORE": "http://127.0.0.1:\(service.port)/", "CARGO_TOKEN": RemoteService.secret(of: role),
                ]
            }
            let book = "book --origin HKHKG --destination SESTO --deadline 2026-06-01T00:00:00Z --customer ACME"
            let changes = [
                "\(book) --tracking-id ABC --reference booking:ABC709951", "\(book) --idempotency-key order-1",
                "route assign ABC --candidate 1", "route assign --unrouted --candidate 1",
                "hold place booking:ABC709951 customs --reason Akten",
                "reference add ABC container MSKU1234565", "handle receive ABC --at HKHKG --completed 2026-01-01T00:00:00Z",
                "voyage report V1 --end departure --at HKHKG --status actual --time 2026-01-01T00:00:00Z --reported 2026-01-01T00:00:00Z",
                "hold release --held customs", "route change-deadline ABC 2026-05-01T00:00:00Z", "voyage roll-over V1 --at HKHKG --to V2",
                "handle retract receive ABC --at HKHKG --completed 2026-01-01T00:00:00Z --reason Twice", "cancel ABC --reason Twice",
                "reinstate ABC", "hold place ABC freight --reason Unpaid",
            ]
            let reads = [
                "list", "list -o csv", "worklist", "track ABC", "route candidates ABC", "map ABC --svg -", "voyage list", "voyage show V1",
                "location search stock", "events",
            ]
            for words in changes {
                let before = service.store.eventCount
                let refused = try await run(words, environment(.viewer))
                #expect(refused.status == 77, "\(words): \(refused.output) \(refused.notes)")
                #expect(refused.notes.contains("The token needs the role clerk."), "\(words): \(refused.notes)")
                let dry = try await run(words + " --dry-run", environment(.clerk))
                #expect(dry.status == 0, "\(words): \(dry.notes)")
                #expect(service.store.eventCount == before)
                let done = try await run(words, environment(.clerk))
                #expect(done.status == 0, "\(words): \(done.notes)")
            }
            for words in reads {
                for role in [Role.clerk, .viewer] {
                    let run = try await run(words, environment(role))
                    #expect(run.status == 0, "\(words): \(run.notes)")
                    #expect(!run.output.isEmpty, "\(words)")
                }
            }
            let report = try await run("list -o csv --reference ABC709951", environment(.viewer))
            #expect(report.output.contains("BOOKING:ABC709951"), "\(report.output)")
            let maintained = try await run("location add DEHAM Hamburg", environment(.clerk))
            #expect(maintained.status == 77)
            #expect(maintained.notes.contains("The token needs the role admin."))
        }
    }

    @Test func `a clerk imports bookings and scans over a service, twice without a difference`() async throws {
        try await CacheDirectory.with { path in
            try await RemoteService.run { service in
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                try await service.store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
                let environment = [
                    "CARGO_STORE": "http://127.0.0.1:\(service.port)/", "CARGO_TOKEN": RemoteService.secret(of: .clerk),
                ]
                let header = "origin,destination,arrival_deadline,customer_id,tracking_id,references\n"
                // More rows than one request has, and rows that are equal.
                let rows = (0..<1_200).map { row in
                    "HKHKG,SESTO,2026-06-01T00:00:00Z,ACME,\((998..<1_002).contains(row) ? "" : "ID\(row)"),\(row == 3 ? "booking:ABC709951" : "")\n"
                }
                let file = path + "/bookings.csv"
                try (header + rows.joined() + "HKHKG,NOWHERE,2026-06-01T00:00:00Z,ACME,,\n").write(
                    toFile: file,
                    atomically: true,
                    encoding: .utf8
                )
                let dry = try await call(["book", "import", file, "--dry-run", "-o", "json"], environment)
                #expect(dry.status == 4, "\(dry.notes)")
                #expect(service.store.eventCount == 0)
                for expected in [1_201, 1_201] {
                    let run = try await call(["book", "import", file, "-o", "json"], environment)
                    #expect(run.status == 4, "\(run.notes)")
                    // A booking each, and the event of the reference.
                    #expect(service.store.eventCount == expected)
                }
                let scans = path + "/scans.csv"
                try """
                completion_time,tracking_id,type,un_locode,voyage_number
                2026-01-01T00:00:00Z,ID1,RECEIVE,HKHKG,
                2026-01-01T00:00:00Z,ABC709951,RECEIVE,HKHKG,
                2026-01-01T00:00:00Z,XYZ,RECEIVE,HKHKG,

                """.write(toFile: scans, atomically: true, encoding: .utf8)
                for added in [2, 0] {
                    let run = try await call(["handle", "import", scans, "-o", "json"], environment)
                    #expect(run.status == 4, "\(run.notes)")
                    #expect(run.output.contains(#""added":\#(added),"#), "\(run.output)")
                    #expect(run.notes.contains("cargo_not_found") || run.notes.contains("XYZ"), "\(run.notes)")
                }
            }
        }
    }

    @Test func `with a cache, the last known state is tracked after the service has stopped, and writes fail`() async throws {
        try await CacheDirectory.with { path in
            let life = Mutex<(port: Int, tracked: Run?)>((0, nil))
            let variables = ["CARGO_TOKEN": ScriptedServer.token, "CARGO_CACHE": path, "CARGO_NOW": "2026-01-01T00:00:00Z"]
            try await RemoteService.run { service in
                let environment = variables.merging(["CARGO_STORE": "http://127.0.0.1:\(service.port)"]) { $1 }
                try await service.store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
                try await service.store.voyages.save(.stub(schedule: .stub(calling: "HKHKG", "SESTO"))).get()
                for words in [
                    "book --origin HKHKG --destination SESTO --deadline 2026-06-01T00:00:00Z --customer ACME --tracking-id ABC",
                    "route assign ABC --candidate 1", "handle receive ABC --at HKHKG --completed 2026-01-01T00:00:00Z",
                ] {
                    let run = try await run(words, environment)
                    #expect(run.status == 0, "\(words): \(run.notes)")
                }
                let tracked = try await run("track ABC -o json", environment)
                #expect(tracked.status == 0)
                #expect(tracked.notes == "")
                life.withLock { $0 = (service.port, tracked) }
            }
            // Keeps the port bound without a listener, so that no other process can take it.
            let (port, tracked) = life.withLock { $0 }
            let holder = try HeldPort(port)
            defer { holder.letGo() }
            let later = variables.merging(
                ["CARGO_STORE": "http://127.0.0.1:\(port)/", "CARGO_NOW": "2026-01-02T00:00:00Z"]
            ) { $1 }
            let age = "The service cannot be reached. From the cache: ABC as of 2026-01-01T00:00:00.000Z\n"
            for policy in ["remote-first", "local-first"] {
                let offline = try await run("track ABC -o json --cache-policy \(policy)", later)
                #expect(offline.status == 0, "\(offline.notes)")
                #expect(offline.output == tracked?.output)
                #expect(offline.notes == age)
            }
            let map = try await run("map ABC --svg -", later)
            #expect(map.status == 0)
            #expect(map.notes.contains(age))
            // A fresh entry with local-first doesn't need the service.
            let fresh = try await run("track ABC -v --cache-policy local-first --cache-ttl P2D", later)
            #expect(fresh.notes.contains("From the cache: ABC as of 2026-01-01T00:00:00.000Z"))
            #expect(!fresh.notes.contains("cannot be reached"))
            for words in [
                "track XYZ", "list", "handle load ABC --at HKHKG --voyage V100 --completed 2026-01-01T01:00:00Z",
                "book --origin HKHKG --destination SESTO --deadline 2026-06-01T00:00:00Z --customer ACME",
                "track ABC --cache-policy no-cache", "track ABC --store http://localhost:\(port)",
            ] {
                let refused = try await run(words + " -o json", later)
                #expect(refused.status == 69, "\(words): \(refused.output)")
                #expect(refused.notes.contains(#""code":"remote_unavailable""#), "\(words): \(refused.notes)")
                #expect(refused.output == "")
            }
            let unchanged = try await run("track ABC -o json", later)
            #expect(unchanged.output == tracked?.output)
        }
    }

    @Test func `an unusable cache is reported, and the service is used without it`() async throws {
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub("ABC")).get()
            let environment = ["CARGO_STORE": "http://127.0.0.1:\(service.port)", "CARGO_TOKEN": ScriptedServer.token]
            let run = try await call(["track", "ABC", "--cache", "/dev/null"], environment)
            #expect(run.status == 0, "\(run.notes)")
            #expect(run.notes.contains("cannot be used and is ignored"), "\(run.notes)")
        }
    }

    @Test func `maintenance commands are rejected for a store behind a service`() async throws {
        for words in [["store", "verify"], ["store", "info"], ["store", "compact"], ["store", "init"]] {
            let run = try await call(words + ["--store", "http://127.0.0.1:1"], [:])
            #expect(run.status == 64, "\(words): \(run.notes)")
            #expect(run.notes.contains("Store maintenance cannot run over"))
        }
    }

    @Test func `a wrong token and a missing service are reported without showing the token`() async throws {
        try await RemoteService.run { service in
            let wrong = "wrong-secret-0123456789"
            let environment = ["CARGO_STORE": "http://127.0.0.1:\(service.port)", "CARGO_TOKEN": wrong]
            let refused = try await call(["list", "-v"], environment)
            #expect(refused.status == 77)
            #expect(refused.notes.contains("token_invalid"), "\(refused.notes)")
            #expect(!refused.notes.contains(wrong))
        }
        let nobody = try HeldPort()
        defer { nobody.letGo() }
        let run = try await call(["track", "ABC"], ["CARGO_STORE": nobody.url.absoluteString])
        #expect(run.status == 69)
        #expect(run.notes.contains("The service cannot be reached."))
    }
}
