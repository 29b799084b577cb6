#if Postgres
import CargoDomain
import CLibPQ

/// The server's address and settings for using it.
struct PostgresServer: Sendable {
    /// The libpq connection string, passed on unchanged.
    let url: String
    /// Whether to prepare statements once per connection.
    ///
    /// False behind a pooler in transaction mode.
    let preparesStatements: Bool
    /// How long a statement waits for another transaction's lock, in milliseconds.
    let lockTimeout: Int
    /// Over what the tables are distributed; nil for the tables of one server.
    let distribution: PostgresDistribution?
    private let password: String

    /// Parses a connection string, in order to know the password.
    /// - Throws: `store_unavailable` if libpq can't parse it. The cause omits the string, which may contain a password.
    init(_ url: String, _ options: PostgresOptions = PostgresOptions()) throws(DomainError) {
        guard let members = PQconninfoParse(url, nil) else {
            throw .technical(.storeUnavailable, cause: "the connection string cannot be read")
        }
        defer { PQconninfoFree(members) }
        var password = ""
        var option = members
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val, String(cString: keyword) == "password" { password = String(cString: value) }
            option += 1
        }
        self.url = url
        preparesStatements = options.preparesStatements
        lockTimeout = options.lockTimeout.timeLimit
        distribution = options.distribution
        self.password = password
    }

    /// Removes the password from a message of libpq or the server.
    func redacted(_ text: String) -> String {
        // libpq takes part of a password with an unescaped @ for a host name, and messages contain host names.
        if url.utf8.count(where: { $0 == UInt8(ascii: "@") }) > 1 { return "(not shown: the connection string has several @)" }
        guard !password.isEmpty else { return text }
        var left = text[...]
        var shown = ""
        while let first = left.first {
            if left.hasPrefix(password) {
                shown += "***"
                left = left.dropFirst(password.count)
            } else {
                shown.append(first)
                left = left.dropFirst()
            }
        }
        return shown
    }
}
#endif
