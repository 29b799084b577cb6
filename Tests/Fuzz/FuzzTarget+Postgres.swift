import CargoDomain

@testable import PostgresParsers

extension FuzzTarget {
    /// Parsers that `CargoPostgres` runs before libpq.
    static let postgres = [
        FuzzTarget("postgres-url", longest: 64 << 10, separatedBy: ["&", "?", "%41"]) { text in
            guard let url = parsed({ () throws(DomainError) in try PostgresStoreURL(text) }) else { return }
            precondition((1...1000).contains(url.options.connections), "\(url.options.connections) connections")
            // This must not trap; it shows no password.
            _ = url.description
        }
    ]
}
