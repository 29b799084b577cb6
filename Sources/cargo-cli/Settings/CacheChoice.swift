#if CLI
import CargoDomain
import CargoInfrastructure

/// A cache before the store of a service.
struct CacheChoice: Hashable {
    /// Where it is; each service has a directory of its own in it.
    let directory: String
    let policy: CachePolicy
    let timeToLive: TimeToLive

    /// Reads what was said of a cache, nil where there shall be none.
    ///
    /// A flag before a store that is no service's is a mistake; a variable or the configuration file may be meant for other commands.
    init?(
        _ options: GlobalChoices,
        environment: [String: String],
        file: ConfigurationFile,
        store: StoreURL
    ) throws(CommandFailure) {
        let policy = try Self.policy(options.cachePolicy ?? environment["CARGO_CACHE_POLICY"] ?? file.cachePolicy)
        let timeToLive = try Self.timeToLive(options.cacheTTL ?? environment["CARGO_CACHE_TTL"] ?? file.cacheTTL)
        let directory = (options.cache ?? environment["CARGO_CACHE"] ?? file.cache)?.trimmed
        guard case .http = store else {
            guard options.cache == nil else {
                throw .usage("--cache is for http: stores; \(store.description.quoted) is none.", hint: "Leave it out.")
            }
            return nil
        }
        guard let directory else {
            guard options.cachePolicy == nil, options.cacheTTL == nil else {
                throw .usage("--cache-policy and --cache-ttl need --cache DIRECTORY.")
            }
            return nil
        }
        guard !directory.isEmpty, !directory.utf8.contains(0) else { throw .configuration("\(directory.quoted) names no directory.") }
        self.directory = directory
        self.policy = policy
        self.timeToLive = timeToLive
    }

    /// The directory of one service's cache: caches belong to one remote.
    func directory(for address: String) -> String {
        var address = address[...]
        while address.hasSuffix("/") { address = address.dropLast() }
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789.-".utf8)
        let name = address.lowercased().utf8.map { byte in
            plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return directory + "/" + name.joined()
    }

    private static func policy(_ text: String?) throws(CommandFailure) -> CachePolicy {
        switch text?.trimmed {
        case nil, "remote-first": .remoteFirst
        case "local-first": .localFirst
        case "no-cache": .noCache
        case let other?:
            throw .configuration("\(other.quoted) is no cache policy.", hint: "It is one of remote-first, local-first, no-cache.")
        }
    }

    private static func timeToLive(_ text: String?) throws(CommandFailure) -> TimeToLive {
        guard let text = text?.trimmed else { return .oneMinute }
        guard let milliseconds = ISODuration.milliseconds(text) else {
            throw .configuration("\(text.quoted) is no duration.", hint: "Write it as in PT30S, PT10M or P1D.")
        }
        do throws(DomainError) {
            return try TimeToLive(milliseconds: milliseconds)
        } catch {
            throw CommandFailure(error)
        }
    }
}
#endif
