import CargoDomain
import CargoInfrastructure
import CargoLocalization

/// The settings of a command.
///
/// Each comes from the first of these that has it: flag, environment, configuration file, default.
struct Settings {
    let store: StoreURL
    /// The bearer token for an `http:` store; never a flag, which every user of the machine could see.
    let token: String?
    /// The cache in front of an `http:` store.
    let cache: CacheChoice?
    /// The requested output format; nil lets the command choose.
    let output: OutputFormat?
    /// Whether CSV has texts that a spreadsheet would run as they are.
    let isExact: Bool
    let hasNoColor: Bool
    let isQuiet: Bool
    let isVerbose: Bool
    let clock: any DomainClock

    init(_ options: GlobalChoices, environment: [String: String]) throws(CommandFailure) {
        let file = try ConfigurationFile(environment: environment)
        let store = options.store ?? environment["CARGO_STORE"] ?? file.store
        self.store = try StoreURL(store?.trimmed ?? StoreURL.standard)
        cache = try CacheChoice(options, environment: environment, file: file, store: self.store)
        token = (environment["CARGO_TOKEN"] ?? file.token)?.trimmed
        let environmentOutput = try Self.output(environment["CARGO_OUTPUT"], from: "CARGO_OUTPUT")
        output = options.output ?? environmentOutput ?? file.output
        isExact = options.isExact
        hasNoColor = options.hasNoColor || file.color == false
        isQuiet = options.isQuiet
        isVerbose = options.isVerbose
        if let now = options.now ?? environment["CARGO_NOW"] {
            do throws(DomainError) {
                clock = FrozenClock(instant: try Instant(now.trimmed))
            } catch {
                throw CommandFailure(error)
            }
        } else {
            clock = SystemClock()
        }
    }

    /// Parses the output format from the environment or the configuration file.
    /// - Parameter place: where the text comes from, for the error message.
    static func output(_ text: String?, from place: String) throws(CommandFailure) -> OutputFormat? {
        guard let text else { return nil }
        guard let format = OutputFormat(rawValue: text.trimmed) else {
            throw .configuration(
                localized("\(place): \(text.inQuotes) is not an output format."),
                hint: localized("Use table, json, ndjson or csv.")
            )
        }
        return format
    }
}

/// A clock that always shows the same instant, for scripts and tests (`--now`).
struct FrozenClock: DomainClock {
    let instant: Instant

    func now() -> Instant { instant }
}

extension String {
    /// The text without ASCII white space around it.
    var trimmed: String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || ("\t"..."\r").contains($0) }
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }), let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        // safe: both are indices, and last isn't before first
        return String(unicodeScalars[first...last])
    }

    /// An id or a code in the domain's form: trimmed, with ASCII letters in upper case.
    var folded: String {
        String(decoding: trimmed.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
    }
}

/// The global options as given on the command line.
struct GlobalChoices: Hashable {
    var store: String?
    var cache: String?
    var cachePolicy: String?
    var cacheTTL: String?
    var output: OutputFormat?
    var isExact = false
    var hasNoColor = false
    var isQuiet = false
    var isVerbose = false
    var now: String?
}

/// The format of printed data.
enum OutputFormat: String, CaseIterable {
    /// A table for people.
    case table
    /// One JSON value: an object or a list.
    case json
    /// One JSON object per line.
    case ndjson
    /// Comma-separated values with a header (RFC 4180).
    case csv

    /// Whether all output is for programs, and therefore English: JSON, errors included.
    var isForPrograms: Bool { self == .json || self == .ndjson }
}
