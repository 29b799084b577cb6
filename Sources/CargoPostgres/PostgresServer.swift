#if Postgres
import CargoDomain
import CLibPQ

/// Where the server is, and how it is talked to.
struct PostgresServer: Sendable {
    /// A connection string of libpq's; it is passed on as it is.
    let url: String
    /// Whether statements are prepared once a connection; not through a pooler that lends a connection for a transaction.
    let preparesStatements: Bool
    /// How long a statement waits for another's lock, in milliseconds.
    let lockTimeLimit: Int
    private let password: String

    /// Reads a connection string as far as it has to be understood here.
    /// - Throws: `store_unavailable` where libpq cannot read it; the string is not in the cause, for it may hold a password.
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
        lockTimeLimit = options.lockTimeLimit
        self.password = password
    }

    /// A text of libpq's without the password.
    func redacted(_ text: String) -> String {
        // A password with a bare @ in it is read as a host, and hosts stand in messages.
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
