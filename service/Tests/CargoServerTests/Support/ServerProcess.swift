import CargoWire
import Foundation

/// A running `cargo-server` process.
struct ServerProcess: @unchecked Sendable {
    // Sendable: one task at a time uses `Process` and `Pipe`; the process id never changes.
    let process: Process
    let port: Int
    private let errors: Pipe

    /// Starts the program on any free port and waits until it listens.
    static func start(_ arguments: [String], environment: [String: String] = [:]) async throws -> ServerProcess {
        let (process, errors) = try launch(arguments + ["--port", "0", "--log-format", "json"], environment)
        let port = try await blocking {
            var text = ""
            while true {
                let piece = errors.fileHandleForReading.availableData
                if piece.isEmpty { break }
                text += String(decoding: piece, as: UTF8.self)
                // The last line may not be complete yet.
                for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() where line.hasSuffix("}") {
                    guard let url = try JSONParser.parse(String(line))["url"]?.asText else { continue }
                    guard let port = Int(url.split(separator: ":").last ?? "") else { continue }
                    return port
                }
            }
            throw SocketClient.Failure(text: "it does not listen: \(text)")
        }
        // Keeps later output from filling the pipe.
        errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        return ServerProcess(process: process, port: port, errors: errors)
    }

    /// Runs the program until it exits.
    static func run(_ arguments: [String]) async throws -> (status: Int32, errors: String) {
        let (process, errors) = try launch(arguments, [:])
        return try await blocking {
            let text = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: text, as: UTF8.self))
        }
    }

    private static func launch(_ arguments: [String], _ environment: [String: String]) throws -> (Process, Pipe) {
        let process = Process()
        let bundle =
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.executableURL = bundle.deletingLastPathComponent().appendingPathComponent("cargo-server")
        process.arguments = arguments
        process.environment = environment
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        return (process, errors)
    }

    /// Sends a request over a new connection.
    func send(_ text: String) async throws -> Answer? {
        try await blocking {
            let client = try SocketClient(port: port)
            try client.send(text)
            return try client.answer()
        }
    }

    /// Waits for the process to exit; returns its status, or the signal that ended it.
    func end() async throws -> Int32 {
        try await blocking {
            process.waitUntilExit()
            errors.fileHandleForReading.readabilityHandler = nil
            return process.terminationStatus
        }
    }
}
