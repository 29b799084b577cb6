#if Postgres
public import CargoDomain

/// The location and options of a PostgreSQL store in one string: a libpq connection URL with additional parameters.
///
/// An example is `postgres://HOST/DATABASE?sslmode=verify-full&cargo_schema=mine`. The additional parameters are:
///
/// - `cargo_schema`: the schema of the tables.
/// - `cargo_replica`: the URL of a read replica, percent-encoded.
/// - `cargo_connections`: the maximum number of connections, 1 to 1000.
/// - `cargo_prepare`: `true`, or `false` behind a pooler in transaction mode.
/// - `cargo_distribution`: `citus` if the tables are distributed over several servers.
///
/// All other parameters are passed on to libpq.
public struct PostgresStoreURL: Sendable, CustomStringConvertible {
    /// The connection string for libpq.
    public let connectionString: String
    /// The connection string of a read replica.
    public private(set) var replica: String?
    /// The schema of the tables.
    public private(set) var schema = "cargo_kit"
    /// The options for using the server.
    public private(set) var options = PostgresOptions()

    /// Separates the additional parameters from a URL.
    /// - Throws: `store_unavailable` if one of them is unknown or invalid. The cause omits the URL, which may contain a password.
    public init(_ text: String) throws(DomainError) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            connectionString = text
            return
        }
        var others: [Substring] = []
        var own: [(name: Substring, value: String)] = []
        // safe: the guard above holds that there are two parts
        for parameter in parts[1].split(separator: "&", omittingEmptySubsequences: true) {
            guard parameter.hasPrefix("cargo_") else {
                others.append(parameter)
                continue
            }
            let name = parameter.prefix { $0 != "=" }
            guard let value = Self.decoded(parameter.dropFirst(name.count + 1)), !value.isEmpty else { throw Self.fault(name) }
            own.append((name, value))
        }
        // safe: the guard above holds that there are two parts
        connectionString = parts[0] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
        for (name, value) in own { try take(name, value) }
    }

    private mutating func take(_ name: Substring, _ value: String) throws(DomainError) {
        switch (name, value) {
        case ("cargo_schema", _): schema = value
        case ("cargo_replica", _): replica = value
        case ("cargo_prepare", "true"): options.preparesStatements = true
        case ("cargo_prepare", "false"): options.preparesStatements = false
        case ("cargo_distribution", _):
            guard let distribution = PostgresDistribution(rawValue: value) else { throw Self.fault(name) }
            options.distribution = distribution
        case ("cargo_connections", _):
            guard let number = Int(value), (1...1000).contains(number) else { throw Self.fault(name) }
            options.connections = number
        default: throw Self.fault(name)
        }
    }

    private static func fault(_ name: Substring) -> DomainError {
        .technical(.storeUnavailable, cause: "\(name) is not a supported parameter or has an invalid value")
    }

    /// Removes percent-encoding.
    ///
    /// Returns nil if the encoding is invalid or the result isn't UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var left = text.utf8[...]
        while let byte = left.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard left.count >= 2, let code = UInt8(String(decoding: left.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(code)
            left = left.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Only the URL's scheme, because the rest may contain a password.
    public var description: String { connectionString.prefix { $0 != ":" } + "://…" }
}
#endif
