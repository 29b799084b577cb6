#if Server
/// The cookie that holds the name of a session.
enum SessionCookie {
    /// Over TLS: bound to this host, which no neighbouring host can set (`__Host-`, RFC 6265bis).
    case secure
    /// Over plain HTTP, on this machine: browsers take no `__Host-` cookie there.
    case plain

    private var name: String {
        switch self {
        case .secure: "__Host-cargo-session"
        case .plain: "cargo-session"
        }
    }

    /// The `Set-Cookie` field with a value.
    func field(_ value: String, seconds: Int) -> String {
        switch self {
        case .secure: "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict; Secure"
        case .plain: "\(name)=\(value); Path=/clerk; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
        }
    }

    /// The values of this cookie in `Cookie` fields.
    func values(in fields: [String]) -> [String] {
        fields.flatMap { $0.split(separator: ";") }.compactMap { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let left = sides.first, let right = sides.last, left.trimmingSpaces == name else { return nil }
            return String(right.trimmingSpaces)
        }
    }
}
#endif
