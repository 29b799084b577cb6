#if !canImport(Darwin)
import Foundation
import Glibc
import Testing

/// docs/webhooks.md, done: its receiver in Python, and its trial word for word.
@Suite("The guide to webhooks", .waitsForProcesses)
struct WebhookGuideTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    /// The fixed time of the other tests would be too old for the receiver.
    private static let systemTime = ["CARGO_NOW": ""]

    private let tool: CommandLineTool
    private let page: String

    init() throws {
        tool = try CommandLineTool()
        let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/webhooks.md").standardizedFileURL
        page = try String(contentsOf: guide, encoding: .utf8)
        try tool.file("receiver.py", try block("python", after: "In Python"))
    }

    /// The first block in a language after a heading.
    private func block(_ language: String, after heading: String) throws -> String {
        let section = try #require(page.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let rest = try #require(section.components(separatedBy: "\n```\(language)\n").dropFirst().first)
        return try #require(rest.components(separatedBy: "\n```").first) + "\n"
    }

    private func relay(_ port: Int, _ words: String..., environment: [String: String] = systemTime) throws -> CommandLineTool.Run {
        try tool.relay(
            ["--once", "--webhook", "http://127.0.0.1:\(port)/hook"] + words,
            environment: environment.merging(["CARGO_WEBHOOK_SECRET": Self.secret]) { given, _ in given }
        )
    }

    @Test("its receiver accepts an event once, however often it is sent, and refuses one that is old or tampered with")
    func receiver() throws {
        try tool.givenCargo()
        try tool.file("secret", "\(Self.secret)\n")
        try PythonServer.run(["receiver.py", "secret", "0"], in: tool) { receiver in
            let old = try relay(receiver.port, environment: ["CARGO_NOW": CommandLineTool.now])
            #expect(old.status == 4 && old.notes.contains("the receiver answered 401"), "\(old.notes)")
            for (consumer, change, status) in [("tampered", "EVIL", Int32(4)), ("forwarded", "ACME", 0)] {
                let forwarder = ["-c", Self.forwarder, "http://127.0.0.1:\(receiver.port)/hook", change]
                try PythonServer.run(forwarder, in: tool) { forwarder in
                    let run = try relay(forwarder.port, "--consumer", consumer)
                    #expect(run.status == status, "\(consumer): \(run.notes)")
                    #expect(run.notes.contains("the receiver answered 401") == (status != 0))
                }
            }
            #expect(receiver.line() == "received Cargo:ABC:1:0 io.github.cargokit.CargoBooked")
            // The same event again, then the next one.
            #expect(try tool.run(["relay", "retry", "1"], environment: Self.systemTime).status == 0)
            #expect(try relay(receiver.port).status == 0)
            #expect(try tool("route", "assign", "ABC", "--candidate", "1").status == 0)
            #expect(try relay(receiver.port).status == 0)
            #expect(receiver.line() == "received Cargo:ABC:2:0 io.github.cargokit.CargoRouted")
        }
    }

    @Test("its trial works as it stands, apart from the port")
    func trial() throws {
        let port = try tool.shell(#"python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'"#)
            .output.trimmingCharacters(in: .newlines)
        let commands = try block("", after: "Try it").split(separator: "\n").map { String($0).replacing("9000", with: port) }
        try #require(commands.count == 5 && commands[2].hasPrefix("python3 "))
        let environment = Self.systemTime.merging(["SERVER": CommandLineTool.server.path]) { given, _ in given }
        func type(_ commands: some Sequence<String>) throws {
            for command in commands {
                let run = try tool.shell(
                    "set -o pipefail; cargo-cli() { \"$CLI\" \"$@\"; }; cargo-server() { \"$SERVER\" \"$@\"; }; \(command)",
                    environment: environment
                )
                #expect(run.status == 0, "\(command): \(run.notes)")
            }
        }
        try type(commands.prefix(2))
        try PythonServer.run(commands[2].split(separator: " ").dropFirst().map { String($0) }, in: tool) { receiver in
            try type(commands.suffix(2))
            #expect(page.contains("\n```\n\(receiver.line())\n```\n"))
        }
    }

    /// Forwards requests to another receiver, with each `ACME` in the body replaced, and answers with its status.
    private static let forwarder = """
        import http.server, sys, urllib.error, urllib.request
        class Forwarder(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).replace(b"ACME", sys.argv[2].encode())
                try: status = urllib.request.urlopen(urllib.request.Request(sys.argv[1], body, dict(self.headers))).status
                except urllib.error.HTTPError as error: status = error.code
                self.send_response(status)
                self.end_headers()
        server = http.server.HTTPServer(("127.0.0.1", 0), Forwarder)
        print("port", server.server_port, flush=True)
        server.serve_forever()
        """
}

/// A server in Python whose first line of output has its port.
private struct PythonServer {
    let port: Int
    private let output: Pipe

    /// Runs a server while a test lasts.
    static func run(_ arguments: [String], in tool: CommandLineTool, _ body: (PythonServer) throws -> Void) throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.currentDirectoryURL = tool.directory
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            // The threads of the tests block SIGTERM, and so do their processes.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let first = line(of: output)
        let port = try #require(first.split { !("0"..."9").contains($0) }.last.flatMap { Int($0) }, "\(first)")
        try body(PythonServer(port: port, output: output))
    }

    /// Waits for the next line that the server prints.
    func line() -> String { Self.line(of: output) }

    private static func line(of output: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
