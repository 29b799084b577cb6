import Foundation

extension CommandLineTool {
    /// The executable of the relays, next to the test bundle.
    static let server = BuiltProduct.url("cargo-server")

    /// Runs `cargo-server relay` with the fixed clock.
    func relay(_ words: [String], environment: [String: String] = [:]) throws -> Run {
        try launch(Self.server.path, ["relay"] + words, environment: environment)
    }
}
