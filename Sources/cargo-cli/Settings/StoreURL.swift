import CargoDomain
import CargoLocalization

/// The location of a store: `memory:`, `json:PATH`, `sqlite:PATH`, `postgres://…` or `http://HOST:PORT`.
enum StoreURL: Hashable {
    /// A store in memory; its data is lost when the command ends.
    case memory
    /// A directory of JSON files.
    case json(path: String)
    /// A SQLite database.
    case sqlite(path: String)
    /// A PostgreSQL database; the text may hold a password.
    case postgres(text: String)
    /// The store of a `cargo-server`.
    case http(address: String)

    static let standard = "json:./cargo-data"

    /// Whether the store is in a database.
    var isDatabase: Bool {
        switch self {
        case .sqlite, .postgres: true
        case .memory, .json, .http: false
        }
    }

    /// Parses a URL.
    ///
    /// A path without a scheme is rejected, so that a mistyped scheme never creates a directory.
    init(_ text: String) throws(CommandFailure) {
        let forms = localized(
            "Use memory:, json:PATH, sqlite:PATH, postgres://HOST/DATABASE or http://HOST:PORT, such as json:./cargo-data."
        )
        guard let colon = text.firstIndex(of: ":") else {
            throw .configuration(
                localized("\(text.inQuotes) is not a store URL."),
                hint: localized("Did you mean json:\(text.visible)? \(forms)")
            )
        }
        let scheme = text[..<colon].lowercased()
        // safe: colon is the index of a character, so there is an index after it
        let rest = String(text[text.index(after: colon)...])
        switch scheme {
        case "memory":
            guard rest.isEmpty else {
                throw .configuration(localized("\(text.inQuotes) is not a store URL: memory: takes no path."), hint: forms)
            }
            self = .memory
        case "json":
            guard !rest.isEmpty, !rest.utf8.contains(0) else {
                throw .configuration(localized("\(text.inQuotes) does not name a directory."), hint: forms)
            }
            self = .json(path: rest)
        case "sqlite":
            guard !rest.isEmpty, !rest.utf8.contains(0) else {
                throw .configuration(localized("\(text.inQuotes) does not name a file."), hint: forms)
            }
            self = .sqlite(path: rest)
        case "http", "https":
            guard rest.hasPrefix("//"), rest.utf8.count > 2 else {
                throw .configuration(localized("\(text.inQuotes) does not name a service."), hint: forms)
            }
            self = .http(address: text)
        case "postgres", "postgresql":
            // The message leaves the text out: it may hold a password.
            guard rest.hasPrefix("//"), !rest.utf8.contains(0) else {
                throw .configuration(localized("Invalid \(scheme): URL: expected \(scheme)://HOST/DATABASE."), hint: forms)
            }
            self = .postgres(text: text)
        default:
            let nearest = Suggestion.nearest(to: scheme, among: ["memory", "json", "sqlite", "postgres", "postgresql", "http", "https"])
            throw .configuration(
                localized("\(text.inQuotes) is not a store URL."),
                hint: nearest.map { localized("Did you mean '\($0):'? \(forms)") } ?? forms
            )
        }
    }

    /// The store's directory or file; for other stores, a prefix for the names of files that belong to the store.
    var path: String {
        switch self {
        case .memory, .http: "cargo"
        case .postgres: "cargo-postgres"
        case .json(let path), .sqlite(let path): path
        }
    }

    /// The URL for display, without users and passwords.
    var description: String {
        switch self {
        case .postgres(let text): String(text.prefix { $0 != ":" }) + "://…"
        case .memory, .json, .sqlite, .http: text
        }
    }

    /// The URL as it was written.
    var text: String {
        switch self {
        case .memory: "memory:"
        case .json(let path): "json:\(path)"
        case .sqlite(let path): "sqlite:\(path)"
        case .http(let address): address
        case .postgres(let text): text
        }
    }
}
