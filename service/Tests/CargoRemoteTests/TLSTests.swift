#if !canImport(Darwin)
import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoRemote

/// The remote store with a real TLS server (`openssl s_server`) that has a self-signed certificate.
struct TLSTests {
    @Test func `a self-signed certificate is refused, and the call is not sent again`() async throws {
        try await CacheDirectory.with { path in
            let server = try TLSServer.start(in: path)
            defer { server.stop() }
            let pauses = Pauses()
            let url = try #require(URL(string: "https://localhost:\(server.port)"))
            let store = try RemoteStore(url: url, token: ScriptedServer.token, pacer: pauses.pacer)
            let error = await store.cargos.findByTrackingId(.stub()).error
            #expect(error?.code == .remoteUnavailable)
            #expect(error?.cause?.contains("CERTIFICATE_VERIFY_FAILED") ?? false, "\(error?.cause ?? "")")
            #expect(error?.cause?.contains("attempt 1 of 3") ?? false, "\(error?.cause ?? "")")
            #expect(pauses.all == [])
        }
    }
}

/// An `openssl s_server` with a self-signed certificate for `localhost`.
private struct TLSServer {
    let port: Int
    private let process: Process

    struct NotRunning: Error { let text: String }

    static func start(in directory: String) throws -> TLSServer {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let files = ["-keyout", directory + "/key.pem", "-out", directory + "/certificate.pem"]
        let certificate = openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost",
            files
        )
        try certificate.run()
        certificate.waitUntilExit()
        guard certificate.terminationStatus == 0 else { throw NotRunning(text: "openssl req: \(certificate.terminationStatus)") }
        let server = openssl("s_server -accept 127.0.0.1:0 -www", ["-key", files[1], "-cert", files[3]])
        let output = Pipe()
        server.standardOutput = output
        try server.run()
        return TLSServer(port: try port(output.fileHandleForReading), process: server)
    }

    func stop() {
        // The child inherits the blocked signals of the thread that starts it, including SIGTERM.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// - Parameter paths: arguments that may contain spaces.
    private static func openssl(_ arguments: String, _ paths: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments.split(separator: " ").map { String($0) } + paths
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    /// Reads until the line with the port, such as `ACCEPT 127.0.0.1:4433`.
    private static func port(_ output: FileHandle) throws -> Int {
        var text = ""
        while true {
            let piece = output.availableData
            guard !piece.isEmpty else { throw NotRunning(text: text) }
            text += String(decoding: piece, as: UTF8.self)
            for line in text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1) where line.hasPrefix("ACCEPT ") {
                if let port = line.split(separator: ":").last.flatMap({ Int($0) }) { return port }
            }
        }
    }
}
#endif
