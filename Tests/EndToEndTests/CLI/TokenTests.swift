import Foundation
import Testing

@Suite("cargo-cli token", .waitsForProcesses)
struct TokenCommandTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    @Test("creates, lists and revokes tokens, and keeps no secret")
    func lifecycle() throws {
        #expect(try tool("token", "list").notes.contains("There are no tokens in the store."))
        let created = try tool("token", "create", "scanner-7", "--role", "carrier", "--expires-in", "P90D")
        #expect(created.status == 0 && created.output.wholeMatch(of: /cargo_[0-9a-f]{64}\n/) != nil, "\(created)")
        let partner = try tool("token", "create", "acme", "--role", "customer", "--customer", "ACME", "-o", "json")
        #expect(partner.output.contains(#""customerId":"ACME""#) && partner.output.contains(#""secret":"cargo_"#), "\(partner)")
        let again = try tool("token", "create", "acme", "--role", "viewer", "-o", "json")
        #expect(again.status == 1 && again.notes.contains("token_exists"), "\(again)")
        let list = try tool("token", "list").output
        #expect(list.contains("acme       customer  ACME") && list.contains("2026-05-30"), "\(list)")
        #expect(try tool("token", "revoke", "acme").notes.contains("Revoked."))
        let gone = try tool("token", "revoke", "acme", "-o", "json")
        #expect(gone.status == 3 && gone.notes.contains("token_not_found"), "\(gone)")
        #expect(try tool("token", "create", "acme", "--role", "viewer").status == 0)
        let csv = try tool("token", "list", "-o", "csv", environment: ["CARGO_NOW": "2026-06-01T00:00:00Z"]).output
        #expect(csv.contains("\nacme,viewer,,ACTIVE,,,2026-03-01T08:00:00.000Z,cargo-cli,"), "\(csv)")
        #expect(csv.contains("\nscanner-7,carrier,,EXPIRED,2026-05-30T08:00:00.000Z,,2026-03-01T08:00:00.000Z,cargo-cli,"), "\(csv)")
        let secret = created.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let files = try FileManager.default.subpathsOfDirectory(atPath: tool.directory.path)
        for file in files {
            let data = FileManager.default.contents(atPath: tool.directory.appending(path: file).path) ?? Data()
            #expect(data.range(of: Data(secret.utf8)) == nil, "\(file)")
        }
    }

    @Test(
        "refuses what can't be",
        arguments: [
            ("create a b --role clerk", 64, "usage", "Unexpected argument"),
            ("create a --role king", 64, "usage", "'king' is not a role"),
            ("create a/b --role clerk", 65, "shape_invalid", "‘a/b’"),
            ("create a --role customer", 64, "usage", "--customer"),
            ("create a --role clerk --customer ACME", 64, "usage", "--customer"),
            ("create a --role clerk --expires-in soon", 64, "usage", "--expires-in"),
            ("create a --role clerk --expires-in PT0S", 64, "usage", "--expires-in"),
            ("create a --role customer --customer -", 65, "customer_id_invalid", "‘-’"),
            ("revoke nobody", 3, "token_not_found", "‘nobody’"),
            ("sign-out", 64, "usage", "either --token or --subject"),
            ("sign-out --token a --subject b", 64, "usage", "either --token or --subject"),
            ("sign-out --token a/b", 65, "shape_invalid", "‘a/b’"),
            ("list --store http://127.0.0.1:1", 64, "usage", "/v1/tokens"),
        ]
    )
    func refused(words: String, status: Int32, code: String, says: String) throws {
        let words = ["token"] + words.split(separator: " ").map(String.init)
        let (run, json) = (try tool.run(words), try tool.run(words + ["-o", "json"]))
        #expect(run.status == status && run.notes.contains(says), "\(run)")
        #expect(json.status == status && json.notes.hasPrefix(#"{"error":{"code":"\#(code)","#), "\(json)")
    }

    @Test("signs a person out, and stores neither name nor subject")
    func signOut() throws {
        #expect(try tool("token", "sign-out", "--subject", "f9b1c3de").notes.contains("Signed out everywhere."))
        #expect(try tool("token", "sign-out", "--token", "freight-desk").status == 0)
        let verified = try tool("store", "verify")
        #expect(verified.status == 0, "\(verified)")
        let store = try tool.shell("cat cargo-data/*").output
        #expect(
            store.contains(#""everythingUntil":"2026-03-01T08:00:00.000Z""#) && !store.contains("f9b1c3de")
                && !store.contains("freight-desk")
        )
    }
}
