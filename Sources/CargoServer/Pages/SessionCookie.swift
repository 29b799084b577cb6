#if Server
/// The cookie that stores a session's name.
enum SessionCookie {
    /// For TLS: bound to this host, so that other hosts of the domain can't set it (`__Host-`, RFC 6265bis).
    case secure
    /// For plain HTTP on this machine, where browsers don't accept `__Host-` cookies.
    case plain

    private var name: String {
        switch self {
        case .secure: "__Host-cargo-session"
        case .plain: "cargo-session"
        }
    }

    /// The `Set-Cookie` value that sets the cookie.
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
