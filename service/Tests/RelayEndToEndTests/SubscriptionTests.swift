#if !canImport(Darwin)
import Foundation
import Testing

@Suite("cargo-cli subscription, as a process with a real receiver", .waitsForProcesses)
struct SubscriptionCommandTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// The ids of the events that the receiver got, each with its answer.
    private func log() throws -> [String] { try tool.text("received").split(separator: "\n").map { String($0) } }

    private func relay(_ words: String..., now: String = CommandLineTool.now) throws -> CommandLineTool.Run {
        try tool.relay(["subscriptions", "--once", "--allow-host", "127.0.0.1"] + words, environment: ["CARGO_NOW": now])
    }

    /// Adds a subscription whose secret the receiver knows from then on, and returns its id.
    private func add(_ port: Int, _ words: String...) throws -> String {
        let added = try tool.run(
            ["subscription", "add", "http://127.0.0.1:\(port)/hook", "--allow-host", "127.0.0.1"] + words,
            environment: ["CARGO_NOW": CommandLineTool.now]
        )
        try #require(added.status == 0, "\(added.notes)")
        let lines = added.output.split(separator: "\n").map { String($0) }
        try #require(lines.count == 2)
        try tool.file("subscription-secret", lines[1])
        return lines[0]
    }

    @Test("delivers what is stored from then on, signed; the secret is rotated, the subscription paused, resumed and removed")
    func life() throws {
        try tool.givenNetwork()
        try WebhookReceiver.run(in: tool) { port in
            let id = try add(port)
            try tool.book()
            #expect(try relay().notes.hasSuffix("Delivered 1 event.\n"))
            #expect(try log() == ["Cargo:ABC:1:0 200"])
            let listed = try tool("subscription", "deliveries", id, "-o", "csv")
            #expect(listed.output.contains("1,Cargo:ABC:1:0,CargoBooked,2026-03-01T08:00:00.000Z,"))
            // The receiver still has the old secret, which signs for an hour; then only the new one does.
            let rotated = try tool("subscription", "rotate", id, "--overlap", "PT1H")
            #expect(rotated.output.hasPrefix("whsec_"))
            #expect(try tool("subscription", "resend", id, "1").status == 0)
            #expect(try relay().status == 0)
            #expect(try tool("subscription", "resend", id, "1").status == 0)
            #expect(try relay(now: "2026-03-01T09:00:00Z").status == 0)
            #expect(try log() == ["Cargo:ABC:1:0 200", "Cargo:ABC:1:0 200", "Cargo:ABC:1:0 forged"])
            try tool.file("subscription-secret", rotated.output.trimmingCharacters(in: .newlines))
            #expect(try tool("subscription", "pause", id, "--reason", "Moving house").status == 0)
            #expect(try tool("subscription", "list", "-o", "csv").output.contains(",PAUSED,"))
            #expect(try tool("route", "assign", "ABC", "--candidate", "1").status == 0)
            #expect(try relay().notes.hasSuffix("Delivered 0 events.\n"))
            #expect(try tool("subscription", "resume", id).status == 0)
            #expect(try relay().notes.hasSuffix("Delivered 1 event.\n"))
            #expect(try log().last == "Cargo:ABC:2:0 200")
            #expect(try !tool("subscription", "show", id).output.contains("whsec"))
            #expect(try tool("subscription", "remove", id).status == 0)
            #expect(try tool("subscription", "show", id).status == 3)
            #expect(try tool("subscription", "list").notes.contains("There are no subscriptions."))
        }
    }

    @Test("names an endpoint that fails, and pauses it after a day")
    func failing() throws {
        try tool.givenNetwork()
        try WebhookReceiver.run(in: tool, ["500", "500"]) { port in
            let id = try add(port)
            try tool.book()
            #expect(try relay().notes.contains("failed on attempt 1: the endpoint answered 500"))
            #expect(try tool("subscription", "list").output.contains("failing"))
            let late = try relay(now: "2026-03-02T08:00:00Z")
            #expect(late.notes.contains("Subscription \(id) is paused: every delivery has failed since 2026-03-01T08:00:00.000Z"))
            #expect(try tool("subscription", "show", id).output.contains("Reason:    every delivery has failed"))
            let german = ["LANG": "de_DE.UTF-8"]
            let reason = "Seit 2026-03-01T08:00:00.000Z schlägt jede Zustellung fehl: Der Endpunkt antwortete mit 500"
            #expect(try tool("subscription", "show", id, environment: german).output.contains(reason))
            #expect(try tool("subscription", "list", environment: german).output.contains(reason))
            #expect(try tool("subscription", "deliveries", id, environment: german).output.contains("Der Endpunkt antwortete mit 500"))
            for command in [["list"], ["show", id], ["deliveries", id]] {
                for format in ["json", "csv"] {
                    let data = try tool.run(["subscription"] + command + ["-o", format], environment: german)
                    #expect(data.output.contains("the endpoint answered 500") && !data.output.contains("Der Endpunkt"), "\(data.output)")
                }
            }
            #expect(try tool("subscription", "resume", id).status == 0)
            #expect(try relay(now: "2026-03-02T08:00:01Z").status == 0)
            #expect(try log() == ["Cargo:ABC:1:0 500", "Cargo:ABC:1:0 500", "Cargo:ABC:1:0 200"])
        }
    }

    @Test("refuses private addresses, when it is added and when it is sent to")
    func privateAddress() throws {
        try tool.givenNetwork()
        for url in ["http://partner.example/", "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://169.254.169.254/"] {
            let refused = try tool("subscription", "add", url)
            #expect(refused.status == 1 && refused.notes.contains("Events cannot be sent to"), "\(url): \(refused.notes)")
        }
        let theirs = try tool("subscription", "add", "https://127.0.0.1/", "--allow-host", "127.0.0.1", "--owner", "ACME")
        #expect(theirs.status == 1 && theirs.notes.contains("address isn't public"), "\(theirs.notes)")
        #expect(!theirs.notes.contains("--allow-host"))
        try WebhookReceiver.run(in: tool) { port in
            _ = try add(port)
            try tool.book()
            let run = try tool.relay(["subscriptions", "--once"])
            #expect(run.notes.contains("the endpoint must use https") && run.notes.hasSuffix("Delivered 0 events.\n"), "\(run.notes)")
            let german = try tool.relay(["subscriptions", "--once"], environment: ["LANG": "de_DE.UTF-8"])
            #expect(german.notes.contains("nicht erreichbar: Der Endpunkt muss https verwenden."), "\(german.notes)")
            #expect(try log() == [])
        }
        let refused = try tool("subscription", "add", "https://[::1]/", environment: ["LANG": "de_DE.UTF-8"])
        #expect(refused.notes.contains("gesendet werden: Die Adresse des Endpunkts ist nicht öffentlich."), "\(refused.notes)")
    }

    @Test("shows a subscription in English and in German, with the values in one column")
    func languages() throws {
        let words = ["--owner", "ACME", "--cargo", "ABC", "--type", "CargoBooked", "--type", "CargoArrived"]
        let added = try tool.run(
            ["subscription", "add", "https://partner.example/hook"] + words,
            environment: ["CARGO_NOW": CommandLineTool.now]
        )
        let id = String(added.output.prefix { $0 != "\n" })
        let english = try tool("subscription", "show", id)
        #expect(
            english.output == """
                Id:        \(id)
                Endpoint:  https://partner.example/hook
                Owner:     ACME
                Cargo:     ABC
                Types:     CargoArrived, CargoBooked
                State:     active since 2026-03-01T08:00:00.000Z
                Created:   2026-03-01T08:00:00.000Z by cargo-cli
                Secrets:   1

                """
        )
        #expect(try tool("subscription", "pause", id, "--reason", "Umzug").status == 0)
        let german = try tool("subscription", "show", id, environment: ["LANG": "de_DE.UTF-8"])
        #expect(
            german.output == """
                Kennung:     \(id)
                Endpunkt:    https://partner.example/hook
                Eigentümer:  ACME
                Sendung:     ABC
                Arten:       CargoArrived, CargoBooked
                Zustand:     angehalten seit 2026-03-01T08:00:00.001Z
                Begründung:  Umzug
                Erstellt:    2026-03-01T08:00:00.000Z von cargo-cli
                Geheimnisse: 1

                """
        )
    }

    @Test("changes the endpoint and the events of a subscription, each without the other")
    func change() throws {
        let id = try add(1, "--cargo", "ABC", "--type", "CargoBooked")
        let secret = try tool.text("subscription-secret")
        func filter(_ words: String...) throws -> String {
            let changed = try tool.run(["subscription", "change", id, "-o", "json"] + words)
            try #require(changed.status == 0, "\(changed.notes)")
            #expect(!changed.output.contains("whsec_"))
            let shown = try tool("subscription", "show", id, "-o", "json").output
            #expect(shown == changed.output)
            return String(shown.split(separator: #","filter":"#)[1].split(separator: #","id":"#)[0])
        }
        let booked = #"{"eventTypes":["CargoBooked"],"trackingId":"ABC"}"#
        #expect(try filter("--endpoint", "https://partner.example/other") == booked)
        #expect(try tool("subscription", "show", id).output.contains("Endpoint:  https://partner.example/other\n"))
        let reference = #"{"customerId":"ACME","reference":{"type":"BOOKING","value":"ABC709951"}}"#
        #expect(try filter("--customer", "ACME", "--reference", "booking: ABC709951") == reference)
        #expect(try filter("--type", "CargoArrived", "--type", "CargoClaimed") == #"{"eventTypes":["CargoArrived","CargoClaimed"]}"#)
        #expect(try filter("--all-events") == "{}")
        #expect(try tool("subscription", "show", id).output.contains("Endpoint:  https://partner.example/other\n"))
        #expect(try tool("subscription", "show", id).output.contains("Secrets:   1\n") && secret.hasPrefix("whsec_"))
    }

    @Test("keeps a subscription as it is if it can't be changed as wanted")
    func unchanged() throws {
        let id = try add(1, "--cargo", "ABC")
        let before = try tool("subscription", "show", id).output
        for (words, status, note) in [
            ([], 64, "Nothing to change"), (["--all-events", "--cargo", "ABC"], 64, "--all-events excludes"),
            (["--reference", "ABC709951"], 64, "is not a reference with its type"),
            (["--type", "CargoSold"], 65, "There is no event type ‘CargoSold’"),
            (["--endpoint", "ftp://partner.example/"], 65, "endpoint"), (["--cargo", "!"], 65, "‘!’"),
            (["--endpoint", "http://10.0.0.1/"], 1, "must use https"),
        ] as [([String], Int32, String)] {
            let refused = try tool.run(["subscription", "change", id] + words)
            #expect(refused.status == status && refused.notes.contains(note), "\(words): \(refused.status) \(refused.notes)")
        }
        #expect(try tool("subscription", "show", id).output == before)
        // Its host needs no permission again.
        #expect(try tool("subscription", "change", id, "--all-events").status == 0)
        #expect(try tool("subscription", "change", id, "--endpoint", "http://10.0.0.1/", "--allow-host", "10.0.0.1").status == 0)
        let unknown = try tool("subscription", "change", "0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10", "--all-events")
        #expect(unknown.status == 3)
    }

    @Test("explains what is wrong with its arguments")
    func usage() throws {
        #expect(try tool("subscription", "show", "nonsense").status == 64)
        #expect(try tool("subscription", "add", "https://partner.example/", "--type", "CargoSold").status == 65)
        #expect(try tool("subscription", "add", "ftp://partner.example/").status == 65)
        #expect(try tool("--store", "http://127.0.0.1:1", "subscription", "list").status == 64)
        let unknown = try tool("subscription", "pause", "0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10", "-o", "json")
        #expect(unknown.status == 3 && unknown.notes.contains("subscription_not_found"))
    }
}
#endif
