import CargoDomain

@testable import PostgresParsers

extension FuzzTarget {
    /// What `CargoPostgres` reads before libpq does.
    static let postgres = [
        FuzzTarget("postgres-url", longest: 64 << 10, separatedBy: ["&", "?", "%41"]) { text in
            guard let url = parsed({ () throws(DomainError) in try PostgresStoreURL(text) }) else { return }
            precondition((1...1000).contains(url.options.connections), "\(url.options.connections) connections")
            // A password stays where it is: what is shown has none.
            _ = url.description
        }
    ]
}
