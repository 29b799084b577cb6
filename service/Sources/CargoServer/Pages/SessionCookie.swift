/// A part of the pages with sessions of its own.
enum PageArea: String, Sendable {
    /// For the operator's people.
    case clerk
    /// For customers.
    case customer

    /// The path that all its pages begin with.
    var root: String { "/" + rawValue }
}

/// The cookie that stores a session's name.
enum SessionCookie {
    /// For TLS: bound to this host, so that other hosts of the domain can't set it (`__Host-`, RFC 6265bis).
    case secure
    /// For plain HTTP on this machine, where browsers don't accept `__Host-` cookies.
    case plain

    private func name(_ area: PageArea) -> String {
        let name = area == .clerk ? "cargo-session" : "cargo-customer"
        return switch self {
        case .secure: "__Host-" + name
        case .plain: name
        }
    }

    /// The `Set-Cookie` value that sets the cookie.
    func field(_ value: String, seconds: Int, area: PageArea = .clerk) -> String {
        switch self {
        case .secure: "\(name(area))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict; Secure"
        case .plain: "\(name(area))=\(value); Path=\(area.root); Max-Age=\(seconds); HttpOnly; SameSite=Strict"
        }
    }

    /// The values of this cookie in `Cookie` fields.
    func values(in fields: [String], area: PageArea = .clerk) -> [String] {
        // By bytes: the character U+0600 before a semicolon would join it.
        fields.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.compactMap { pair in
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map { Substring($0) }
            guard sides.count == 2, let left = sides.first, let right = sides.last, left.trimmingSpaces == name(area) else { return nil }
            return String(right.trimmingSpaces)
        }
    }
}
