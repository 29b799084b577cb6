import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("cargo-server relay, as a process with a real receiver", .waitsForProcesses)
struct RelayTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// The ids of the events that the receiver got, each with its answer.
    private func log() throws -> [String] { try tool.text("received").split(separator: "\n").map { String($0) } }

    private func relay(_ port: Int, _ words: String..., now: String = CommandLineTool.now) throws -> CommandLineTool.Run {
        try tool.relay(
            ["--webhook", "http://127.0.0.1:\(port)/hook"] + words,
            environment: ["CARGO_WEBHOOK_SECRET": Self.secret, "CARGO_NOW": now]
        )
    }

    @Test("delivers each event once, signed, and continues where it stopped")
    func delivers() throws {
        try tool.givenCargo()
        try WebhookReceiver.run(in: tool) { port in
            let first = try relay(port, "--once")
            #expect(first.status == 0, "\(first.notes)")
            #expect(first.notes.hasSuffix("Delivered 1 event.\n"))
            #expect(try log() == ["Cargo:ABC:1:0 200"])
            #expect(try tool("route", "assign", "ABC", "--candidate", "1").status == 0)
            #expect(try relay(port, "--once").status == 0)
            #expect(try log() == ["Cargo:ABC:1:0 200", "Cargo:ABC:2:0 200"])
            #expect(try relay(port, "--once", "--consumer", "other").status == 0)
            #expect(try log().count == 4)
        }
    }

    @Test("makes a refused event a dead letter, and sends it after a retry is requested")
    func refused() throws {
        try tool.givenCargo()
        try WebhookReceiver.run(in: tool, ["400", "200"]) { port in
            let first = try relay(port, "--once")
            #expect(first.status == 4, "\(first.notes)")
            #expect(first.notes.contains("is a dead letter after 1 attempt: the receiver answered 400"))
            let list = try tool("relay", "dead-letters", "-o", "csv")
            let row = list.output.split(whereSeparator: \.isNewline).last
            #expect(row == "1,Cargo:ABC:1:0,CargoBooked,1,0,,the receiver answered 400")
            #expect(try tool("relay", "retry", "2").status == 3)
            #expect(try tool("relay", "retry", "1").status == 0)
            #expect(try relay(port, "--once").status == 0)
            #expect(try log() == ["Cargo:ABC:1:0 400", "Cargo:ABC:1:0 200"])
            #expect(try tool("relay", "discard", "1").status == 3)
        }
    }

    @Test("after a kill in the middle of an event, another relay sends it again when the lease has expired")
    func killed() throws {
        try tool.givenCargo()
        try WebhookReceiver.run(in: tool, ["hold"]) { port in
            let process = Process()
            process.executableURL = CommandLineTool.server
            process.arguments = ["relay", "--webhook", "http://127.0.0.1:\(port)/hook"]
            process.currentDirectoryURL = tool.directory
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["CARGO_WEBHOOK_SECRET": Self.secret, "CARGO_NOW": CommandLineTool.now]
            ) { _, given in given }
            process.standardError = FileHandle.nullDevice
            try process.run()
            try WebhookReceiver.awaitLine(in: tool)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            #expect(try log() == ["Cargo:ABC:1:0 hold"])
            let heir = try relay(port, "--once", now: "2026-03-01T08:01:00Z")
            #expect(heir.status == 0, "\(heir.notes)")
            #expect(try log() == ["Cargo:ABC:1:0 hold", "Cargo:ABC:1:0 200"])
        }
    }

    @Test("ends on SIGTERM with status 0 and releases its partitions")
    func terminated() throws {
        try tool.givenCargo()
        #expect(try tool("route", "assign", "ABC", "--candidate", "1").status == 0)
        try WebhookReceiver.run(in: tool, ["200", "hold"]) { port in
            // The second event of a cargo is sent once the first one has been delivered.
            let run = try tool.shell(
                """
                "$SERVER" relay --webhook http://127.0.0.1:\(port)/hook & RELAY=$!
                until [ "$(wc -l < received)" -eq 2 ]; do sleep 0.05; done
                kill -TERM $RELAY
                wait $RELAY
                """,
                environment: ["CARGO_WEBHOOK_SECRET": Self.secret, "CARGO_NOW": "", "SERVER": CommandLineTool.server.path]
            )
            #expect(run.status == 0, "\(run.notes)")
            #expect(run.notes.contains("Delivered 1 event."))
            // At the same time: the relay released its partitions, so another one can lease them at once.
            let again = try relay(port, "--once", now: CommandLineTool.now)
            #expect(again.status == 0)
            #expect(try log() == ["Cargo:ABC:1:0 200", "Cargo:ABC:2:0 hold", "Cargo:ABC:2:0 200"])
        }
    }

    @Test("ends on Ctrl-C with status 130 and releases its partitions")
    func interrupted() throws {
        try tool.givenCargo()
        try WebhookReceiver.run(in: tool, ["hold"]) { port in
            let process = Process()
            process.executableURL = CommandLineTool.server
            process.arguments = ["relay", "--webhook", "http://127.0.0.1:\(port)/hook"]
            process.currentDirectoryURL = tool.directory
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["CARGO_WEBHOOK_SECRET": Self.secret, "CARGO_NOW": CommandLineTool.now]
            ) { _, given in given }
            process.standardError = FileHandle.nullDevice
            try process.run()
            try WebhookReceiver.awaitLine(in: tool)
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 130)
            #expect(try relay(port, "--once").status == 0)
            #expect(try log() == ["Cargo:ABC:1:0 hold", "Cargo:ABC:1:0 200"])
        }
    }

    @Test("reports invalid settings")
    func settings() throws {
        try tool.givenCargo()
        let noSecret = try tool.relay(["--webhook", "http://127.0.0.1:1/"])
        #expect(noSecret.status == 78)
        let badSecret = try tool.relay(["--webhook", "http://127.0.0.1:1/"], environment: ["CARGO_WEBHOOK_SECRET": "whsec_c2hvcnQ="])
        #expect(badSecret.status == 78)
        #expect(!badSecret.notes.contains("c2hvcnQ"))
        let badURL = try tool.relay(["--webhook", "ftp://127.0.0.1:1/"], environment: ["CARGO_WEBHOOK_SECRET": Self.secret])
        #expect(badURL.status == 78)
        let nobody = try relay(1, "--once")
        #expect(nobody.status == 69, "\(nobody.notes)")
        #expect(
            try tool.relay(["--store", "memory:", "--webhook", "http://127.0.0.1:1/"], environment: ["CARGO_WEBHOOK_SECRET": Self.secret])
                .status == 64
        )
        #expect(try tool.relay(["--store", "http://127.0.0.1:1", "subscriptions"]).status == 64)
        #expect(try tool.relay(["subscriptions", "--no-such-flag"]).status == 64)
        #expect(try tool("relay", "dead-letters", "--consumer", "Not A Name").status == 64)
        #expect(try tool("relay", "dead-letters", "--store", "memory:").status == 64)
        let secret = try tool("relay", "make-secret")
        #expect(secret.output.hasPrefix("whsec_"))
        #expect(secret.output.count == 51)
    }
}

