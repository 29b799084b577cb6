#if !canImport(Darwin)
import Foundation
import Testing

@Suite("cargo-server seal-secrets, as a process", .waitsForProcesses)
struct SealSecretsTests {
    private let tool: CommandLineTool
    /// Two keys of 32 bytes.
    private static let (old, new) = ("old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "new:AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=")

    init() throws { tool = try CommandLineTool() }

    private func seal(_ words: String..., keys: String?, environment: [String: String] = [:]) throws -> CommandLineTool.Run {
        var environment = environment
        if let keys { environment["CARGO_SECRETS_KEYS"] = keys }
        return try tool.launch(CommandLineTool.server.path, ["seal-secrets"] + words, environment: environment)
    }

    private func relay(keys: String?, now: String = CommandLineTool.now) throws -> CommandLineTool.Run {
        var environment = ["CARGO_NOW": now]
        if let keys { environment["CARGO_SECRETS_KEYS"] = keys }
        return try tool.relay(["subscriptions", "--once", "--allow-host", "127.0.0.1"], environment: environment)
    }

    /// Adds a subscription in plain text, whose secret the receiver knows from then on; returns its id and its secret.
    private func add(_ url: String) throws -> (id: String, secret: String) {
        let added = try tool("subscription", "add", url, "--allow-host", "127.0.0.1")
        try #require(added.status == 0, "\(added.notes)")
        let lines = added.output.split(separator: "\n").map { String($0) }
        try tool.file("subscription-secret", lines[1])
        return (lines[0], lines[1])
    }

    /// The number of files of the store in which a text is.
    private func files(with text: String) throws -> Int {
        let found = try tool.shell("grep -rlaF -- '\(text)' cargo-data")
        return found.output.split(separator: "\n").count
    }

    @Test("encrypts what is there, with each key in turn, and relays sign with the same secret")
    func life() throws {
        try tool.givenNetwork()
        try WebhookReceiver.run(in: tool) { port in
            let (id, secret) = try add("http://127.0.0.1:\(port)/hook")
            try tool.book()
            try tool.file("keys", Self.old + "\n")
            let first = try seal("--secrets-keys-file", "keys", keys: nil)
            #expect(first.output == "Encrypted one secret with the key old.\nOne secret needs the key old.\n", "\(first)")
            #expect(try seal(keys: Self.old).output == "Encrypted 0 secrets with the key old.\nOne secret needs the key old.\n")
            #expect(try relay(keys: Self.old).notes.hasSuffix("Delivered 1 event.\n"))
            #expect(try tool.text("received") == "Cargo:ABC:1:0 200\n")
            // The relay has both keys before the second one is used.
            let second = try seal(keys: "\(Self.new),\(Self.old)")
            #expect(
                second.output == """
                    Encrypted one secret with the key new.
                    One secret needs the key new.
                    The store doesn't need these keys: old.

                    """
            )
            #expect(try tool("subscription", "resend", id, "1").status == 0)
            #expect(try relay(keys: Self.new).status == 0)
            #expect(try tool.text("received") == "Cargo:ABC:1:0 200\nCargo:ABC:1:0 200\n")
            let shown = try tool("subscription", "show", id)
            #expect(shown.output.contains("Secrets:   1, encrypted with the key new\n"), "\(shown.output)")
            let german = try tool("subscription", "show", id, environment: ["LANG": "de_DE.UTF-8"])
            #expect(german.output.contains("Geheimnisse: 1, verschlüsselt mit dem Schlüssel new\n"), "\(german.output)")

            // The old bytes leave with the second compaction, which removes the files from before the first.
            #expect(try files(with: secret) > 0)
            for _ in 0..<2 { #expect(try tool("store", "compact").status == 0) }
            #expect(try files(with: secret) == 0 && files(with: "whsec_") == 0)
            #expect(try files(with: "sealed:1:old:") == 0 && files(with: "sealed:1:new:") > 0)
            #expect(try tool("store", "verify").notes == "The store is sound.\n")
            #expect(try tool("store", "copy", "--from", "json:cargo-data", "--to", "json:copy").status == 0)
            #expect(try tool.shell("grep -rlaF sealed:1:new: copy").output != "" && tool.shell("grep -rlaF whsec_ copy").output == "")

            let plain = try seal("--plain", keys: Self.new)
            #expect(plain.output == "Decrypted one secret.\nOne secret is in plain text.\nThe store doesn't need these keys: new.\n")
            #expect(try tool("subscription", "resend", id, "1").status == 0)
            #expect(try relay(keys: nil).status == 0)
            #expect(try tool.text("received").split(separator: "\n").last == "Cargo:ABC:1:0 200")
        }
    }

    @Test("without the key, a relay sends nothing, names the key, and delivers when it has it; others aren't delayed")
    func missingKey() throws {
        try tool.givenNetwork()
        try WebhookReceiver.run(in: tool) { port in
            let (sealed, _) = try add("http://127.0.0.1:\(port)/sealed")
            #expect(try seal(keys: Self.old).status == 0)
            let refused = try tool("subscription", "add", "http://127.0.0.1:\(port)/hook", "--allow-host", "127.0.0.1", "-o", "json")
            #expect(refused.status == 1 && refused.notes.contains("secrets_sealed"), "\(refused.notes)")
            let rotated = try tool("subscription", "rotate", sealed)
            #expect(rotated.status == 1 && rotated.notes.contains("cargo-cli has no key"), "\(rotated.notes)")
            #expect(rotated.notes.contains("POST /v1/subscriptions") && rotated.output == "")
            try tool.book()
            for (keys, code) in [
                (nil, "The key old isn't set, so secrets can't be decrypted (secret_key_missing)."),
                (Self.new, "The key old isn't set, so secrets can't be decrypted (secret_key_missing)."),
                (
                    "old:" + Self.new.dropFirst(4),
                    "\(sealed): the secret is damaged, or was encrypted with another key old (secret_damaged)."
                ),
            ] as [(String?, String)] {
                let run = try relay(keys: keys)
                #expect(run.status == 0 && run.notes.contains(code), "\(run.notes)")
                #expect(run.notes.contains("the subscription's secret can't be decrypted") && run.notes.hasSuffix("Delivered 0 events.\n"))
                #expect(!run.notes.contains("whsec_") && !run.notes.contains("AQIDBA"))
            }
            #expect(try tool("subscription", "list").output.contains("failing"))
            #expect(try tool("subscription", "deliveries", sealed).output.contains("the subscription's secret can't be decrypted"))
            // Days later it is still active.
            #expect(try relay(keys: nil, now: "2026-03-08T08:00:00Z").notes.contains("secret_key_missing"))
            #expect(try tool("subscription", "list", "-o", "csv").output.contains(",ACTIVE,"))
            #expect(try tool.text("received") == "")
            let partly = try seal(keys: Self.new)
            #expect(partly.status == 4 && partly.output.contains("One secret needs the key old."), "\(partly)")
            #expect(partly.notes.contains("secret_key_missing") && partly.notes.contains("Some secrets stay as they are."))
            #expect(try relay(keys: Self.old, now: "2026-03-08T09:00:00Z").notes.hasSuffix("Delivered 1 event.\n"))
            #expect(try tool.text("received") == "Cargo:ABC:1:0 200\n")
            #expect(try tool("subscription", "pause", sealed).status == 0)
            #expect(try tool("subscription", "resume", sealed).status == 0)
            #expect(try tool("subscription", "remove", sealed).status == 0)
            #expect(try tool("subscription", "add", "https://partner.example/").status == 0)
        }
    }

    @Test("that is killed at any time loses no secret, and the next run encrypts the rest")
    func killed() throws {
        try tool.givenNetwork()
        let (_, secret) = try add("http://127.0.0.1:1/hook")
        // The operator may have 1,000 subscriptions.
        for _ in 1..<40 { _ = try add("http://127.0.0.1:1/hook") }
        for keys in [Self.old, "\(Self.new),\(Self.old)"] {
            for _ in 1...4 {
                _ = try tool.shell(
                    """
                    "$SERVER" seal-secrets >/dev/null 2>&1 & pid=$!
                    sleep 0.$(printf %03d $((RANDOM % 150)))
                    kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null; true
                    """,
                    environment: ["CARGO_SECRETS_KEYS": keys, "SERVER": CommandLineTool.server.path]
                )
                #expect(try tool("store", "verify").status == 0)
            }
            let id = keys.prefix(3)
            #expect(try seal(keys: keys).output.contains("40 secrets need the key \(id).\n"))
        }
        #expect(try seal("--plain", keys: Self.new).status == 0)
        for _ in 0..<2 { _ = try tool("store", "compact") }
        #expect(try files(with: secret) > 0)
        let plain = try tool.shell("grep -hao 'whsec_[A-Za-z0-9+/=]*' cargo-data/*.jsonl | sort -u | wc -l")
        #expect(plain.output.trimmingCharacters(in: .whitespacesAndNewlines) == "40")
    }

    @Test("says what is wrong with its keys and its store")
    func usage() throws {
        let none = try seal(keys: nil)
        #expect(none.status == 78 && none.notes.contains("No key for secrets is set."), "\(none.notes)")
        #expect(try seal("--plain", keys: nil).status == 78)
        let wrong = try seal(keys: "old:c2hvcnQ=")
        #expect(wrong.status == 78 && wrong.notes.contains("secrets.keys: the key old isn't 32 random bytes"), "\(wrong.notes)")
        #expect(!wrong.notes.contains("c2hvcnQ="))
        let missing = try seal("--secrets-keys-file", "none", keys: nil)
        #expect(missing.status == 78 && missing.notes.contains("secrets.keysFile: can't read none"), "\(missing.notes)")
        try tool.file("keys", Self.old)
        #expect(try seal("--secrets-keys-file", "keys", keys: Self.old).status == 78)
        #expect(try seal("--store", "memory:", keys: Self.old).status == 64)
        #expect(try seal("--store", "http://127.0.0.1:1", keys: Self.old).status == 64)
        #expect(try seal("extra", keys: Self.old).status == 64)
        #expect(try seal("--help", keys: nil).output.contains("USAGE: cargo-server seal-secrets"))
        #expect(try seal(keys: Self.old).output == "Encrypted 0 secrets with the key old.\n")
    }
}
#endif
