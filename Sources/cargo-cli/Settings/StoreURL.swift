#if CLI
/// Where a store is: `memory:` or `json:PATH`.
enum StoreURL: Hashable {
    /// A store that ends with the command.
    case memory
    /// A directory of JSON files.
    case json(path: String)

    static let standard = "json:./cargo-data"

    /// Parses a URL; a path alone is none, so that a mistyped scheme never makes a directory.
    init(_ text: String) throws(CommandFailure) {
        let forms = "Write memory: or json:PATH, such as json:./cargo-data."
        guard let colon = text.firstIndex(of: ":") else {
            throw .configuration("\(text.quoted) is no store.", hint: "\(forms) Did you mean json:\(text.visible)?")
        }
        let scheme = text[..<colon].lowercased()
        let rest = String(text[text.index(after: colon)...])
        switch scheme {
        case "memory":
            guard rest.isEmpty else { throw .configuration("\(text.quoted) is no store: nothing follows memory:", hint: forms) }
            self = .memory
        case "json":
            guard !rest.isEmpty, !rest.utf8.contains(0) else { throw .configuration("\(text.quoted) names no directory.", hint: forms) }
            self = .json(path: rest)
        case "sqlite", "postgres", "postgresql", "http", "https":
            throw .configuration("This build has no \(scheme): store.", hint: forms)
        default:
            let nearest = Suggestion.nearest(to: scheme, among: ["memory", "json"])
            throw .configuration("\(text.quoted) is no store.", hint: nearest.map { "Did you mean \($0): ? \(forms)" } ?? forms)
        }
    }

    var description: String {
        switch self {
        case .memory: "memory:"
        case .json(let path): "json:\(path)"
        }
    }
}
#endif