/// A webhook receiver in Python, which verifies each signature independently and logs each event in the file `received`.
enum WebhookReceiver {
    private static let script = """
        import base64, hashlib, hmac, http.server, os, sys, threading
        def key():
            secret = open("subscription-secret").read().strip() if os.path.exists("subscription-secret") else sys.argv[1]
            return base64.b64decode(secret[len("whsec_"):])
        answers = sys.argv[2:]
        lock = threading.Lock()
        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                signed = self.headers["webhook-id"] + "." + self.headers["webhook-timestamp"] + "." + body.decode()
                wanted = "v1," + base64.b64encode(hmac.new(key(), signed.encode(), hashlib.sha256).digest()).decode()
                with lock:
                    answer = answers.pop(0) if answers else "200"
                    if wanted not in self.headers["webhook-signature"].split(" "): answer = "forged"
                    with open("received", "a") as log: log.write(self.headers["webhook-id"] + " " + answer + "\\n")
                if answer == "hold": threading.Event().wait()
                self.send_response(int(answer) if answer.isdigit() else 418)
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()
        """

    /// Runs a test against a receiver that gives these answers, then always 200.
    static func run(in tool: CommandLineTool, _ answers: [String] = [], _ body: (Int) throws -> Void) throws {
        try tool.file("received", "")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] + answers
        process.currentDirectoryURL = tool.directory
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer {
            do { try input.fileHandleForWriting.close() } catch { process.terminate() }
            process.waitUntilExit()
        }
        var digits: [UInt8] = []
        // Byte by byte, because a read may return half a line.
        while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") { digits.append(byte) }
        try body(try #require(Int(String(decoding: digits, as: UTF8.self))))
    }

    /// Waits until the receiver has received an event.
    static func awaitLine(in tool: CommandLineTool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try tool.text("received").isEmpty {
            try #require(.now < deadline, "nothing was received")
            sched_yield()
        }
    }
}
