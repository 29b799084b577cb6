import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

/// The settings of a cache in front of an `http:` store.
struct CacheChoice: Hashable {
    /// The cache's directory, with one subdirectory for each service.
    let directory: String
    let policy: CachePolicy
    let timeToLive: TimeToLive

    /// Reads the cache settings; nil if no cache is to be used.
    ///
    /// With a store that isn't `http:`, a `--cache` flag is an error. An environment variable or the configuration file is ignored:
    /// it may be meant for other commands.
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
                throw .usage(
                    localized("--cache requires an http: store, not \(store.description.inQuotes)."),
                    hint: localized("Leave out --cache.")
                )
            }
            return nil
        }
        guard let directory else {
            guard options.cachePolicy == nil, options.cacheTTL == nil else {
                throw .usage(localized("--cache-policy and --cache-ttl require --cache."), hint: localized("Add --cache DIRECTORY."))
            }
            return nil
        }
        guard !directory.isEmpty, !directory.utf8.contains(0) else {
            throw .configuration(
                localized("\(directory.inQuotes) is not a valid cache directory."),
                hint: localized("Use --cache DIRECTORY.")
            )
        }
        self.directory = directory
        self.policy = policy
        self.timeToLive = timeToLive
    }

    /// The directory for one service's cache, so that services don't share entries.
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
            throw .configuration(
                localized("\(other.inQuotes) is not a cache policy."),
                hint: localized("Use remote-first, local-first or no-cache.")
            )
        }
    }

    private static func timeToLive(_ text: String?) throws(CommandFailure) -> TimeToLive {
        guard let text = text?.trimmed else { return .oneMinute }
        guard let milliseconds = ISODuration(text)?.milliseconds else {
            throw .configuration(
                localized("\(text.inQuotes) is not a valid duration."),
                hint: localized("Write a duration such as PT30S, PT10M or P1D.")
            )
        }
        do throws(DomainError) {
            return try TimeToLive(.milliseconds(milliseconds))
        } catch {
            throw CommandFailure(error)
        }
    }
}
