#if CLI
/// Where a store is: `memory:`, `json:PATH`, `sqlite:PATH`, `postgres://…` or `http://HOST:PORT`.
enum StoreURL: Hashable {
    /// A store that ends with the command.
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

    /// Parses a URL; a path alone is none, so that a mistyped scheme never makes a directory.
    init(_ text: String) throws(CommandFailure) {
        let forms = "Write memory:, json:PATH, sqlite:PATH, postgres://HOST/DATABASE or http://HOST:PORT, such as json:./cargo-data."
        guard let colon = text.firstIndex(of: ":") else {
            throw .configuration("\(text.quoted) is no store.", hint: "\(forms) Did you mean json:\(text.visible)?")
        }
        let scheme = text[..<colon].lowercased()
        // safe: colon is the index of a character, so there is an index after it
        let rest = String(text[text.index(after: colon)...])
        switch scheme {
        case "memory":
            guard rest.isEmpty else { throw .configuration("\(text.quoted) is no store: nothing follows memory:", hint: forms) }
            self = .memory
        case "json":
            guard !rest.isEmpty, !rest.utf8.contains(0) else { throw .configuration("\(text.quoted) names no directory.", hint: forms) }
            self = .json(path: rest)
        case "sqlite":
            guard !rest.isEmpty, !rest.utf8.contains(0) else { throw .configuration("\(text.quoted) names no file.", hint: forms) }
            self = .sqlite(path: rest)
        case "http", "https":
            guard rest.hasPrefix("//"), rest.utf8.count > 2 else {
                throw .configuration("\(text.quoted) names no service.", hint: forms)
            }
            self = .http(address: text)
        case "postgres", "postgresql":
            // What was written is not shown: it may hold a password.
            guard rest.hasPrefix("//"), !rest.utf8.contains(0) else {
                throw .configuration("A \(scheme): store is \(scheme)://HOST/DATABASE.", hint: forms)
            }
            self = .postgres(text: text)
        default:
            let nearest = Suggestion.nearest(to: scheme, among: ["memory", "json", "sqlite", "postgres", "postgresql", "http", "https"])
            throw .configuration("\(text.quoted) is no store.", hint: nearest.map { "Did you mean \($0): ? \(forms)" } ?? forms)
        }
    }

    /// The directory or the file; for a store that is neither, a name that files for it may begin with.
    var path: String {
        switch self {
        case .memory, .http: "cargo"
        case .postgres: "cargo-postgres"
        case .json(let path), .sqlite(let path): path
        }
    }

    /// The URL to show: without what stands in it of users and passwords.
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
#endif
